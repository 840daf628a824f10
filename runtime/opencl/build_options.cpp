#include "opencl/build_options.h"

#include <fmt/format.h>

#include "forms/form.h"

namespace eulerc {
// -w: some drivers write warnings to standard error, even with --quiet.
std::string buildOptions(const Job &job, const Plan &plan, const Device &device) {
  std::string options = fmt::format(
      "-cl-std=CL1.2 -w -DEULERC_WIDTH={} -DEULERC_STEP={} -DEULERC_GROUP={}{}", plan.vectorWidth,
      job.layout(plan.arrangement).step, plan.workGroupSize, plan.form->macros(plan));
  if (job.grid.isSlab())
    options += " -DEULERC_SLAB";
  if (job.events != nullptr)
    options += " -DEULERC_LISTS_EVENTS";
  if (*plan.endsKernel != '\0')
    options += " -DEULERC_SPLIT";
  // Unrolled passes of a sum hide each other's latency. Measured on an H200 (65,536 bodies): 1.2 to
  // 2 times as fast as one pass at a time.
  if (job.model.stencil.readsFar && !device.info.limits.isCpu)
    options += " -DEULERC_UNROLLS";
  // Without the option, OpenCL allows float division and roots errors of some units in the last
  // place.
  if (job.model.device.isFast && !device.info.limits.isCpu)
    options += " -DEULERC_NATIVE";
  else if (device.canRoundDivision)
    options += " -cl-fp32-correctly-rounded-divide-sqrt";
  if (!job.buildOptions.empty())
    options += " " + job.buildOptions;
  return options;
}

} // namespace eulerc
