#include "stepsize/stability.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "stages.h"

namespace eulerc {
namespace {

constexpr double margin = 0.9;
constexpr double leastSize = 0.1; ///< of a z that a method stands, if it stands any
/// Estimates err by a little, and a step at its limit is no mistake.
constexpr double tolerated = 1.02;
/// An oscillation may grow so many times in a run before there is a word about it.
constexpr double muchGrowth = 10;
/// Methods for what oscillates.
constexpr const char *forOscillations = "--method=symplectic or --method=rk4";

bool grows(const Spectrum &spectrum) { return std::cos(spectrum.angle) < -0.1; }

/// What decays by less than a tenth is taken for an oscillation: so little is not known well.
double angleOf(const Spectrum &spectrum) {
  return std::cos(spectrum.angle) < 0.1 ? std::numbers::pi / 2 : spectrum.angle;
}

double roundedDown(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::stod(fmt::format("{:.3g}", std::floor(value / unit * (1 + 1e-12)) * unit));
}

/// Stages of rkl2 that stand decay of that dt · ρ, by (s² + s − 2) / 2, less the margin: an odd
/// number, or more than there may be.
int stagesFor(double length) {
  const double stages = std::ceil((std::sqrt(9 + 8 * length / margin) - 1) / 2);
  return stages < mostStages ? static_cast<int>(stages) | 1 : mostStages + 1;
}

/// ", or compile with --method=rkl2", where that helps; it takes its stages by itself, but if they
/// are asked for.
std::string moreStages(const Model &model, double length, const Spectrum &spectrum) {
  constexpr double decay = 0.1;
  const int stages = stagesFor(length);
  if (spectrum.angle > decay || stages > mostStages)
    return "";
  return model.stageLevels > 0 ? fmt::format(", or --stages {}", stages)
                               : ", or compile with --method=rkl2";
}

} // namespace

// ---- what steps make of y' = λ y ----------------------------------------------------------------

Amplification::Amplification(const Model &model)
    : model_(model), inTurn_(model.updatesInTurn && model.stateCount > 1),
      remembers_(model.unknownSlope != 0) {}

std::complex<double> Amplification::ofStep(std::complex<double> z) const {
  if (model_.cycle == nullptr)
    return 1.0 + z;
  std::vector<std::complex<double>> registers(static_cast<std::size_t>(model_.registers));
  registers[0] = 1;
  const double *at = model_.cycle;
  const int levels = model_.methodStages;
  std::vector<std::complex<double>> after;
  for (int stage = 0; stage < levels; stage++) {
    after = registers;
    for (int updates = static_cast<int>(*at++); updates > 0; updates--) {
      std::complex<double> &to = after[static_cast<std::size_t>(*at++)];
      to = *at++ * z * registers[0];
      for (int terms = static_cast<int>(*at++); terms > 0; terms--, at += 2)
        to += at[1] * registers[static_cast<std::size_t>(at[0])];
    }
    registers.swap(after);
  }
  return registers[0];
}

std::complex<double> Amplification::from(std::complex<double> observed) const {
  if (remembers_) // steps that know of none before them are Euler's
    return observed;
  if (inTurn_) {
    // Two states that update each other: |z|² = det − trace + 1, and the determinant is 1 + 2 Re z.
    if (std::abs(observed.imag()) < 1e-3 * std::abs(observed))
      return observed;
    const double size = std::abs(observed);
    const double real = std::clamp((std::norm(1.0 + observed) - 1) / 2, -size, size);
    return {real, std::sqrt(size * size - real * real)};
  }
  std::complex<double> z = observed; // Newton's iteration
  for (int turn = 0; turn < 30; turn++) {
    const double step = 1e-6;
    const std::complex<double> slope = (ofStep(z + step) - ofStep(z - step)) / (2 * step);
    z -= (ofStep(z) - 1.0 - observed) / slope;
  }
  return z;
}

double Amplification::factor(std::complex<double> z) const {
  const auto largestRoot = [](std::complex<double> half, std::complex<double> determinant) {
    const std::complex<double> root = std::sqrt(half * half - determinant); // x² = 2 half x − det
    return std::max(std::abs(half + root), std::abs(half - root));
  };
  if (remembers_)
    return largestRoot((1.0 + 1.5 * z) / 2.0, z / 2.0);
  if (inTurn_ && z.imag() != 0) {
    const double determinant = 1 + 2 * z.real();
    return largestRoot((1 + determinant - std::norm(z)) / 2, determinant);
  }
  return std::abs(ofStep(z));
}

bool Amplification::isStable(double size, double angle) const {
  constexpr double rounding = 1e-9;
  const std::complex<double> direction = {-std::cos(angle), angle < 1e-9 ? 0.0 : std::sin(angle)};
  return factor(size * direction) <= 1 + rounding;
}

bool Amplification::stands(double size, double angle) const {
  constexpr double growth = 1e-2;
  for (double other = std::min(leastSize, size); other < size; other *= 1 + growth)
    if (!isStable(other, angle))
      return false;
  return isStable(size, angle);
}

double Amplification::limit(double angle) const {
  constexpr double least = leastSize, most = 1e5, growth = 1e-3;
  const auto isStable = [&](double size) { return this->isStable(size, angle); };
  if (!isStable(least))
    return 0;
  double stable = least, other = least;
  while (other < most && isStable(other))
    stable = std::exchange(other, other * (1 + growth));
  for (int turn = 0; turn < 40; turn++) {
    const double middle = (stable + other) / 2;
    (isStable(middle) ? stable : other) = middle;
  }
  return stable;
}

// ---- steps --------------------------------------------------------------------------------------

double stabilityLimit(const Model &model, const Spectrum &spectrum) {
  return Amplification(model).limit(angleOf(spectrum));
}

int fewestStages(const Model &model, const Spectrum &spectrum, double dt) {
  constexpr int most = mostStages - 1, least = leastStages + 1; // odd numbers
  const double length = dt * spectrum.radius;
  for (int count = std::max(stagesFor(length) - 2, least); count <= most; count += 2) {
    const Stages stages(model, count);
    const Model with = stages.of(model);
    if (Amplification(with).stands(length / margin, angleOf(spectrum)))
      return count;
  }
  return angleOf(spectrum) < 0.1 ? most : usualStages; // of oscillations it stands few
}

double stableStep(const Model &model, const Spectrum &spectrum) {
  if (grows(spectrum))
    throw Error(Error::Kind::Run,
                fmt::format("what changes fastest grows by itself, at a rate of {:.3g}: stability "
                            "does not tell how long steps may be; give a dt by hand",
                            spectrum.radius));
  const Amplification amplification(model);
  const double angle = angleOf(spectrum);
  double limit = amplification.limit(angle);
  if (limit == 0)
    throw Error(
        Error::Kind::Run,
        fmt::format("no step is stable: what changes fastest is an oscillation, ω = {:.3g}, "
                    "and {} damps none; compile with {}",
                    spectrum.radius, model.method, forOscillations));
  // Where little decays, slower oscillations of the same kind, such as those of a wind with central
  // differences, are damped still less: the imaginary part of the spectrum is an ellipse's.
  const double sine = std::sin(angle);
  if (sine > 0.5 && amplification.limit(std::numbers::pi / 2) == 0)
    limit = std::min(limit, std::cos(angle) / (2 * sine * sine));
  return roundedDown(margin * limit / spectrum.radius);
}

std::string unstableText(const Model &model, const Spectrum &spectrum, const Run &run) {
  if (grows(spectrum)) // by itself, and with every step
    return "";
  const Amplification amplification(model);
  const double limit = amplification.limit(angleOf(spectrum));
  const double length = run.dt * spectrum.least;
  if (limit > 0)
    return length <= tolerated * limit
               ? ""
               : fmt::format("dt · ρ = {:.3g}, {} is stable up to {:.3g}: take --dt {}{}",
                             run.dt * spectrum.radius, model.method, limit,
                             stableStep(model, spectrum),
                             moreStages(model, run.dt * spectrum.radius, spectrum));
  const double growth = static_cast<double>(run.steps) *
                        std::log(amplification.factor(std::complex<double>(0, length)));
  if (growth <= std::log(muchGrowth))
    return "";
  return fmt::format(
      "the fastest oscillation, ω = {:.3g}, grows 10^{:.0f}-fold in this run, for {} "
      "damps none: compile with {}",
      spectrum.radius, growth / std::numbers::ln10, model.method, forOscillations);
}

} // namespace eulerc
