// RunStats: measurements of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <eulerc/device.h>
#include <eulerc/steps.h>

namespace eulerc {

/// How rows of a slab reach its neighbours: between threads; between ranks by messages; through
/// memory that ranks of one machine share; or by copies in that memory, where a device cannot
/// access it.
enum class RowsGo { ByThreads, ByMessages, ByShared, ByCopies };

/// Measurements of a run in slabs. Seconds are of the slab that took longest.
struct SlabStats {
  /// Seconds of one slab.
  struct Of {
    double steps = 0;    ///< of everything except exchanges.
    double exchange = 0; ///< as below.
    double waiting = 0;
    double redundant = 0; ///< rows of its neighbours that it computes, as a share of its rows.
    RowsGo rowsGo = RowsGo::ByThreads;
  };
  std::vector<std::int64_t> rows; ///< rows that each slab owns; empty: the grid was whole.
  std::int64_t ghostDepth = 0;    ///< rows of a ghost zone.
  std::int64_t steps = 0;         ///< steps between two exchanges.
  double exchange = 0;            ///< seconds of all exchanges, reading and writing rows included.
  double waiting = 0;             ///< seconds of these spent waiting for other slabs.
  std::int64_t bytes = 0;         ///< exchanged by all slabs.
  double redundant = 0; ///< rows that slabs compute of each other, as a share of all rows.
  std::vector<Of> each; ///< in the order of slabs.
};

/// Measurements of the last run, or of the part of a begun run that has been taken. Times are in
/// seconds; times of a device come from its events.
struct RunStats {
  std::string backend;    ///< "opencl", "threads", "serial".
  std::string deviceName; ///< the OpenCL device, or the threads: "2 threads".
  std::string platform;   ///< the OpenCL platform, or "".
  std::string driver;     ///< version of the driver, or "".
  std::string scheme;     ///< "linear", "diamond", "overlapped", ….
  std::string form;       ///< the form of the scheme: "vector", "registers", ….
  bool hasFma = true;     ///< OpenCL: whether fma is an instruction, in the program's precision.
  Spectrum spectrum;      ///< at the start, if it was estimated.
  ControlledSteps steps;  ///< of error control; `run.steps` counts intervals then.
  /// Of error control: the largest stable dt · ρ of the method; 0: no step is stable.
  double stabilityLimit = 0;
  std::int64_t components = 0;
  Run run;               ///< the steps taken.
  double initialise = 0; ///< initial values and fields: computing or reading them.
  double build = 0;      ///< building kernels.
  double transfer = 0;   ///< copies between host and device, with the change of layout.
  double estimate = 0;   ///< estimating stable steps, or the stages that they need.
  double watch = 0;      ///< checking for values that are not finite.
  int loads = 0;         ///< copies of the state to where steps are computed.
  int saves = 0;         ///< copies back.
  /// Only of runs that continue from a checkpoint: steps before it, rejected ones included.
  std::optional<std::int64_t> resumedAt;
  std::string stopped;      ///< why the run ended before its last step, or "".
  double seconds = 0;       ///< wall time of the steps, first launch to last completion.
  double deviceSeconds = 0; ///< the same by events of the device; 0 on hosts.
  DeviceRates rates;        ///< of the device, where they are measured.
  SlabStats slabs;
  std::int64_t deviceBytes = 0; ///< bytes allocated on the device.
  std::int64_t hostBytes = 0;   ///< bytes of the state and the fields on the host.
  /// 10⁹ component updates per second of wall time; 0 without steps.
  double gcomps() const {
    const std::int64_t controlled = steps.accepted + steps.rejected;
    const std::int64_t taken = (controlled > 0 ? controlled : run.steps) - resumedAt.value_or(0);
    return seconds > 0
               ? 1e-9 * static_cast<double>(components) * static_cast<double>(taken) / seconds
               : 0;
  }
};

} // namespace eulerc
