// Runs the serial reference and compares its result (verify.h).

#include "cli/verify.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/control_options.h"
#include "state/state.h"

namespace eulerc {
namespace {

template <class Real>
std::int64_t compare(std::span<const Real> result, std::span<const Real> reference,
                     Verification &v) {
  std::size_t where = 0;
  for (std::size_t i = 0; i < reference.size(); i++) {
    const double difference =
        std::abs(static_cast<double>(result[i]) - static_cast<double>(reference[i]));
    if (difference > v.difference) {
      v.difference = difference;
      where = i;
    }
    v.scale = std::max(v.scale, std::abs(static_cast<double>(reference[i])));
  }
  v.bitwise = std::memcmp(result.data(), reference.data(), result.size_bytes()) == 0;
  return static_cast<std::int64_t>(where);
}

} // namespace

Verification verify(const Solver &solver, const Options &options, const Run &run) {
  const Model &model = solver.model();
  Solver reference(model);
  for (const auto &[name, value] : options.params)
    reference.set(name, value);
  reference.useBackend(Backend::Serial);
  reference.measure(Measuring::Never); // point by point, not the fastest candidate
  for (const auto *files : {&options.fields, &options.data})
    for (const auto &[name, file] : *files)
      reference.readSizes(name, file);
  for (const auto &[field, file] : options.fields)
    reference.loadField(field, file);
  for (const auto &[data, file] : options.data)
    reference.loadData(data, file);
  if (options.overTime.restart.empty())
    reference.restart(run.from);
  else
    reference.restartFrom(options.overTime.restart);
  for (const auto &[state, file] : options.initials)
    reference.loadValues(state, file);
  if (options.control.isAsked())
    controlSteps(reference, options);
  if (model.method.actsBehind) // with step control, steps then end at output times
    for (const Recording &each : options.overTime.recordings.all)
      if (each.outputTimes)
        reference.observe(*each.outputTimes, [] {});
  if (options.overTime.steady)
    reference.stopWhenSteady(*options.overTime.steady);
  reference.run(run);

  Verification v;
  const bool isFloat = model.program.precision == Precision::Float;
  v.tolerance = options.tolerance.value_or(isFloat ? 1e-4 : 1e-10);
  const std::int64_t where = isFloat ? compare(solver.floats(), reference.floats(), v)
                                     : compare(solver.doubles(), reference.doubles(), v);
  v.where = componentName(model, solver.shape(), where);
  v.passed = v.difference <= v.tolerance * v.scale;
  return v;
}

std::string verificationText(const Verification &v) {
  if (v.bitwise)
    return "verify: bitwise equal to the serial reference\n";
  return fmt::format(
      "verify: {}: largest difference {} at {}, relative {} (tolerance {}), not bitwise equal\n",
      v.passed ? "passed" : "failed", exact(v.difference), v.where, exact(v.relative()),
      exact(v.tolerance));
}

} // namespace eulerc
