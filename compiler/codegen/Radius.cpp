// Radius: how far steps read, for planners and for windows of the host.
//
//   y[i - 1] and y[i + 2] on a circle → pointReach 2, rings 1, "{2, -1, -1}, 1"
#include "ModelPrinters.h"

#include "StepPrinters.h"

#include "Spell.h"

#include "ir/Expr.h"
#include "ir/Lanes.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace eulerc::compiler {
namespace {

/// Whether the last point of a line may read farther than all others. If it lacks more than one of
/// its classes, a mirrored end may give it the image of a point that is one farther away.
///
///   i % 3 == 0 ? y[i + 5] : …, 37 components: y[36] reads y[41], the image of y[32], two points
///   before it; y[33] reads y[38], one point behind it
bool cutPointSeesFarther(const Step &step) {
  return step.system.period > 2 &&
         std::ranges::any_of(step.system.arrays, [](const GridArray &array) {
           return array.boundary.front().high.isMirror();
         });
}

/// The farthest distance that levels read along an axis, in points; -1: not the same everywhere.
std::int64_t radiusAlong(const Stencil &stencil, std::size_t axis) {
  std::int64_t farthest = 0;
  for (const StencilRead &read : stencil.reads()) {
    if (!read.distance[axis])
      return -1;
    farthest = std::max(farthest, std::abs(*read.distance[axis]));
  }
  return farthest;
}

/// The levels that read other points along an axis, a bit each: before the point and behind it.
struct ReadingLevels {
  std::uint64_t before = 0, behind = 0;
};

/// Fields count like states: a slab holds as many rows of them.
ReadingLevels readingLevels(const Stencil &stencil, std::size_t axis) {
  ReadingLevels levels;
  for (const StencilRead &read : stencil.reads()) {
    const std::optional<std::int64_t> distance = read.distance[axis];
    levels.before |= distance.value_or(-1) < 0 ? read.stages : 0;
    levels.behind |= distance.value_or(1) > 0 ? read.stages : 0;
  }
  const std::uint64_t all = (std::uint64_t{1} << stencil.stages) - 1;
  return {levels.before & all, levels.behind & all};
}

/// Sets the number of these levels for each axis, if stages are told apart.
void setReadingLevels(Aggregate &facts, const Step &step, const Stencil &stencil) {
  if (stencil.stages != step.system.cycle.stages() || !readsNear(stencil))
    return;
  std::string reading, sided;
  for (std::size_t axis = 0; axis < kMaxAxes; axis++) {
    const auto [before, behind] =
        axis < stencil.axes.size() ? readingLevels(stencil, axis) : ReadingLevels{};
    const int both = std::popcount(before | behind);
    const int one = std::max(std::popcount(before), std::popcount(behind));
    reading += (axis ? ", " : "") + number(both);
    sided += (axis ? ", " : "") + number(stencil.period > 1 ? both : one);
  }
  facts.set("readingLevels", "{" + reading + "}").set("sidedLevels", "{" + sided + "}");
}

} // namespace

std::int64_t pointReach(const Step &step, const Stencil &stencil) {
  const std::int64_t reach = radiusAlong(stencil, 0);
  const bool isFlat = stencil.axes.size() == 1;
  return reach > 0 && isFlat && cutPointSeesFarther(step) ? reach + 1 : reach;
}

int rings(const Step &step, const Stencil &stencil) {
  int bits = 0;
  for (std::size_t axis = 0; axis < stencil.axes.size(); axis++)
    if (stencil.isRing(axis) ||
        (step.system.period > 1 && axis == stencil.last() && stencil.goesRound(axis)))
      bits |= 1 << axis;
  return bits;
}

bool rowsShare(const Step &step, const Stencil &stencil) {
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> rowOf; // array, component
  for (const StepOfEquation &equation : step.equations) {
    const std::vector<StencilRead> &reads = stencil.of(equation).interior;
    for (std::size_t k = 0; k < reads.size(); k++) {
      const auto &row = reads[k].distance.front();
      if (!row || !reads[k].component)
        return true;
      const bool isRead = anyNode(equation.interior.body, [&](const Expr &node) {
        return node.op == Op::Window && node.integer == static_cast<std::int64_t>(k);
      });
      const std::pair value(reads[k].array, *reads[k].component);
      if (isRead && rowOf.emplace(value, *row).first->second != *row)
        return true;
    }
  }
  const Lanes lanes(static_cast<int>(stencil.last()));
  return std::ranges::any_of(
      step.loops, [&](const SharedLoop &loop) { return !lanes.varyRange(loop.function.body); });
}

