// CollectText: shared loops whose passes are collected (ir/Passes.h) and then computed in vectors.
// On GPUs, and at points with more passes than are kept, the loop runs point by point.
//
//   loop_0: for row[i] <= k < row[i + 1]: sum + sin(th[col[k]] - th_own)
//   → eulerc_collect_loop_0   th[col[k]] - th_own of all passes of a point; returns their number
//     eulerc_terms_loop_0     the sines of EULERC_WIDTH passes
//     eulerc_rest_loop_0      their sum, of a point
//     eulerc_vector_loop_0    all of it for the points of a vector
#include "StepPrinters.h"

#include "FunctionText.h"
#include "Spell.h"

#include "ir/Passes.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// The number of values kept for all passes together. They fit in the cache of a core.
constexpr std::int64_t kMostKept = 8192;

class CollectPrinter : Printer {
public:
  CollectPrinter(const AddressMap &map, const StepFunction &loop)
      : Printer(map), loop_(loop), last_(number(rank_ - 1)), kept_("EULERC_KEPT_OF_" + loop.name()),
        passes_(*collectPasses(loop.body)),
        values_(std::max(passes_.arguments, static_cast<std::int64_t>(passes_.terms.size()))) {}

  std::string run() const {
    return "#if EULERC_COLLECTS\n\n// Passes whose arguments are kept at a time.\n#undef " + kept_ +
           "\n#define " + kept_ + " " + number(kMostKept / values_ / 16 * 16) + "\n\n" + collect() +
           terms() + rest() + "#endif\n\n" + vector();
  }

private:
  std::string named(const std::string &verb) const { return "eulerc_" + verb + "_" + loop_.name(); }
  std::string head(const std::string &verb, const StepFunction &f) const {
    return inlinedAs(step_, f) + "long " + named(verb) + "(" + parametersOf(map_, "real", f);
  }
  std::string place(std::int64_t value, const std::string &at) const {
    return "kept[" + (value == 0 ? "" : number(value) + " * " + kept_ + " + ") + at + "]";
  }

  std::string collect() const {
    const StepFunction f{Role::Loop, loop_.of, loop_.window, passes_.collect};
    LoopText loops;
    loops.ended = passes_.collected;
    loops.end = [&](const std::vector<std::string> &names) {
      std::string text = "    if (at == room)\n      return -1;\n";
      for (std::size_t k = 0; k < names.size(); k++)
        text += "    " + place(static_cast<std::int64_t>(k), "at") + " = " + names[k] + ";\n";
      return text + "    at++;\n";
    };
    const Body body = scalarBody(map_, f, loops);
    std::string unused; // the values of a last pass
    for (const std::string &name : body.results)
      unused += "  (void)" + name + ";\n";
    return head("collect", f) + ", real *kept, const long room) {\n  long at = 0;\n" +
           body.statements + unused + "  return at;\n}\n\n";
  }

  std::string terms() const {
    StepFunction f{Role::Loop, loop_.of, {}, passes_.collect};
    std::string text = "EULERC_INLINE void " + named("terms") +
                       "(const eulerc_constants *c, const eulerc_moment now, realv *kept) {\n";
    const std::string at = "kept[# * " + kept_ + " / EULERC_WIDTH]";
    for (std::int64_t k = 0; k < passes_.arguments; k++) {
      f.window.push_back({0, {}, "argument_" + number(k)});
      text += "  const realv " + f.window.back().name + " = " +
              ofAxis(static_cast<std::size_t>(k), at) + ";\n";
    }
    const Body body = vectorBody(map_, f, passes_.terms);
    return text + body.statements + storeEach(at, body.results) + "}\n\n";
  }

  std::string rest() const {
    const StepFunction f{Role::Rest, loop_.of, loop_.window, passes_.rest};
    LoopText loops;
    loops.ended = passes_.counted;
    loops.end = [](const std::vector<std::string> &) { return "    at++;\n"; };
    const Body body = scalarBody(map_, f, loops);
    return head("rest", f) + ", const real *kept, real *results) {\n  long at = 0;\n" +
           body.statements + storeEach("results[# * EULERC_WIDTH]", body.results) +
           "  return at;\n}\n\n";
  }

