// Formats the result and the timings of a run (summary.h).

#include "cli/summary.h"

#include <algorithm>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/describe.h"
#include "cli/states.h"
#include "cli/tuning.h"
#include "reduction/parts.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// A value and its point.
struct Placed {
  std::int64_t point = 0;
  double value = 0;
};

/// Computes the numbers of a state from its values, which come in pieces.
class Numbers {
public:
  explicit Numbers(std::int64_t count) : count_(count) {}

  /// Adds a piece. Of equal values, keeps the first of the smallest and the last of the largest.
  template <class Real> void add(std::int64_t begin, std::span<const Real> values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const Placed small{begin + (least - values.begin()), static_cast<double>(*least)};
    const Placed large{begin + (most - values.begin()), static_cast<double>(*most)};
    if (begin == 0) {
      first_ = {0, static_cast<double>(values.front())};
      small_ = small;
      large_ = large;
    }
    small_ = small.value < small_.value ? small : small_;
    large_ = large.value < large_.value ? large_ : large;
    const auto size = static_cast<std::int64_t>(values.size());
    last_ = {begin + size - 1, static_cast<double>(values.back())};
    parts_.push_back(partOf(Reduction::Norm2, count_, {begin, begin + size}, 1,
                            [&](std::int64_t from, std::int64_t to, double *out) {
                              std::copy(values.begin() + (from - begin),
                                        values.begin() + (to - begin), out);
                            }));
  }

  template <class Real> std::string text(const StateArray &array, Real) const {
    const auto line = [&](const char *label, const Placed &placed) {
      return fmt::format("  {:<9} {}{} = {}\n", label, array.name,
                         indexText(array.shape, placed.point),
                         exact(static_cast<Real>(placed.value)));
    };
    return line("first", first_) + line("last", last_) + line("smallest", small_) +
           line("largest", large_) +
           fmt::format("  {:<9} {}\n", "2-norm", exact(joined(Reduction::Norm2, count_, parts_)));
  }

private:
  const std::int64_t count_;
  Placed first_, last_, small_, large_;
  std::vector<ReducedPart> parts_;
};

std::string numbersText(const StateArray &array) {
  Numbers numbers(gridPoints(array.shape));
  array.forEachPiece([&](std::int64_t begin, auto values) { numbers.add(begin, values); });
  return std::visit(
      [&](const auto *values) {
        return numbers.text(array, std::remove_cvref_t<decltype(*values)>{});
      },
      array.values);
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
                     "which {:.3g} s waiting; {} % of the rows computed twice\n",
                     std::ranges::min(slabs.rows), std::ranges::max(slabs.rows), slabs.ghostDepth,
                     slabs.steps, slabs.steps == 1 ? "" : "s", slabs.exchange, slabs.waiting,
                     percent(slabs.redundant));
}

/// "stability: dt · ρ = 1.8, Euler is stable up to 2", if that is known.
std::string stabilityText(const Solver &solver) {
  const RunRecord &stats = recordOf(solver);
  if (stats.spectrum.radius == 0)
    return "";
  const std::string limit = stats.stabilityLimit > 0
                                ? fmt::format("is stable up to {:.3g}", stats.stabilityLimit)
                                : "is stable with no step";
  return fmt::format("stability: dt · ρ = {:.3g}, {} {}\n",
                     longestStep(stats.run) * stats.spectrum.radius, methodName(solver.model()),
                     limit);
}

/// ", rk4"; "" for the default method.
std::string methodText(const Model &model) {
  return model.method.name == std::string_view("euler") ? ""
                                                        : fmt::format(", {}", methodName(model));
}

/// "100 steps of dt = 0.001", "153 steps of 1e-05 to 0.02, 12 rejected"
std::string stepsText(const RunRecord &stats) {
  const ControlledSteps &steps = stats.steps;
  if (steps.accepted == 0)
    return eulerc::stepsText(stats.run);
  return fmt::format("{} step{} of {:.3g} to {:.3g}, {} rejected", steps.accepted,
                     steps.accepted == 1 ? "" : "s", steps.shortest, steps.longest, steps.rejected);
}

} // namespace

std::string resultText(const Solver &solver) {
  const RunRecord &stats = recordOf(solver);
  const Run &run = stats.run;
  std::string text =
      fmt::format("{}: {} components of {}, {}, t = {} to {}{}\n", solver.model().name,
                  stats.components, precisionName(solver.model().program.precision),
                  stepsText(stats), run.from, run.to, methodText(solver.model()));
  for (const StateArray &array : declaredPieces(solver)) {
    text += fmt::format("{}[{}] at t = {}\n", array.name, fmt::join(array.shape, "]["), run.to);
    text += numbersText(array);
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
