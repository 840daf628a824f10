#include "opencl/launch_parts.h"

#include <algorithm>

namespace eulerc {

std::vector<LaunchPart> partsOfLaunch(const Plan &plan, const Grid &grid, Range unexchanged) {
  if (plan.form->bands == nullptr || plan.form->copies != Copies::OfLaunches ||
      unexchanged.begin >= unexchanged.end)
    return {};
  std::vector<std::int64_t> rows = plan.form->bands(plan, grid);
  const auto count = static_cast<std::int64_t>(rows.size());
  const std::int64_t all = plan.form->tiling ? plan.form->tiling(plan).tiles : plan.workGroups;
  if (count < 2 || all % count != 0)
    return {};
  rows.push_back(grid.extent[0]);
  const auto first = std::ranges::lower_bound(rows, unexchanged.begin) - rows.begin();
  const auto last = std::ranges::upper_bound(rows, unexchanged.end) - rows.begin() - 1;
  if (first >= last)
    return {};
  const std::int64_t each = all / count;
  std::vector<LaunchPart> parts = {
      {{0, first * each}, true}, {{last * each, all}, true}, {{first * each, last * each}, false}};
  std::erase_if(parts, [](const LaunchPart &part) { return part.groups.begin == part.groups.end; });
  return parts.size() > 1 ? parts : std::vector<LaunchPart>();
}

Range groupsOfRows(const Plan &plan, const Grid &grid, Range rows) {
  if (plan.form->bands == nullptr || plan.form->tiling != nullptr || rows.begin >= rows.end)
    return {};
  const std::vector<std::int64_t> first = plan.form->bands(plan, grid);
  const auto count = static_cast<std::int64_t>(first.size());
  if (count == 0 || plan.workGroups % count != 0)
    return {};
  const std::int64_t each = plan.workGroups / count;
  const auto begin = std::ranges::upper_bound(first, rows.begin) - first.begin() - 1;
  const auto end = std::ranges::lower_bound(first, rows.end) - first.begin();
  return {begin * each, end * each};
}

} // namespace eulerc