  /// The arguments of a call for the point of one lane.
  std::string ofLane(const std::string &lane) const {
    std::string text =
        eachAxis(0, rank_ - 1, "i#, ") + "first + " + lane + ", c, now, y EULERC_PASS_FIELDS";
    for (const WindowEntry &entry : loop_.window)
      text += ", lanes_" + entry.name + "[" + lane + "]";
    return text;
  }

  std::string vector() const {
    std::string windows, lanes;
    for (const WindowEntry &entry : loop_.window) {
      windows += ", " + entry.name;
      lanes += "  real lanes_" + entry.name + "[EULERC_WIDTH];\n  EULERC_STORE_LANES(" +
               entry.name + ", lanes_" + entry.name + ");\n";
    }
    const std::string results = number(loop_.body->operands.size() / 3 - 1);
    return "EULERC_LARGE void " + named("vector") + "(" + parametersOf(map_, "realv", loop_) +
           ", realv *results) {\n#if EULERC_WIDTH == 1\n  eulerc_" + loop_.name() + "(" +
           eachAxis(0, rank_, "i#, ") + "c, now, y EULERC_PASS_FIELDS" + windows +
           ", results);\n#else\n  const long first = EULERC_FIRST(i" + last_ +
           "), lanes = eulerc_min(EULERC_WIDTH, c->extent[" + last_ + "] - first);\n" + lanes +
           "  real values[" + results +
           " * EULERC_WIDTH] = {0};\n#if EULERC_COLLECTS\n"
           "  realv memory[" +
           number(values_) + " * " + kept_ +
           " / EULERC_WIDTH];\n"
           "  real *kept = (real *)memory;\n#endif\n  for (long lane = 0; lane < lanes;) {\n" +
           "#if EULERC_COLLECTS\n" + lanesTogether() + "#endif\n    real result[" + results +
           "];\n    eulerc_" + loop_.name() + "(" + ofLane("lane") +
           ", result);\n    for (int k = 0; k < " + results +
           "; k++)\n      values[k * EULERC_WIDTH + lane] = result[k];\n    lane++;\n  }\n"
           "  for (int k = 0; k < " +
           results +
           "; k++)\n    results[k] = EULERC_VECTOR_OF(values + k * EULERC_WIDTH);\n#endif\n}\n\n";
  }

  /// Computes as many lanes together as the kept values have room for. A lane whose passes do not
  /// fit is left to the loop.
  std::string lanesTogether() const {
    std::string zeros;
    for (std::int64_t k = 0; k < passes_.arguments; k++)
      zeros += "      " + place(k, "k") + " = 0;\n";
    return "    const long begin = lane;\n    long passes = 0, end = lane;\n"
           "    for (; end < lanes; end++) {\n      const long more = " +
           named("collect") + "(" + ofLane("end") + ", kept + passes, " + kept_ +
           " - passes);\n      if (more < 0)\n        break;\n      passes += more;\n    }\n"
           "    for (long k = passes; k % EULERC_WIDTH != 0; k++) {\n" +
           zeros + "    }\n    for (long k = 0; k < passes; k += EULERC_WIDTH)\n      " +
           named("terms") +
           "(c, now, memory + k / EULERC_WIDTH);\n    passes = 0;\n"
           "    for (; lane < end; lane++)\n      passes += " +
           named("rest") + "(" + ofLane("lane") +
           ", kept + passes, values + lane);\n    if (lane > begin)\n"
           "      continue;\n";
  }

  const StepFunction &loop_;
  const std::string last_, kept_;
  const CollectedPasses passes_;
  const std::int64_t values_; ///< kept for each pass
};

} // namespace

std::string collectedLoop(const AddressMap &map, const StepFunction &loop) {
  return CollectPrinter(map, loop).run();
}

} // namespace eulerc::compiler
