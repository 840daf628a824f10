// ResolveSides: writes boundary rules out as conditions of the right-hand side.
//
//   boundary(u) = clamp;  … u[i - 1] …   →   … (i == 0 ? u[i] : u[i - 1]) …
//
// Step functions know three kinds of ghosts: a constant value, a mirror image, and the other end of
// a ring. All other rules become guards here, so they run in every scheme, form and backend.
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <optional>

namespace eulerc::compiler {

/// The problem with other rules written out. A state with such a rule is not read beyond its sides
/// any more: it has no rule, or wraps around an axis that is a ring for other states. Reports reads
/// for which a rule cannot be written out: far reads, and reads at distances that depend on params.
std::optional<Problem> resolveSides(const Problem &problem, const Access &access,
                                    Diagnostics &diagnostics);

} // namespace eulerc::compiler
