// Recomputes the slopes of a step's stages on the host, and interpolates.

#include "stepsize/interpolant.h"

#include <cstring>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "host/host_launches.h"
#include "host/host_stepper.h"
#include "layout/whole.h"
#include "state/state.h"
#include "stepsize/event_times.h"

namespace eulerc {
namespace {

/// The weights of the slopes of dopri5's stages in its interpolant.
constexpr double middleOfDopri5[] = {-12715105075.0 / 11282082432,  0,
                                     87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                     701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                     69997945.0 / 29380423};

/// One change of a register by a stage: rate · h · slope + Σ factor · register.
struct Update {
  int to = 0;
  double rate = 0;
  std::vector<std::pair<int, double>> terms;
};

/// Of each stage the update that its slope is found from: of slopes alone, in which nothing as
/// large as the state is lost.
std::vector<Update> slopesOf(const Model &model) {
  constexpr int ofErrors = 1;
  std::vector<Update> found;
  const double *at = model.method.cycle;
  for (int stage = 0; stage < model.method.methodStages; stage++) {
    Update best;
    for (int updates = static_cast<int>(*at++); updates > 0; updates--) {
      Update update{static_cast<int>(at[0]), at[1], {}};
      const int terms = static_cast<int>(at[2]);
      at += 3;
      for (int k = 0; k < terms; k++, at += 2)
        update.terms.emplace_back(static_cast<int>(at[0]), at[1]);
      const bool isPure = update.terms.empty() || update.to == ofErrors;
      if (update.rate != 0 && isPure && (best.rate == 0 || update.terms.empty()))
        best = update;
    }
    found.push_back(best);
  }
  return found;
}

/// Which array of a level a state's register is (transform/FormCycle.cpp): states, their errors,
/// their last slopes where these are kept, then the others of each state.
int arrayOf(const Model &model, int state, int number) {
  const int first = model.method.fsalLevels > 0 ? 3 : 2;
  if (number < first)
    return number * model.program.stateCount + state;
  return first * model.program.stateCount + state * (model.method.registers - first) + number -
         first;
}

/// Takes the step stage by stage, and passes on the registers before and after each stage.
class EachStage : public HostStepper {
public:
  using Look = std::function<void(int stage, const void *before, const void *after)>;
  explicit EachStage(Look look) : HostStepper("serial"), look_(std::move(look)) {}

  /// Register `number` of all states, in the file's order.
  template <class Real>
  void take(const Job &job, const void *buffer, int number, std::vector<Real> &out) const {
    Places one = heldPlaces(job);
    one.states = 1;
    const auto points = static_cast<std::size_t>(job.components / job.model.program.stateCount);
    out.resize(points * static_cast<std::size_t>(job.model.program.stateCount));
    for (int state = 0; state < job.model.program.stateCount; state++) {
      if (number > 1 && job.model.program.states[state].isEvent) // it has no slope
        continue;
      const std::int64_t place = arrayOf(job.model, state, number) * one.classes * one.plane;
      leaveLayout(one, sizeof(Real), static_cast<const Real *>(buffer) + place,
                  out.data() + static_cast<std::size_t>(state) * points, threadsFor(job));
    }
  }

protected:
  int threadsFor(const Job &job) const override {
    return chooseThreads(job.threads, job.components);
  }
  HostDefault defaultFor(const Job &) const override { return HostDefault::Plain; }

