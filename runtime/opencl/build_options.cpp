#include "opencl/build_options.h"

#include <fmt/format.h>

#include "forms/form.h"

namespace eulerc {
// -w: some drivers write what they warn of to standard error, past --quiet.
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
