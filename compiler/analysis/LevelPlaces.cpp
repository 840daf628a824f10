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

/// Walks through the levels of a step.
class PlaceFinder {
public:
  PlaceFinder(const System &system, const Stencil &stencil)
      : fates_(system.cycle.fates), states_(system.stateCount), levels_(stencil.stages),
        isInOther_(states_) {
    places_.inOther.assign(states_, 0);
    places_.stored.assign(states_, 0);
  }

  LevelPlaces find() {
    for (std::size_t level = 0; level < levels_; level++) {
      if (changesOther(level))
        swapBehind(level - 1, [&](std::size_t state) { return changes(level, state); });
      places_.held |= bit(level);
      for (std::size_t state = 0; state < states_; state++) {
        places_.inOther[state] |= isInOther_[state] ? bit(level) : 0;
        if (!changes(level, state))
          continue;
        places_.stored[state] |= bit(level);
        isInOther_[state] = true;
      }
    }
    swapBehind(levels_ - 1, [](std::size_t) { return true; });
    return savesStores() ? places_ : LevelPlaces();
  }

private:
  static std::uint64_t bit(std::size_t level) { return std::uint64_t{1} << level; }
  bool changes(std::size_t level, std::size_t state) const {
    return fates_[level][state] == Fate::Changes;
  }
  bool dies(std::size_t level, std::size_t state) const {
    return fates_[level][state] == Fate::Dies;
  }

  /// Whether a level changes what the other copy holds.
  bool changesOther(std::size_t level) const {
    for (std::size_t state = 0; state < states_; state++)
      if (changes(level, state) && isInOther_[state])
        return true;
    return false;
  }

  /// What the level has left in the copy that it reads lies in the other one then, unless it
  /// `isWanted` beside the new values: then the level stores it with them.
  template <class IsWanted> void swapBehind(std::size_t level, IsWanted isWanted) {
    places_.held &= ~bit(level);
    for (std::size_t state = 0; state < states_; state++) {
      const bool isLeft = !isInOther_[state] && !dies(level, state);
      isInOther_[state] = isLeft && !isWanted(state);
      if (isLeft && isWanted(state))
        places_.stored[state] |= bit(level);
    }
  }

  /// Whether levels store less than all that lives on.
  bool savesStores() const {
    for (std::size_t level = 0; level < levels_; level++)
      for (std::size_t state = 0; state < states_; state++)
        if (!dies(level, state) && (places_.stored[state] & bit(level)) == 0)
          return true;
    return false;
  }

  const std::vector<std::vector<Fate>> &fates_;
  const std::size_t states_, levels_;
  std::vector<bool> isInOther_;
  LevelPlaces places_;
};

} // namespace

LevelPlaces findLevelPlaces(const System &system, const Stencil &stencil) {
  return isSuited(system, stencil) ? PlaceFinder(system, stencil).find() : LevelPlaces();
}

} // namespace eulerc::compiler
