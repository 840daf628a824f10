// Factors of steps, limits of their length, and the advice on unstable runs.

#include "stepsize/stability.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "model/stages.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

constexpr double margin = 0.9;
/// A step is too long if it exceeds the limit by more than this factor.
constexpr double tolerated = 1.005;
/// An oscillation that grows by less than this factor in the run is not reported.
constexpr double muchGrowth = 10;
/// A mode counts as growing if the cos of its angle is below this.
constexpr double growing = -0.1;
/// If a mode of the exact solution grows faster than this part of the spectral radius, modes that
/// grow only with long steps cannot be told from it.
constexpr double fastGrowth = 0.05;
/// The dt · ρ up to which no mode grows with rk4 that does not grow in the exact solution.
constexpr double standsRk4 = 2.61;

double roundedDown(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::stod(fmt::format("{:.3g}", std::floor(value / unit * (1 + 1e-4)) * unit));
}

/// The stages with which rkl2 is stable for decay of that dt · ρ, by (s² + s − 2) / 2 less the
/// margin: an odd number, which may be more than allowed.
int stagesFor(double length) {
  const double stages = std::ceil((std::sqrt(9 + 8 * length / margin) - 1) / 2);
  return stages < mostStages ? static_cast<int>(stages) | 1 : mostStages + 1;
}

} // namespace

// ---- what steps make of y' = λ y ----------------------------------------------------------------

Amplification::Amplification(const Model &model)
    : model_(model), inTurn_(model.method.updatesInTurn && model.program.stateCount > 1),
      remembers_(model.method.unknownSlope != 0) {}

