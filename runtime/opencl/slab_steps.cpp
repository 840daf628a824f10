// Steps of a slab on a device: its rows travel while it computes the others.
//
//   advance(piece) → readRows(), begin(next piece), awaitRows(), writeRows() → advance(next piece)
#include "opencl/opencl_stepper.h"

#include <cstdlib>
#include <string_view>

#include "opencl/rates.h"
#include "opencl/status.h"
#include "planning/planners.h"
#include "planning/request.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

/// EULERC_OVERLAP=off: rows travel between steps, for comparison.
bool hidesExchanges() {
  const char *asked = std::getenv("EULERC_OVERLAP");
  return asked == nullptr || std::string_view(asked) != "off";
}

} // namespace

void OpenCL::prepareLaunches(const Job &job) {
  ready_.plan = withLevels(ready_.plan, levelsOf(job.run, job.model));
  ready_.kernels.goOn(builder_->program(), job);
  ready_.kernels.setArguments(context_, queue_, buffers_, inputs_->buffers(), constants_);
  running_.overlap.parts = hidesExchanges() && !job.model.stencil.readsGlobals
                               ? partsOfLaunch(ready_.plan, job.grid, job.unexchanged)
                               : std::vector<LaunchPart>();
}

void OpenCL::begin(const Job &piece) {
  if (tuner_.tries() || !hidesExchanges())
    return;
  checked([&] {
    prepareLaunches(piece);
    if (!running_.overlap.parts.empty())
      launchBeginning(ready_.plan, queue_, ready_.kernels, running_);
  });
}

Pace OpenCL::paceOf(const Job &job, const Grid &grid) {
  measureUnknownRates(context_, queue_, device_);
  return eulerc::paceOf(job.model, planRequest(job.model, job.params, grid, device_.info.limits,
                                               job.tuning, levelsOf(job.run, job.model)));
}

void OpenCL::readRows(const Job &job, Range rows, void *to) {
  checked([&] {
    slabRows_->read(buffers_[0], sentRowsOf(places_, job.grid, rows), job.realSize(), to,
                    running_.overlap.computed);
  });
}

void OpenCL::writeRows(const Job &job, Range rows, const void *from) {
  checked([&] {
    if (const auto done = slabRows_->write(buffers_[0], sentRowsOf(places_, job.grid, rows),
                                           job.realSize(), from))
      running_.overlap.received.push_back(*done);
  });
}

void OpenCL::awaitRows() {
  checked([&] { slabRows_->await(); });
}

double OpenCL::takeRowSeconds() {
  return checked([&] { return slabRows_->takeSeconds(); });
}

void *OpenCL::rowsMemory(int which, std::int64_t bytes) {
  return checked([&] { return slabRows_->memory(which, bytes); });
}

} // namespace eulerc
