// ResolveSides: boundary rules as conditions of the right-hand side.
//
//   boundary(u) = clamp;  … u[i - 1] …   →   … (i == 0 ? u[i] : u[i - 1]) …
//
// Steps know beyond a side a value, a mirror image or the other end of a ring. All other rules
// become guards here, and so run wherever guards do: in every scheme, form and backend.
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <optional>

namespace eulerc::compiler {

/// The problem with such rules written out: the states that have one read nothing beyond their
/// sides any more (rule None, or Periodic along an axis that is a ring for other states). Reports
/// reads far away, or at distances of params, that such a rule cannot be written out for.
std::optional<Problem> resolveSides(const Problem &problem, const Access &access,
                                    Diagnostics &diagnostics);

} // namespace eulerc::compiler
