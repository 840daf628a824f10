// Repeats a step on the host and searches each stage.

#include "tracing/tracer.h"

#include <cmath>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "host/host_launches.h"
#include "reduction/monitors.h"
#include "schedule/times.h"
#include "state/state.h"
#include "tracing/cause.h"

namespace eulerc {
namespace {

class Tracer : public HostStepper {
public:
  Tracer(const StateView &view, std::int64_t component)
      : HostStepper("serial"), view_(view), named_(component) {}

  const std::string &found() const { return found_; }

protected:
  int threadsFor(const Job &) const override { return 1; }
  HostDefault defaultFor(const Job &) const override { return HostDefault::Plain; }

  void runAll(const Job &job, const HostLaunches &launches, int, ProgressClock *) override {
    HostScratch own;
    own.begin(1);
    void *const scratch = own.of(0, launches);
    Values before = valuesBefore(job, launches, 0);
    for (std::int64_t k = 0; k < launches.count(); k++) {
      launches.compute(k, 0, launches.parts(), scratch);
      const Values after = valuesBefore(job, launches, k + 1);
      TakenStage stage{view_, after.data(), numberOf(job.run), lengthOfStep(job.run, 0)};
      stage.before.y = before.data();
      stage.before.state = valuePlaces(heldPlaces(job), job.grid.classes);
      stage.before.t = timeOfLevel(job.run, job.model, k);
      if (isBad(job, stage, k))
        return;
      before = after;
    }
  }

private:
  static int arraysOf(const Model &model) {
    return model.method.levelStates > 0 ? model.method.levelStates : model.program.stateCount;
  }

  using Values = std::vector<std::byte>;

  /// All states before a level, or after the last one. Some levels leave a state in the other
  /// buffer, so each is read where it is.
  Values valuesBefore(const Job &job, const HostLaunches &launches, std::int64_t level) const {
    const Places held = heldPlaces(job);
    const ValuePlaces places = valuePlaces(held, job.grid.classes);
    const MethodFacts &method = job.model.method;
    const std::int64_t points = job.components / job.model.program.stateCount;
    const auto size = static_cast<std::size_t>(job.realSize());
    const int states = arraysOf(job.model);
    Values values(static_cast<std::size_t>(held.values) * size);
    for (int state = 0; state < states; state++) {
      const int place = method.statePlaces
                            ? method.statePlaces[level % method.stages * states + state]
                            : 2 * state;
      const auto *const from = static_cast<const std::byte *>(
          place % 2 == 1 ? launches.after(level) : launches.before(level));
      for (std::int64_t point = 0; point < points; point++)
        std::memcpy(
            values.data() + static_cast<std::size_t>(placeOf(job, places, state, point)) * size,
            from + static_cast<std::size_t>(placeOf(job, places, place / 2, point)) * size, size);
    }
    return values;
  }

  /// Whether a stage made values that are not finite; if so, notes the cause if it can be found.
  bool isBad(const Job &job, const TakenStage &stage, std::int64_t level) const {
    const Model &model = job.model;
    const int arrays = arraysOf(model);
    const std::int64_t points = job.components / model.program.stateCount;
    bool isBad = false;
    for (int array = 0; array < arrays - model.traced->quantities; array++)
      for (std::int64_t point = 0; point < points; point++) {
        if (std::isfinite(valueAt(job, stage, array, point)))
          continue;
        isBad = true;
        if (explain(job, stage, array, point)) {
          if (model.method.methodStages > 1 && model.method.methodStages == model.method.stages)
            found_ = fmt::format("in stage {} of {}, {}", level + 1, model.method.name, found_);
          return true;
        }
        break;
      }
    return isBad;
  }

  static std::int64_t placeOf(const Job &job, const ValuePlaces &places, int array,
                              std::int64_t point) {
    const std::int64_t i = point % job.fileRow, classes = job.grid.classes;
    return places.lead + array * places.array + i % classes * places.residue +
           point / job.fileRow * places.pitch + i / classes * places.step;
  }

  static double valueAt(const Job &job, const TakenStage &stage, int array, std::int64_t point) {
    return realAt(job.model.program.precision, stage.after,
                  placeOf(job, stage.before.state, array, point));
  }

  bool explain(const Job &job, const TakenStage &stage, int array, std::int64_t point) const {
    const Model &model = job.model;
    std::int64_t at[maxRank] = {}, rest = point;
    for (int axis = model.program.rank; axis-- > 0; rest /= stage.before.extent[axis])
      at[axis] = rest % stage.before.extent[axis];
    const int state = model.traced->origins[array];
    found_ = causeAt(model, stage, state, at);
    const std::int64_t component = state * (job.components / model.program.stateCount) + point;
    if (!found_.empty() && component != named_) {
      const std::vector<std::int64_t> shape(stage.before.extent,
                                            stage.before.extent + model.program.rank);
      found_ += ", for " + componentName(model, shape, component);
    }
    return !found_.empty();
  }

  const StateView view_;
  const std::int64_t named_;
  mutable std::string found_;
};

} // namespace

std::string traceStep(const Job &job, const StateView &view, HostArray &y, std::int64_t component) {
  if (job.model.traced == nullptr || job.model.stencil.usesStep) // it draws random numbers
    return "";
  Tracer tracer(view, component);
  RunRecord ignored;
  tracer.load(job, y, false, ignored);
  tracer.advance(job, y, ignored);
  return tracer.found();
}

} // namespace eulerc
