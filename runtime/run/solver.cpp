// The Solver class: construction, access to the state, and restarts. Its other parts are in
// solver_inputs.cpp, solver_setup.cpp, solver_steps.cpp and solver_outputs.cpp.

#include <eulerc/solver.h>

#include <cmath>

#include <fmt/format.h>

#include "base/refuse.h"
#include "model/abi.h"
#include "results/checkpoint.h"
#include "results/stop_rules.h"
#include "run/solver_impl.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {

namespace {

std::unique_ptr<SolverImpl> implOf(const Model &model) {
  requireAbi(model);
  return std::make_unique<SolverImpl>(model);
}

} // namespace

Solver::Solver(std::unique_ptr<SolverImpl> impl)
    : SolverInputs(*impl), SolverSetup(*impl), SolverOutputs(*impl), impl_(std::move(impl)) {}

Solver::Solver(const Model &model) : Solver(implOf(model)) {
  if (model.monitors.stopCount == 0)
    return;
  impl_->loop.observers.add(OutputTimes::everySteps(stopSteps),
                            makeStopRules(impl_->setup.model, impl_->stopping(),
                                          [impl = impl_.get()] { return impl->loop.stopHolds; }));
  impl_->loop.observers.list.back().isOfProgram = true;
}
Solver::~Solver() = default;
Solver::Solver(Solver &&) noexcept = default;
Solver &Solver::operator=(Solver &&) noexcept = default;

const Model &Solver::model() const { return impl_->setup.model; }

Start Solver::startAt(double t0, double dt) const { return startBehind(timespan().from, t0, dt); }

Timespan Solver::timespan() const {
  return impl_->setup.model.program.timespan(impl_->setup.params.values().data());
}

std::vector<double> Solver::values(std::string_view state) const {
  const DeclaredState declared = impl_->setup.stateNamed(state);
  const HostArray &shown = impl_->store.shownState();
  const std::int64_t points = gridPoints(impl_->setup.shape());
  const auto copy = [&](const auto *y) {
    const auto *begin = y + declared.first * points;
    return std::vector<double>(begin, begin + declared.count * points);
  };
  return impl_->setup.model.program.precision == Precision::Float
             ? copy(static_cast<const float *>(shown.data()))
             : copy(static_cast<const double *>(shown.data()));
}

std::span<const float> Solver::floats() const {
  if (impl_->setup.model.program.precision != Precision::Float)
    refuse("this solver computes with double: take doubles()");
  const HostArray &shown = impl_->store.shownState();
  return {static_cast<const float *>(shown.data()), static_cast<std::size_t>(shown.bytes()) / 4};
}

std::span<const double> Solver::doubles() const {
  if (impl_->setup.model.program.precision != Precision::Double)
    refuse("this solver computes with float: take floats()");
  const HostArray &shown = impl_->store.shownState();
  return {static_cast<const double *>(shown.data()), static_cast<std::size_t>(shown.bytes()) / 8};
}

double Solver::time() const { return impl_->store.time(); }

bool Solver::isAtStart() const {
  const StateStore &store = impl_->store;
  return !store.begun && (!store.current || store.isInitial);
}

void Solver::restart() {
  impl_->requireIdle();
  impl_->setup.start.reset();
  impl_->store.forgetState();
  impl_->setup.forgetFilesOfState();
}

void Solver::restart(double t0) {
  impl_->requireIdle();
  if (!std::isfinite(t0))
    refuse(fmt::format("the start time must be a finite number, not {}", t0));
  impl_->setup.start = t0;
  impl_->store.forgetState();
  impl_->setup.forgetFilesOfState();
}

void Solver::takeParams(const std::string &checkpoint) {
  impl_->loop.refuseWhileRunning();
  const auto head = firstWhole(
      checkpoint, {}, [&](const std::string &path) { return readHead(path, impl_->setup.model); });
  impl_->setParam(checkpoint, [&] {
    impl_->setup.takeParams(head.params);
    impl_->setup.checkpoint = checkpoint;
  });
}

void Solver::together(const std::function<void()> &change) { impl_->together(change); }

Run Solver::resume(const std::string &path, const Extension &extension) {
  firstWhole(path, impl_->setup.note,
             [&](const std::string &whole) { impl_->loop.resume(whole, extension); });
  return impl_->store.begun->run;
}

} // namespace eulerc
