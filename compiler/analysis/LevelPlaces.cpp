#include "LevelPlaces.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

using Fate = Cycle::Fate;

bool isSuited(const System &system, const Stencil &stencil) {
  const Cycle &cycle = system.cycle;
  const bool isKnown = stencil.stages > 1 && cycle.fates.size() == stencil.stages &&
                       !cycle.isOpen() && cycle.fsalLevels == 0;
  const auto isEvent = [](const GridArray &array) { return array.gives == Gives::Event; };
  const auto readsNear = [](const StencilEquation &equation) {
    return equation.far.empty() && std::ranges::all_of(equation.everywhere, [](const auto &read) {
             return read.component.has_value();
           });
  };
  return isKnown && stencil.loops.empty() && !stencil.readsFar() && system.changes.empty() &&
         std::ranges::none_of(system.arrays, isEvent) &&
         std::ranges::all_of(stencil.equations, readsNear);
}

} // namespace

LevelPlaces findLevelPlaces(const System &system, const Stencil &stencil) {
  LevelPlaces places;
  if (!isSuited(system, stencil))
    return places;
  const auto &fates = system.cycle.fates;
  const std::size_t states = system.stateCount, levels = stencil.stages;
  places.inOther.assign(states, 0);
  places.stored.assign(states, 0);
  std::vector<bool> isInOther(states);
  const auto bit = [](std::size_t level) { return std::uint64_t{1} << level; };
  const auto swapBehind = [&](std::size_t level) {
    places.held &= ~bit(level);
    for (std::size_t state = 0; state < states; state++)
      if (!isInOther[state] && fates[level][state] != Fate::Dies)
        places.stored[state] |= bit(level);
    isInOther.assign(states, false);
  };
  for (std::size_t level = 0; level < levels; level++) {
    const auto changes = [&](std::size_t state) { return fates[level][state] == Fate::Changes; };
    for (std::size_t state = 0; state < states; state++)
      if (changes(state) && isInOther[state]) {
        swapBehind(level - 1);
        break;
      }
    places.held |= bit(level);
    for (std::size_t state = 0; state < states; state++) {
      places.inOther[state] |= isInOther[state] ? bit(level) : 0;
      if (changes(state)) {
        places.stored[state] |= bit(level);
        isInOther[state] = true;
      }
    }
  }
  swapBehind(levels - 1);
  return places.held == 0 ? LevelPlaces() : places;
}

} // namespace eulerc::compiler