bool planesShare(const Step &step, const Stencil &stencil) {
  using Column = std::pair<std::size_t, std::vector<std::optional<std::int64_t>>>;
  std::map<Column, std::set<std::optional<std::int64_t>>> planes;
  for (const StencilRead &read : stencil.reads()) {
    if (step.system.arrays[read.array].isField || read.distance.size() < 3)
      continue;
    const Column column(read.array, {read.distance.begin() + 1, read.distance.end() - 1});
    const bool isOwn = std::ranges::all_of(column.second, [](const auto &d) { return d == 0; });
    if (!isOwn && planes[column].insert(read.distance.front()).second && planes[column].size() > 1)
      return true;
  }
  return false;
}

/// Whether some reads wrap around the slowest axis and others do not.
static bool hasMixedRing(const Step &step, const Stencil &stencil) {
  return std::ranges::any_of(stencil.reads(), [&](const StencilRead &read) {
    return read.distance.front() != 0 &&
           step.system.arrays[read.array].boundary.front().low.isRing() != stencil.goesRound(0);
  });
}

/// Values of the whole grid do not count as reads: they are the same for all points.
static bool readsFarPoints(const Stencil &stencil) {
  return std::ranges::any_of(stencil.equations, [](const StencilEquation &equation) {
    return std::ranges::any_of(equation.far,
                               [](const ExprPtr &read) { return read->op == Op::Read; });
  });
}

bool readsNear(const Stencil &stencil) { return !readsFarPoints(stencil) && stencil.loops.empty(); }

/// Components of a point that are read before, or behind, the reader's own place along the slowest
/// axis, a bit each; all bits if they are not known.
static std::uint64_t componentsRead(const Step &step, const Stencil &stencil, bool isBefore) {
  constexpr std::size_t most = 63;
  const bool isRing = stencil.goesRound(0); // else a mirror shows values of the other side
  std::uint64_t bits = 0;
  for (const RowRead &read : stencil.rowReads) {
    if (readsNear(stencil))
      break;
    const auto array = std::ranges::find(step.system.arrays, read.array, &GridArray::name);
    const auto component = static_cast<std::size_t>(array - step.system.arrays.begin());
    if (stencil.period > 1 || component >= most)
      return ~std::uint64_t{0};
    bits |= std::uint64_t{1} << component;
  }
  for (const StencilRead &read : stencil.reads()) {
    if (step.system.arrays[read.array].isField)
      continue;
    const std::optional<std::int64_t> distance = read.distance.front();
    if (!distance || !read.component || *read.component >= most)
      return ~std::uint64_t{0};
    if (isRing ? (isBefore ? *distance < 0 : *distance > 0) : *distance != 0)
      bits |= std::uint64_t{1} << *read.component;
  }
  return bits;
}

std::vector<std::uint64_t> readsOfLevels(const Step &step, const Stencil &stencil) {
  const bool isTold = !readsNear(stencil) && stencil.stages > 1 && stencil.period == 1 &&
                      !stencil.places.areTold() && step.system.cycle.fsalLevels == 0 &&
                      step.system.arrays.size() < 64;
  std::vector<std::uint64_t> levels(isTold ? stencil.stages : 0);
  for (const RowRead &read : stencil.rowReads) {
    const auto array = std::ranges::find(step.system.arrays, read.array, &GridArray::name);
    for (std::size_t level = 0; level < levels.size(); level++)
      levels[level] |= (read.stages >> level & 1) << (array - step.system.arrays.begin());
  }
  return levels;
}

void setRadius(Aggregate &facts, const Step &step, const Stencil &stencil) {
  const bool isNear = readsNear(stencil);
  std::string text;
  int circles = 0;
  for (std::size_t axis = 0; axis < kMaxAxes; axis++) {
    const bool isAxis = axis < stencil.axes.size();
    text += (axis ? ", " : "") + number(isNear && isAxis ? radiusAlong(stencil, axis) : -1);
    circles |= isAxis && stencil.goesRound(axis) ? 1 << axis : 0;
  }
  facts.set("radius", "{" + text + "}");
  setReadingLevels(facts, step, stencil);
  facts.set("circles", circles)
      .set("knowsPlace", knowsPlace(stencil, step.system))
      .set("mixedRing", hasMixedRing(step, stencil));
  facts.set("readsBefore", number(componentsRead(step, stencil, true)) + "u")
      .set("readsBehind", number(componentsRead(step, stencil, false)) + "u");
}

} // namespace eulerc::compiler
