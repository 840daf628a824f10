#include "stepsize/stability.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace eulerc {
namespace {

constexpr double margin = 0.9;
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

/// ", or compile with --method=rkl2 --stages=7": as many as stand a step of that dt · ρ, should it
/// be decay.
std::string moreStages(double length, const Spectrum &spectrum) {
  constexpr double most = 50, decay = 0.1;
  // (s² + s − 2) / 2, less the margin
  const double stages = std::ceil((std::sqrt(9 + 8 * length / margin) - 1) / 2);
  return spectrum.angle > decay || stages > most
             ? ""
             : fmt::format(", or compile with --method=rkl2 --stages={:.0f}", stages);
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
  for (int stage = 0; stage < levels; stage++) {
    std::vector<std::complex<double>> after = registers;
    for (int updates = static_cast<int>(*at++); updates > 0; updates--) {
      std::complex<double> &to = after[static_cast<std::size_t>(*at++)];
      to = *at++ * z * registers[0];
      for (int terms = static_cast<int>(*at++); terms > 0; terms--, at += 2)
        to += at[1] * registers[static_cast<std::size_t>(at[0])];
    }
    registers = std::move(after);
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

double Amplification::limit(double angle) const {
  constexpr double least = 0.1, most = 1e5, growth = 1e-3, rounding = 1e-9;
  const std::complex<double> direction = {-std::cos(angle), angle < 1e-9 ? 0.0 : std::sin(angle)};
  const auto isStable = [&](double size) { return factor(size * direction) <= 1 + rounding; };
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
                             moreStages(run.dt * spectrum.radius, spectrum));
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
