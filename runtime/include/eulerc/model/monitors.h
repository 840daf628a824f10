// MonitorTables: the monitors of a program and the conditions that end its runs.
#pragma once

#include <cstdint>

#include <eulerc/declarations.h>

namespace eulerc {

struct MonitorTables {
  int count = 0;
  const Monitor *list = nullptr;
  /// Values of a monitor, of the output number monitor - count, of a global behind all outputs, or
  /// of an event behind all globals, at grid points [begin, end), in the file's order, written to
  /// out[0 .. end - begin). Several threads may call it at once.
  void (*values)(int monitor, const StateView &view, std::int64_t begin, std::int64_t end,
                 double *out) = nullptr;
  /// The same values and their reduction, for monitors that are onDevice: OpenCL C like
  /// DeviceCode::kernels.
  const char *kernels = nullptr;
  int outputCount = 0;
  const Output *outputs = nullptr;
  /// Globals: values that steps read, reduced before each level, and monitors, outputs and stops,
  /// reduced from the state at rest. They follow all outputs in
  /// `values`, and come first in the steps' table.
  int globalCount = 0;
  const Monitor *globals = nullptr;
  int stopCount = 0;
  const StopRule *stops = nullptr;
  /// Whether a run ends, at time t with these values of all monitors, and of all globals behind
  /// them if it reads some.
  bool (*stopHolds)(int stop, const ParamValue *params, const double *monitors, double t) = nullptr;
};

} // namespace eulerc
