// Cuts parts out of a Jacobian, and computes Ritz values by Arnoldi's method.

#include "stepsize/arnoldi.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace eulerc {
namespace {

constexpr int mostProducts = 24;
constexpr std::size_t mostEntries = 2'000'000;

using Vector = std::vector<double>;

double product(const Vector &a, const Vector &b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); k++)
    sum += a[k] * b[k];
  return sum;
}

/// A random number that depends on the component alone: G. Marsaglia, Xorshift RNGs, J. Stat.
/// Software 8, 2003.
double randomOf(std::uint64_t component) {
  std::uint64_t x = (component + 1) * 0x9e3779b97f4a7c15U;
  for (int turn = 0; turn < 3; turn++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return static_cast<double>(x >> 11) * 0x1p-52 - 1;
}

class Arnoldi {
public:
  Arnoldi(const Part &part, const Vector &weights) : part_(part), weights_(weights) {}

  void run(Vector start, std::vector<Ritz> &found) const {
    const int most = static_cast<int>(std::min<std::size_t>(mostProducts, part_.components.size()));
    Eigen::MatrixXcd small = Eigen::MatrixXcd::Zero(most + 1, most);
    std::vector<Vector> basis;
    scale(start, 1 / std::sqrt(product(start, start)));
    basis.push_back(std::move(start));
    int size = 0;
    double left = 0;
    while (size < most) {
      Vector next = times(basis.back());
      const double before = std::sqrt(product(next, next));
      for (int turn = 0; turn < 2; turn++) // two orthogonalisations are enough
        for (std::size_t k = 0; k < basis.size(); k++) {
          const double part = product(basis[k], next);
          small(static_cast<Eigen::Index>(k), size) += part;
          for (std::size_t i = 0; i < next.size(); i++)
            next[i] -= part * basis[k][i];
        }
      left = std::sqrt(product(next, next));
      size++;
      if (!(left > 1e-12 * before))
        break;
      small(size, size - 1) = left;
      scale(next, 1 / left);
      basis.push_back(std::move(next));
    }
    // Complex, as in hull.cpp: a solver for real matrices would double the time to compile.
    const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> solver(small.topLeftCorner(size, size));
    const Eigen::MatrixXcd &vectors = solver.eigenvectors();
    for (int k = 0; k < size; k++)
      found.push_back(
          {solver.eigenvalues()(k), left * std::abs(vectors(size - 1, k)) / vectors.col(k).norm()});
  }

private:
  static void scale(Vector &vector, double by) {
    for (double &each : vector)
      each *= by;
  }

  /// The product with a vector of components divided by their weights.
  Vector times(const Vector &v) const {
    Vector result(v.size());
    for (std::size_t row = 0; row < v.size(); row++) {
      double sum = 0;
      for (std::size_t k = part_.begins[row]; k < part_.begins[row + 1]; k++)
        sum += part_.values[k] * weights_[part_.columns[k]] * v[part_.columns[k]];
      result[row] = sum / weights_[row];
    }
    return result;
  }

  const Part &part_;
  const Vector &weights_;
};

using Halves = std::array<std::int64_t, maxRank>; ///< of a box: points to each side of its middle

/// The points of a box around `point`, clipped to the grid.
std::vector<std::int64_t> pointsAround(const Jacobian &jacobian, std::int64_t point,
                                       const Halves &halves) {
  const SlopesAt &from = jacobian.from();
  const int rank = from.place.model.program.rank;
  std::int64_t begin[maxRank] = {}, end[maxRank] = {1, 1, 1};
  for (int axis = rank; axis-- > 0; point /= from.extent[axis]) {
    const std::int64_t at = point % from.extent[axis],
                       half = halves[static_cast<std::size_t>(axis)];
    begin[axis] = std::max<std::int64_t>(0, at - half);
    end[axis] = std::min(from.extent[axis], at + half + 1);
  }
  std::vector<std::int64_t> points;
  std::int64_t at[maxRank];
  for (at[0] = begin[0]; at[0] < end[0]; at[0]++)
    for (at[1] = begin[1]; at[1] < end[1]; at[1]++)
      for (at[2] = begin[2]; at[2] < end[2]; at[2]++) {
        std::int64_t number = 0;
        for (int axis = 0; axis < rank; axis++)
          number = number * from.extent[axis] + at[axis];
        points.push_back(number);
      }
  return points;
}

std::optional<Part> partOf(const Jacobian &jacobian, const std::vector<std::int64_t> &points) {
  const std::int64_t states = jacobian.components() / jacobian.points();
  Part part;
  for (std::int64_t state = 0; state < states; state++)
    for (const std::int64_t point : points)
      part.components.push_back(state * jacobian.points() + point);
  std::vector<JacobianEntry> entries;
  for (const std::int64_t row : part.components) {
    part.begins.push_back(part.values.size());
    if (!jacobian.row(row, entries) || part.values.size() + entries.size() > mostEntries)
      return std::nullopt;
    for (const JacobianEntry &entry : entries) {
      const auto found = std::ranges::lower_bound(part.components, entry.component);
      if (found == part.components.end() || *found != entry.component)
        continue;
      part.columns.push_back(static_cast<std::size_t>(found - part.components.begin()));
      part.values.push_back(entry.value);
    }
  }
  part.begins.push_back(part.values.size());
  return part;
}

/// The number of points with at most this number of components; at least 1.
std::int64_t pointsOf(const Jacobian &jacobian, std::int64_t components) {
  return std::max<std::int64_t>(1, components * jacobian.points() / jacobian.components());
}

} // namespace

std::optional<Part> partAround(const Jacobian &jacobian, std::int64_t component,
                               std::int64_t most) {
  const int rank = jacobian.from().place.model.program.rank;
  const auto points = static_cast<double>(pointsOf(jacobian, most));
  Halves halves;
  halves.fill(static_cast<std::int64_t>(std::pow(points, 1.0 / rank) / 2));
  return partOf(jacobian, pointsAround(jacobian, component % jacobian.points(), halves));
}

std::optional<Part> partAlong(const Jacobian &jacobian, std::int64_t component, int axis) {
  Halves halves = {};
  halves[static_cast<std::size_t>(axis)] = pointsOf(jacobian, mostComponents) / 2;
  return partOf(jacobian, pointsAround(jacobian, component % jacobian.points(), halves));
}

std::vector<Ritz> ritzValues(const Part &part, const std::vector<double> &weights,
                             std::size_t from) {
  const std::size_t size = part.components.size();
  Vector noise(size), alone(size);
  for (std::size_t k = 0; k < size; k++)
    noise[k] = (k % 2 == 0 ? 1 : -1) + 0.5 * randomOf(k);
  alone[from] = 1;
  std::vector<Ritz> found;
  const Arnoldi arnoldi(part, weights);
  arnoldi.run(noise, found);
  arnoldi.run(alone, found);
  return found;
}

} // namespace eulerc
