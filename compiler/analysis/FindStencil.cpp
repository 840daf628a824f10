#include "analysis/FindStencil.h"

#include "LeastWork.h"
#include "LevelPlaces.h"
#include "Operations.h"
#include "RowReads.h"

#include "ir/Functions.h"
#include "ir/Lanes.h"
#include "ir/Passes.h"
#include "ir/StageChoices.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

/// Whether stages are told apart, as bits of one number. They are not if they are too many, or if a
/// run chooses their number.
bool tellsStages(const Cycle &cycle) { return cycle.stages() < 64 && !cycle.isOpen(); }

class StencilFinder {
public:
  explicit StencilFinder(const Step &step)
      : step_(step), system_(step.system), rank_(step.system.extents.size()) {}

  Stencil run() {
    stencil_.axes = system_.indexNames;
    stencil_.period = system_.period;
    if (tellsStages(system_.cycle))
      stencil_.stages = system_.cycle.stages();
    stencil_.stateCount = system_.stateCount;
    for (const SharedLoop &each : step_.loops)
      stencil_.loops.push_back(loop(each.function));
    for (std::size_t k = 0; k < step_.equations.size(); k++)
      stencil_.equations.push_back(equation(step_.equations[k], system_.equations[k]));
    for (const GridArray &each : system_.arrays)
      stencil_.arrays.push_back(array(each));
    for (const StencilEquation &equation : stencil_.equations)
      for (const StencilRead &read : equation.everywhere)
        extend(stencil_.arrays[read.array], read);
    findLastValues();
    findLive();
    stencil_.rowReads = findRowReads(system_, tellsStages(system_.cycle));
    stencil_.places = findLevelPlaces(system_, stencil_);
    countFlops(step_, stencil_);
    stencil_.least = leastWork(step_, stencil_);
    return std::move(stencil_);
  }

private:
  StencilLoop loop(const StepFunction &function) const {
    StencilLoop result;
    for (const WindowEntry &entry : function.window)
      result.reads.push_back(read(entry, 0));
    result.scalarBecause = Lanes(static_cast<int>(rank_) - 1).reason(function.body);
    result.isCollected = result.scalarBecause && collectPasses(function.body);
    if (result.isCollected)
      result.scalarBecause = nullptr;
    result.where = function.body->where;
    result.flops = operationsOf({function.body}).flops;
    result.leastOperations = leastOperationsOfPass(function, result.reads, step_.isFast, rank_);
    return result;
  }

  StencilEquation equation(const StepOfEquation &formed, const Equation &written) {
    StencilEquation result;
    result.state = formed.state;
    result.residue = formed.residue;
    result.interior = readsOf(formed.interior, formed.residue);
    result.edge = readsOf(formed.edge, formed.residue);
    result.edgeDiffers = formed.edgeDiffers;
    result.everywhere = result.interior;
    addReads(result.edge, result);
    std::vector<ExprPtr> bodies = {formed.edge.body};
    const std::vector<std::size_t> loops = loopsOf(step_, formed.edge.body);
    for (const std::size_t k : loops) {
      addReads(stencil_.loops[k].reads, result);
      bodies.push_back(step_.loops[k].function.body);
    }
    if (formed.edgeDiffers)
      result.guard = guardOf(written);
    forEachNode(written.edge, [&](const ExprPtr &node) {
      const auto same = [&](const ExprPtr &other) { return sameValue(other, node); };
      if ((isFar(node) || isGlobal(*node)) && std::ranges::none_of(result.far, same))
        result.far.push_back(node);
    });
    result.edgeScalarBecause = scalarBecause(formed.edge.body, loops, written);
    // Point sources of the interior are computed as at the edge.
    result.scalarBecause = system_.pointSources.empty()
                               ? scalarBecause(formed.interior.body, loops, written)
                               : result.edgeScalarBecause;
    for (std::size_t axis = 0; axis < rank_; axis++)
      result.usesIndex.push_back(std::ranges::any_of(bodies, [&](const ExprPtr &body) {
        return anyNode(body, [&](const Expr &node) {
          return node.op == Op::Index && node.integer == static_cast<std::int64_t>(axis);
        });
      }));
    for (const ExprPtr &body : bodies)
      inspect(body, result);
    bodies = {formed.interior.body};
    for (const std::size_t k : loops)
      if (counted_.insert(k).second)
        bodies.push_back(step_.loops[k].function.body);
    result.operations = operationsOf(bodies);
    countVectors(formed, result);
    return result;
  }