  void runAll(const Job &job, const HostLaunches &launches, int threads, ProgressClock *) override {
    const int levels =
        job.model.method.stages / job.model.method.methodStages; // quantities within a step first
    for (std::int64_t k = 0; k < launches.count(); k++) {
      launches.beginLevel(k, threads);
      inParallel(threads, [&](int index) {
        const Range own = cutRange(job.points, pointsPerLine(job.realSize()), threads, index);
        launches.compute(k, own.begin, own.end, nullptr);
      });
      if ((k + 1) % levels == 0)
        look_(static_cast<int>(k / levels), launches.before(k), launches.after(k));
    }
  }

private:
  const Look look_;
};

template <class Real> class StageSlopes {
public:
  StageSlopes(const Job &job, double *first, double *middle, double *last, Real *end)
      : job_(job), updates_(slopesOf(job.model)), first_(first), middle_(middle), last_(last),
        end_(end), stages_([this](int stage, const void *before, const void *after) {
          look(stage, before, after);
        }) {}

  void run(HostArray &y) {
    RunRecord ignored;
    stages_.load(job_, y, false, ignored);
    stages_.advance(job_, y, ignored);
  }

private:
  void look(int stage, const void *before, const void *after) {
    const auto number = static_cast<std::size_t>(stage);
    const bool isLast = stage + 1 == job_.model.method.methodStages;
    const double weight = middle_ != nullptr ? middleOfDopri5[number] : 0;
    if (stage + 2 == job_.model.method.methodStages) { // the last one tells the error alone, and
      stages_.take(job_, after, 0, values_);           // behind it states may change
      std::copy(values_.begin(), values_.end(), end_);
    }
    if (stage > 0 && !isLast && weight == 0)
      return;
    const Update &update = updates_[number];
    stages_.take(job_, after, update.to, values_);
    slope_.assign(values_.begin(), values_.end());
    for (const auto &[of, factor] : update.terms) {
      stages_.take(job_, before, of, values_);
      for (std::size_t k = 0; k < slope_.size(); k++)
        slope_[k] -= factor * static_cast<double>(values_[k]);
    }
    for (std::size_t k = 0; k < slope_.size(); k++) {
      slope_[k] /= update.rate;
      if (middle_ != nullptr)
        middle_[k] = (stage == 0 ? 0 : middle_[k]) + weight * slope_[k];
    }
    if (stage == 0 || isLast)
      std::copy(slope_.begin(), slope_.end(), stage == 0 ? first_ : last_);
  }

  const Job job_;
  const std::vector<Update> updates_;
  double *first_, *middle_, *last_;
  Real *end_;
  std::vector<Real> values_;
  std::vector<double> slope_;
  EachStage stages_;
};

template <class Real> Real *valuesOf(const HostArray &array) {
  return static_cast<Real *>(array.data());
}

} // namespace

Interpolant::Interpolant(const Job &job, const HostArray &before)
    : model_(job.model), precision_(job.model.program.precision), from_(job.run.from),
      length_(job.run.dt), count_(job.components),
      hasMiddle_(std::string_view(job.model.method.name) == "dopri5") {
  const std::int64_t bytes = count_ * job.realSize(), ofDoubles = count_ * 8;
  start_.allocate(bytes, before.room()); // the step is computed in it
  std::memcpy(start_.data(), before.data(), static_cast<std::size_t>(bytes));
  end_.allocate(bytes);
  first_.allocate(ofDoubles);
  last_.allocate(ofDoubles);
  if (hasMiddle_)
    middle_.allocate(ofDoubles);
  const auto run = [&](auto real) {
    using Real = decltype(real);
    StageSlopes<Real>(job.linearOnHost(job.run), valuesOf<double>(first_),
                      valuesOf<double>(middle_), valuesOf<double>(last_), valuesOf<Real>(end_))
        .run(start_);
  };
  if (precision_ == Precision::Float)
    run(float());
  else
    run(double());
  start_.allocate(bytes);
  std::memcpy(start_.data(), before.data(), static_cast<std::size_t>(bytes));
}

template <class Real> double Interpolant::between(std::int64_t component, double s) const {
  const auto k = static_cast<std::size_t>(component);
  const auto before = static_cast<double>(valuesOf<Real>(start_)[k]);
  const double change = static_cast<double>(valuesOf<Real>(end_)[k]) - before, rest = 1 - s;
  const double first = valuesOf<double>(first_)[k], last = valuesOf<double>(last_)[k];
  const double bent = first - change;
  const double more = change - last - bent + (hasMiddle_ ? rest * valuesOf<double>(middle_)[k] : 0);
  return before + s * (change + rest * (bent + s * more));
}

double Interpolant::valueOf(std::int64_t component, double time) const {
  const double s = (time - from_) / length_;
  const bool isFloat = precision_ == Precision::Float;
  return isFloat ? between<float>(component, s) : between<double>(component, s);
}

void Interpolant::setEvents(const std::vector<EventNote> &events) {
  placeEvents(model_, count_ / model_.program.stateCount, events, end_.data());
}

void Interpolant::at(double time, HostArray &y, int threads) const {
  const double s = (time - from_) / length_;
  const std::int64_t points = count_ / model_.program.stateCount;
  const auto run = [&](auto real) {
    using Real = decltype(real);
    const Real *start = valuesOf<Real>(start_), *end = valuesOf<Real>(end_);
    Real *out = valuesOf<Real>(y);
    inParallel(threads, [&](int index) {
      const Range part = cutRange(count_, 1024, threads, index);
      for (std::int64_t k = part.begin; k < part.end; k++)
        if (model_.program.states[k / points].isEvent) // the event has happened, or not yet
          out[k] = static_cast<double>(end[k]) <= time ? end[k] : start[k];
        else
          out[k] = static_cast<Real>(between<Real>(k, s));
    });
  };
  if (precision_ == Precision::Float)
    run(float());
  else
    run(double());
}

} // namespace eulerc
