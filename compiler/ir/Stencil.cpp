#include "ir/Stencil.h"

#include "ir/Functions.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {

bool StencilRead::isAtPoint() const { return isOfRow() && distance.back() == 0; }

bool StencilRead::isOfRow() const {
  return std::all_of(distance.begin(), distance.end() - 1,
                     [](const std::optional<std::int64_t> &along) { return along == 0; });
}

const StencilEquation &Stencil::of(const StepOfEquation &equation) const {
  return equations[equation.state * static_cast<std::size_t>(period) +
                   static_cast<std::size_t>(equation.residue)];
}

std::vector<std::int64_t> sharedIn(const ExprPtr &expr) {
  std::set<std::int64_t> found;
  forEachNode(expr, [&](const ExprPtr &node) {
    if (node->op == Op::Shared)
      found.insert(node->integer);
  });
  return {found.begin(), found.end()};
}

std::vector<std::size_t> loopsOf(const Step &step, const ExprPtr &expr) {
  std::vector<std::size_t> found;
  for (const std::int64_t result : sharedIn(expr))
    for (std::size_t k = 0; k < step.loops.size(); k++)
      if (const SharedLoop &loop = step.loops[k]; result >= loop.first &&
                                                  result < loop.first + loop.results() &&
                                                  (found.empty() || found.back() != k))
        found.push_back(k);
  return found;
}

bool Stencil::readsFar() const {
  return std::ranges::any_of(equations, [](const auto &each) { return !each.far.empty(); });
}

bool Stencil::readsGlobals() const {
  return std::ranges::any_of(equations, [](const auto &each) {
    return std::ranges::any_of(each.far, [](const auto &read) { return read->op == Op::Entry; });
  });
}

bool Stencil::usesTime() const {
  return std::ranges::any_of(equations, &StencilEquation::usesTime);
}

bool Stencil::usesStep() const {
  return std::ranges::any_of(equations, &StencilEquation::usesStep);
}

bool Stencil::exact() const { return std::ranges::all_of(equations, &StencilEquation::exact); }

bool Stencil::hasVectors() const {
  return std::ranges::any_of(equations, [](const auto &each) { return !each.scalarBecause; });
}

bool Stencil::usesIndex(std::size_t axis) const {
  return std::ranges::any_of(equations, [&](const auto &each) { return each.usesIndex[axis]; });
}

bool Stencil::hasGuards() const {
  return std::ranges::any_of(equations, &StencilEquation::edgeDiffers);
}

bool Stencil::divides() const {
  return std::ranges::any_of(equations,
                             [](const auto &each) { return each.operations.quotients > 0; });
}

bool Stencil::callsFunctions() const {
  constexpr double many = 30; // sqrt, fmin and similar functions take fewer
  return std::ranges::any_of(equations, [](const auto &each) {
    return std::ranges::any_of(each.operations.functions,
                               [](const auto &call) { return costOf(call.first) >= many; });
  });
}

std::int64_t Stencil::lastValues() const {
  return std::ranges::count_if(equations, [](const auto &each) { return each.lastOf.has_value(); });
}

std::optional<std::int64_t> Stencil::reach(std::size_t axis) const {
  std::int64_t farthest = 0;
  for (std::size_t state = 0; state < stateCount; state++) {
    const StencilAxis &along = arrays[state].along[axis];
    if (!along.before)
      return std::nullopt;
    farthest = std::max({farthest, *along.before, *along.behind});
  }
  return farthest;
}

static bool isPeriodic(const StencilAxis &along) { return along.low.isRing(); }

bool Stencil::isRing(std::size_t axis) const {
  return std::any_of(arrays.begin(), arrays.begin() + static_cast<std::ptrdiff_t>(stateCount),
                     [&](const StencilArray &state) { return isPeriodic(state.along[axis]); });
}

bool Stencil::goesRound(std::size_t axis) const {
  return std::ranges::any_of(
      arrays, [&](const StencilArray &array) { return isPeriodic(array.along[axis]); });
}

std::uint64_t
Stencil::componentsRead(const std::function<bool(const StencilRead &)> &condition) const {
  std::uint64_t bits = 0;
  for (const StencilEquation &equation : equations)
    for (const StencilRead &read : equation.everywhere)
      if (read.component && !arrays[read.array].isField && condition(read))
        bits |= std::uint64_t{1} << *read.component;
  return bits;
}

std::uint64_t Stencil::componentsRead(std::size_t axis, int direction) const {
  return componentsRead(
      [&](const StencilRead &read) { return read.distance[axis].value_or(0) * direction > 0; });
}

std::uint64_t Stencil::mirrored(std::size_t axis, bool high) const {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < equations.size(); k++) {
    const StencilAxis &along = arrays[equations[k].state].along[axis];
    if ((high ? along.high : along.low).isMirror())
      bits |= std::uint64_t{1} << k;
  }
  return bits;
}

} // namespace eulerc::compiler
