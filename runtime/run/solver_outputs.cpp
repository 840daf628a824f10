#include <eulerc/solver_outputs.h>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "model/model_lists.h"
#include "results/checkpoint.h"
#include "results/columns.h"
#include "results/recorder.h"
#include "results/steady.h"
#include "run/solver_impl.h"

namespace eulerc {
namespace {

class Callback : public Observer {
public:
  Callback(std::function<void()> callback, bool &hasFailed)
      : callback_(std::move(callback)), hasFailed_(hasFailed) {}
  void take(const Observation &) override {
    try {
      callback_();
    } catch (...) {
      hasFailed_ = true;
      throw;
    }
  }

private:
  std::function<void()> callback_;
  bool &hasFailed_;
};

} // namespace

void SolverOutputs::observe(const OutputTimes &outputTimes, std::function<void()> callback) {
  solver_->loop.observers.add(
      outputTimes, std::make_unique<Callback>(std::move(callback), solver_->loop.callbackFailed));
}

void SolverOutputs::stop() { solver_->loop.isStopping = true; }

void SolverOutputs::save(const std::string &path, const OutputTimes &outputTimes,
                         const Selection &selection) {
  solver_->loop.observers.add(outputTimes, makeRecorder(path, selection));
}

void SolverOutputs::probe(const std::string &path, const OutputTimes &outputTimes,
                          const std::vector<std::string> &components) {
  solver_->loop.observers.add(outputTimes, makeColumns(path, components));
}

void SolverOutputs::stopWhenSteady(double rate) {
  if (!(rate >= 0))
    refuse(fmt::format("the rate of a steady state must be zero or above, not {}", rate));
  solver_->loop.observers.add(OutputTimes::everySteps(steadySteps),
                              makeSteadyStop(rate, solver_->stopping()));
}

void SolverOutputs::checkpoint(const std::string &path, double everyMinutes) {
  solver_->loop.observers.add({}, makeCheckpointer(path, everyMinutes), true);
}

void SolverOutputs::keepLastGood(const std::string &path) {
  solver_->loop.watch.lastGoodPath = path;
}

double SolverOutputs::monitor(std::string_view name) const {
  const Model &model = solver_->setup.model;
  if (const std::optional<int> place = placeOf(name, monitorsOf(model)))
    return solver_->loop.monitors(*place, 1)().front();
  const std::vector<std::string> known = namesOf(monitorsOf(model));
  refuse(known.empty()
             ? fmt::format("there is no monitor '{}'; the program has none", name)
             : fmt::format("there is no monitor '{}'; {}", name, suggestion(name, known)));
}

std::vector<double> SolverOutputs::monitors() const {
  return solver_->loop.monitors(0, solver_->setup.model.monitors.count)();
}

void SolverOutputs::unobserve() {
  if (solver_->loop.isRunning) // a callback: what was recorded is to be written
    for (const Observing &each : solver_->loop.observers.list)
      each.observer->settle();
  std::erase_if(solver_->loop.observers.list,
                [](const Observing &each) { return !each.isOfProgram; });
  solver_->loop.watch.lastGoodPath.clear();
}

void SolverOutputs::onProgress(std::function<void(std::int64_t, std::int64_t)> callback) {
  solver_->setup.progress = std::move(callback);
}

void SolverOutputs::onNote(std::function<void(const std::string &)> callback) {
  solver_->setup.note = std::move(callback);
}

} // namespace eulerc
