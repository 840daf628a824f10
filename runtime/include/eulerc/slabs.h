// Slabs: a grid cut along its slowest axis, a part for each device.
//
//   eulerc::Slabs slabs;
//   slabs.devices = {"0", "1"};
//   solver.useSlabs(slabs);
//
// Results are the same with every number of slabs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace eulerc {

struct Slabs {
  /// OpenCL devices, each by its index or by a part of its name; a device may be listed twice.
  /// "all" alone: all devices.
  std::vector<std::string> devices;
  int count = 0;               ///< slabs of the backends threads and serial.
  std::vector<double> shares;  ///< rows of each slab, as shares; empty: equal shares.
  std::int64_t ghostSteps = 0; ///< time steps between two exchanges of ghost rows; 0: chosen.
  /// Whether shares and ghostSteps are chosen from the measured speed of the run's first steps.
  bool areMeasured = false;

  bool isAsked() const { return count > 0 || !devices.empty(); }
};

} // namespace eulerc
