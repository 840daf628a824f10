// What callbacks of a run may do to it: end it.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <vector>

#include "expect_error.h"
#include "temporary_folder.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

using Callbacks = TemporaryFolder;

TEST_F(Callbacks, ofProgressEndRuns) {
  const Model model = toy::model();
  for (const Backend backend : {Backend::Serial, Backend::Threads})
    for (const bool isSaved : {false, true}) {
      Solver solver(model);
      solver.useBackend(backend);
      if (isSaved)
        solver.probe(path("y.csv"), OutputTimes::everySteps(1), {"y[3]"});
      solver.onProgress([&](std::int64_t done, std::int64_t) {
        if (done >= 3)
          solver.stop();
      });
      solver.run(Solver::planSteps(0.5, 1e-6, 1000000000));
      const std::int64_t taken = solver.stats().run.steps;
      EXPECT_GE(taken, 3);
      EXPECT_LT(taken, 1000000000);
      EXPECT_EQ(solver.stepsLeft(), 0);
      EXPECT_EQ(solver.time(), solver.stats().run.to);
      EXPECT_NE(solver.stats().stopped.find("by a callback"), std::string::npos);
      const auto lines = isSaved ? std::ranges::count(contents(path("y.csv")), '\n') : taken + 2;
      EXPECT_EQ(lines, taken + 2);
      solver.onProgress({});
      solver.unobserve();
      solver.runSteps(2, 1e-6);
      EXPECT_EQ(solver.stats().stopped, "");
    }
}

} // namespace
