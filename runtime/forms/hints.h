// Hints: which choices made by hand have an effect with which schemes, as their forms say.
//
//   Tuning {scheme Linear, tileSteps 4} → the hint "--tile-steps", which linear does not know
//
// `auto` takes a scheme that knows all hints, and the solver refuses a hint that would be ignored.
// Vector width, work-group size and work-groups at once on a compute unit have an effect with all
// schemes and are not in the table.
#pragma once

#include <span>

#include "forms/form.h"

namespace eulerc {

/// A choice that only some schemes know.
struct Hint {
  const char *option; ///< its name on the command line
  bool (*made)(const Tuning &);
  Option read;
};
std::span<const Hint> hints();

/// Whether a form of the scheme reads it.
bool isKnownBy(Scheme scheme, const Hint &hint);

/// Whether a scheme knows all hints made.
bool knowsHints(Scheme scheme, const Tuning &tuning);

} // namespace eulerc