std::complex<double> Amplification::ofStep(std::complex<double> z) const {
  if (model_.method.cycle == nullptr)
    return 1.0 + z;
  std::vector<std::complex<double>> registers(static_cast<std::size_t>(model_.method.registers));
  registers[0] = 1;
  const double *at = model_.method.cycle;
  const int levels = model_.method.methodStages;
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

double Amplification::factor(std::complex<double> z) const {
  if (!remembers_)
    return std::abs(ofStep(z));
  // x² = (1 + 3/2 z) x − z/2
  const std::complex<double> half = (1.0 + 1.5 * z) / 2.0, root = std::sqrt(half * half - z / 2.0);
  return std::max(std::abs(half + root), std::abs(half - root));
}

// ---- steps --------------------------------------------------------------------------------------

double stabilityLimit(const Model &model, const Estimate &estimate) {
  return estimate.hull.limit(model) * estimate.spectrum.radius;
}

namespace {

/// Whether all oscillations are slow compared with the decay.
bool isDecay(const Estimate &estimate) {
  constexpr double little = 0.05;
  return estimate.hull.oscillation() <= little * estimate.spectrum.radius;
}

} // namespace

int fewestStages(const Model &model, const Estimate &estimate, double dt) {
  constexpr int most = mostStages - 1, least = leastStages + 1; // odd numbers
  const double length = dt * estimate.spectrum.radius;
  for (int count = std::max(stagesFor(length) - 2, least); count <= most; count += 2) {
    const Stages stages(model, count);
    if (estimate.hull.stands(stages.of(model), dt / margin))
      return count;
  }
  return isDecay(estimate) ? most : usualStages; // it damps few oscillations
}

namespace {

/// Whether the exact solution grows so fast that unstable steps cannot be told from it.
bool grows(const Estimate &estimate) {
  return estimate.hull.growth() > fastGrowth * estimate.spectrum.radius;
}

/// ", or compile with --method=rkl2", where that helps. rkl2 chooses its stages itself, unless the
/// user gives them.
std::string moreStages(const Model &model, const Estimate &estimate, double dt) {
  if (model.method.stageLevels == 0)
    return isDecay(estimate) && stagesFor(dt * estimate.spectrum.radius) <= mostStages
               ? ", or compile with --method=rkl2"
               : "";
  const int count = fewestStages(model, estimate, dt);
  const Stages stages(model, count);
  return estimate.hull.stands(stages.of(model), dt) ? fmt::format(", or --stages {}", count) : "";
}

/// The advice to take a method that is stable for oscillations, with a shorter step if `dt` is too
/// long for it.
std::string forOscillations(const Model &model, const Estimate &estimate, double dt) {
  const double longest = roundedDown(margin * standsRk4 / estimate.spectrum.radius);
  if (dt * estimate.spectrum.radius > standsRk4)
    return fmt::format("--method=rk4 and take --dt {}", longest);
  const bool standsInTurn = model.method.updatesInTurn == 0 && estimate.hull.standsInTurn(dt);
  return fmt::format("{}--method=rk4", standsInTurn ? "--method=symplectic or " : "");
}

/// The logarithm of the fastest growth over the run if its steps had length `dt`.
double growthWith(const Model &model, const Estimate &estimate, const Run &run, double dt) {
  return static_cast<double>(run.steps) * longestStep(run) / dt *
         std::log(estimate.hull.factor(model, dt));
}

/// Whether a step that is much longer than `limit` lets nothing grow much: so short a limit is that
/// of oscillations within rounding.
bool mayBeLonger(const Model &model, const Estimate &estimate, const Run &run, double limit) {
  constexpr double much = 4;
  const double ofDecay = estimate.hull.decaying().limit(model);
  return std::isfinite(ofDecay) && ofDecay > much * limit &&
         growthWith(model, estimate, run, roundedDown(margin * ofDecay)) <= std::log(muchGrowth);
}

/// Where no step is stable: what grows fastest with the steps of a run, and what helps.
std::string withoutLimit(const Model &model, const Estimate &estimate, const Run &run) {
  constexpr double most = 300; // powers of ten
  const Complex fastest = estimate.hull.fastest(model, longestStep(run));
  if (!Hull::decays(fastest)) {
    const double powers = growthWith(model, estimate, run, longestStep(run)) / std::numbers::ln10;
    return fmt::format("an oscillation, ω = {:.3g}, grows {} in this run, for {} damps it too "
                       "little: compile with {}",
                       std::fabs(fastest.imag()),
                       powers > most ? "beyond all numbers" : fmt::format("10^{:.0f}-fold", powers),
                       model.method.name, forOscillations(model, estimate, longestStep(run)));
  }
  const double radius = estimate.spectrum.radius, limit = estimate.hull.decaying().limit(model);
  const std::string length = fmt::format("dt · ρ = {:.3g}", longestStep(run) * radius);
  if (limit == 0 || !std::isfinite(limit))
    return fmt::format(
        "{} is too much for {}: compile with {}", length, model.method.name,
        forOscillations(model, estimate, std::max(longestStep(run), standsRk4 * 2 / radius)));
  const double shorter = roundedDown(margin * limit);
  const std::string decay = fmt::format("{}; with {} what decays is stable up to {:.3g}", length,
                                        model.method.name, limit * radius);
  if (growthWith(model, estimate, run, shorter) <= std::log(muchGrowth))
    return fmt::format("{}: take --dt {}", decay, shorter);
  return fmt::format("{}, an oscillation, ω = {:.3g}, with no step: compile with {}", decay,
                     estimate.hull.leastDamped(model),
                     forOscillations(model, estimate, longestStep(run)));
}

} // namespace

double stableStep(const Model &model, const Estimate &estimate) {
  const Spectrum &spectrum = estimate.spectrum;
  if (spectrum.radius == 0)
    throw Error(
        Error::Kind::Run,
        "any step is stable here: at the current state no rate follows from the state; give "
        "a dt");
  if (!spectrum.isKnown)
    throw Error(Error::Kind::Run,
                fmt::format("how long steps may be is not known here: what changes fastest does so "
                            "at a rate of at most {:.3g}, and no more could be told; give a dt",
                            spectrum.radius));
  const double limit = estimate.hull.limit(model);
  const bool growsFastest = std::cos(spectrum.angle) < growing;
  if (limit > 0 && std::isfinite(limit) && !growsFastest)
    return roundedDown(margin * limit);
  if (growsFastest || grows(estimate) || limit > 0)
    throw Error(Error::Kind::Run,
                fmt::format("what changes fastest grows by itself, at a rate of {:.3g}: stability "
                            "does not tell how long steps may be; give a dt by hand",
                            estimate.hull.growth()));
  if (constexpr double straight = 0.3; std::cos(spectrum.angle) > straight)
    throw Error(Error::Kind::Run,
                fmt::format("no step is stable: an oscillation, ω = {:.3g}, is damped too little "
                            "for {}; compile with {}",
                            estimate.hull.leastDamped(model), model.method.name,
                            forOscillations(model, estimate, 1 / spectrum.radius)));
  throw Error(Error::Kind::Run,
              fmt::format("no step is stable: what changes fastest is an oscillation, ω = {:.3g}, "
                          "and {} damps none; compile with {}",
                          spectrum.radius, model.method.name,
                          forOscillations(model, estimate, 1 / spectrum.radius)));
}

std::string unstableText(const Model &model, const Estimate &estimate, const Run &run) {
  const Spectrum &spectrum = estimate.spectrum;
  if (spectrum.radius == 0 || !spectrum.isKnown)
    return "";
  if (std::cos(spectrum.angle) < growing) // by itself, and with every step
    return "";
  const double limit = estimate.hull.limit(model), length = longestStep(run) * spectrum.radius;
  if (longestStep(run) <= tolerated * limit)
    return "";
  const double ofStep = std::log(estimate.hull.factor(model, longestStep(run)));
  const double growth = static_cast<double>(run.steps) * ofStep;
  // A mode that grows by itself as fast hides it.
  if (growth <= std::log(muchGrowth) || ofStep <= longestStep(run) * estimate.hull.growth())
    return "";
  const bool isShort = mayBeLonger(model, estimate, run, limit);
  if (limit > 0 && !isShort)
    return fmt::format("dt · ρ = {:.3g}, {} is stable up to {:.3g}: take --dt {}{}", length,
                       model.method.name, limit * spectrum.radius, stableStep(model, estimate),
                       moreStages(model, estimate, longestStep(run)));
  if (!isShort && grows(estimate)) // and with every step
    return "";
  return withoutLimit(model, estimate, run);
}

void requireStages(const Model &model, const Estimate &estimate, const Run &run) {
  if (unstableText(model, estimate, run).empty())
    return;
  double longest = 0;
  for (const int count : {3, 5, 9, 17, 33, 65, 99}) {
    const Stages stages(model, count);
    longest = std::max(longest, estimate.hull.limit(stages.of(model)));
  }
  const std::string shorter =
      longest > 0 ? fmt::format("--dt {}", roundedDown(margin * longest)) : "";
  if (isDecay(estimate))
    throw Error(Error::Kind::Run,
                fmt::format("no number of stages makes steps of dt = {:g} stable: dt · ρ = {:.3g} "
                            "takes more than {}; take {}, or name the stages (--stages)",
                            longestStep(run), longestStep(run) * estimate.spectrum.radius,
                            mostStages, shorter));
  throw Error(Error::Kind::Run,
              fmt::format("no number of stages makes steps of dt = {:g} stable: oscillations of up "
                          "to ω = {:.3g} are damped too little by any of them; take {}, or name "
                          "the stages (--stages)",
                          longestStep(run), estimate.hull.oscillation(),
                          shorter.empty() ? "--method=rk4" : shorter + ", or --method=rk4"));
}

} // namespace eulerc
