// Sums: loops over many points, in blocks of passes. The source of a pass is what it reads at other
// points, and what follows from that alone: it is the same for all points. The work-items of a
// work-group compute the sources of a block together and keep them in local memory
// (templates/sums/sums.cl).
//
//   loop_0: for j < N: sum + m[j] * f(x[j] - x_own)
//   → eulerc_source_0_0, eulerc_source_0_1   m[j] and x[j]
//     eulerc_load_sources_0                  the values of one source, into local memory
//     eulerc_vector_block_0                  the passes of a block
//     eulerc_sums_point                      one step of a point: all blocks, then the equations
//
// Where points are few, several work-items share one point (EULERC_SUMS_SHARE of them). The terms
// of a pass are what it computes without the sums of earlier passes. Each work-item computes the
// terms of other passes, and one of them adds them up in the order of the passes.
//
//     eulerc_terms_0         m[j] and f(x[j] - x_own) of a pass, into local memory
//     eulerc_vector_fold_0   sum + term_0 * term_1 for the passes of a block
#include "Forms.h"

#include "FunctionText.h"
#include "Includes.h"
#include "NearForms.h"
#include "Spell.h"
#include "codegen/Unsupported.h"

#include "ir/Functions.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

/// The least cost of a pass whose terms are shared, in operations. A work-item computes a cheaper
/// pass in the time that adding its terms takes.
constexpr double kLongPass = 8;

using ReplaceNode = std::function<ExprPtr(const ExprPtr &)>;
using ValueSet = std::unordered_set<ExprPtr, ExprHash, ExprSame>;

/// Divides the values of a loop's passes into sources and the rest.
class SourceFinder {
public:
  SourceFinder(const Step &step, const ExprPtr &loop) : step_(step), loop_(loop) {
    Values whole, reads;
    for (std::size_t k = 5; k < loop->operands.size(); k += 3)
      collect(loop->operands[k], whole, reads);
    // Fewer values to load are better than fewer operations.
    sources_ = whole.inOrder.size() <= reads.inOrder.size() ? whole.inOrder : reads.inOrder;
    for (std::size_t k = 0; k < sources_.size(); k++)
      numbers_.emplace(sources_[k], k);
  }

  /// The sources, over the index of a point.
  std::vector<ExprPtr> sources() {
    std::vector<ExprPtr> result;
    for (const ExprPtr &source : sources_)
      result.push_back(rewrite(source, [this](const ExprPtr &node) { return atAnyPoint(node); }));
    return result;
  }

  /// The loop over the passes of a block. It starts from the results of the passes before. Nodes
  /// that the block already has are replaced.
  ExprPtr block(std::int64_t firstResult, const ReplaceNode &replaced = nullptr) {
    TopDown replace([&](const ExprPtr &node) {
      const ExprPtr known = replaced ? replaced(node) : nullptr;
      return known ? known : inBlock(node, loop_->operands[0]);
    });
    std::vector<ExprPtr> operands = loop_->operands;
    const ExprPtr first = operands[1];
    const ExprPtr isFirst = makeOp(Op::Equal, {makeSourceIndex(makeInt(0)), first});
    operands[1] = makeInt(0);
    operands[2] = makeSourceNumber(operands[2]);
    for (std::size_t k = 3; k < operands.size(); k += 3) {
      operands[k + 1] = makeOp(Op::Select, {isFirst, operands[k + 1], makeShared(firstResult++)});
      operands[k + 2] = replace(operands[k + 2]);
    }
    return makeLoop(operands, loop_->where);
  }

  bool isOne(const ExprPtr &node) const { return numbers_.contains(node); }

  /// A node of a pass, or null to keep it; `number` is the number of the pass in its block.
  ExprPtr inBlock(const ExprPtr &node, const ExprPtr &number) {
    if (const auto it = numbers_.find(node); it != numbers_.end())
      return makeSource(static_cast<std::int64_t>(it->second), number);
    if (isVariable(node))
      return makeSourceIndex(number);
    if (node->op == Op::Equal || node->op == Op::NotEqual) // compares 32 bits
      for (const std::size_t k : {0, 1})
        if (isVariable(node->operands[k]) && isPoint(node->operands[1 - k]))
          return makeOp(node->op, {number, makeSourceNumber(node->operands[1 - k])});
    return nullptr;
  }

private:
  struct Values {
    std::vector<ExprPtr> inOrder;
    ValueSet known;
    void add(const ExprPtr &value) {
      if (known.insert(value).second)
        inOrder.push_back(value);
    }
  };

