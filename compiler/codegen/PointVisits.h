// PointVisits: host code that goes through points, and through the loops around an expression in
// each.
//
//   col[k] in a loop over k   →   for (k …) for (long i3 = row[i0], end_i3 = row[i0 + 1]; …) { … }
#pragma once

#include "ir/Problem.h"

#include <functional>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct PointVisit {
  std::vector<ExprPtr> values; ///< that are wanted
  ExprPtr condition;           ///< on indices, params and data, under which they are
  std::vector<ExprPtr> loops;  ///< around, the outermost first
  std::string others;          ///< points of which they are not; "": there are none
};

/// The loops around on which they depend.
std::vector<ExprPtr> neededLoops(const PointVisit &visit);
/// The values, and the ranges of those loops.
std::vector<ExprPtr> partsOf(const PointVisit &visit);
/// Whether it makes a difference which point it is.
bool dependsOnPoint(const PointVisit &visit);

/// Goes through points from `begin` on while `goesOn`. `body` is given the indices, "i0, i3", and
/// its indent.
using VisitBody = std::function<std::string(const std::string &indices, const std::string &indent)>;
std::string visitText(const Problem &problem, const Spelling &spelling, const PointVisit &visit,
                      const std::string &goesOn, const VisitBody &body);

} // namespace eulerc::compiler
