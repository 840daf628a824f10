#include "codegen/Obstacles.h"

#include "WindowText.h"

#include <algorithm>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

constexpr std::int64_t kMostLayerComponents = 60, kMostStripComponents = 30; ///< of a point
constexpr std::int64_t kFarthest = 4; ///< points, rows and layers that registers hold

using Found = std::optional<Obstacle>;

Found refuse(std::string what, SourceRange where) {
  return Obstacle{std::move(what), std::move(where)};
}

std::string inQuotes(const std::string &name) { return "'" + name + "'"; }
std::string inQuotes(const ExprPtr &expr) { return "'" + printShort(expr) + "'"; }

/// The first obstacle that `look` finds among the reads of a form of the right-hand sides.
template <class Look>
Found amongReads(const Step &step, const Look &look,
                 ExprPtr Equation::*form = &Equation::interior) {
  Found found;
  for (const Equation &equation : step.system.equations)
    forEachNode(equation.*form, [&](const ExprPtr &node) {
      if (!found && node->op == Op::Read)
        found = look(node, equation.residue);
    });
  return found;
}

bool isField(const Step &step, const ExprPtr &read) {
  return std::ranges::find(step.system.arrays, read->name, &GridArray::name)->isField;
}

/// How far away a read is along an axis, in points of the canonical grid, if that is a number.
std::optional<std::int64_t> distanceOf(const Step &step, const ExprPtr &read, std::size_t axis,
                                       std::int64_t residue) {
  const auto index = toAffine(read->operands[axis]);
  Affine own;
  own.perAxis[axis] = 1;
  if (!index)
    return std::nullopt;
  const Affine offset = add(*index, own, -1);
  if (!offset.isConstant())
    return std::nullopt;
  const bool isLast = axis + 1 == step.system.extents.size();
  return isLast ? classOffset(residue, offset.constant, step.system.period).points
                : offset.constant;
}

Found farRead(const Step &step) {
  if (!step.readsFar)
    return std::nullopt;
  const auto isFar = [](const ExprPtr &read, std::int64_t) -> Found {
    for (std::size_t axis = 0; axis < read->operands.size(); axis++) {
      Affine rest = *toAffine(read->operands[axis]);
      rest.perAxis[axis] -= 1;
      if (!rest.usesNoIndex())
        return refuse("needs every read to be near, and " + inQuotes(read) + " is not",
                      read->where);
    }
    return std::nullopt;
  };
  return amongReads(step, isFar, &Equation::edge);
}

/// States that go round an axis beside others that do not.
Found mixedRing(const System &system, std::size_t axis) {
  const GridArray *round = nullptr, *ends = nullptr;
  for (std::size_t state = 0; state < system.stateCount; state++) {
    const GridArray &array = system.arrays[state];
    const bool goesRound = array.boundary[axis].low.kind == Rule::Kind::Periodic;
    (goesRound ? round : ends) = &array;
  }
  if (!round || !ends)
    return std::nullopt;
  return refuse("goes round an axis with all states or with none, and along " +
                    system.indexNames[axis] + " " + inQuotes(round->name) + " goes round and " +
                    inQuotes(ends->name) + " does not",
                round->boundary[axis].low.where);
}

/// A condition that the ends of the grid have and the interior has not.
Found guard(const Step &step) {
  for (std::size_t k = 0; k < step.equations.size(); k++) {
    if (!step.equations[k].edgeDiffers)
      continue;
    const Equation &equation = step.system.equations[k];
    std::unordered_set<ExprPtr, ExprHash, ExprSame> inside;
    forEachNode(equation.interior, [&](const ExprPtr &node) { inside.insert(node); });
    ExprPtr found;
    forEachNode(equation.edge, [&](const ExprPtr &node) {
      const bool tests =
          node->op == Op::Rem || (isComparison(node->op) && node->operands[0]->type == Type::Int);
      if (tests && !node->paramsOnly && !found && !inside.contains(node))
        found = node;
    });
    return found ? refuse("computes all points alike, and " + inQuotes(found) +
                              " treats some differently",
                          found->where)
                 : refuse("computes all points alike, and the right-hand side treats those near "
                          "the ends differently",
                          {});
  }
  return std::nullopt;
}

/// What is computed lane by lane.
Found scalar(const Step &step) {
  for (const StepOfEquation &equation : step.equations)
    if (const ExprPtr &because = equation.vector.scalarBecause)
      return refuse(because->op == Op::Loop
                        ? "computes in vectors, and a loop that is not written out cannot be"
                        : "computes in vectors, and " + inQuotes(because) +
                              " is not at a constant distance",
                    because->where);
  return std::nullopt;
}

