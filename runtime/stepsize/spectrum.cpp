#include "stepsize/spectrum.h"

#include <algorithm>
#include <cmath>

#include "host/host_plan.h"
#include "results/reduce.h"
#include "stepsize/fastest.h"
#include "stepsize/powers.h"
#include "stepsize/stability.h"

namespace eulerc {
namespace {

/// Of a step, which changes nothing.
constexpr double shortest = 0x1p-60;
constexpr int mostPairs = 12;

HostPlan planOfLinear(const Job &once, int threads) {
  HostPlan host = startOnHost(once, threads, "threads", HostDefault::Fastest);
  planOnHost(once, once.tuning, "threads", host);
  return host;
}

Job linearStep(const Job &job) {
  return job.linearOnHost({job.run.from, 1, 1, 1, job.run.from + 1, 0});
}

/// Of each component, the root of its mean square.
template <class Real> std::vector<double> sizesOf(const Job &job, const void *y, int team) {
  const std::int64_t classes = job.grid.classes, all = job.components / job.model.stateCount;
  const bool isRegular = job.fileRow % classes == 0; // rows begin with the same class then
  std::vector<double> sizes;
  for (std::int64_t q = 0; q < job.model.stateCount * classes; q++) {
    const std::int64_t stride = isRegular ? classes : 1;
    const Real *values = static_cast<const Real *>(y) + q / classes * all;
    const Real *own = values + (isRegular ? q % classes : 0);
    const double norm = reduced(Reduction::Norm2, all / stride, team,
                                [&](std::int64_t begin, std::int64_t end, double *out) {
                                  for (std::int64_t k = begin; k < end; k++)
                                    *out++ = static_cast<double>(own[k * stride]);
                                });
    sizes.push_back(norm / std::sqrt(static_cast<double>(all / stride)));
  }
  return sizes;
}

template <class Real> class Estimate {
public:
  Estimate(const Job &job, const void *y)
      : job_(linearStep(job)), y_(y), team_(chooseThreads(job.threads, job.components)),
        host_(planOfLinear(job_, team_)), sight_(job_), cut_(sight_, job_.grid),
        sizes_(sizesOf<Real>(job_, y, team_)) {}

  std::optional<Spectrum> run() const {
    for (const double size : sizes_)
      if (!std::isfinite(size))
        return std::nullopt;
    if (!cut_.pays())
      return ofWhole();
    const double h = stepAtCentre();
    return h > 0 ? ofFastest(h) : ofWhole();
  }

private:
  std::optional<Spectrum> ofWhole() const {
    Window window(job_, host_, sight_, team_);
    return spectrumIn(window, {wholeGrid(job_.grid), wholeGrid(job_.grid)}, shortest);
  }

  std::optional<Spectrum> spectrumIn(Window &window, const Place &place, double least) const {
    Differences<Real> differences(window);
    differences.moveTo(place.own, y_);
    Powers<Real> powers(differences, job_.model, sizes_, place.core);
    return powers.chooseStep(least) ? powers.run(mostPairs) : std::nullopt;
  }

  /// The length of a step that tells in the middle of the grid; 0: none does.
  double stepAtCentre() const {
    Window window(job_, host_, sight_, 1);
    Differences<Real> differences(window);
    const Box core =
        cut_.around({job_.grid.extent[0] / 2, job_.grid.extent[1] / 2, job_.grid.extent[2] / 2})
            .core;
    differences.moveTo(core, y_);
    Powers<Real> powers(differences, job_.model, sizes_, core);
    return powers.chooseStep(shortest) ? differences.length() : 0;
  }

  /// At the places where a step of length h changes most.
  std::optional<Spectrum> ofFastest(double h) const {
    constexpr double slower = 0x1p-10; // a place may be so many times as fast as the middle
    const std::vector<Place> places =
        fastestPlaces<Real>({job_, host_, sight_, cut_, sizes_, team_}, y_, h);
    std::vector<std::optional<Spectrum>> found(places.size());
    const int few = std::min(team_, static_cast<int>(places.size()));
    inParallel(few, [&](int index) {
      for (auto k = static_cast<std::size_t>(index); k < places.size();
           k += static_cast<std::size_t>(few)) {
        Window window(job_, host_, sight_, 1);
        found[k] = spectrumIn(window, places[k], slower * h);
      }
    });
    std::optional<Spectrum> largest;
    for (const std::optional<Spectrum> &each : found) {
      if (!each)
        return std::nullopt;
      if (!largest || each->radius > largest->radius)
        largest = each;
    }
    return largest;
  }

  const Job job_;
  const void *y_;
  const int team_;
  const HostPlan host_;
  const Sight sight_;
  const Cut cut_;
  const std::vector<double> sizes_;
};

} // namespace

std::optional<Spectrum> estimateSpectrum(const Job &job, const void *y) {
  if (!Amplification(job.model).isKnown())
    return std::nullopt;
  return job.model.precision == Precision::Float ? Estimate<float>(job, y).run()
                                                 : Estimate<double>(job, y).run();
}

double secondsOfEstimate(const Job &job) {
  const Job once = linearStep(job);
  const int threads = chooseThreads(job.threads, job.components);
  const HostPlan host = planOfLinear(once, threads);
  const Cut cut(Sight(once), job.grid);
  // Measured on two cores: steps, and what a component takes beside them.
  const double step = job.model.stepTime(host.request, host.plan).expected;
  const double ofAll = 6e-9 * static_cast<double>(job.components), beside = ofAll / threads;
  constexpr double meeting = 2e-4; // of all threads, some times a step
  constexpr double steps = 32, ofScan = 3, ofWindow = 16;
  const double copy = 5e-10 * static_cast<double>(job.components * job.realSize());
  if (!cut.pays())
    return copy + steps * (step + beside + (threads > 1 ? meeting : 0));
  const double share = static_cast<double>(cut.points()) / static_cast<double>(job.points);
  const double windows = threads > 1 ? 1 : 2; // one after the other
  return copy + ofScan * step + beside + windows * ofWindow * share * (step * threads + ofAll);
}

std::int64_t bytesOfEstimate(const Job &job) {
  constexpr std::int64_t copies = 7; // of the state, and of the registers of two
  const Cut cut(Sight(job), job.grid);
  const std::int64_t points = cut.pays() ? 2 * cut.points() : job.points;
  return copies * points * job.grid.components * job.realSize();
}

} // namespace eulerc
