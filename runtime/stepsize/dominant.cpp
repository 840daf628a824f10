#include "stepsize/dominant.h"

#include <algorithm>
#include <cmath>

namespace eulerc {

std::complex<double> dominantOf(const Products &p) {
  const double determinant = p.ww * p.vv - p.vw * p.vw;
  if (determinant <= 1e-5 * p.ww * p.vv) // w is v, but for rounding
    return p.vw / p.vv;
  const double a = -(p.wz * p.vv - p.vz * p.vw) / determinant;
  const double b = -(p.vz * p.ww - p.wz * p.vw) / determinant;
  const std::complex<double> root = std::sqrt(std::complex<double>(a * a / 4 - b));
  const std::complex<double> one = -a / 2 + root, other = -a / 2 - root;
  return std::abs(one) > std::abs(other) ? one : other;
}

bool Growing::add(double modulus) {
  constexpr int least = 4; // pairs: the first ones still know little but the vector
  constexpr double near = 0.01, farthest = 1.25;
  const double before = limit_;
  const double grown = modulus + count_ * (modulus - last_);
  last_ = modulus;
  limit_ = std::clamp(grown, modulus, farthest * modulus);
  return ++count_ >= least && std::abs(limit_ - before) <= near * limit_;
}

} // namespace eulerc
