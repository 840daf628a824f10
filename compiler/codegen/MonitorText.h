// MonitorText: monitors and the conditions that end a run, as C++ of the host.
//
//   monitor(sum) energy(int i, real t) { return v[i] * v[i]; }
//   →  double monitor_of_energy(p, y, fields, extent, t, i0) { return at_v(…, i0) * at_v(…, i0); }
//
// In double, of states in the file's order: the same on every backend.
#pragma once

#include "ir/Problem.h"

#include <string>

namespace eulerc::compiler {

/// The functions and tables that the model names by modelEntries(); none if the program has no
/// monitors and no conditions.
std::string monitorText(const Problem &problem);

/// Their entries in the model: count, table, function, of monitors and of conditions.
std::string monitorEntries(const Problem &problem);

} // namespace eulerc::compiler
