// Combines eigenvalues, bounds, symbols and Ritz values to an estimate.

#include "stepsize/spectrum.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "stepsize/arnoldi.h"
#include "stepsize/jacobian.h"
#include "stepsize/skewness.h"
#include "stepsize/stability.h"
#include "stepsize/symbol.h"

namespace eulerc {
namespace {

/// Up to this number of components all eigenvalues are computed.
constexpr std::int64_t few = 64;
/// If the upper bound is at most this factor above the largest value found, the radius is known.
constexpr double close = 1.25;
/// The same factor where the values found are exact, except at sides, or where Ritz values show
/// none beyond them.
constexpr double far = 3;
/// The relative residual that an eigenvalue may have.
constexpr double small = 0.05;

class Estimator {
public:
  Estimator(const Job &job, const void *y)
      : model_(job.model), jacobian_(job, y, chooseThreads(job.threads, job.components)),
        found_{{}, Hull(turnsOf(jacobian_)), 0} {
    for (int axis = 0; axis < model_.program.rank; axis++)
      isStencil_ = isStencil_ && model_.stencil.radius[axis] >= 0;
  }

  std::optional<Estimate> run() {
    if (jacobian_.components() <= few)
      return ofAll() ? std::optional(finished()) : std::nullopt;
    const Jacobian::Bound bound = jacobian_.bound();
    if (!bound.isKnown)
      return std::nullopt;
    found_.rate = bound.rate;
    if (bound.radius == 0)
      return found_;
    int symbols = 0;
    if (isStencil_ && jacobian_.kinds() <= mostKinds) {
      symbols = addSymbols(jacobian_, placesOf(bound), found_.hull);
      if (symbols == 0)
        return std::nullopt;
    }
    const double radius = found_.hull.radius();
    if (radius > bound.radius)
      found_.hull.scaleBy(bound.radius / radius);
    if (radius * (bound.isUniform ? far : close) < bound.radius)
      ofRitzValues(bound);
    if (symbols > 1 && !model_.method.updatesInTurn)
      boundOscillation(bound);
    if (!bound.isOfAll)
      found_.spectrum.isKnown = false;
    return finished();
  }

private:
  Estimate finished() {
    found_.spectrum.radius = found_.hull.radius();
    found_.spectrum.angle = found_.hull.angle();
    return found_;
  }

  bool ofAll() {
    const auto size = static_cast<std::size_t>(jacobian_.components());
    Block block(size * size);
    std::vector<int> turns;
    const std::vector<int> ofKinds = turnsOf(jacobian_);
    std::vector<JacobianEntry> entries;
    for (std::size_t row = 0; row < size; row++) {
      const auto component = static_cast<std::int64_t>(row);
      turns.push_back(ofKinds[static_cast<std::size_t>(jacobian_.kindOf(component))]);
      if (!jacobian_.row(component, entries))
        return false;
      for (const JacobianEntry &entry : entries)
        block[row * size + static_cast<std::size_t>(entry.component)] = entry.value;
    }
    found_.hull = Hull(std::move(turns));
    found_.hull.add(block);
    return true;
  }

  /// The points with the largest rows, and the middle of the grid.
  std::vector<std::int64_t> placesOf(const Jacobian::Bound &bound) const {
    constexpr std::size_t most = 4;
    std::vector<std::int64_t> points;
    const auto add = [&](std::int64_t point) {
      if (points.size() < most && std::ranges::find(points, point) == points.end())
        points.push_back(point);
    };
    add(bound.worst % jacobian_.points());
    add(jacobian_.points() / 2 +
        (model_.program.rank > 1 ? jacobian_.from().extent[model_.program.rank - 1] / 2 : 0));
    for (const std::int64_t row : bound.worstOfKinds)
      add(row % jacobian_.points());
    return points;
  }

  /// Whether weights are bounded on the lines through a component, along all axes.
  bool areWeightsBounded(std::int64_t component) const {
    for (int axis = 0; axis < model_.program.rank; axis++) {
      const std::optional<Part> line = partAlong(jacobian_, component, axis);
      if (!line || !eulerc::areWeightsBounded(*line))
        return false;
    }
    return true;
  }

  /// Bounds oscillations by skewness.h, since symbols at points where coefficients jump oscillate
  /// even if no mode does.
  void boundOscillation(const Jacobian::Bound &bound) {
    constexpr double little = 0.01;
    constexpr std::int64_t around = 4096;
    if (found_.hull.oscillation() <= little * found_.hull.radius())
      return;
    double most = 0;
    for (const std::int64_t at : placesOf(bound)) {
      const std::optional<Part> part = partAround(jacobian_, at, around);
      if (!part)
        return;
      const bool isWhole = std::ssize(part->components) == jacobian_.components();
      most = std::max(most, skewness(*part, isWhole || areWeightsBounded(at)));
      if (isWhole)
        break;
    }
    found_.hull.boundOscillation(most);
  }

  /// They show that nothing is beyond the values found; else only the bound is safe.
  void ofRitzValues(const Jacobian::Bound &bound) {
    const double radius = found_.hull.radius();
    double largest = 0, missed = 0;
    if (const std::optional<Part> part = partAround(jacobian_, bound.worst)) {
      std::vector<double> weights;
      for (const std::int64_t component : part->components)
        weights.push_back(bound.weights[static_cast<std::size_t>(jacobian_.kindOf(component))]);
      const auto from = std::ranges::lower_bound(part->components, bound.worst);
      for (const Ritz &each :
           ritzValues(*part, weights, static_cast<std::size_t>(from - part->components.begin()))) {
        if (radius == 0 || std::abs(each.value) > radius)
          found_.hull.add(each.value);
        if (std::abs(each.value) > largest) {
          largest = std::abs(each.value);
          missed = each.residual;
        }
      }
    }
    const bool isProved =
        largest > 0 && (missed <= small * largest || largest * close >= bound.radius ||
                        (largest <= radius * (1 + small) && radius * far >= bound.radius));
    const bool isTold = !model_.method.updatesInTurn || model_.program.stateCount == 1 ||
                        (radius > 0 && largest <= radius * (1 + small));
    found_.spectrum.isKnown = isProved && isTold;
    if (found_.spectrum.isKnown)
      return;
    if (found_.hull.radius() > 0)
      found_.hull.scaleBy(bound.radius / found_.hull.radius());
    else
      found_.hull.add(Complex(-bound.radius, 0));
  }

  const Model &model_;
  const Jacobian jacobian_;
  bool isStencil_ = true;
  Estimate found_;
};

} // namespace

std::optional<Estimate> estimateSpectrum(const Job &job, const void *y) {
  if (!Amplification(job.model).isKnown() || job.model.traced == nullptr)
    return std::nullopt;
  return Estimator(job, y).run();
}

double secondsOfEstimate(const Job &job) {
  constexpr double sweeps = 4, beside = 5e-4, ofComponent = 1e-7;
  if (job.model.traced == nullptr)
    return 0;
  return beside + sweeps * ofComponent * static_cast<double>(job.components) /
                      chooseThreads(job.threads, job.components);
}

std::int64_t bytesOfEstimate(const Job &job) {
  constexpr std::int64_t vectors = 2;
  return vectors * job.components * static_cast<std::int64_t>(sizeof(float));
}

} // namespace eulerc
