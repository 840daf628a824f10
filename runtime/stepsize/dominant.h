// The eigenvalue of largest modulus, from what powers of a matrix make of a vector.
//
//   v, w = J v, z = J w → dominantOf: the monic quadratic with the least |z + a w + b v| has it as
//   a root → Growing: the sequence of such roots, and where it leads
#pragma once

#include <complex>

namespace eulerc {

/// Inner products of v, w = J v and z = J w.
struct Products {
  double vv = 0, vw = 0, ww = 0, vz = 0, wz = 0;
};

/// The larger Ritz value of J in span{v, w}: real where J decays or grows, one of a pair where it
/// oscillates, which a quotient |w|/|v| alone would not tell.
std::complex<double> dominantOf(const Products &products);

/// Moduli found after 1, 2, 3 … pairs of powers. On grids, whose eigenvalues lie dense near the
/// end of the spectrum, they come near it as 1/k does; that is reckoned with.
class Growing {
public:
  /// Whether the limit has settled.
  bool add(double modulus);
  double last() const { return last_; }
  double limit() const { return limit_; }

private:
  int count_ = 0;
  double last_ = 0, limit_ = 0;
};

} // namespace eulerc