/// A read that is not at a number of points, or of a field beside the point.
Found oddRead(const Step &step) {
  return amongReads(step, [&](const ExprPtr &read, std::int64_t residue) -> Found {
    for (std::size_t axis = 0; axis < read->operands.size(); axis++) {
      const auto distance = distanceOf(step, read, axis, residue);
      if (!distance)
        return refuse("needs distances that are numbers, and that of " + inQuotes(read) +
                          " depends on params",
                      read->where);
      if (isField(step, read) && *distance != 0)
        return refuse("reads fields at the point itself, and " + inQuotes(read) + " is beside it",
                      read->where);
    }
    return std::nullopt;
  });
}

/// A read of a state farther away than registers hold.
Found distantRead(const Step &step, const std::string &unit) {
  return amongReads(step, [&](const ExprPtr &read, std::int64_t residue) -> Found {
    for (std::size_t axis = 0; axis < read->operands.size(); axis++)
      if (std::abs(distanceOf(step, read, axis, residue).value_or(0)) > kFarthest)
        return refuse("looks at most " + std::to_string(kFarthest) + " " + unit + " away, and " +
                          inQuotes(read) + " is farther",
                      read->where);
    return std::nullopt;
  });
}

/// Classes along rows whose ends would make one of another.
Found classedEnds(const System &system) {
  const std::size_t last = system.extents.size() - 1;
  if (system.period == 1)
    return std::nullopt;
  for (std::size_t state = 0; state < system.stateCount; state++)
    for (const Rule *rule :
         {&system.arrays[state].boundary[last].low, &system.arrays[state].boundary[last].high})
      if (rule->kind == Rule::Kind::Periodic || rule->kind == Rule::Kind::Neumann)
        return refuse("takes rows with classes (" + system.indexNames[last] + " % " +
                          std::to_string(system.period) +
                          ") to ends of a value alone, and those of " +
                          inQuotes(system.arrays[state].name) +
                          (rule->kind == Rule::Kind::Periodic ? " go round" : " are mirrored"),
                      rule->where);
  return std::nullopt;
}

/// Along the rows of a ring, lanes beyond an end have other places and indices than their own.
Found ringRows(const Step &step) {
  const System &system = step.system;
  const std::size_t last = system.extents.size() - 1;
  if (system.arrays[0].boundary[last].low.kind != Rule::Kind::Periodic)
    return std::nullopt;
  if (system.arrays.size() > system.stateCount)
    return refuse("has no fields where rows go round, and " +
                      inQuotes(system.arrays[system.stateCount].name) + " is one",
                  system.arrays[0].boundary[last].low.where);
  for (const StepOfEquation &equation : step.equations)
    if (anyNode(equation.interior.body, [&](const Expr &node) {
          return node.op == Op::Index && node.integer == static_cast<std::int64_t>(last);
        }))
      return refuse("cannot use the index " + system.indexNames[last] +
                        " where rows go round, as this right-hand side does",
                    system.arrays[0].boundary[last].low.where);
  return std::nullopt;
}

Found firstOf(std::initializer_list<Found> obstacles) {
  const auto found = std::ranges::find_if(obstacles, &Found::has_value);
  return found == obstacles.end() ? std::nullopt : *found;
}

Found tooMany(const Step &step, std::int64_t most) {
  const auto count = static_cast<std::int64_t>(step.equations.size());
  if (count <= most)
    return std::nullopt;
  return refuse("keeps at most " + std::to_string(most) +
                    " components of a point, and one of this grid has " + std::to_string(count),
                {});
}

} // namespace

std::string Obstacle::text() const {
  return where.known() ? what + " (" + where.str() + ")" : what;
}

Found lineObstacle(const Step &step) {
  return firstOf({farRead(step), mixedRing(step.system, 0), guard(step), scalar(step),
                  oddRead(step), distantRead(step, "points")});
}

Found layerObstacle(const Step &step) {
  if (Found found = firstOf({farRead(step), tooMany(step, kMostLayerComponents)}))
    return found;
  for (std::size_t axis = 0; axis < step.system.extents.size(); axis++)
    if (Found found = mixedRing(step.system, axis))
      return found;
  return firstOf(
      {classedEnds(step.system), ringRows(step), guard(step), scalar(step), oddRead(step)});
}

Found stripObstacle(const Step &step) {
  return firstOf({layerObstacle(step), tooMany(step, kMostStripComponents),
                  distantRead(step, "rows or layers")});
}

} // namespace eulerc::compiler
