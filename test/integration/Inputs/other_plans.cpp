// The command line of a solver whose plans are changed, through the seam Model::planner. The
// program is PROGRAM_HEADER and PROGRAM.
//
//   PLANS=one-group solver ...     one work-group computes all tiles, one after the other
//   PLANS=one-buffer solver ...    tiles have one buffer of local memory, where two would fit
#include PROGRAM_HEADER

#include <eulerc/command_line.h>

#include "planning/planner.h"

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

eulerc::Plan inOneGroup(const eulerc::PlanRequest &request) {
  eulerc::Plan plan = eulerc::planScheme(request);
  plan.workGroups = 1;
  plan.tilesPerGroupLeast = plan.tilesPerGroupMost = plan.tiles;
  return plan;
}

eulerc::Plan withOneBuffer(const eulerc::PlanRequest &request) {
  eulerc::Plan plan = eulerc::planScheme(request);
  if (plan.buffers > 0) // not a plan of the reference
    plan.buffers = 1;
  return plan;
}

} // namespace

int main(int argc, char **argv) {
  eulerc::Model model = PROGRAM::model();
  eulerc::Planner planner;
  model.planner = &planner;
  const char *plans = std::getenv("PLANS");
  const std::string_view name = plans ? plans : "";
  if (name == "one-group")
    planner.plan = inOneGroup;
  else if (name == "one-buffer")
    planner.plan = withOneBuffer;
  else if (!name.empty()) {
    std::cerr << "other_plans: there are no plans '" << name << "'\n";
    return 3;
  }
  return eulerc::runCommandLine(model, argc, argv);
}
