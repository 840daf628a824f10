// Hull: the known part of a Jacobian's spectrum, to be compared with the stability region of a
// method.
//
//   blocks of the Jacobian, or of its symbol for waves of the grid (symbol.h) → Hull → limit of
//   rk4: the longest step with which no mode grows that does not grow in the exact solution
#pragma once

#include <complex>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

using Complex = std::complex<double>;

/// A square matrix, row by row.
using Block = std::vector<Complex>;

/// The eigenvalues whose imaginary part is not negative (the others are their conjugates), and
/// their blocks, which are needed for methods that update states in turn.
class Hull {
public:
  /// `turns`: for each row of a block, the turn in which such methods update its state.
  explicit Hull(std::vector<int> turns) : turns_(std::move(turns)) {}

  void add(const Block &block);
  void add(Complex value);
  void scaleBy(double factor);
  /// Reduces |Im λ| to `most`, a bound for all modes; faster modes are taken to decay as fast.
  void boundOscillation(double most);

  double radius() const; ///< the largest |λ|
  /// The angle of the largest eigenvalue from the negative real axis.
  double angle() const;
  double oscillation() const; ///< the largest |Im λ|
  double growth() const;      ///< the largest Re λ, or 0
  /// Whether the blocks suffice to judge steps that update states in turn.
  bool hasBlocks() const { return !blocks_.empty(); }

  /// The eigenvalues that decay: their angle from the negative real axis is well below 90°.
  Hull decaying() const;
  static bool decays(Complex value);

  /// Whether no mode grows with steps of dt that does not grow in the exact solution.
  bool stands(const Model &model, double dt) const;
  /// The same for steps that update states in turn; false if blocks are not known.
  bool standsInTurn(double dt) const;
  /// The longest stable step; 0: none is, infinite: all are.
  double limit(const Model &model) const;
  /// The factor by which a step of that length multiplies the fastest growing mode, divided by the
  /// mode's own growth.
  double factor(const Model &model, double dt) const;
  /// The fastest growing mode.
  Complex fastest(const Model &model, double dt) const;
  /// The ω of the mode that grows fastest with short steps; not for states updated in turn.
  double leastDamped(const Model &model) const;

private:
  /// The logarithm of factor() for steps that update states in turn.
  double excessInTurn(double dt) const;
  double excessInTurn(const Block &block, double dt) const;

  std::vector<int> turns_;
  std::vector<Complex> values_;
  std::vector<Block> blocks_;
};

} // namespace eulerc
