// What steps make of small changes of a state, at the points of a window.
//
//   moveTo (a box, a state) → setStep (h) → apply: v → J v ≈ (step(y + s v) − step(y) − s v) / (s
//   h)
#pragma once

#include <vector>

#include "host/array.h"
#include "stepsize/window.h"

namespace eulerc {

/// Sums over points of a component: of v · v, v · x, x · x and o · x.
struct Sums {
  double vv = 0, vx = 0, xx = 0, ox = 0;
  Sums &operator+=(const Sums &other);
};

template <class Real> class Differences {
public:
  explicit Differences(Window &window) : window_(window) {}

  void moveTo(const Box &box, const void *state);
  /// Makes room for a direction, of zeros.
  void allocate(HostArray &direction) const;
  /// Steps take that long from now on.
  void setStep(double h);
  double length() const { return h_; }
  /// x = J v.
  void apply(const HostArray &v, double scale, HostArray &x);
  Sums sums(const Line &line, int component, const HostArray &v, const HostArray &x,
            const HostArray &o) const;
  /// Of each component over those lines, with another direction o; in an order that depends on the
  /// lines alone.
  std::vector<Sums> sums(const std::vector<Line> &lines, const HostArray &v, const HostArray &x,
                         const HostArray &o) const;

  Window &window() const { return window_; }
  Real *valuesOf(const HostArray &direction, const Line &line, int component) const {
    return static_cast<Real *>(direction.data()) + component * window_.plane() + line.at;
  }

private:
  /// body(line, component, points) for all components of lines, on all threads.
  template <class Body> void forEach(const std::vector<Line> &lines, Body &&body) const;

  Window &window_;
  HostArray stepped_;
  double h_ = 1;
};

} // namespace eulerc