  bool isVariable(const ExprPtr &node) const {
    return node->op == Op::Index && node->integer == loop_->operands[0]->integer;
  }

  /// What a value depends on.
  struct Parts {
    bool ofVariable = false, ofPoint = false, reads = false;
  };
  Parts partsOf(const ExprPtr &node) {
    if (const auto it = parts_.find(node.get()); it != parts_.end())
      return it->second;
    Parts parts;
    parts.ofVariable = isVariable(node);
    parts.reads = node->op == Op::Read;
    parts.ofPoint = node->op == Op::Window || node->op == Op::Shared || node->op == Op::Carried ||
                    node->op == Op::Loop || node->op == Op::LoopResult ||
                    (node->op == Op::Index && !isVariable(node)) ||
                    (node->op == Op::Call && isRandom(node->name));
    for (const ExprPtr &operand : node->operands) {
      const Parts below = partsOf(operand);
      parts.ofVariable = parts.ofVariable || below.ofVariable;
      parts.ofPoint = parts.ofPoint || below.ofPoint;
      parts.reads = parts.reads || below.reads;
    }
    return parts_[node.get()] = parts;
  }
  bool isSource(const ExprPtr &node) {
    const Parts parts = partsOf(node);
    return node->type == Type::Real && parts.ofVariable && parts.reads && !parts.ofPoint;
  }

  /// Collects the largest values that depend on the source alone, and the reads in them.
  void collect(const ExprPtr &node, Values &whole, Values &reads, bool isBelow = false) {
    const bool isOne = isSource(node);
    if (isOne && !isBelow)
      whole.add(node);
    if (isOne && node->op == Op::Read) {
      reads.add(node);
      return;
    }
    if (visited_.insert({node.get(), isBelow || isOne}).second)
      for (const ExprPtr &operand : node->operands)
        collect(operand, whole, reads, isBelow || isOne);
  }

  /// A source is also computed where its conditions in the loop do not hold. Reads may leave the
  /// grid there, and entries their table; their values are not used.
  ExprPtr atAnyPoint(const ExprPtr &node) {
    if (isVariable(node))
      return makeIndex(0, step_.system.indexNames[0]);
    if (node->op == Op::Read)
      return makeRead(node->name, node->operands, node->where);
    if (node->op != Op::Entry)
      return nullptr;
    const auto number =
        std::ranges::find(step_.system.data, node->name, &Data::name) - step_.system.data.begin();
    const ExprPtr &index = node->operands[0], &size = step_.sizes[number];
    const ExprPtr last = makeOp(Op::Sub, {size, makeInt(1)});
    const ExprPtr below = makeOp(Op::Select, {makeOp(Op::Less, {index, size}), index, last});
    const ExprPtr inside =
        makeOp(Op::Select, {makeOp(Op::Less, {below, makeInt(0)}), makeInt(0), below});
    return makeEntry(node->name, node->type, {inside}, node->where);
  }

  static bool isPoint(const ExprPtr &index) {
    return index->op == Op::Index && index->integer < kFirstLoopAxis;
  }

  struct HashVisit {
    std::size_t operator()(const std::pair<const Expr *, bool> &visit) const {
      return visit.first->hash + visit.second;
    }
  };

  const Step &step_;
  const ExprPtr loop_;
  std::vector<ExprPtr> sources_;
  std::unordered_map<ExprPtr, std::size_t, ExprHash, ExprSame> numbers_;
  std::unordered_map<const Expr *, Parts> parts_;
  std::unordered_set<std::pair<const Expr *, bool>, HashVisit> visited_;
};

/// Divides passes into terms and the sums of terms.
class TermsOfPass {
public:
  TermsOfPass(const Step &step, SourceFinder &sources, const ExprPtr &loop)
      : lanes_(static_cast<int>(step.system.extents.size()) - 1), sources_(sources), loop_(loop) {
    for (std::size_t k = 5; k < loop->operands.size(); k += 3)
      collect(loop->operands[k]);
  }

