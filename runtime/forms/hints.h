// Hints: tuning options that only some schemes read, and which scheme reads which (Form::reads).
//
//   Tuning {scheme Linear, tileSteps 4} → the hint "--tile-steps", which linear does not read
//
// `auto` takes a scheme that reads all hints, and the solver refuses a hint that would be ignored.
// All schemes read the vector width, the work-group size and the co-resident work-groups of a
// compute unit, so these are not in the table.
#pragma once

#include <span>

#include "forms/form.h"

namespace eulerc {

/// A tuning option that only some schemes read.
struct Hint {
  const char *option;           ///< its name on the command line
  bool (*made)(const Tuning &); ///< whether the user set it
  Option read;
};
std::span<const Hint> hints();

/// Whether a form of the scheme reads the hint.
bool isKnownBy(Scheme scheme, const Hint &hint);

/// Whether a scheme reads all hints that the user set.
bool knowsHints(Scheme scheme, const Tuning &tuning);

} // namespace eulerc
