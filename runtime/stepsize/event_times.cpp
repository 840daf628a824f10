// Finds the zero of an event's value along an interpolant.

#include "stepsize/event_times.h"

#include <cmath>

#include "base/parallel.h"
#include "state/state.h"

namespace eulerc {
namespace {

template <class Real>
void compare(const Real *before, const Real *after, int state, std::int64_t points,
             std::vector<EventNote> &found) {
  for (std::int64_t k = 0; k < points; k++)
    if (before[k] != after[k])
      found.push_back({static_cast<double>(after[k]), state, k});
}

/// The values of an event at one point of the grid, along a step.
template <class Real> class Crossing {
public:
  Crossing(const Job &step, const StateView &view, const Interpolant &interpolant,
           const EventNote &event)
      : model_(step.model), interpolant_(interpolant), view_(view), event_(event),
        points_(step.components / step.model.program.stateCount),
        own_(static_cast<std::size_t>(step.model.program.stateCount)) {
    view_.state.lead -= event.point; // so that state q of this point is own_[q]
    view_.state.array = 1;
    view_.y = own_.data();
    which_ = model_.monitors.count + model_.monitors.outputCount + model_.monitors.globalCount;
    for (std::int64_t state = 0; state < event.state; state++)
      which_ += model_.program.states[state].isEvent ? 1 : 0;
  }

  double at(double time) {
    for (std::size_t state = 0; state < own_.size(); state++)
      own_[state] = static_cast<Real>(
          interpolant_.valueOf(static_cast<std::int64_t>(state) * points_ + event_.point, time));
    view_.t = time;
    double value = 0;
    model_.monitors.values(which_, view_, event_.point, event_.point + 1, &value);
    return value;
  }

  /// The time of the crossing, by the Illinois method (M. Dowell, P. Jarratt, A modified regula
  /// falsi method for computing the root of an equation, BIT 11, 1971).
  double time(double from, double to) {
    double low = at(from), high = at(to);
    if (!(low < 0))
      return from;
    if (!(high >= 0))
      return to;
    constexpr int mostTries = 100;
    constexpr double closeness = 1e-15;
    int kept = 0; // which end the last try has kept: -1 the low one, 1 the high one
    for (int k = 0; k < mostTries && to - from > closeness * std::fabs(to); k++) {
      double middle = from - low * ((to - from) / (high - low));
      if (!(middle > from && middle < to))
        middle = from + (to - from) / 2;
      if (!(middle > from && middle < to))
        break;
      const double value = at(middle);
      if (value >= 0) {
        to = middle, high = value;
        low /= kept == -1 ? 2 : 1;
        kept = -1;
        if (value == 0)
          break;
      } else {
        from = middle, low = value;
        high /= kept == 1 ? 2 : 1;
        kept = 1;
      }
    }
    return to;
  }

private:
  const Model &model_;
  const Interpolant &interpolant_;
  StateView view_;
  const EventNote event_;
  const std::int64_t points_;
  std::vector<Real> own_;
  int which_ = 0;
};

template <class Real>
void locate(const Job &step, const StateView &view, const Interpolant &interpolant,
            std::vector<EventNote> &events) {
  const auto count = static_cast<std::int64_t>(events.size());
  const int threads = chooseThreads(step.threads, count);
  inParallel(threads, [&](int index) {
    const Range part = cutRange(count, 1, threads, index);
    for (std::int64_t k = part.begin; k < part.end; k++) {
      EventNote &event = events[static_cast<std::size_t>(k)];
      event.time = static_cast<double>(static_cast<Real>(
          Crossing<Real>(step, view, interpolant, event).time(step.run.from, step.run.to)));
    }
  });
}

} // namespace

std::vector<EventNote> eventsBetween(const Model &model, std::int64_t points, const void *before,
                                     const void *after) {
  std::vector<EventNote> found;
  for (int state = 0; state < model.program.stateCount; state++) {
    if (!model.program.states[state].isEvent)
      continue;
    if (model.program.precision == Precision::Float)
      compare(static_cast<const float *>(before) + state * points,
              static_cast<const float *>(after) + state * points, state, points, found);
    else
      compare(static_cast<const double *>(before) + state * points,
              static_cast<const double *>(after) + state * points, state, points, found);
  }
  return found;
}

void locateEvents(const Job &step, const StateView &view, const Interpolant &interpolant,
                  std::vector<EventNote> &events) {
  if (step.model.program.precision == Precision::Float)
    locate<float>(step, view, interpolant, events);
  else
    locate<double>(step, view, interpolant, events);
}

void placeEvents(const Model &model, std::int64_t points, const std::vector<EventNote> &events,
                 void *y) {
  for (const EventNote &event : events) {
    const std::int64_t place = event.state * points + event.point;
    if (model.program.precision == Precision::Float)
      static_cast<float *>(y)[place] = static_cast<float>(event.time);
    else
      static_cast<double *>(y)[place] = event.time;
  }
}

} // namespace eulerc
