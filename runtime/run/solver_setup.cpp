#include <eulerc/solver_setup.h>

#include <fmt/format.h>

#include "backend/choice.h"
#include "base/refuse.h"
#include "model/stages.h"
#include "planning/request.h"
#include "reduction/error.h"
#include "run/solver_impl.h"

namespace eulerc {

void SolverSetup::useBackend(Backend backend) {
  solver_->store.dropStepper();
  solver_->setup.backend = backend;
}

void SolverSetup::useDevice(std::string_view indexOrName) {
  const std::size_t chosen = chooseDevice(listDevices(), indexOrName);
  solver_->store.dropStepper();
  solver_->setup.device = chosen;
}

void SolverSetup::tune(const Tuning &tuning) {
  if (tuning.workGroupSize < 0)
    refuse(fmt::format("a work-group needs at least one work-item, not {}", tuning.workGroupSize));
  if (!isVectorWidth(tuning.vectorWidth))
    refuse(fmt::format("a vector has 1, 2, 4, 8 or 16 values, not {}", tuning.vectorWidth));
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
