// The part of Solver that chooses backend, device, slabs, tuning and step control.

#include <eulerc/solver_setup.h>

#include <cmath>

#include <fmt/format.h>

#include "backend/select_backend.h"
#include "base/refuse.h"
#include "model/stages.h"
#include "planning/request.h"
#include "reduction/error.h"
#include "run/solver_impl.h"
#include "stepsize/stability.h"

namespace eulerc {

void SolverSetup::useBackend(Backend backend) {
  solver_->store.dropStepper();
  solver_->setup.backend = backend;
}

void SolverSetup::useDevice(std::string_view indexOrName) {
  std::optional<std::size_t> chosen;
  if (!indexOrName.empty())
    chosen = chooseDevice(listDevices(), indexOrName);
  solver_->store.dropStepper();
  solver_->setup.deviceOfRanks = indexOrName;
  solver_->setup.device = chosen;
}

namespace {

void checkShares(const Slabs &slabs, std::size_t count) {
  if (!slabs.shares.empty() && slabs.shares.size() != count)
    refuse(fmt::format("there are {} shares for {} slabs", slabs.shares.size(), count));
}

std::vector<std::size_t> devicesOf(const Slabs &slabs) {
  std::vector<std::size_t> chosen;
  if (slabs.devices.empty())
    return chosen;
  const std::vector<DeviceInfo> known = listDevices();
  if (slabs.devices.front() == "all" && slabs.devices.size() == 1)
    for (std::size_t k = 0; k < countOfBestKind(known); k++)
      chosen.push_back(k);
  else
    for (const std::string &name : slabs.devices)
      chosen.push_back(chooseDevice(known, name));
  return chosen;
}

} // namespace

void SolverSetup::useSlabs(const Slabs &slabs) {
  const int most = 4096;
  if (slabs.count < 0 || slabs.count > most)
    refuse(fmt::format("the number of slabs must be from 0 to {}, not {}", most, slabs.count));
  if (slabs.ghostSteps < 0)
    refuse(fmt::format("steps between two exchanges are 0 or more, not {}", slabs.ghostSteps));
  for (const double share : slabs.shares)
    if (!(share > 0 && std::isfinite(share)))
      refuse(fmt::format("the share of a slab must be above zero, not {}", share));
  Setup &setup = solver_->setup;
  const bool areRanks = setup.ranks != nullptr && setup.ranks->count() > 1;
  const std::vector<std::size_t> chosen = areRanks ? std::vector<std::size_t>() : devicesOf(slabs);
  const int count = areRanks         ? setup.ranks->count()
                    : chosen.empty() ? slabs.count
                                     : static_cast<int>(chosen.size());
  checkShares(slabs, static_cast<std::size_t>(count));
  solver_->store.dropStepper();
  setup.slabs = slabs;
  setup.devicesOfSlabs = chosen;
}

void SolverSetup::useRanks(Ranks &ranks) {
  solver_->store.dropStepper();
  solver_->setup.ranks = &ranks;
}

namespace {

void checkSizes(const Tuning &tuning) {
  const auto check = [](const char *name, std::int64_t size) {
    if (size < 0)
      refuse(fmt::format("{} is a size of a tuning, 0 or above, not {}", name, size));
  };
  check("workGroups", tuning.workGroups);
  check("groupsPerUnit", tuning.groupsPerUnit);
  check("vectorsDeep", tuning.vectorsDeep);
  check("tileSteps", tuning.tileSteps.count);
  check("tileBlocks", tuning.tileBlocks);
  check("kept", tuning.kept);
  for (const std::int64_t extent : tuning.box)
    check("box", extent);
}

} // namespace

void SolverSetup::tune(const Tuning &tuning) {
  if (tuning.workGroupSize < 0)
    refuse(fmt::format("a work-group needs at least one work-item, not {}", tuning.workGroupSize));
  if (!isVectorWidth(tuning.vectorWidth))
    refuse(fmt::format("a vector has 1, 2, 4, 8 or 16 values, not {}", tuning.vectorWidth));
  checkSizes(tuning);
  requireKnownHints(tuning);
  solver_->setup.tuning = tuning;
  solver_->store.unsettle();
}

void SolverSetup::measure(Measuring measuring) {
  solver_->setup.measuring = measuring;
  solver_->store.unsettle();
}

void SolverSetup::useThreads(int count) {
  const int most = 4096;
  if (count < 0 || count > most)
    refuse(
        fmt::format("the number of threads must be from 0 (all cores) to {}, not {}", most, count));
  solver_->setup.threads = count;
  solver_->store.unsettle();
}

void SolverSetup::useBuildOptions(std::string_view options) {
  solver_->setup.buildOptions = options;
  solver_->store.unsettle();
}

void SolverSetup::control(const std::optional<StepControl> &control) {
  if (control)
    requireControl(solver_->setup.model, *control);
  solver_->loop.errors.controlBy(control);
}

void SolverSetup::interpolate(bool isOn) {
  const Model &model = solver_->setup.model;
  const char *other = !Amplification(model).isKnown() ? "maps (next)"
                      : model.stencil.usesStep        ? "random numbers"
                      : model.method.actsBehind       ? "events or 'when'"
                                                      : nullptr;
  if (isOn && other != nullptr)
    refuse(fmt::format("{} has {}, which act once a step: there is no state between two steps",
                       model.source, other));
  solver_->setup.interpolates = isOn;
}

bool SolverSetup::meets(const OutputTimes &outputTimes) const {
  return solver_->setup.meets(outputTimes);
}

void SolverSetup::useStages(int count) {
  if (solver_->setup.model.method.name == std::string_view("map"))
    refuse("maps (next) alone have no stages; leave --stages out");
  if (solver_->setup.model.method.stageLevels == 0)
    refuse(fmt::format("the number of stages is the method's, {}; only rkl2 leaves it open "
                       "(eulerc --method=rkl2)",
                       solver_->setup.model.method.name));
  if (count != 0 && (count < leastStages || count > mostStages))
    refuse(
        fmt::format("a step of rkl2 has {} to {} stages, not {}", leastStages, mostStages, count));
  solver_->loop.sizes.askForStages(count);
}

const std::optional<StepControl> &SolverSetup::control() const { return solver_->setup.control; }

int SolverSetup::stages() const { return solver_->loop.sizes.askedStages(); }

} // namespace eulerc
