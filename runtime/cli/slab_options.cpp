// Declares and checks the options of slabs (slab_options.h).

#include "cli/slab_options.h"

#include <CLI/CLI.hpp>

#include "backend/select_backend.h"
#include "base/text.h"
#include "cli/option_values.h"

namespace eulerc {
namespace {

/// Reads "3", the shares "2:1:1", or "auto".
void takeSlabs(const std::string &text, Slabs &slabs) {
  slabs.areMeasured = text == "auto";
  if (slabs.areMeasured)
    return;
  const std::vector<std::string> parts = split(text, ':');
  slabs.shares.clear();
  slabs.count = static_cast<int>(parts.size());
  if (parts.size() == 1)
    slabs.count = static_cast<int>(wholeOf("--slabs", text, 1, 4096));
  else
    for (const std::string &part : parts)
      slabs.shares.push_back(realOf("--slabs", part));
}

} // namespace

void addSlabOptions(CLI::App &app, Slabs &slabs) {
  addValue(app, "--devices", "all|N,N",
           "OpenCL devices, by index or part of their names: each steps a slab of the grid",
           [&slabs](auto &text) { slabs.devices = split(text, ','); });
  addValue(app, "--slabs", "N|N:N|auto",
           "slabs of the grid that run at the same time, on the processor; or "
           "their shares of its rows, of devices also; auto: by the speed of the first steps",
           [&slabs](auto &text) { takeSlabs(text, slabs); });
  addValue(app, "--ghost-steps", "N",
           "steps between two exchanges of slabs (default: chosen for their size)",
           [&slabs](auto &text) { slabs.ghostSteps = wholeOf("--ghost-steps", text, 1, 1 << 20); });
}

void refuseSlabs(const Options &o, bool onHost) {
  const Slabs &slabs = o.slabs;
  if (slabs.areMeasured && slabs.ghostSteps > 0)
    refuse("--slabs auto chooses the steps between exchanges; leave --ghost-steps out");
  if (o.ranks != nullptr) {
    if (!slabs.devices.empty() || (slabs.count > 0 && slabs.shares.empty()))
      refuse("each rank steps one slab: mpirun -n says how many there are, and --slabs 2:1 gives "
             "their shares");
    return;
  }
  if (onHost && !slabs.devices.empty())
    refuse("--devices chooses OpenCL devices, but --backend asks for the processor; take --slabs");
  if (!o.device.empty() && slabs.isAsked())
    refuse("--device runs on one device, and --devices or --slabs on several; give only one");
  const bool isAuto = o.backend == Backend::Auto && !isForDevices(o.tuning, o.buildOptions);
  if (slabs.count > 0 && slabs.devices.empty() && !onHost && !(isAuto && isProcessorUsual()))
    refuse("--slabs alone is for the processor; --devices says which devices get a slab, and one "
           "may be listed twice: --devices 0,0");
  if (!slabs.devices.empty() && slabs.count > 0 && slabs.shares.empty())
    refuse("--devices says how many slabs there are; --slabs then gives their shares: "
           "--slabs 2:1");
  if (slabs.areMeasured && slabs.devices.empty())
    refuse("--slabs auto is for --devices and ranks, whose speeds differ");
  if (slabs.ghostSteps > 0 && !slabs.isAsked())
    refuse("--ghost-steps is for slabs; give --devices or --slabs as well");
}

} // namespace eulerc
