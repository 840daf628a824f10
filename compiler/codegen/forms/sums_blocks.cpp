// The loops of `sums` in the function of a point: all passes, block by block (forms/sums.cpp).
#include "Forms.h"

#include "Spell.h"

namespace eulerc::compiler {
namespace {

class BlocksPrinter {
public:
  BlocksPrinter(std::size_t loop, const BlockedLoop &blocked, const LoopInPoint &at)
      : k_(number(loop)), results_("loop_" + k_), first_(results_ + "_first"),
        end_(results_ + "_end"), blocked_(blocked), at_(at) {}

  std::string run() {
    out_ = "  realv " + results_ + "[" + number(at_.results) + "] = {0};\n  const long " + first_ +
           " = " + at_.first + ", " + end_ + " = " + at_.end + ";\n";
    if (blocked_.terms.empty()) {
      alone();
    } else {
      out_ += "#if EULERC_SUMS_SHARE == 1\n";
      alone();
      out_ += "#else\n";
      together();
      out_ += "#endif\n";
    }
    return std::move(out_);
  }

private:
  /// Code in which each work-item runs all passes of its point.
  void alone() {
    out_ +=
        "  for (long block = " + first_ + "; block == " + first_ + " || block < " + end_ +
        "; block += eulerc_sums_block) {\n"
        "    barrier(CLK_LOCAL_MEM_FENCE); // all have done with the block before\n"
        "    for (int k = (int)get_local_id(0); k < eulerc_sums_block; k += EULERC_GROUP)\n      " +
        load("eulerc_min(block + k, " + end_ + " - 1)", "sources") +
        "    barrier(CLK_LOCAL_MEM_FENCE);\n";
    numbers("    ", "block");
    if (blocked_.terms.empty())
      out_ += "    if ((int)get_local_id(0) < EULERC_ACROSS) {\n";
    if (blocked_.nearBlock)
      passesForNear();
    else
      out_ += "    " + call(blocked_.block, "sources, block, count, own, " + results_);
    out_ += blocked_.terms.empty() ? "    }\n  }\n" : "  }\n";
  }

  /// Code in which some work-items of a point compute the terms of a block and load the sources of
  /// the next block, while one adds up the terms of the block before.
  void together() {
    if (k_ != "0")
      out_ += "  barrier(CLK_LOCAL_MEM_FENCE); // all have done with the loop before\n";
    out_ += "  if (worker >= 0)\n";
    loadBlock("    ", first_, "sources");
    out_ += "  for (long block = " + first_ + ", odd = 0; block <= " + first_ +
            " + eulerc_sums_block || block < " + end_ +
            " + eulerc_sums_block; block += eulerc_sums_block, odd = 1 - odd) {\n"
            "    EULERC_SCRATCH real *own_half = sources + odd * eulerc_sums_half;\n"
            "    EULERC_SCRATCH real *other_half = sources + (1 - odd) * eulerc_sums_half;\n"
            "    barrier(CLK_LOCAL_MEM_FENCE); // its sources are there, and the terms before it\n"
            "    if (worker >= 0) {\n";
    numbers("      ", "block");
    computeTerms();
    loadBlock("      ", "block + eulerc_sums_block", "other_half");
    out_ += "    }\n    if ((int)get_local_id(0) < EULERC_ACROSS && block > " + first_ + ") {\n";
    numbers("      ", "block - eulerc_sums_block");
    out_ +=
        "      " +
        call(blocked_.fold,
             "eulerc_own_terms(other_half), block - eulerc_sums_block, count, own, " + results_) +
        "    }\n  }\n";
  }

  void numbers(const std::string &indent, const std::string &block) {
    out_ += indent + "const int count = eulerc_in_block(" + end_ + ", " + block +
            "), own = eulerc_in_block(i0, " + block + ");\n";
  }

  std::string load(const std::string &index, const std::string &to) const {
    return "eulerc_load_sources_" + k_ + "(" + index + ", c, now, y EULERC_PASS_FIELDS, " + to +
           " + k);\n";
  }

  void loadBlock(const std::string &indent, const std::string &block, const std::string &to) {
    out_ += indent + "for (int k = worker; k < eulerc_in_block(" + end_ + ", " + block +
            "); k += eulerc_sums_workers)\n" + indent + "  " + load(block + " + k", to);
  }

  /// Computes terms for near arguments, and again for all arguments if one was not near.
  void computeTerms() {
    if (!blocked_.nearBlock) {
      termsOfPasses("      ", "");
      return;
    }
    out_ += "      eulerc_arguments near = eulerc_all_near();\n";
    termsOfPasses("      ", "near_");
    out_ += "      if (!eulerc_is_near(near))\n";
    termsOfPasses("        ", "");
  }

  void termsOfPasses(const std::string &indent, const std::string &near) {
    out_ += indent +
            "for (int k = worker / EULERC_ACROSS; k < count; k += eulerc_sums_workers / "
            "EULERC_ACROSS)\n" +
            indent + "  eulerc_" + near + "terms_" + k_ +
            "(EULERC_ALONG(i0, 1), c, now, y EULERC_PASS_FIELDS" + at_.windows +
            ",\n        own_half + k, block + k, own - k, eulerc_own_terms(own_half) + k" +
            (near.empty() ? ");\n" : ", &near);\n");
  }

  /// Computes a few passes at a time for near arguments, and again for all arguments if one was not
  /// near.
  void passesForNear() {
    const std::string part =
        "sources + part, block + part, min(count - part, eulerc_sums_part), own - part, after";
    out_ += "    for (int part = 0; part == 0 || part < count; part += eulerc_sums_part) {\n"
            "      eulerc_arguments near = eulerc_all_near();\n      realv after[" +
            number(at_.results) + "];\n      " + call(*blocked_.nearBlock, part + ", &near") +
            "      if (!eulerc_is_near(near))\n        " + call(blocked_.block, part);
    for (std::int64_t result = 0; result < at_.results; result++)
      out_ += "      " + results_ + "[" + number(result) + "] = after[" + number(result) + "];\n";
    out_ += "    }\n";
  }

  std::string call(const StepFunction &block, const std::string &arguments) const {
    std::string text = "eulerc_" + block.vectorName() +
                       "(EULERC_ALONG(i0, 1), c, now, y EULERC_PASS_FIELDS" + at_.windows;
    for (std::int64_t result = 0; result < at_.results; result++)
      text += ", " + results_ + "[" + number(result) + "]";
    return text + ",\n        " + arguments + ");\n";
  }

  const std::string k_, results_, first_, end_;
  const BlockedLoop &blocked_;
  const LoopInPoint &at_;
  std::string out_;
};

} // namespace

std::string loopInBlocks(std::size_t number, const BlockedLoop &blocked, const LoopInPoint &at) {
  return BlocksPrinter(number, blocked, at).run();
}

} // namespace eulerc::compiler