  /// The terms, over the sources of one pass.
  std::vector<ExprPtr> terms() {
    TopDown replace([this](const ExprPtr &node) { return sources_.inBlock(node, makeInt(0)); });
    std::vector<ExprPtr> result;
    std::ranges::transform(found_, std::back_inserter(result), std::ref(replace));
    return result;
  }

  /// The loop over the passes of a block, with its terms in place of sources.
  ExprPtr fold(std::int64_t firstResult) {
    return sources_.block(firstResult, [this](const ExprPtr &node) -> ExprPtr {
      const auto it = numbers_.find(node);
      return it == numbers_.end() ? nullptr : makeSource(it->second, loop_->operands[0]);
    });
  }

private:
  struct Parts {
    bool ofVariable = false;
    bool staysInLoop = false; ///< locals; values that may be computed only inside the loop
  };
  Parts partsOf(const ExprPtr &node) {
    if (const auto it = parts_.find(node.get()); it != parts_.end())
      return it->second;
    Parts parts;
    const bool isIndex = node->op == Op::Index && node->integer >= kFirstLoopAxis;
    const bool isOwn = isIndex && node->integer == loop_->operands[0]->integer;
    parts.ofVariable = isOwn || sources_.isOne(node);
    parts.staysInLoop = node->op == Op::Carried || node->op == Op::Read || (isIndex && !isOwn) ||
                        (node->op == Op::Entry && !lanes_.vary(node));
    if (sources_.isOne(node))
      parts.staysInLoop = false;
    else
      for (const ExprPtr &operand : node->operands) {
        const Parts below = partsOf(operand);
        parts.ofVariable = parts.ofVariable || below.ofVariable;
        parts.staysInLoop = parts.staysInLoop || below.staysInLoop;
      }
    return parts_[node.get()] = parts;
  }

  void collect(const ExprPtr &node) {
    if (!visited_.insert(node.get()).second)
      return;
    const Parts parts = partsOf(node);
    if (node->type != Type::Real || !parts.ofVariable || parts.staysInLoop)
      std::ranges::for_each(node->operands, [this](const ExprPtr &each) { collect(each); });
    else if (numbers_.emplace(node, found_.size()).second)
      found_.push_back(node);
  }

  const Lanes lanes_;
  SourceFinder &sources_;
  const ExprPtr loop_;
  std::vector<ExprPtr> found_;
  std::unordered_map<ExprPtr, std::size_t, ExprHash, ExprSame> numbers_;
  std::unordered_map<const Expr *, Parts> parts_;
  std::unordered_set<const Expr *> visited_;
};

double costOfTerms(const std::vector<ExprPtr> &terms) {
  double cost = 0;
  std::unordered_set<const Expr *> counted;
  for (const ExprPtr &term : terms)
    forEachNode(term, [&](const ExprPtr &node) {
      if (node->op == Op::Source || node->operands.empty() || !counted.insert(node.get()).second)
        return;
      const bool isQuotient = node->op == Op::Div && node->type == Type::Real;
      cost += node->op == Op::Call ? costOf(node->name) : isQuotient ? quotientCost : 1;
    });
  return cost;
}

/// The functions that store the terms of a pass: for all arguments, and for near ones.
std::string termsText(const AddressMap &map, const BlockedLoop &blocked, std::size_t loop) {
  std::string text;
  for (const bool isNear : {false, true}) {
    if (isNear && !blocked.nearBlock)
      continue;
    const StepFunction &whole = map.step().loops[loop].function;
    const StepFunction f{Role::Terms, number(loop), whole.window, whole.body, isNear};
    const Body body = vectorBody(map, f, blocked.terms);
    text += "EULERC_IN_PLACE void eulerc_" + f.name() + "(" + parametersOf(map, "realv", f) +
            ", EULERC_SCRATCH const real *sources, const long block, const int own, EULERC_SCRATCH "
            "real *terms" +
            (isNear ? ", eulerc_arguments *near) {\n" : ") {\n") + body.statements +
            storeEach("terms[# * eulerc_sums_block]", body.results) + "}\n\n";
  }
  return text;
}

