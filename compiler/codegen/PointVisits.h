// PointVisits: host code that loops over points, and at each point over the loops around an
// expression.
//
//   col[k] in a loop over k   →   for (k …) for (long i3 = row[i0], end_i3 = row[i0 + 1]; …) { … }
#pragma once

#include "ir/Problem.h"

#include <functional>
#include <string>
#include <vector>

namespace eulerc::compiler {

struct PointVisit {
  std::vector<ExprPtr> values; ///< wanted at each point
  ExprPtr condition;           ///< of the visit, on indices, params and data
  std::vector<ExprPtr> loops;  ///< around the values, the outermost first
  std::string others;          ///< a condition of points to leave out; "": none
};

/// The loops on which the values or the condition depend.
std::vector<ExprPtr> neededLoops(const PointVisit &visit);
/// The values, and the ranges of these loops.
std::vector<ExprPtr> partsOf(const PointVisit &visit);
/// Whether the visit differs from point to point.
bool dependsOnPoint(const PointVisit &visit);

/// A loop over points from `begin` on, while `goesOn` holds. `body` gets the indices, "i0, i3", and
/// its indent.
using VisitBody = std::function<std::string(const std::string &indices, const std::string &indent)>;
std::string visitText(const Problem &problem, const Spelling &spelling, const PointVisit &visit,
                      const std::string &goesOn, const VisitBody &body);

} // namespace eulerc::compiler
