// MonitorText: monitors and the conditions that end a run, as C++ of the host and as kernels.
//
//   monitor(sum) energy(int i, real t) { return v[i] * v[i + 1]; }
//   →  double monitor_of_energy(v, i0) { return own_state_0(v, i0) * at_state_0(v, i0 + 1); }
//      double inside_of_energy(v, i0)    the same where no read leaves the grid
//
// In double. Kernels have the very functions of those monitors that give the same bits on a device.
#pragma once

#include "ir/Problem.h"
#include "ir/Step.h"

#include <string>

namespace eulerc::compiler {

/// The functions and tables that the model names by monitorEntries(); none if the program has no
/// monitors and no conditions.
std::string monitorText(const Problem &problem, const Step &step, bool isDouble);

/// Their entries in the model: count, table, function and kernels of monitors; count, table and
/// function of conditions.
std::string monitorEntries(const Problem &problem);

} // namespace eulerc::compiler
