// Cuts the grid as a run would, and prints the costs of slabs (slab_plan.h).

#include "cli/slab_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "model/precision.h"
#include "model/stages.h"
#include "slabs/row_lists.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// Seconds, and bytes a second, from a GPU to pinned memory or from there to another GPU (two H100s
/// of one host).
constexpr double transferLatency = 9e-6, transferRate = 44e9;

/// Seconds of a step in which a slab reads and writes rows without computing.
double exchangeOfStep(const SlabPlan &plan, double hiding) {
  const double sides = plan.grid.domains.size() > 2 ? 2 : 1;
  const double rows = 2 * sides * (transferLatency + plan.bytes / transferRate);
  return std::max(0.0, rows - hiding) / static_cast<double>(plan.grid.cut.steps);
}

std::int64_t rowsOf(const RowRuns &runs) {
  std::int64_t rows = 0;
  for (const Range &run : runs)
    rows += run.end - run.begin;
  return rows;
}

/// Counts the rows and bytes that slabs take from each other if levels read at any distance.
void countTaken(Solver &solver, const Grid &grid, SlabPlan &plan) {
  const Model &model = solver.model();
  const std::int64_t row = gridPoints(solver.shape()) / grid.extent[0];
  std::vector<ReadingSlab> slabs;
  for (const Domain &domain : plan.grid.domains) {
    const Range owned{domain.first, domain.first + domain.owned};
    RowSet rows(grid.extent[0]);
    solver.addRowsRead(owned.begin * row, owned.end * row, rows);
    slabs.push_back({owned, runsOf(rows)});
  }
  std::int64_t all = 0;
  for (std::size_t k = 0; k < slabs.size(); k++) {
    std::int64_t taken = 0;
    for (const RowRuns &runs : rowListsOf(slabs, k).taken)
      taken += rowsOf(runs);
    all += taken;
    plan.taken = std::max(plan.taken, taken);
  }
  plan.rows = grid.extent[0];
  plan.takesAll = all == plan.rows * static_cast<std::int64_t>(slabs.size() - 1);
  const std::int64_t states =
      model.method.levelStates > 0 ? model.method.levelStates : travellingStates(model);
  const std::vector<std::uint64_t> components = componentsRead(model, grid);
  for (std::size_t level = 0; level < static_cast<std::size_t>(model.method.stages); level++)
    plan.stepBytes += static_cast<double>(
        sentValues(grid, states, {0, all}, components[level % components.size()]) *
        realSize(model.program.precision));
}

std::string takenText(const SlabPlan &plan) {
  if (plan.taken == 0)
    return "none";
  const std::string rows =
      plan.takesAll
          ? "all"
          : fmt::format("{} of {} at most, which its own points read", plan.taken, plan.rows);
  return fmt::format("{}, before each level: {:.3g} MB a step, of all slabs", rows,
                     1e-6 * plan.stepBytes);
}

} // namespace

std::optional<SlabPlan> planSlabs(Solver &solver, const Options &options, const Grid &grid,
                                  const std::function<Pace(const Grid &slab)> &paceOf) {
  const Model &model = solver.model();
  const int count = options.ranks != nullptr ? options.ranks->count()
                    : options.slabs.devices.empty()
                        ? options.slabs.count
                        : static_cast<int>(options.slabs.devices.size());
  if (count < 2)
    return std::nullopt;
  const std::int64_t fileRow = solver.shape().back();
  SlabPlan plan{cutOf({model, grid, fileRow}, count, options.slabs)};
  const Grid slab = slabOf(grid, plan.grid.domains.front(), plan.grid.cut.radius);
  plan.grid = cutOf({model, grid, fileRow}, count, options.slabs, paceOf(slab));
  if (plan.grid.cut.isGathered)
    countTaken(solver, grid, plan);
  const SlabRows rows =
      slabRowsOf(grid, fileRow, gridPoints(solver.shape()), plan.grid.domains.front());
  plan.bytes = static_cast<double>(rows.count({0, plan.grid.cut.ghostDepth})) *
               travellingStates(model) * static_cast<double>(realSize(model.program.precision));
  return plan;
}

std::string slabPlanText(const SlabPlan &plan, double step, double hiding) {
  const auto &[cut, domains] = plan.grid;
  const auto owned = [](const Domain &domain) { return domain.owned; };
  double ofAll = 0; // share of the rows of all slabs, as in --stats
  for (const Domain &domain : domains)
    ofAll += cut.computedTwice(domain) / static_cast<double>(domain.whole);
  const double twice = domains.size() < 2
                           ? 0
                           : cut.computedTwice(domains[1]) / static_cast<double>(domains[1].owned);
  std::string text =
      fmt::format("  {:<24} {} of {} to {} rows; below: the first\n", "slabs", domains.size(),
                  owned(*std::ranges::min_element(domains, {}, owned)),
                  owned(*std::ranges::max_element(domains, {}, owned)));
  if (cut.ghostDepth == 0)
    return text + fmt::format("  {:<24} {}\n", "rows of others", takenText(plan));
  text += fmt::format("  {:<24} {} rows, exchanged each {} step{}: {:.3g} MB to each side, {} % of "
                      "the rows computed twice\n",
                      "ghost zone", cut.ghostDepth, cut.steps, cut.steps == 1 ? "" : "s",
                      1e-6 * plan.bytes, percent(ofAll));
  if (step > 0) {
    const double exchange = exchangeOfStep(plan, hiding);
    text += fmt::format("  {:<24} {} % of the speed: rows computed twice, and {} % for "
                        "exchanges of {:.2g} GB/s{}\n",
                        "expected loss", percent(1 - (step / (1 + twice)) / (step + exchange)),
                        percent(exchange / (step + exchange)), 1e-9 * transferRate,
                        hiding > 0 ? ", which other rows hide" : "");
  }
  return text;
}

} // namespace eulerc
