// Jacobian: the Jacobian of a right-hand side, row by row. It gives an upper bound of the spectral
// radius, and the rows of single points.
//
//   heat of a field D → sweep over all points → ρ <= 8 · max D, and where that row is
//
// For all weights w > 0, ρ(J) <= max_i Σ_k |J_ik| w_k / w_i (L. Collatz, Einschließungssatz für die
// charakteristischen Zahlen von Matrizen, Math. Z. 48, 1942). The first weights are one for each
// kind of component (state and residue class), and balance the largest row sums of the kinds.
// Further ones come near the Perron vector of |J|.
#pragma once

#include <vector>

#include "backend/backend.h"
#include "tracing/slopes.h"

namespace eulerc {

/// An entry of a row, and its column.
struct JacobianEntry {
  std::int64_t component; ///< state · points + point, in the file's order
  double value;
};

class Jacobian {
public:
  /// The Jacobian at the state `y` in the file's order, at time job.run.from.
  Jacobian(const Job &job, const void *y, int threads);

  int kinds() const { return states_ * classes_; }
  int kindOf(std::int64_t component) const {
    if (classes_ == 1)
      return static_cast<int>(component / points_);
    const std::int64_t state = component / points_, point = component % points_;
    return static_cast<int>(state * classes_ + point % fileRow_ % classes_);
  }
  int stateOfKind(int kind) const { return kind / classes_; }
  std::int64_t points() const { return points_; }
  std::int64_t components() const { return points_ * states_; }
  const SlopesAt &from() const { return at_; }

  /// The entries of a row, each component once; false: they cannot be computed.
  bool row(std::int64_t component, std::vector<JacobianEntry> &entries) const;

  struct Bound {
    bool isKnown = false;
    bool isUniform = false; ///< most rows are equal, as with constant coefficients
    bool isOfAll = true;    ///< computed from all points, not from a sample
    double radius = 0;      ///< the bound of ρ
    double rate = 0;        ///< the largest |dy/dt|
    std::int64_t worst = 0;
    std::vector<std::int64_t> worstOfKinds; ///< the rows with the largest sums
    std::vector<double> weights;            ///< of kinds
  };
  Bound bound() const;

private:
  struct Largest;
  struct Sweep;
  void addEntry(const Slopes::Entry &entry, int count, const std::vector<float> &weights,
                double *sums, std::vector<double> &scratch) const;
  void sweepChunk(Slopes &slopes, std::int64_t begin, const std::vector<float> &weights,
                  std::vector<float> &sumsOfAll, Sweep &into) const;
  Sweep sweep(const std::vector<float> &weights, std::vector<float> &sums, bool hasBlocks) const;
  double uniformity(const std::vector<float> &sums, const std::vector<Largest> &ofKinds) const;
  void refine(Bound &bound, std::vector<float> &weights, std::vector<float> &sums) const;

  const std::int64_t points_, fileRow_;
  const int states_, classes_, threads_;
  std::vector<const void *> fields_;
  SlopesAt at_;
  std::shared_ptr<const SlopeProgram> program_;
  mutable std::unique_ptr<Slopes> ofRows_; ///< for single rows, computed by one thread
  std::int64_t every_ = 1;                 ///< one in this number of chunks of points is computed
  double work_ = 0;                        ///< operations per point
};

} // namespace eulerc
