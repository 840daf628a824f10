#include "stepsize/stability.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace eulerc {
namespace {

constexpr double margin = 0.9;
/// Estimates err by a little, and a step at its limit is no mistake.
constexpr double tolerated = 1.02;
/// An oscillation may grow so many times in a run before there is a word about it.
constexpr double muchGrowth = 10;

bool grows(const Spectrum &spectrum) { return std::cos(spectrum.angle) < -0.1; }

/// The part of ρ that decays; what is less than that is not known well.
double decaying(const Spectrum &spectrum) {
  const double part = std::cos(spectrum.angle);
  return part < 0.1 ? 0 : part;
}

double roundedDown(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::stod(fmt::format("{:.3g}", std::floor(value / unit * (1 + 1e-12)) * unit));
}

} // namespace

Method methodOf(const Model &) { return {"Euler", 2, 0}; }

double stabilityLimit(const Method &method, const Spectrum &spectrum) {
  return std::hypot(method.decay * decaying(spectrum),
                    method.oscillates * std::sin(spectrum.angle));
}

double stableStep(const Method &method, const Spectrum &spectrum) {
  if (grows(spectrum))
    throw Error(Error::Kind::Run,
                fmt::format("what changes fastest grows by itself, at a rate of {:.3g}: stability "
                            "does not tell how long steps may be; give a dt by hand",
                            spectrum.radius));
  double limit = stabilityLimit(method, spectrum);
  if (limit == 0)
    throw Error(
        Error::Kind::Run,
        fmt::format("no step is stable: what changes fastest is an oscillation, ω = {:.3g}, "
                    "and {} damps none; give a dt by hand, far below 1/ω",
                    spectrum.radius, method.name));
  // Where little decays, slower oscillations of the same kind, such as those of a wind with central
  // differences, are damped still less: the imaginary part of the spectrum is an ellipse's.
  const double sine = std::sin(spectrum.angle);
  if (method.oscillates == 0 && sine > 0.5)
    limit = std::min(limit, decaying(spectrum) / (2 * sine * sine));
  return roundedDown(margin * limit / spectrum.radius);
}

std::string unstableText(const Method &method, const Spectrum &spectrum, const Run &run) {
  const double limit = stabilityLimit(method, spectrum);
  const double length = run.dt * spectrum.least;
  if (grows(spectrum)) // by itself, and with every step
    return "";
  if (limit > 0)
    return length <= tolerated * limit
               ? ""
               : fmt::format("dt · ρ = {:.3g}, {} is stable up to {:.3g}: take --dt {}",
                             run.dt * spectrum.radius, method.name, limit,
                             stableStep(method, spectrum));
  // |1 + i ω dt| a step
  const double growth = 0.5 * static_cast<double>(run.steps) * std::log1p(length * length);
  if (growth <= std::log(muchGrowth))
    return "";
  const double shorter =
      2 * std::log(muchGrowth) /
      (spectrum.radius * spectrum.radius * run.dt * static_cast<double>(run.steps));
  return fmt::format(
      "the fastest oscillation, ω = {:.3g}, grows 10^{:.0f}-fold in this run, for {} "
      "damps none: take --dt {}",
      spectrum.radius, growth / std::numbers::ln10, method.name, roundedDown(shorter));
}

} // namespace eulerc