  /// The component whose value at the same point an equation takes unchanged; nullopt if it
  /// computes.
  std::optional<std::size_t> takenBy(std::size_t k) const {
    const StepOfEquation &formed = step_.equations[k];
    const Expr &body = *formed.interior.body;
    if (formed.edgeDiffers || body.op != Op::Window)
      return std::nullopt;
    const StencilRead &read =
        stencil_.equations[k].interior[static_cast<std::size_t>(body.integer)];
    const bool isState = read.array < system_.stateCount;
    return isState && read.isAtPoint() && read.component != k ? read.component : std::nullopt;
  }

  bool isReadAtPointAlone(std::size_t component) const {
    return std::ranges::all_of(stencil_.equations, [&](const StencilEquation &equation) {
      return equation.far.empty() &&
             std::ranges::all_of(equation.everywhere, [&](const StencilRead &read) {
               const bool isField = read.array >= system_.stateCount;
               return isField || read.isAtPoint() ||
                      (read.component && *read.component != component);
             });
    });
  }

  void findLastValues() {
    if (system_.cycle.stages() > 1) // some levels keep values that others change
      return;
    std::vector<std::optional<std::size_t>> taken;
    for (std::size_t k = 0; k < step_.equations.size(); k++)
      taken.push_back(takenBy(k));
    for (std::size_t k = 0; k < taken.size(); k++)
      if (taken[k] && !taken[*taken[k]] && isReadAtPointAlone(k))
        stencil_.equations[k].lastOf = taken[k];
  }

  void findLive() {
    const std::vector<std::vector<Cycle::Fate>> &fates = system_.cycle.fates;
    for (std::size_t stage = 0; stage < stencil_.stages; stage++) {
      const std::size_t before = (stage + stencil_.stages - 1) % stencil_.stages;
      std::uint64_t live = 0;
      for (std::size_t k = 0; k < stencil_.equations.size(); k++) {
        const bool isDead = fates.size() == stencil_.stages &&
                            fates[before][stencil_.equations[k].state] == Cycle::Fate::Dies;
        live |= std::uint64_t{!isDead} << k;
      }
      stencil_.live.push_back(live);
    }
  }

  static void addReads(const std::vector<StencilRead> &reads, StencilEquation &result) {
    for (const StencilRead &other : reads) {
      const auto known = std::ranges::find_if(result.everywhere, [&](const StencilRead &each) {
        return each.array == other.array && each.component == other.component &&
               each.distance == other.distance;
      });
      if (known == result.everywhere.end())
        result.everywhere.push_back(other);
      else
        known->stages |= other.stages;
    }
  }

  std::vector<StencilRead> readsOf(const StepFunction &function, std::int64_t residue) const {
    std::vector<StencilRead> reads;
    for (const WindowEntry &entry : function.window)
      reads.push_back(read(entry, residue));
    if (stencil_.stages == 1)
      return reads;
    const std::vector<std::uint64_t> stages = stagesOfEntries(function);
    for (std::size_t k = 0; k < reads.size(); k++)
      reads[k].stages = stages[k];
    return reads;
  }

  StencilRead read(const WindowEntry &entry, std::int64_t residue) const {
    StencilRead result{entry.array, {}, std::nullopt, entry.read};
    for (const ExprPtr &along : entry.offset)
      result.distance.push_back(constantInt(along));
    std::optional<std::int64_t> &last = result.distance.back();
    std::int64_t target = 0; // the class that is read
    if (last) {
      const ClassOffset place = classOffset(residue, *last, system_.period);
      last = place.points;
      target = place.residue;
    }
    if (last || system_.period == 1) {
      const std::size_t first = entry.array < system_.stateCount ? entry.array : 0;
      result.component =
          first * static_cast<std::size_t>(system_.period) + static_cast<std::size_t>(target);
    }
    return result;
  }

  /// A value of the whole grid counts as far from all points.
  bool isGlobal(const Expr &node) const {
    const Data *data = node.op == Op::Entry ? find(system_.data, node.name) : nullptr;
    return data && data->isGlobal;
  }

