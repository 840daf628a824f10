// The known part of a Jacobian's spectrum, compared with the stability region of a method.
//
//   blocks of the Jacobian, or of what it makes of waves of the grid (symbol.h) → Hull → limit of
//   rk4: the longest step in which none of them grows but by itself
#pragma once

#include <complex>
#include <vector>

#include <eulerc/solver.h>

namespace eulerc {

using Complex = std::complex<double>;

/// A square matrix, row by row.
using Block = std::vector<Complex>;

std::vector<Complex> eigenvaluesOf(const Block &block);

/// Eigenvalues with an imaginary part that is not negative, for others are their images; and, where
/// methods update states in turn, the blocks that they are of.
class Hull {
public:
  /// `turns`: of each row of a block, which turn its state has.
  explicit Hull(std::vector<int> turns) : turns_(std::move(turns)) {}

  void add(const Block &block);
  void add(Complex value);
  void scaleBy(double factor);

  double radius() const; ///< the largest |λ|
  /// Of the one that is largest, from the negative real axis.
  double angle() const;
  double oscillation() const; ///< the largest |Im λ|
  double growth() const;      ///< the largest Re λ, or 0
  /// Whether steps that update states in turn can be told of.
  bool hasBlocks() const { return !blocks_.empty(); }

  /// Whether steps of that length let nothing grow that does not grow by itself.
  bool stands(const Model &model, double dt) const;
  /// The longest such step; 0: none, infinite: all.
  double limit(const Model &model) const;
  /// How much a step of that length multiplies the one that grows most, its own growth taken off.
  double factor(const Model &model, double dt) const;

private:
  double excessInTurn(double dt) const;

  std::vector<int> turns_;
  std::vector<Complex> values_;
  std::vector<Block> blocks_;
};

} // namespace eulerc