/// The shared loops of a step in blocks; empty if no loop has sources.
std::vector<BlockedLoop> blockedLoops(const Step &step, const Stencil &stencil) {
  std::vector<BlockedLoop> loops;
  bool any = false;
  if (step.system.extents.size() == 1 && step.system.period == 1)
    for (std::size_t k = 0; k < step.loops.size(); k++) {
      const SharedLoop &loop = step.loops[k];
      loops.emplace_back();
      if (stencil.loops[k].scalarBecause || stencil.loops[k].isCollected)
        continue;
      SourceFinder finder(step, loop.function.body);
      loops.back().sources = finder.sources();
      loops.back().block = {Role::Block, number(k), loop.function.window, finder.block(loop.first)};
      const bool hasFar = anyNode(loops.back().block.body, isNearOrFar);
      if (hasFar && !step.isFast)
        loops.back().nearBlock = {Role::Block, number(k), loop.function.window,
                                  loops.back().block.body, true};
      TermsOfPass passes(step, finder, loop.function.body);
      if (std::vector<ExprPtr> terms = passes.terms(); costOfTerms(terms) >= kLongPass) {
        loops.back().terms = std::move(terms);
        loops.back().fold = {Role::Fold, number(k), loop.function.window, passes.fold(loop.first)};
      }
      any = any || !loops.back().sources.empty();
    }
  return any ? loops : std::vector<BlockedLoop>();
}

} // namespace

std::size_t sourceValues(const Step &step, const Stencil &stencil) {
  std::size_t most = 0;
  for (const BlockedLoop &loop : blockedLoops(step, stencil))
    most = std::max(most, loop.sources.size());
  return most;
}

std::size_t termValues(const Step &step, const Stencil &stencil) {
  std::size_t most = 0;
  for (const BlockedLoop &loop : blockedLoops(step, stencil))
    most = std::max(most, loop.terms.size());
  return most;
}

static std::string sumsText(const AddressMap &map) {
  const Step &step = map.step();
  const Stencil &stencil = map.stencil();
  const std::vector<BlockedLoop> loops = blockedLoops(step, stencil);
  std::string text;
  for (std::size_t k = 0; k < loops.size(); k++) {
    const std::vector<ExprPtr> &sources = loops[k].sources;
    if (sources.empty())
      continue;
    std::string values, stores; // all loads are issued before the first is used
    for (std::size_t value = 0; value < sources.size(); value++) {
      const StepFunction f{Role::Source, number(k) + "_" + number(value), {}, sources[value]};
      text += scalarFunction(map, f);
      values += "  const real value_" + number(value) + " = eulerc_" + f.name() +
                "(i0, c, now, y EULERC_PASS_FIELDS);\n";
      stores +=
          "  sources[" + number(value) + " * eulerc_sums_block] = value_" + number(value) + ";\n";
    }
    text += "EULERC_IN_PLACE void eulerc_load_sources_" + number(k) +
            "(const long i0, const eulerc_constants *c, const eulerc_moment now, EULERC_GLOBAL "
            "const real *y EULERC_FIELDS, EULERC_SCRATCH real *sources) {\n" +
            values + stores + "}\n\n" + vectorFunction(map, loops[k].block);
    if (loops[k].nearBlock)
      text += vectorFunction(map, *loops[k].nearBlock);
    if (!loops[k].terms.empty())
      text += "#if EULERC_SUMS_SHARE > 1\n\n" + termsText(map, loops[k], k) +
              vectorFunction(map, loops[k].fold) + "#endif\n\n";
  }
  return "enum { eulerc_sums_source_values = " + number(sourceValues(step, stencil)) +
         ", eulerc_sums_term_values = " + number(termValues(step, stencil)) +
         " };\n\n#include \"sums_sizes.cl\"\n" + text + pointInBlocks(map, loops);
}

static bool suitsSums(const AddressMap &map) {
  return !blockedLoops(map.step(), map.stencil()).empty();
}

/// One point for each work-item, also where vectors are wider.
static std::string sumsKernels(const AddressMap &map) {
  return onlyIf(
      "(EULERC_BUILDS(linear_sums) || EULERC_BUILDS(persistent_sums)) && EULERC_WIDTH == 1",
      sumsText(map) + include("sums.cl") + include("persistent_sums.cl"));
}

static constexpr Kernel namedSums[] = {
    {"linear", "sums", 1, 1, {}, "EULERC_ONE=1 EULERC_BUILDS_linear_sums=1", true}};

const FormText sumsForm = {{}, suitsSums, sumsKernels, nullptr, namedSums};

} // namespace eulerc::compiler
