#include "cli/summary.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/describe.h"
#include "cli/states.h"
#include "cli/tuning.h"
#include "reduction/reduce.h"
#include "state/state.h"

namespace eulerc {
namespace {

template <class Real>
std::string numbersText(const StateArray &array, std::span<const Real> values) {
  const auto line = [&](const char *label, std::size_t point) {
    return fmt::format("  {:<9} {}{} = {}\n", label, array.name,
                       indexText(array.shape, static_cast<std::int64_t>(point)),
                       exact(values[point]));
  };
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return line("first", 0) + line("last", values.size() - 1) +
         line("smallest", static_cast<std::size_t>(least - values.begin())) +
         line("largest", static_cast<std::size_t>(most - values.begin())) +
         fmt::format("  {:<9} {}\n", "2-norm",
                     exact(norm2Of(values.data(), static_cast<std::int64_t>(values.size()))));
}

/// " (Portable Computing Language), linear vector, vectors of 16, soa, 8 work-groups of 1"
std::string planText(const RunRecord &stats) {
  const Plan &plan = stats.plan;
  std::string text = fmt::format(" ({}), {} {}", stats.platform, plan.scheme(), plan.name());
  if (plan.vectorWidth > 1)
    text += fmt::format(", vectors of {}", plan.vectorWidth);
  return text + fmt::format(", {}, {} work-group{} of {}", arrangementName(plan.arrangement),
                            plan.workGroups, plan.workGroups == 1 ? "" : "s", plan.workGroupSize);
}

/// "slabs: 33 to 34 rows, 8 ghost rows exchanged each 4 steps: 0.012 s, of which 0.003 s waiting;
/// 24 % of the rows computed twice"
std::string slabsText(const SlabStats &slabs) {
  if (slabs.rows.empty() || slabs.ghostDepth == 0)
    return "";
  return fmt::format("slabs: {} to {} rows, {} ghost rows exchanged each {} step{}: {:.3g} s, of "
                     "which {:.3g} s waiting; {:.2g} % of the rows computed twice\n",
                     std::ranges::min(slabs.rows), std::ranges::max(slabs.rows), slabs.ghostDepth,
                     slabs.steps, slabs.steps == 1 ? "" : "s", slabs.exchange, slabs.waiting,
                     100 * slabs.redundant);
}

/// "stability: dt · ρ = 1.8, Euler is stable up to 2", if that is known.
std::string stabilityText(const Solver &solver) {
  const RunRecord &stats = recordOf(solver);
  if (stats.spectrum.radius == 0)
    return "";
  const std::string limit = stats.stabilityLimit > 0
                                ? fmt::format("is stable up to {:.3g}", stats.stabilityLimit)
                                : "damps no oscillation";
  return fmt::format("stability: dt · ρ = {:.3g}, {} {}\n", stats.run.dt * stats.spectrum.radius,
                     methodName(solver.model()), limit);
}

/// ", rk4"; "" of the default.
std::string methodText(const Model &model) {
  return model.method.name == std::string_view("euler") ? ""
                                                        : fmt::format(", {}", methodName(model));
}

/// "100 steps of dt = 0.001", "153 steps of 1e-05 to 0.02, 12 rejected"
std::string stepsText(const RunRecord &stats) {
  const ControlledSteps &steps = stats.steps;
  if (steps.accepted == 0)
    return fmt::format("{} steps of dt = {}", stats.run.steps, stats.run.dt);
  return fmt::format("{} steps of {:.3g} to {:.3g}, {} rejected", steps.accepted, steps.shortest,
                     steps.longest, steps.rejected);
}

} // namespace

std::string resultText(const Solver &solver) {
  const RunRecord &stats = recordOf(solver);
  const Run &run = stats.run;
  std::string text =
      fmt::format("{}: {} components of {}, {}, t = {} to {}{}\n", solver.model().name,
                  stats.components, precisionName(solver.model().program.precision),
                  stepsText(stats), run.from, run.to, methodText(solver.model()));
  for (const StateArray &array : declaredArrays(solver)) {
    const auto points = static_cast<std::size_t>(gridPoints(array.shape));
    text += fmt::format("{}[{}] at t = {}\n", array.name, fmt::join(array.shape, "]["), run.to);
    text += std::visit(
        [&](const auto *values) { return numbersText(array, std::span(values, points)); },
        array.values);
  }
  for (int k = 0; k < solver.model().monitors.count; k++)
    text += fmt::format("{} = {}\n", solver.model().monitors.list[k].name,
                        exact(solver.monitor(solver.model().monitors.list[k].name)));
  return text;
}

std::string timingsText(const Solver &solver, bool explain) {
  const RunRecord &stats = recordOf(solver);
  std::string text = fmt::format("{} on {}", stats.backend, stats.deviceName);
  if (stats.backend == "opencl" && stats.run.steps > 0)
    text += planText(stats);
  text += "\n" + slabsText(stats.slabs) + tuningText(stats, explain) + stabilityText(solver);
  if (stats.run.steps > 0)
    text += fmt::format("{:.4g} Gcomp/s; ", stats.gcomps());
  text += fmt::format("steps {:.4g} s", stats.seconds);
  if (stats.deviceSeconds > 0)
    text += fmt::format(" (on the device {:.4g} s)", stats.deviceSeconds);
  text += fmt::format(", initial values {:.4g} s", stats.initialise);
  if (stats.backend == "opencl")
    text += fmt::format(", build {:.4g} s, transfer {:.4g} s", stats.build, stats.transfer);
  return text + "\n";
}

} // namespace eulerc
