// Wishes: which choices made by hand have an effect with which schemes. The one table of that.
//
//   Tuning {scheme Linear, tileSteps 4} → the wish "--tile-steps", which linear does not know
//
// Pure data for planners, where `auto` takes a scheme that knows all wishes, and for the solver,
// which refuses a wish that would be ignored. Vector width, work-group size and work-groups at once
// on a compute unit have one with all schemes and are not in the table.
#pragma once

#include "planning/plan.h"

namespace eulerc {

/// A set of schemes, a bit each.
using SchemeSet = unsigned;

constexpr SchemeSet setOf(Scheme scheme) { return 1U << static_cast<unsigned>(scheme); }

namespace schemes {
constexpr SchemeSet linear = setOf(Scheme::Linear);
constexpr SchemeSet overlapped = setOf(Scheme::Overlapped);
constexpr SchemeSet diamonds = setOf(Scheme::Diamond) | setOf(Scheme::DiamondColumns);
constexpr SchemeSet honeycombs = setOf(Scheme::Honeycomb) | setOf(Scheme::HoneycombColumns);
constexpr SchemeSet onHost = linear | overlapped; ///< that a solver's own threads have code for
constexpr SchemeSet all = linear | overlapped | diamonds | honeycombs;
} // namespace schemes

/// A choice that only some schemes know.
struct Wish {
  const char *option; ///< its name on the command line
  bool (*made)(const Tuning &);
  SchemeSet knownBy;
};

inline constexpr Wish wishes[] = {
    {"--linear-form", [](const Tuning &t) { return t.linearForm != LinearForm::Auto; },
     schemes::linear | schemes::diamonds | schemes::honeycombs},
    {"--layout interleaved",
     [](const Tuning &t) { return t.arrangement == ArrangementWish::Interleaved; },
     schemes::linear},
    {"--vectors-deep", [](const Tuning &t) { return t.vectorsDeep != 0; }, schemes::linear},
    {"--work-groups", [](const Tuning &t) { return t.workGroups != 0; }, schemes::linear},
    {"--strategy", [](const Tuning &t) { return t.strategy != Strategy::Auto; }, schemes::diamonds},
    {"--tile-blocks", [](const Tuning &t) { return t.tileBlocks != 0; },
     schemes::diamonds | schemes::honeycombs},
    {"--tile-form", [](const Tuning &t) { return t.tileForm != TileForm::Auto; },
     schemes::overlapped},
    {"--tile-box", [](const Tuning &t) { return t.box[0] + t.box[1] + t.box[2] != 0; },
     schemes::overlapped},
    {"--tile-steps", [](const Tuning &t) { return t.tileSteps != 0; },
     schemes::overlapped | schemes::diamonds | schemes::honeycombs},
    {"--kept", [](const Tuning &t) { return t.kept != 0; }, schemes::overlapped},
};

/// The schemes that know all wishes made.
constexpr SchemeSet schemesFor(const Tuning &tuning) {
  SchemeSet schemes = schemes::all;
  for (const Wish &wish : wishes)
    if (wish.made(tuning))
      schemes &= wish.knownBy;
  return schemes;
}

/// Whether a scheme knows all wishes made.
constexpr bool knowsWishes(Scheme scheme, const Tuning &tuning) {
  return (schemesFor(tuning) & setOf(scheme)) != 0;
}

} // namespace eulerc
