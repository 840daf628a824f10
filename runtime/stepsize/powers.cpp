#include "stepsize/powers.h"

#include <algorithm>
#include <cmath>

#include "stepsize/dominant.h"

namespace eulerc {
namespace {

/// Step times ρ, at most.
constexpr double longest = 1.5;

} // namespace

/// A seeded generator: G. Marsaglia, Xorshift RNGs, J. Stat. Software 8, 2003.
double randomOf(std::uint64_t component) {
  std::uint64_t x = (component + 1) * 0x9e3779b97f4a7c15U;
  for (int turn = 0; turn < 3; turn++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return static_cast<double>(x >> 11) * 0x1p-52 - 1;
}

template <class Real>
Powers<Real>::Powers(Differences<Real> &differences, const Model &model,
                     const std::vector<double> &sizes, const Box &core)
    : differences_(differences), sizes_(sizes), core_(differences.window().linesOf(core)),
      squares_(sizes.size()), amplification_(model), share_(model.methodStages > 1 ? 0.25 : 1) {
  for (HostArray *array : {&v_, &w_, &x_})
    differences_.allocate(*array);
  for (const Line &line : core_)
    points_ += static_cast<double>(line.count);
  start();
}

/// A direction that holds all of the spectrum, and most of what alternates from point to point: as
/// a rule that is what changes fastest.
template <class Real> void Powers<Real>::start() {
  const Window &window = differences_.window();
  const int components = window.components();
  const std::vector<Line> &lines = window.lines();
  inParallel(window.team(), [&](int index) {
    const Range part = cutRange(static_cast<std::int64_t>(lines.size()), 1, window.team(), index);
    for (std::int64_t k = part.begin; k < part.end; k++)
      for (int q = 0; q < components; q++) {
        const Line &line = lines[static_cast<std::size_t>(k)];
        const double size = sizes_[static_cast<std::size_t>(q)];
        Real *v = differences_.valuesOf(v_, line, q);
        for (std::int64_t i = 0; i < window.count(line, q); i++) {
          const auto component = static_cast<std::uint64_t>((line.point + i) * components + q);
          const double alternating = (line.corner + i) % 2 == 0 ? 1 : -1;
          v[i] = static_cast<Real>((size > 0 ? size : 1) * (alternating + randomOf(component) / 2));
        }
      }
  });
  const std::vector<Sums> sums = differences_.sums(core_, v_, v_, v_);
  std::ranges::transform(sums, squares_.begin(), &Sums::vv);
}

/// The eigenvalue that a step's own, less 1, comes from.
template <class Real>
std::complex<double> Powers<Real>::throughMethod(std::complex<double> found) const {
  const double h = differences_.length();
  return amplification_.from(found * h) / h;
}

template <class Real> bool Powers<Real>::chooseStep(double least) {
  constexpr double enough = 0.2, wanted = 0.7, noise = 0x1p-12, beyondAll = 0x1p80;
  constexpr int mostTurns = 64; // more than lead from the shortest step to the longest
  // From below: steps that are too long may damp what they cannot follow, and look short.
  double length = least;
  for (int turn = 0; turn < mostTurns && length < beyondAll; turn++) {
    differences_.setStep(length);
    const std::vector<double> squares = squares_;
    const Sums sums = apply(v_, v_);
    const double factor = length * std::sqrt(sums.xx / sums.vv);
    squares_ = squares;
    if (!std::isfinite(factor))
      return false;
    if (factor >= share_ * enough && factor <= share_ * longest)
      return true;
    length *= std::exp2(std::round(std::log2(share_ * wanted / std::max(factor, noise))));
  }
  return false;
}

template <class Real> std::optional<Spectrum> Powers<Real>::run(int mostPairs) {
  Growing modulus;
  for (int pair = 0; pair < mostPairs; pair++) {
    const Sums first = apply(v_, v_);
    w_.swap(x_);
    const Sums second = apply(w_, v_);
    const Products products = {first.vv, first.vx, second.vv, second.ox, second.vx};
    const std::complex<double> found = throughMethod(dominantOf(products));
    if (!std::isfinite(second.xx) || !std::isfinite(std::abs(found)) || std::abs(found) == 0)
      return std::nullopt;
    takeAsDirection(second.xx);
    const double h = differences_.length();
    if (std::abs(found) * h > share_ * longest) { // a method's step tells little beyond
      differences_.setStep(h * std::exp2(-std::ceil(std::log2(std::abs(found) * h / share_))));
      continue;
    }
    const double angle = std::abs(std::arg(-found));
    if (modulus.add(std::abs(found)) || pair + 1 == mostPairs)
      return Spectrum{modulus.limit(), modulus.last(), angle};
  }
  return std::nullopt;
}

template <class Real> Sums Powers<Real>::apply(const HostArray &v, const HostArray &other) {
  differences_.apply(v, scale(), x_);
  Sums all;
  std::size_t s = 0;
  for (const Sums &sums : differences_.sums(core_, v, x_, other)) {
    all += sums;
    squares_[s++] = sums.xx;
  }
  return all;
}

/// Each component changes by a small part of its values, those that are 0 by whatever the direction
/// has.
template <class Real> double Powers<Real>::scale() const {
  constexpr double part = smallPart<Real>;
  double scale = 0, all = 0;
  for (std::size_t s = 0; s < squares_.size(); s++) {
    const double own = std::sqrt(squares_[s] / points_);
    all += squares_[s];
    if (sizes_[s] > 0 && own > 0 && (scale == 0 || part * sizes_[s] / own < scale))
      scale = part * sizes_[s] / own;
  }
  if (scale > 0)
    return scale;
  return part / std::sqrt(all / (points_ * static_cast<double>(squares_.size())));
}

/// The next direction is x, of that square, shortened by a power of two.
template <class Real> void Powers<Real>::takeAsDirection(double square) {
  const auto by = static_cast<Real>(std::exp2(-std::round(std::log2(square) / 2)));
  v_.swap(x_);
  const Window &window = differences_.window();
  for (const Line &line : window.lines())
    for (int q = 0; q < window.components(); q++) {
      Real *v = differences_.valuesOf(v_, line, q);
      for (std::int64_t i = 0; i < window.count(line, q); i++)
        v[i] *= by;
    }
  for (double &each : squares_)
    each *= static_cast<double>(by) * static_cast<double>(by);
}

template class Powers<float>;
template class Powers<double>;

} // namespace eulerc
