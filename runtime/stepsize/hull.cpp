// Compares eigenvalues and blocks with a method's stability region.

#include "stepsize/hull.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <Eigen/Eigenvalues>

#include "stepsize/stability.h"

namespace eulerc {
namespace {

using Matrix = Eigen::MatrixXcd;

/// The factor by which a growing mode may grow faster in steps.
constexpr double slack = 1.1;
/// Of logarithms of factors: rounding; of eigenvalues that are double, its root.
constexpr double rounding = 1e-11, rootOfRounding = 1e-6;
/// The range of dt · ρ that is searched for limits.
constexpr double shortest = 5e-3, longest = 2e5;

Matrix matrixOf(const Block &block) {
  const auto size = static_cast<Eigen::Index>(std::lround(std::sqrt(block.size())));
  return Eigen::Map<const Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      block.data(), size, size);
}

std::vector<Complex> eigenvaluesOf(const Matrix &matrix) {
  if (matrix.rows() == 1)
    return {matrix(0, 0)};
  if (matrix.rows() == 2) { // x² = trace x − determinant
    const Complex half = (matrix(0, 0) + matrix(1, 1)) / 2.0,
                  difference = (matrix(0, 0) - matrix(1, 1)) / 2.0;
    const Complex root = std::sqrt(difference * difference + matrix(0, 1) * matrix(1, 0));
    return {half + root, half - root};
  }
  const Eigen::ComplexEigenSolver<Matrix> solver(matrix, false);
  return {solver.eigenvalues().data(), solver.eigenvalues().data() + matrix.rows()};
}

/// By which a mode grows by itself, or a little more.
double ofItself(Complex z) { return std::exp(std::min(slack * std::max(0.0, z.real()), 700.0)); }

} // namespace

void Hull::add(const Block &block) {
  for (const Complex value : eigenvaluesOf(matrixOf(block)))
    add(value);
  if (std::ranges::adjacent_find(turns_, std::not_equal_to()) != turns_.end())
    blocks_.push_back(block);
}

void Hull::add(Complex value) { values_.emplace_back(value.real(), std::fabs(value.imag())); }

void Hull::scaleBy(double factor) {
  for (Complex &value : values_)
    value *= factor;
  for (Block &block : blocks_)
    for (Complex &value : block)
      value *= factor;
}

void Hull::boundOscillation(double most) {
  for (Complex &value : values_)
    if (value.imag() > most) {
      const double decay = std::sqrt(std::max(0.0, std::norm(value) - most * most));
      value = {value.real() < 0 ? -decay : value.real(), most};
    }
}

double Hull::radius() const {
  double largest = 0;
  for (const Complex value : values_)
    largest = std::max(largest, std::abs(value));
  return largest;
}

double Hull::angle() const {
  Complex largest = 0;
  for (const Complex value : values_)
    if (std::abs(value) > std::abs(largest) * (1 + 1e-9))
      largest = value;
  return largest == 0.0 ? 0 : std::fabs(std::arg(-largest));
}

double Hull::oscillation() const {
  double largest = 0;
  for (const Complex value : values_)
    largest = std::max(largest, value.imag());
  return largest;
}

double Hull::growth() const {
  double largest = 0;
  for (const Complex value : values_)
    largest = std::max(largest, value.real());
  return largest;
}

bool Hull::decays(Complex value) {
  constexpr double straight = 0.3;
  return -value.real() > straight * std::abs(value);
}

Hull Hull::decaying() const {
  Hull some(turns_);
  std::ranges::copy_if(values_, std::back_inserter(some.values_), decays);
  std::ranges::copy_if(blocks_, std::back_inserter(some.blocks_), [](const Block &block) {
    return std::ranges::all_of(eigenvaluesOf(matrixOf(block)), decays);
  });
  return some;
}

/// New values y* of states in turn: (1 − dt L) y* = (1 + dt (J − L)) y, L what they see of new
/// ones.
double Hull::excessInTurn(const Block &block, double dt) const {
  const Matrix jacobian = matrixOf(block);
  const Eigen::Index size = jacobian.rows();
  Matrix ofNew = Matrix::Identity(size, size), ofOld = ofNew;
  for (Eigen::Index i = 0; i < size; i++)
    for (Eigen::Index k = 0; k < size; k++)
      if (turns_[static_cast<std::size_t>(k)] < turns_[static_cast<std::size_t>(i)])
        ofNew(i, k) -= dt * jacobian(i, k);
      else
        ofOld(i, k) += dt * jacobian(i, k);
  const Matrix step = ofNew.partialPivLu().solve(ofOld);
  double itself = 0, factor = 0;
  for (const Complex value : eigenvaluesOf(jacobian))
    itself = std::max(itself, value.real());
  for (const Complex value : eigenvaluesOf(step))
    factor = std::max(factor, std::abs(value));
  return std::log(factor) - slack * dt * itself - rootOfRounding;
}

double Hull::excessInTurn(double dt) const {
  double most = -HUGE_VAL;
  for (const Block &block : blocks_)
    most = std::max(most, excessInTurn(block, dt));
  return most;
}

double Hull::factor(const Model &model, double dt) const {
  const Amplification amplification(model);
  if (amplification.isInTurn())
    return std::exp(excessInTurn(dt));
  double most = 0;
  for (const Complex value : values_)
    most = std::max(most, amplification.factor(dt * value) / ofItself(dt * value));
  return most;
}

Complex Hull::fastest(const Model &model, double dt) const {
  const Amplification amplification(model);
  if (!amplification.isInTurn())
    return *std::ranges::max_element(values_, {}, [&](Complex value) {
      return amplification.factor(dt * value) / ofItself(dt * value);
    });
  const auto block = std::ranges::max_element(
      blocks_, {}, [&](const Block &each) { return excessInTurn(each, dt); });
  return std::ranges::max(eigenvaluesOf(matrixOf(*block)), {},
                          [](Complex value) { return std::abs(value); });
}

double Hull::leastDamped(const Model &model) const {
  const Amplification amplification(model);
  const double dt = shortest / radius();
  double most = 0, frequency = 0;
  for (const Complex value : values_)
    if (const double factor = amplification.factor(dt * value); factor > most) {
      most = factor;
      frequency = value.imag();
    }
  return frequency;
}

bool Hull::stands(const Model &model, double dt) const { return factor(model, dt) <= 1 + rounding; }

bool Hull::standsInTurn(double dt) const { return hasBlocks() && excessInTurn(dt) <= rounding; }

double Hull::limit(const Model &model) const {
  constexpr double growth = 1.15;
  const double radius = this->radius();
  if (radius == 0)
    return std::numeric_limits<double>::infinity();
  double stable = 0, other = shortest / radius;
  while (other * radius < longest && stands(model, other))
    stable = std::exchange(other, other * growth);
  if (stable == 0)
    return 0;
  if (other * radius >= longest)
    return std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < 24; turn++) {
    const double middle = (stable + other) / 2;
    (stands(model, middle) ? stable : other) = middle;
  }
  return stable;
}

} // namespace eulerc
