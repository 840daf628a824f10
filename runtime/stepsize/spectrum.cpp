#include "stepsize/spectrum.h"

#include <cmath>
#include <cstring>

#include "host/host_plan.h"
#include "host/parallel.h"
#include "layout/layout.h"
#include "results/reduce.h"
#include "state.h"
#include "stepsize/dominant.h"
#include "stepsize/stability.h"

namespace eulerc {
namespace {

constexpr int mostPairs = 12;
/// Step times ρ, at most.
constexpr double longest = 1.5;
/// Linear steps that take as long as an estimate: ten to thirty steps, and what is between them.
constexpr double stepsOfEstimate = 250;
constexpr int copies = 5; ///< of the state, beside the one that the stepper has

/// A seeded generator (G. Marsaglia, Xorshift RNGs, J. Stat. Software 8, 2003): −1 to 1, the same
/// for a component wherever it is computed.
double randomOf(std::uint64_t component) {
  std::uint64_t x = (component + 1) * 0x9e3779b97f4a7c15U;
  for (int turn = 0; turn < 3; turn++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return static_cast<double>(x >> 11) * 0x1p-52 - 1;
}

/// The iteration; vectors are in the file's order.
template <class Real> class Powers {
public:
  Powers(const Job &job, const void *y)
      : job_(job), team_(chooseThreads(job.threads, job.components)), stepper_(makeThreads()),
        points_(job.components / job.model.stateCount),
        rms_(static_cast<std::size_t>(job.model.stateCount)), square_(rms_.size()),
        amplification_(job.model), share_(job.model.methodStages > 1 ? 0.25 : 1) {
    const std::int64_t bytes = job.components * job.realSize();
    const std::int64_t room = stateValues(job.grid) * job.realSize();
    for (HostArray *array : {&y_, &stepped_, &v_, &w_, &x_})
      array->allocate(bytes, room);
    std::memcpy(y_.data(), y, static_cast<std::size_t>(bytes));
  }

  std::optional<Spectrum> run() {
    start();
    if (!chooseStep())
      return std::nullopt;
    Growing modulus;
    for (int pair = 0; pair < mostPairs; pair++) {
      Products products;
      apply(v_, products.vv, products.vw, products.ww);
      w_.swap(x_);
      double zz = 0;
      apply(w_, products.ww, products.wz, zz);
      products.vz = product(v_, x_);
      const std::complex<double> found = throughMethod(dominantOf(products));
      if (!std::isfinite(zz) || !std::isfinite(std::abs(found)) || std::abs(found) == 0)
        return std::nullopt;
      takeAsDirection(zz);
      if (std::abs(found) * h_ > share_ * longest) { // a method's step tells little beyond
        setStep(h_ * std::exp2(-std::ceil(std::log2(std::abs(found) * h_ / share_))));
        continue;
      }
      const double angle = std::abs(std::arg(-found));
      if (modulus.add(std::abs(found)) || pair + 1 == mostPairs)
        return Spectrum{modulus.limit(), modulus.last(), angle};
    }
    return std::nullopt;
  }

private:
  static Real *values(HostArray &array) { return static_cast<Real *>(array.data()); }

  /// The state's sizes, and a direction that holds all of the spectrum.
  void start() {
    for (std::size_t s = 0; s < rms_.size(); s++) {
      const std::int64_t first = static_cast<std::int64_t>(s) * points_;
      rms_[s] = std::sqrt(productOf(values(y_) + first, values(y_) + first) /
                          static_cast<double>(points_));
      const double scale = rms_[s] > 0 ? rms_[s] : 1;
      inParallel(team_, [&](int index) {
        const Range part = cutRange(points_, 1024, team_, index);
        for (std::int64_t k = first + part.begin; k < first + part.end; k++)
          values(v_)[k] = static_cast<Real>(scale * randomOf(static_cast<std::uint64_t>(k)));
      });
      square_[s] = productOf(values(v_) + first, values(v_) + first);
    }
  }

  /// The eigenvalue that a step's own, less 1, comes from.
  std::complex<double> throughMethod(std::complex<double> found) const {
    return amplification_.from(found * h_) / h_;
  }

  /// A step that changes a perturbation about as much as the perturbation is: in a shorter one
  /// rounding drowns the change, and in a longer one powers of a method's do. False: there is none.
  bool chooseStep() {
    constexpr double enough = 0.2, wanted = 0.7, noise = 0x1p-12, shortest = 0x1p-60,
                     beyondAll = 0x1p80;
    // From below: steps that are too long may damp what they cannot follow, and look short.
    double length = shortest;
    while (length < beyondAll) {
      setStep(length);
      double vv = 0, vw = 0, ww = 0;
      const std::vector<double> squares = square_;
      apply(v_, vv, vw, ww);
      const double factor = h_ * std::sqrt(ww / vv);
      square_ = squares;
      if (!std::isfinite(factor))
        return false;
      if (factor >= share_ * enough && factor <= share_ * longest)
        return true;
      length *= std::exp2(std::round(std::log2(share_ * wanted / std::max(factor, noise))));
    }
    return false;
  }

  void setStep(double length) {
    h_ = length;
    std::memcpy(x_.data(), y_.data(), static_cast<std::size_t>(y_.bytes()));
    step();
    std::memcpy(stepped_.data(), x_.data(), static_cast<std::size_t>(y_.bytes()));
  }

  /// x = J · from, with the inner products of both; square_ is of `from` before and of x
  /// afterwards.
  void apply(HostArray &from, double &ff, double &fx, double &xx) {
    const Real scale = static_cast<Real>(scaleOf());
    perturb(values(from), scale);
    step();
    derive(values(from), scale);
    ff = fx = xx = 0;
    for (std::size_t s = 0; s < square_.size(); s++) {
      const std::int64_t first = static_cast<std::int64_t>(s) * points_;
      const Real *v = values(from) + first, *x = values(x_) + first;
      ff += productOf(v, v);
      fx += productOf(v, x);
      square_[s] = productOf(x, x);
      xx += square_[s];
    }
  }

  /// What a direction is multiplied by: each state changes by a small part of its values, those
  /// that are 0 by whatever the direction has.
  double scaleOf() const {
    constexpr double part = std::is_same_v<Real, float> ? 0x1p-7 : 0x1p-20;
    double scale = 0;
    for (std::size_t s = 0; s < square_.size(); s++) {
      const double own = std::sqrt(square_[s] / static_cast<double>(points_));
      if (rms_[s] > 0 && own > 0 && (scale == 0 || part * rms_[s] / own < scale))
        scale = part * rms_[s] / own;
    }
    if (scale > 0)
      return scale;
    double all = 0; // every state that moves is 0
    for (const double square : square_)
      all += square;
    return part / std::sqrt(all / static_cast<double>(job_.components));
  }

  /// The next direction is x, of that square, shortened by a power of two.
  void takeAsDirection(double square) {
    const double by = std::exp2(-std::round(std::log2(square) / 2));
    inParallel(team_, [&](int index) {
      const Range part = cutRange(job_.components, 1024, team_, index);
      for (std::int64_t k = part.begin; k < part.end; k++)
        values(v_)[k] = static_cast<Real>(by * static_cast<double>(values(x_)[k]));
    });
    for (double &each : square_)
      each *= by * by;
  }

  static Real moved(Real y, Real scale, Real direction) {
    const Real change = scale * direction;
    return y + change;
  }

  void perturb(const Real *from, Real scale) {
    inParallel(team_, [&](int index) {
      const Range part = cutRange(job_.components, 1024, team_, index);
      for (std::int64_t k = part.begin; k < part.end; k++)
        values(x_)[k] = moved(values(y_)[k], scale, from[k]);
    });
  }

  /// x, which has taken the step from there, becomes the change along `from`.
  void derive(const Real *from, Real scale) {
    const Real *y = values(y_), *stepped = values(stepped_);
    Real *x = values(x_);
    const double by = 1 / (h_ * static_cast<double>(scale));
    inParallel(team_, [&](int index) {
      const Range part = cutRange(job_.components, 1024, team_, index);
      for (std::int64_t k = part.begin; k < part.end; k++) {
        const Real change = moved(y[k], scale, from[k]) - y[k];
        const double both = static_cast<double>(x[k]) - static_cast<double>(stepped[k]);
        x[k] = static_cast<Real>((both - static_cast<double>(change)) * by);
      }
    });
  }

  /// x after one step.
  void step() {
    const Job once = job_.linearOnHost({job_.run.from, h_, 1, h_, job_.run.from + h_, 0});
    RunStats ignored;
    forgetSlopes(job_.model, job_.components, x_.data());
    stepper_->load(once, x_, false, ignored);
    stepper_->advance(once, x_, ignored);
    stepper_->save(once, x_);
  }

  double product(HostArray &a, HostArray &b) {
    double sum = 0;
    for (std::int64_t first = 0; first < job_.components; first += points_)
      sum += productOf(values(a) + first, values(b) + first);
    return sum;
  }

  double productOf(const Real *a, const Real *b) const {
    return reduced(Reduction::Sum, points_, team_,
                   [&](std::int64_t begin, std::int64_t end, double *out) {
                     for (std::int64_t k = begin; k < end; k++)
                       *out++ = static_cast<double>(a[k]) * static_cast<double>(b[k]);
                   });
  }

  const Job &job_;
  const int team_;
  const std::unique_ptr<Stepper> stepper_;
  const std::int64_t points_;        ///< of a state
  std::vector<double> rms_, square_; ///< of each state, and of each state of a direction
  HostArray y_, stepped_, x_, v_, w_;
  const Amplification amplification_;
  /// Of the lengths that serve Euler's steps: those of several stages change what decays fastest
  /// hardly at all where z is far from 0 (heun: R(-2) = 1), so that it would not be found.
  const double share_;
  double h_ = 1;
};

} // namespace

std::optional<Spectrum> estimateSpectrum(const Job &job, const void *y) {
  if (!Amplification(job.model).isKnown())
    return std::nullopt;
  return job.model.precision == Precision::Float ? Powers<float>(job, y).run()
                                                 : Powers<double>(job, y).run();
}

double secondsOfEstimate(const Job &job) {
  const Job once = job.linearOnHost({job.run.from, 1, 1, 1, job.run.from + 1, 0});
  HostPlan host = startOnHost(once, chooseThreads(job.threads, job.components), "threads",
                              HostDefault::Fastest);
  planOnHost(once, once.tuning, "threads", host);
  return stepsOfEstimate * job.model.stepTime(host.request, host.plan).expected;
}

std::int64_t bytesOfEstimate(std::int64_t room) { return (copies + 1) * room; }

} // namespace eulerc
