// ResolveSides: boundary rules as conditions of the right-hand side.
//
//   boundary(u) = clamp;  … u[i - 1] …   →   … (i == 0 ? u[i] : u[i - 1]) …
//
// Step functions know three kinds of ghosts: a value, a mirror image, and the other end of a ring.
// All other rules become guards here, so they run in every scheme, form and backend.
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <optional>

namespace eulerc::compiler {

/// The problem with such rules written out. A state that has one is no longer read beyond its
/// sides: it has no rule, or goes round an axis that is a ring for other states. Reports reads for
/// which a rule cannot be written out: far reads, and reads at distances of params.
std::optional<Problem> resolveSides(const Problem &problem, const Access &access,
                                    Diagnostics &diagnostics);

} // namespace eulerc::compiler
