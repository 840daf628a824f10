#include "stepsize/differences.h"

#include <algorithm>

namespace eulerc {
namespace {

constexpr int sumLanes = 8;

/// Of one line; lane l takes in its values l, l + 8, …
template <class Real> Sums sumsOf(const Real *v, const Real *x, const Real *o, std::int64_t count) {
  double vv[sumLanes] = {}, vx[sumLanes] = {}, xx[sumLanes] = {}, ox[sumLanes] = {};
  const auto add = [&](std::int64_t k, int l) {
    const auto ofV = static_cast<double>(v[k]), ofX = static_cast<double>(x[k]);
    vv[l] += ofV * ofV;
    vx[l] += ofV * ofX;
    xx[l] += ofX * ofX;
    ox[l] += static_cast<double>(o[k]) * ofX;
  };
  std::int64_t k = 0;
  for (; k + sumLanes <= count; k += sumLanes)
    for (int l = 0; l < sumLanes; l++)
      add(k + l, l);
  for (int l = 0; k + l < count; l++)
    add(k + l, l);
  Sums sums;
  for (int l = 0; l < sumLanes; l++) {
    sums.vv += vv[l];
    sums.vx += vx[l];
    sums.xx += xx[l];
    sums.ox += ox[l];
  }
  return sums;
}

/// The same for a perturbation and for what is subtracted: rounded to a value that can be added.
template <class Real> Real moved(Real y, Real scale, Real direction) {
  const Real change = scale * direction;
  return y + change;
}

} // namespace

Sums &Sums::operator+=(const Sums &other) {
  vv += other.vv;
  vx += other.vx;
  xx += other.xx;
  ox += other.ox;
  return *this;
}

template <class Real>
template <class Body>
void Differences<Real>::forEach(const std::vector<Line> &lines, Body &&body) const {
  const int team = window_.team();
  inParallel(team, [&](int index) {
    const Range part = cutRange(static_cast<std::int64_t>(lines.size()), 1, team, index);
    for (auto k = static_cast<std::size_t>(part.begin); k < static_cast<std::size_t>(part.end); k++)
      for (int q = 0; q < window_.components(); q++)
        body(k, q, window_.count(lines[k], q));
  });
}

template <class Real> void Differences<Real>::allocate(HostArray &direction) const {
  allocateCleared(direction, window_.values().bytes());
}

template <class Real> void Differences<Real>::moveTo(const Box &box, const void *state) {
  window_.moveTo(box);
  window_.load(state);
  allocate(stepped_);
}

template <class Real> void Differences<Real>::setStep(double h) {
  h_ = h;
  const std::vector<Line> &own = window_.lines();
  window_.stepOfValues(h);
  forEach(own, [&](std::size_t k, int q, std::int64_t count) {
    std::copy_n(valuesOf(window_.result(), own[k], q), count, valuesOf(stepped_, own[k], q));
  });
}

template <class Real>
void Differences<Real>::apply(const HostArray &v, double scale, HostArray &x) {
  const std::vector<Line> &all = window_.allLines(), &own = window_.lines();
  const auto part = static_cast<Real>(scale);
  forEach(all, [&](std::size_t k, int q, std::int64_t count) {
    const Real *y = valuesOf(window_.values(), all[k], q), *direction = valuesOf(v, all[k], q);
    Real *start = valuesOf(window_.start(), all[k], q);
    for (std::int64_t i = 0; i < count; i++)
      start[i] = moved(y[i], part, direction[i]);
  });
  window_.step(h_);
  const double by = 1 / (h_ * static_cast<double>(part));
  forEach(own, [&](std::size_t k, int q, std::int64_t count) {
    const Real *y = valuesOf(window_.values(), own[k], q), *direction = valuesOf(v, own[k], q);
    const Real *stepped = valuesOf(stepped_, own[k], q);
    const Real *result = valuesOf(window_.result(), own[k], q);
    Real *out = valuesOf(x, own[k], q);
    for (std::int64_t i = 0; i < count; i++) {
      const Real change = moved(y[i], part, direction[i]) - y[i];
      const double both = static_cast<double>(result[i]) - static_cast<double>(stepped[i]);
      out[i] = static_cast<Real>((both - static_cast<double>(change)) * by);
    }
  });
}

template <class Real>
Sums Differences<Real>::sums(const Line &line, int component, const HostArray &v,
                             const HostArray &x, const HostArray &o) const {
  return sumsOf(valuesOf(v, line, component), valuesOf(x, line, component),
                valuesOf(o, line, component), window_.count(line, component));
}

template <class Real>
std::vector<Sums> Differences<Real>::sums(const std::vector<Line> &lines, const HostArray &v,
                                          const HostArray &x, const HostArray &o) const {
  const auto components = static_cast<std::size_t>(window_.components());
  std::vector<Sums> ofLines(lines.size() * components);
  forEach(lines, [&](std::size_t k, int q, std::int64_t) {
    ofLines[k * components + static_cast<std::size_t>(q)] = sums(lines[k], q, v, x, o);
  });
  std::vector<Sums> all(components);
  for (std::size_t k = 0; k < ofLines.size(); k++)
    all[k % components] += ofLines[k];
  return all;
}

template class Differences<float>;
template class Differences<double>;

} // namespace eulerc
