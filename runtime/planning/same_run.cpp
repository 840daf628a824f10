// sameRun(): compares all members of two plans except the expected times.

#include "planning/planners.h"

#include <string_view>
#include <tuple>

namespace eulerc {
namespace {

/// All members that launches depend on; strings compare by their text. A new member of LaunchConfig
/// does not compile until it is named here.
auto fieldsOf(const LaunchConfig &plan) {
  const auto &[form, kernel, endsKernel, endsGroups, workGroupSize, workGroups, groupsPerUnit,
               vectorWidth, arrangement, alignment, levels, levelsPerLaunch, launches, levelsOfStep,
               grain, expected, unsupported] = plan;
  static_cast<void>(expected);
  return std::make_tuple(
      form, std::string_view(kernel), std::string_view(endsKernel), endsGroups, workGroupSize,
      workGroups, groupsPerUnit, vectorWidth, arrangement, alignment, levels, levelsPerLaunch,
      launches, levelsOfStep, grain, unsupported.why, unsupported.needed, unsupported.available,
      std::string_view(unsupported.counted), std::string_view(unsupported.reason));
}

} // namespace

bool sameRun(const Plan &a, const Plan &b) {
  return fieldsOf(a) == fieldsOf(b) && a.shape == b.shape;
}

} // namespace eulerc
