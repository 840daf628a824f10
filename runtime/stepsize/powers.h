// The eigenvalue of largest modulus of a right-hand side's Jacobian, by a nonlinear power iteration
// (B. P. Sommeijer, L. F. Shampine, J. G. Verwer, RKC: an explicit solver for parabolic PDEs,
// J. Comput. Appl. Math. 88, 1998, section 3.2), with two powers at a time so that oscillations are
// told from decay.
//
//   Powers of a window → chooseStep: a step that tells → run → the spectrum there
#pragma once

#include <optional>
#include <vector>

#include "stepsize/differences.h"
#include "stepsize/stability.h"

namespace eulerc {

/// −1 to 1, the same for a component wherever it is computed.
double randomOf(std::uint64_t component);

/// What a direction is multiplied by at most, as a part of a state.
template <class Real> constexpr double smallPart = sizeof(Real) == 4 ? 0x1p-7 : 0x1p-20;

template <class Real> class Powers {
public:
  /// `sizes`: of each component, the root of its mean square over the grid. Of the points in `core`
  /// alone it is told what a step does.
  Powers(Differences<Real> &differences, const Model &model, const std::vector<double> &sizes,
         const Box &core);

  /// A step that changes a perturbation about as much as the perturbation is: in a shorter one
  /// rounding drowns the change, and in a longer one powers of a method's do. Begins with a step
  /// that is too short. False: there is none.
  bool chooseStep(double least);
  std::optional<Spectrum> run(int mostPairs);

private:
  void start();
  std::complex<double> throughMethod(std::complex<double> found) const;
  /// x = J v: sums of both over all components, and with another direction; squares_ is of v before
  /// and of x afterwards.
  Sums apply(const HostArray &v, const HostArray &other);
  double scale() const;
  void takeAsDirection(double square);

  Differences<Real> &differences_;
  const std::vector<double> &sizes_;
  const std::vector<Line> core_;
  double points_ = 0;           ///< of the core
  std::vector<double> squares_; ///< of each component of a direction
  HostArray v_, w_, x_;
  const Amplification amplification_;
  /// Of the lengths that serve Euler's steps: those of several stages change what decays fastest
  /// hardly at all where z is far from 0 (heun: R(-2) = 1), so that it would not be found.
  const double share_;
};

} // namespace eulerc
