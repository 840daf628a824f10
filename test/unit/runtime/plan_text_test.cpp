// Plans and devices as the command line shows and reads them.
#include "cli/plan.h"
#include "cli/tuning.h"
#include "planning/request.h"

#include <gtest/gtest.h>

#include "expect_error.h"
#include "forms/shared.h"
#include "planning/planners.h"

using namespace eulerc;

namespace {

PlanRequest string(const DeviceLimits &device, Scheme scheme) {
  PlanRequest request;
  request.steps = 1000;
  request.grid.components = request.grid.classes = 2;
  request.grid.extent[0] = 40000;
  request.accessDistance = 3;
  request.reach = 1;
  request.device = device;
  request.tuning.scheme = scheme;
  request.tuning.linearForm = LinearForm::ScalarStrided; // whose blocks are the thesis's
  return request;
}

void expectLine(const std::string &text, const std::string &line) {
  EXPECT_NE(text.find(line + "\n"), std::string::npos) << line << "\nnot in\n" << text;
}

} // namespace

TEST(Assume, readsADevice) {
  const DeviceLimits device = assumedDevice("compute-units=30,local-memory=16384");
  EXPECT_EQ(device.computeUnits, 30);
  EXPECT_EQ(device.localMemory, 16384);
  EXPECT_FALSE(device.isCpu);
  const DeviceLimits cpu = assumedDevice("cpu=yes,local-memory=0,work-group=8,compute-units=2");
  EXPECT_EQ(cpu.maxWorkGroupSize, 8);
  EXPECT_TRUE(cpu.isCpu);
}

TEST(Assume, refusesWhatIsNoDevice) {
  EXPECT_USAGE(assumedDevice("compute-units=30"), "local-memory=... is missing");
  EXPECT_USAGE(assumedDevice("compute-unit=30,local-memory=1"), "did you mean 'compute-units'?");
  EXPECT_USAGE(assumedDevice("compute-units=0,local-memory=1"), "not a whole number from 1 on");
  EXPECT_USAGE(assumedDevice("compute-units=1,local-memory=much"), "not a whole number from 0");
  EXPECT_USAGE(assumedDevice("compute-units=1,local-memory=1,cpu=1"), "neither yes nor no");
  EXPECT_USAGE(assumedDevice("compute-units=x"), "'compute-units=x' is not a whole number from 1");
  EXPECT_USAGE(assumedDevice("cpu=maybe"), "'cpu=maybe' is neither yes nor no");
  EXPECT_USAGE(assumedDevice("compute-units=1,"), "'' is not of the form NAME=VALUE");
  EXPECT_USAGE(assumedDevice(""), "'' is not of the form NAME=VALUE");
}

TEST(PlanText, showsTheFigures) {
  const DeviceLimits device = assumedDevice("compute-units=30,local-memory=16384,work-group=512");
  PlanRequest request = string(device, Scheme::Diamond);
  request.tuning.strategy = Strategy::Additive;
  request.tuning.workGroupSize = 512;
  const std::string text = planText(planScheme(request), request);
  expectLine(text, "  scheme                   diamond (scalar)");
  expectLine(text, "  tile width D             500 blocks");
  expectLine(text, "  blocks                   20000");
  expectLine(text, "  block size B             4 components = 16 bytes");
  expectLine(text, "  local memory             16064 bytes a work-group, the device has 16384");
  expectLine(text, "  tiles                    40 in even launches, 39 in odd ones");
  expectLine(text, "  work-groups              30 of 512 work-items");
  expectLine(text, "  tiles per work-group     1 to 2: 20 work-groups compute 1, 10 compute 2");
  expectLine(text, "  launches                 5 for 1000 steps");
  expectLine(text, "  steps per launch         250");
}

TEST(PlanText, showsLinear) {
  const PlanRequest request =
      string(assumedDevice("compute-units=30,local-memory=16384"), Scheme::Linear);
  const std::string text = planText(planScheme(request), request);
  expectLine(text, "  launches                 1000 for 1000 steps");
  expectLine(text, "  through global memory    1 of the values of linear");
  EXPECT_EQ(text.find("tile"), std::string::npos);
}

TEST(PlanText, refusesWithNumbersAndAWayOut) {
  PlanRequest request =
      string(assumedDevice("compute-units=30,local-memory=96"), Scheme::Honeycomb);
  EXPECT_EQ(unsupportedText(planScheme(request)),
            "honeycomb needs more than 192 bytes of local memory for a tile of 4 blocks of 16 "
            "bytes; the device has 96; take --scheme linear");
  EXPECT_RUN_ERROR(requirePlan(planScheme(request)), "take --scheme linear");
  request.device.localMemory = 193;
  EXPECT_NO_THROW(requirePlan(planScheme(request)));
  request.tuning.tileSteps = 5;
  request.tuning.tileBlocks = 8;
  EXPECT_EQ(unsupportedText(planScheme(request)),
            "honeycomb with --tile-steps 5 needs tiles of at least 10 blocks; --tile-blocks gives "
            "8");
  request.stencil.wraps = true;
  EXPECT_USAGE(requirePlan(planScheme(request)), "periodic");
}

TEST(CandidatesText, tellsLimitsOnRegistersApart) {
  TuningStats::Trial likes, limited;
  likes.plan = limited.plan = forms::planOf<Streaming>({}, forms::streaming);
  limited.plan.groupsPerUnit = 5;
  const std::string text = candidatesText({likes, limited}, 100);
  expectLine(text, "overlapped streaming, work-groups of 1");
  expectLine(text, "overlapped streaming, work-groups of 1, 5 co-resident on a unit");
}
