// The part of Solver that adds observers and reads monitors, outputs and coordinates.

#include <eulerc/solver_outputs.h>

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "model/model_lists.h"
#include "results/checkpoint.h"
#include "results/columns.h"
#include "results/events.h"
#include "results/recorder.h"
#include "results/steady.h"
#include "run/solver_impl.h"
#include "state/state.h"

namespace eulerc {
namespace {

class Callback : public Observer {
public:
  Callback(std::function<void()> callback, bool &hasFailed)
      : callback_(std::move(callback)), hasFailed_(hasFailed) {}
  void begin(const ObservedRun &run, const Dues &dues) override {
    takesFirst_ = run.isResumed && dues.last.has_value();
  }
  bool takesFirst() const override { return takesFirst_; }
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
  bool takesFirst_ = false; ///< whether it takes the state of the checkpoint of a resumed run
};

} // namespace

void SolverOutputs::observe(const OutputTimes &outputTimes, std::function<void()> callback) {
  if (!callback)
    refuse("the callback is an empty function; give one that can be called");
  solver_->loop.observers.add(
      outputTimes, std::make_unique<Callback>(std::move(callback), solver_->loop.callbackFailed));
}

void SolverOutputs::stop() { solver_->loop.isStopping = true; }

void SolverOutputs::save(const std::string &path, const OutputTimes &outputTimes,
                         const Selection &selection) {
  solver_->loop.observers.addWriter(path, outputTimes, makeRecorder(path, selection));
}

void SolverOutputs::probe(const std::string &path, const OutputTimes &outputTimes,
                          const std::vector<std::string> &components) {
  solver_->loop.observers.addWriter(path, outputTimes, makeColumns(path, components));
}

void SolverOutputs::recordEvents(const std::string &path, const OutputTimes &outputTimes) {
  if (std::ranges::none_of(statesOf(solver_->setup.model), &State::isEvent))
    refuse("the program has no event; declare one: 'event NAME(int i, real t) = VALUE;', which is "
           "where VALUE becomes positive");
  StateStore &store = solver_->store;
  if (!store.events)
    store.events = std::make_unique<EventNotes>();
  store.unsettle(); // kernels list events only if someone wants them
  solver_->loop.observers.addWriter(path, outputTimes, makeEventList(path, *store.events));
}

void SolverOutputs::stopWhenSteady(double rate) {
  if (!(rate >= 0))
    refuse(fmt::format("the rate of a steady state must be zero or above, not {}", rate));
  solver_->loop.observers.add(
      OutputTimes::everySteps(steadySteps),
      makeSteadyStop(rate, [solver = solver_](auto &why, const Steady &its) {
        solver->store.begun->steady = its;
        solver->stopping()(why);
      }));
}

void SolverOutputs::checkpoint(const std::string &path, double everyMinutes) {
  solver_->loop.observers.addWriter(path, {}, makeCheckpointer(path, everyMinutes), true);
}

void SolverOutputs::onLostFile(LostFile what) { solver_->setup.lostFile = what; }

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

std::vector<double> SolverOutputs::output(std::string_view name) const {
  const Model &model = solver_->setup.model;
  const auto outputs = listOf(model.monitors.outputs, model.monitors.outputCount);
  const std::optional<int> place = placeOf(name, outputs);
  if (!place)
    refuse(fmt::format("there is no output '{}'; {}", name, suggestion(name, namesOf(outputs))));
  std::vector<double> values(static_cast<std::size_t>(gridPoints(solver_->setup.shape())));
  RunLoop &loop = solver_->loop;
  loop.outputValues(*place, 0, static_cast<std::int64_t>(values.size()), values.data(),
                    globalsFor(*place, model, loop));
  return values;
}

std::vector<double> SolverOutputs::coordinates(int axis) {
  const int rank = solver_->setup.model.program.rank;
  if (axis < 0 || axis >= rank)
    refuse(fmt::format("there is no axis {}; the grid has {}, counted from 0", axis, rank));
  return solver_->setup.coordinates()[static_cast<std::size_t>(axis)].values;
}

void SolverOutputs::unobserve() {
  std::exception_ptr failure;
  if (solver_->loop.isRunning) { // called by a callback: write what was recorded
    for (const Observing &each : solver_->loop.observers.list)
      if (!each.isLost)
        each.observer->settle();
  } else {
    try {
      solver_->loop.leave();
    } catch (const Error &) {
      failure = std::current_exception();
    }
  }
  std::erase_if(solver_->loop.observers.list,
                [](const Observing &each) { return !each.isOfProgram; });
  solver_->loop.watch.lastGoodPath.clear();
  if (failure)
    std::rethrow_exception(failure);
}

void SolverOutputs::onProgress(std::function<void(std::int64_t, std::int64_t)> callback) {
  solver_->setup.progress = std::move(callback);
}

void SolverOutputs::onNote(std::function<void(const std::string &)> callback) {
  solver_->setup.note = std::move(callback);
}

} // namespace eulerc
