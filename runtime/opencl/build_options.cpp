#include "opencl/build_options.h"

#include <fmt/format.h>

#include <string_view>

namespace eulerc {
namespace {

constexpr std::string_view prefix = "eulerc_"; // of kernels' names

} // namespace

// -w: some drivers write what they warn of to standard error, past --quiet.
std::string buildOptions(const Job &job, const Plan &plan, const Device &device) {
  std::string options =
      fmt::format("-cl-std=CL1.2 -w -DEULERC_CHUNK={} -DEULERC_WIDTH={} -DEULERC_STEP={} "
                  "-DEULERC_ACROSS={} -DEULERC_DEEP={} -DEULERC_GROUP={}",
                  plan.pointsPerChunk, plan.vectorWidth, job.layout(plan.arrangement).step,
                  plan.vectorsAcross, plan.vectorsDeep, plan.workGroupSize);
  if (plan.tiles > 0)
    options += " -DEULERC_TILED";
  else // templates/linear/linear.cl has several kernels
    options += fmt::format(" -DEULERC_ONE=1 -DEULERC_BUILDS_{}=1", plan.kernel + prefix.size());
  if (plan.form == std::string_view("delayed"))
    options += fmt::format(" -DEULERC_TILE_WIDTH={}", plan.tileWidth);
  if (plan.levels > 0)
    options += fmt::format(" -DEULERC_LEVELS={} -DEULERC_KEPT={} -DEULERC_BUFFERS={}", plan.levels,
                           plan.kept, plan.buffers);
  else if (plan.scratchBytes > 0)
    options += plan.pastCaches ? " -DEULERC_WINDOWS -DEULERC_PAST_CACHES" : " -DEULERC_WINDOWS";
  else if (plan.kept > 0)
    options += fmt::format(" -DEULERC_KEPT={} -DEULERC_BUFFERS={}", plan.kept, plan.buffers);
  else if (plan.tiles > 0)
    options += fmt::format(" -DEULERC_TILE_PLANE={}{}", plan.planePoints,
                           plan.walls ? "" : " -DEULERC_COLUMNS");
  else if (plan.pastCaches)
    options += " -DEULERC_PAST_CACHES";
  if (plan.isResident())
    options += fmt::format(" -DEULERC_ROUNDS={}", plan.rounds);
  if (plan.isResident() && plan.workGroups > 1)
    options += " -DEULERC_WAITS=1";
  if (plan.alignment == RowAlignment::Grid)
    options += fmt::format(" -DEULERC_MARCH -DEULERC_PARTS={} -DEULERC_UNROLLED={}",
                           plan.parts ? 1 : 0, plan.unrolled);
  if (plan.shifts)
    options += " -DEULERC_SHIFTS";
  if (*plan.endsKernel != '\0')
    options += " -DEULERC_SPLIT";
  if (plan.groupsPerUnit > 0) // for the memo of kernels alone
    options += fmt::format(" -DEULERC_GROUPS_PER_UNIT={}", plan.groupsPerUnit);
  if (plan.endsTeam > 0)
    options += fmt::format(" -DEULERC_TEAM={}", plan.endsTeam);
  // What one pass of a sum waits for, the passes beside it can use. Measured on an H200 (65,536
  // bodies): 1.2 to 2 times as fast as one pass at a time.
  if (job.model.stencil.readsFar && !device.info.limits.isCpu)
    options += " -DEULERC_UNROLLS";
  // OpenCL lets float division and roots be off by some units in the last place unless asked.
  if (job.model.device.isFast && !device.info.limits.isCpu)
    options += " -DEULERC_NATIVE";
  else if (device.canRoundDivision)
    options += " -cl-fp32-correctly-rounded-divide-sqrt";
  if (!job.buildOptions.empty())
    options += " " + job.buildOptions;
  return options;
}

} // namespace eulerc
