// What callbacks of a run may do to it: end it and set params, but take no state away.
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

TEST_F(Callbacks, areNotEmpty) {
  Solver solver(toy::model());
  EXPECT_USAGE(solver.every(0.5, nullptr), "the callback is an empty function");
}

TEST_F(Callbacks, takeNoStateAwayFromTheirRun) {
  const Model model = toy::model();
  for (const auto &lossOf : std::vector<std::function<void(Solver &)>>{
           [](Solver &solver) { solver.restart(); }, [](Solver &solver) { solver.restart(3); },
           [](Solver &solver) { solver.set("N", 7); }, [](Solver &solver) { solver.unset("N"); },
           [](Solver &solver) { solver.restartFrom("run.ckpt"); }}) {
    Solver solver(model), alone(model);
    for (Solver *one : {&solver, &alone}) {
      one->useBackend(Backend::Serial);
      one->set("N", 12);
    }
    solver.probe(path("y.csv"), OutputTimes::every(0.5), {"y[3]"});
    int refused = 0;
    const auto refuse = [&] {
      EXPECT_USAGE(lossOf(solver), "a run is going on; callbacks may look at its state");
      refused++;
    };
    solver.every(0.5, refuse);
    solver.onProgress([&](std::int64_t, std::int64_t) { refuse(); });
    solver.runTo(2);
    alone.runTo(2);
    EXPECT_GT(refused, 4);
    EXPECT_EQ(solver.time(), 2);
    EXPECT_EQ(solver.values("y"), alone.values("y"));
    EXPECT_EQ(std::ranges::count(contents(path("y.csv")), '\n'), 5);
    solver.restart(); // behind the run
    EXPECT_EQ(solver.time(), 0.5);
    std::filesystem::remove(path("y.csv"));
  }
}

TEST_F(Callbacks, setParamsThatLeaveTheGrid) {
  Solver solver(toy::model());
  solver.useBackend(Backend::Serial);
  solver.every(0.25, [&] { solver.set("RATE", solver.time()); });
  solver.runTo(1);
  EXPECT_EQ(solver.doubles()[0], (1 - 0.25 * 0.5) * (1 - 0.25 * 0.75));
}

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
