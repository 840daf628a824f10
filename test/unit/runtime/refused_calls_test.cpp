// What a solver is after a call that it has refused: its state and time are as before.
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "expect_error.h"
#include "temporary_folder.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

using RefusedCalls = TemporaryFolder;

TEST_F(RefusedCalls, APieceEndsTheRunBegun) {
  const OutputTimes each = OutputTimes::everySteps(1);
  for (const auto &addWrong : std::vector<std::function<void(Solver &)>>{
           [&](Solver &solver) { solver.save(path("none/y.npy"), each); },
           [&](Solver &solver) { solver.save(path("y.npy"), each, {{}, "i=5:2"}); },
           [&](Solver &solver) { solver.probe(path("y.csv"), each, {"y[999]"}); }})
    for (const std::int64_t before : {0, 2}) {
      Solver solver(toy::model());
      solver.useBackend(Backend::Serial);
      std::vector<double> times;
      solver.observe(each, [&] { times.push_back(solver.time()); });
      solver.begin(Solver::planSteps(0.5, 0.25, 6));
      if (before > 0)
        solver.advance(before);
      addWrong(solver);
      EXPECT_THROW(solver.advance(2), Error);
      EXPECT_USAGE(solver.advance(2), "2 steps are more than the 0 that are left");
      EXPECT_EQ(solver.time(), 0.5 + 0.25 * static_cast<double>(before));
      EXPECT_EQ(times.size(), before == 0 ? 0 : 3);
      EXPECT_THROW(solver.runTo(2), Error);
      solver.unobserve();
      solver.runTo(2);
      EXPECT_EQ(solver.time(), 2);
    }
}

TEST_F(RefusedCalls, ARunEndsTheRunBegun) {
  for (const std::int64_t before : {0, 2}) {
    Solver solver(toy::model());
    solver.useBackend(Backend::Serial);
    solver.begin(Solver::planSteps(0.5, 0.25, 6));
    if (before > 0)
      solver.advance(before);
    solver.save(path("none/y.npy"), OutputTimes::everySteps(1));
    EXPECT_THROW(solver.runTo(4), Error);
    EXPECT_EQ(solver.time(), 0.5 + 0.25 * static_cast<double>(before));
    EXPECT_USAGE(solver.advance(1), "1 step is more than the 0 that are left");
    solver.unobserve();
    solver.runTo(4);
    EXPECT_EQ(solver.time(), 4);
  }
}

TEST(Together, LeavesTheStateAlone) {
  Solver solver(toy::model());
  solver.useBackend(Backend::Serial);
  const std::string refusal = "together() is under way";
  const auto tryAll = [&] {
    solver.set("N", 8);
    EXPECT_USAGE(solver.setValues("y", std::vector<double>(8)), refusal);
    EXPECT_USAGE(solver.values("y"), refusal);
    EXPECT_USAGE(solver.doubles(), refusal);
    EXPECT_USAGE(solver.runTo(1), refusal);
    EXPECT_USAGE(solver.begin(Solver::planSteps(0.5, 0.25, 2)), refusal);
    EXPECT_USAGE(solver.restart(), refusal);
    EXPECT_USAGE(solver.restart(2), refusal);
    EXPECT_USAGE(solver.monitors(), refusal);
    EXPECT_USAGE(solver.stableStep(), refusal);
  };
  const auto tryAndFail = [&] {
    tryAll();
    throw 1;
  };
  EXPECT_THROW(solver.together(tryAndFail), int);
  EXPECT_EQ(solver.values("y").size(), 100);
  solver.runTo(1);
  const std::vector<double> before = solver.values("y");
  EXPECT_THROW(solver.together(tryAndFail), int);
  EXPECT_EQ(solver.values("y"), before);
  EXPECT_EQ(solver.time(), 1);
  solver.together(tryAll);
  EXPECT_EQ(solver.values("y").size(), 8);
}

} // namespace
