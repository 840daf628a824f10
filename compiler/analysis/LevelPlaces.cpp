#include "LevelPlaces.h"

#include <algorithm>
#include <numeric>
#include <optional>

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

/// Finds registers that copy a state's value before the state changes. The register and the state
/// can trade places until the end of the step, where the state's value has to be back.
std::vector<Cycle::Copy> findTrades(const System &system) {
  std::vector<Cycle::Copy> trades;
  const Cycle &cycle = system.cycle;
  const auto isTraded = [&](std::size_t state) {
    return std::ranges::any_of(trades, [&](const Cycle::Copy &trade) {
      return trade.state == state || trade.of == state;
    });
  };
  for (const Cycle::Copy &copy : cycle.copies) {
    const bool isReplaced = cycle.fates[copy.level][copy.of] == Fate::Changes;
    const bool isBack = cycle.fates.back()[copy.of] == Fate::Changes;
    if (copy.state >= cycle.liveOut && isReplaced && isBack && !isTraded(copy.state) &&
        !isTraded(copy.of))
      trades.push_back(copy);
  }
  return trades;
}

/// Finds the places of values, level by level.
class PlaceFinder {
public:
  PlaceFinder(const System &system, const std::vector<Cycle::Copy> &trades)
      : cycle_(system.cycle), trades_(trades), states_(system.stateCount),
        levels_(cycle_.fates.size()), isInOther_(states_) {
    places_.inOther.assign(states_, 0);
    places_.stored.assign(states_, 0);
    std::vector<std::size_t> own(states_);
    std::iota(own.begin(), own.end(), 0);
    places_.placeOf.assign(levels_, own);
    for (const Cycle::Copy &trade : trades_)
      for (std::size_t level = trade.level + 1; level < levels_; level++)
        std::swap(places_.placeOf[level][trade.state], places_.placeOf[level][trade.of]);
  }

  /// nullopt if new values would overwrite others that live.
  std::optional<LevelPlaces> find() {
    for (std::size_t level = 0; level < levels_; level++) {
      if (writesOver(level))
        swapBehind(level - 1, [&](std::size_t state) { return changes(level, state); });
      if (writesOver(level))
        return std::nullopt;
      places_.held |= bit(level);
      for (std::size_t state = 0; state < states_; state++)
        places_.inOther[state] |= isInOther_[state] ? bit(level) : 0;
      write(level);
    }
    swapBehind(levels_ - 1, [](std::size_t) { return true; });
    return savesStores() ? places_ : LevelPlaces();
  }

private:
  static std::uint64_t bit(std::size_t level) { return std::uint64_t{1} << level; }
  bool trades(std::size_t level, std::size_t state) const {
    return std::ranges::any_of(trades_, [&](const Cycle::Copy &trade) {
      return trade.level == level && trade.state == state;
    });
  }
  bool changes(std::size_t level, std::size_t state) const {
    return cycle_.fates[level][state] == Fate::Changes && !trades(level, state);
  }
  bool dies(std::size_t level, std::size_t state) const {
    return cycle_.fates[level][state] == Fate::Dies;
  }
  /// Whether a state's value lives before a level.
  bool lives(std::size_t level, std::size_t state) const {
    return level == 0 ? state < cycle_.liveOut : !dies(level - 1, state);
  }
  std::size_t placeBehind(std::size_t level, std::size_t state) const {
    return places_.placeOf[(level + 1) % levels_][state];
  }

  /// Whether a level would overwrite a live value in the other copy.
  bool writesOver(std::size_t level) const {
    const auto isHeld = [&](std::size_t place) {
      for (std::size_t state = 0; state < states_; state++)
        if (isInOther_[state] && places_.placeOf[level][state] == place && lives(level, state))
          return true;
      return false;
    };
    for (std::size_t state = 0; state < states_; state++)
      if (changes(level, state) && isHeld(placeBehind(level, state)))
        return true;
    return false;
  }

  void write(std::size_t level) {
    for (const Cycle::Copy &trade : trades_)
      if (trade.level == level)
        isInOther_[trade.state] = isInOther_[trade.of];
    for (std::size_t state = 0; state < states_; state++)
      if (changes(level, state)) {
        places_.stored[state] |= bit(level);
        isInOther_[state] = true;
      }
  }

  /// Swaps the copies after a level. Values left in the copy that the level reads then lie in the
  /// other copy, unless they are wanted together with the new values: these the level stores as
  /// well.
  template <class IsWanted> void swapBehind(std::size_t level, IsWanted isWanted) {
    places_.held &= ~bit(level);
    for (std::size_t state = 0; state < states_; state++) {
      const bool isLeft = !isInOther_[state] && !dies(level, state);
      isInOther_[state] = isLeft && !isWanted(state);
      if (isLeft && isWanted(state))
        places_.stored[state] |= bit(level);
    }
  }

  /// Whether some level stores less than all values that live.
  bool savesStores() const {
    for (std::size_t level = 0; level < levels_; level++)
      for (std::size_t state = 0; state < states_; state++)
        if (!dies(level, state) && (places_.stored[state] & bit(level)) == 0)
          return true;
    return false;
  }

  const Cycle &cycle_;
  const std::vector<Cycle::Copy> &trades_;
  const std::size_t states_, levels_;
  std::vector<bool> isInOther_;
  LevelPlaces places_;
};

} // namespace

LevelPlaces findLevelPlaces(const System &system, const Stencil &stencil) {
  if (!isSuited(system, stencil))
    return {};
  for (const std::vector<Cycle::Copy> &trades : {findTrades(system), std::vector<Cycle::Copy>()})
    if (const std::optional<LevelPlaces> places = PlaceFinder(system, trades).find())
      return *places;
  return {};
}

} // namespace eulerc::compiler
