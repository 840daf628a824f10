// The known part of a Jacobian's spectrum, compared with the stability region of a method.
//
//   blocks of the Jacobian, or of its symbol for waves of the grid (symbol.h) → Hull → limit of
//   rk4: the longest step that lets none of them grow, except by itself
#pragma once

#include <complex>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

using Complex = std::complex<double>;

/// A square matrix, row by row.
using Block = std::vector<Complex>;

/// The eigenvalues whose imaginary part is not negative (the others are their conjugates), and the
/// blocks they belong to, which tell of methods that update states in turn.
class Hull {
public:
  /// `turns`: of each row of a block, the turn in which such methods update its state.
  explicit Hull(std::vector<int> turns) : turns_(std::move(turns)) {}

  void add(const Block &block);
  void add(Complex value);
  void scaleBy(double factor);
  /// No mode oscillates faster: those that seemed to decay as fast instead.
  void boundOscillation(double most);

  double radius() const; ///< the largest |λ|
  /// The angle of the largest eigenvalue from the negative real axis.
  double angle() const;
  double oscillation() const; ///< the largest |Im λ|
  double growth() const;      ///< the largest Re λ, or 0
  /// Whether the blocks suffice to judge steps that update states in turn.
  bool hasBlocks() const { return !blocks_.empty(); }

  /// Those that decay: their angle from the negative real axis is not near a right one.
  Hull decaying() const;
  static bool decays(Complex value);

  /// Whether steps of that length let nothing grow that does not grow by itself.
  bool stands(const Model &model, double dt) const;
  /// The same of steps that update states in turn; false where blocks do not tell.
  bool standsInTurn(double dt) const;
  /// The longest such step; 0: none, infinite: all.
  double limit(const Model &model) const;
  /// The factor by which a step of that length multiplies the fastest growing mode, divided by the
  /// mode's own growth.
  double factor(const Model &model, double dt) const;
  /// That mode.
  Complex fastest(const Model &model, double dt) const;
  /// The ω of the mode that short steps let grow fastest; without blocks in turn.
  double leastDamped(const Model &model) const;

private:
  /// Of steps that update states in turn the logarithm of the factor().
  double excessInTurn(double dt) const;
  double excessInTurn(const Block &block, double dt) const;

  std::vector<int> turns_;
  std::vector<Complex> values_;
  std::vector<Block> blocks_;
};

} // namespace eulerc