  /// Whether a node reads a component whose distance depends on the point.
  bool isFar(const ExprPtr &node) const {
    if (node->op != Op::Read)
      return false;
    for (std::size_t axis = 0; axis < rank_; axis++) {
      Affine rest = *toAffine(node->operands[axis]);
      rest.perAxis[axis] -= 1;
      if (!rest.usesNoIndex())
        return true;
    }
    return false;
  }

  /// A condition that the ends of the grid test and the interior does not.
  static ExprPtr guardOf(const Equation &equation) {
    std::unordered_set<ExprPtr, ExprHash, ExprSame> inside;
    forEachNode(equation.interior, [&](const ExprPtr &node) { inside.insert(node); });
    ExprPtr found;
    forEachNode(equation.edge, [&](const ExprPtr &node) {
      const bool tests =
          node->op == Op::Rem || (isComparison(node->op) && node->operands[0]->type == Type::Int);
      if (tests && !node->paramsOnly && !found && !inside.contains(node))
        found = node;
    });
    return found;
  }

  /// The reason why a function has no vectors: a loop or far read inside it, or a shared loop
  /// without vectors.
  ExprPtr scalarBecause(const ExprPtr &body, const std::vector<std::size_t> &loops,
                        const Equation &written) const {
    ExprPtr found;
    forEachNode(body, [&](const ExprPtr &node) {
      if (!found && (node->op == Op::Loop || node->op == Op::Read))
        found = node;
    });
    for (const std::size_t k : loops)
      if (!found)
        found = stencil_.loops[k].scalarBecause;
    return found ? asWritten(found, written) : nullptr;
  }

  /// The node of the equation from which a node of the step was made.
  ExprPtr asWritten(const ExprPtr &formed, const Equation &equation) const {
    ExprPtr found;
    forEachNode(equation.edge, [&](const ExprPtr &node) {
      if (!found && node->op == formed->op && (node->op != Op::Read || isFar(node)) &&
          node->where.str() == formed->where.str())
        found = node;
    });
    return found ? found : formed;
  }

  void inspect(const ExprPtr &body, StencilEquation &result) const {
    forEachNode(body, [&](const ExprPtr &node) {
      if (node->op == Op::AtTime)
        inspect(step_.atTime[static_cast<std::size_t>(node->integer)], result);
      result.usesTime = result.usesTime || isTime(node->op);
      result.usesStep = result.usesStep || node->op == Op::StepNumber;
      if (node->op == Op::Call && !isSameEverywhere(node->name))
        result.exact = false;
    });
  }

  void countVectors(const StepOfEquation &formed, StencilEquation &result) const {
    std::set<std::string> rows; // vectors at the same place in different rows or arrays
    for (std::size_t k = 0; k < result.interior.size(); k++) {
      const WindowEntry &entry = formed.interior.window[k];
      const StencilRead &read = result.interior[k];
      std::string row = std::to_string(entry.array);
      for (std::size_t axis = 0; axis + 1 < rank_; axis++)
        row += " " + print(entry.offset[axis]);
      const std::optional<std::int64_t> &along = read.distance.back();
      rows.insert(row + " " +
                  (along ? std::to_string(*read.component) : print(entry.offset.back())));
      result.shuffles += along.value_or(0) != 0;
    }
    result.loads = static_cast<int>(rows.size());
  }

  StencilArray array(const GridArray &given) const {
    StencilArray result{given.name, given.isField, {}};
    for (const Sides &sides : given.boundary)
      result.along.push_back({0, 0, sides.low, sides.high});
    return result;
  }

  static void extend(StencilArray &array, const StencilRead &read) {
    for (std::size_t axis = 0; axis < array.along.size(); axis++) {
      StencilAxis &along = array.along[axis];
      const std::optional<std::int64_t> &distance = read.distance[axis];
      if (!distance)
        along.before = along.behind = std::nullopt;
      if (!along.before)
        continue;
      along.before = std::max(*along.before, -*distance);
      along.behind = std::max(*along.behind, *distance);
    }
  }

  const Step &step_;
  const System &system_;
  const std::size_t rank_;
  Stencil stencil_;
  std::set<std::size_t> counted_; ///< shared loops, counted with the first equation that uses them
};

} // namespace

Stencil findStencil(const Step &step) { return StencilFinder(step).run(); }

} // namespace eulerc::compiler
