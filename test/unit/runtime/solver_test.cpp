// The Solver on the host backends, with a model made by hand.
#include <csignal>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "expect_error.h"
#include "toy_model.h"

using namespace eulerc;

namespace solver_test {
namespace {

Solver solverOn(Backend backend) {
  Solver solver(toy::model());
  solver.useBackend(backend);
  return solver;
}

} // namespace

TEST(Solver, startsWithTheInitialValues) {
  Solver solver(toy::model());
  EXPECT_EQ(solver.time(), 0.5);
  EXPECT_EQ(solver.components(), 100);
  EXPECT_EQ(solver.values("y")[99], 100);
}

TEST(Solver, runsGoOnFromEachOther) {
  for (const Backend backend : {Backend::Serial, Backend::Threads}) {
    Solver solver = solverOn(backend);
    solver.runTo(1.0); // two steps of 0.25 by the file's dt
    EXPECT_EQ(solver.time(), 1.0);
    EXPECT_EQ(solver.doubles()[0], 0.75 * 0.75);
    solver.runSteps(1, 0.5);
    EXPECT_EQ(solver.time(), 1.5);
    EXPECT_EQ(solver.doubles()[1], 2 * 0.75 * 0.75 * 0.5);
    EXPECT_EQ(solver.stats().run.steps, 1);
    EXPECT_EQ(solver.stats().hostBytes, 2 * (16 + 112 + 16) * 8); // with margins
  }
}

TEST(Solver, threadsAgreeWithSerialBitwise) {
  for (const int threads : {1, 2, 3, 7, 64})
    for (const std::int64_t n : {2, 9, 63, 1000}) {
      Solver serial = solverOn(Backend::Serial);
      Solver parallel = solverOn(Backend::Threads);
      parallel.useThreads(threads);
      for (Solver *solver : {&serial, &parallel}) {
        solver->set("N", n);
        solver->runTo(3.1, 0.01);
      }
      EXPECT_EQ(serial.values("y"), parallel.values("y"));
    }
}

TEST(Solver, leavesTheSignalsOfTheProgramAlone) {
  const auto handlers = [] {
    std::vector<void (*)(int)> result;
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGXCPU, SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
      struct sigaction action = {};
      sigaction(signal, nullptr, &action);
      result.push_back(action.sa_handler);
    }
    return result;
  };
  const auto before = handlers();
  Solver solver = solverOn(Backend::Threads);
  solver.runTo(1.0);
  EXPECT_EQ(handlers(), before);
}

TEST(Solver, aParamKeepsTheStateUnlessTheGridChanges) {
  Solver solver = solverOn(Backend::Serial);
  std::string said;
  solver.onNote([&](const std::string &text) { said += text; });
  solver.runTo(1.0);
  const std::vector<double> y = solver.values("y");
  solver.set("RATE", 2.0);
  EXPECT_EQ(solver.time(), 1.0);
  EXPECT_EQ(solver.values("y"), y);
  EXPECT_EQ(said, "");
  solver.set("N", 2);
  EXPECT_NE(said.find("N changes the grid from "), std::string::npos) << said;
  EXPECT_NE(said.find(" to 2 points: the state cannot stay"), std::string::npos) << said;
  EXPECT_EQ(solver.time(), 0.5);
  EXPECT_EQ(solver.values("y")[0], 1);
  solver.restart(7);
  EXPECT_EQ(solver.time(), 7);
}

TEST(Solver, takesValuesFromTheCaller) {
  Solver solver = solverOn(Backend::Serial);
  solver.set("N", 2);
  solver.setValues("y", std::vector<double>{8, 4});
  solver.runSteps(1, 0.5);
  EXPECT_EQ(solver.values("y"), (std::vector<double>{4, 2}));
  EXPECT_USAGE(solver.setValues("y", std::vector<double>{1}),
               "state 'y' has 2 values, 1 were given");
  EXPECT_USAGE(solver.setValues("z", {}), "there is no state 'z'");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_USAGE(solver.setValues("y", std::vector<double>{1, nan}), "its value [1] is nan");
}

TEST(Solver, refusesSizesThatMakeNoSense) {
  Solver solver(toy::model());
  solver.set("N", 0);
  EXPECT_USAGE(solver.shape(), "extent 0");
  solver.set("N", -5);
  EXPECT_USAGE(solver.components(), "extent -5");
  solver.set("N", 13);
  EXPECT_USAGE(solver.runTo(1), "N must not be 13 (required at toy.ode:3:1)");
  EXPECT_USAGE(solver.floats(), "computes with double");
}

TEST(Solver, hasNoShapeWhereAnAxisDoesNotGrow) {
  static const Coordinates line = {"", [](const ParamValue *p, double *from, double *step) {
                                     *from = 0;
                                     *step = p[1].real;
                                   }};
  Model model = toy::model();
  model.program.coordinates = &line;
  Solver solver(model);
  solver.runSteps(1, 0.25);
  for (const double rate : {-1.0, 0.0}) {
    solver.set("RATE", rate);
    EXPECT_USAGE(solver.shape(), "does not grow: its step is");
    EXPECT_USAGE(solver.runSteps(1, 0.25), "does not grow: its step is");
  }
  solver.set("RATE", 1.0);
  EXPECT_EQ(solver.time(), 0.75);
  EXPECT_EQ(solver.shape().size(), 1);
}

TEST(Solver, saysHowMuchMemoryIsMissing) {
  for (const std::int64_t n : {std::int64_t{1000000000000000}, std::int64_t{9000000000000000000}}) {
    Solver solver = solverOn(Backend::Serial);
    solver.set("N", n);
    EXPECT_RUN_ERROR(solver.runTo(1), "not enough memory");
    EXPECT_RUN_ERROR(solver.values("y"), "not enough memory");
  }
}

TEST(Solver, namesTheFirstComponentThatIsNotFinite) {
  for (const Backend backend : {Backend::Serial, Backend::Threads}) {
    Solver solver = solverOn(backend);
    solver.set("RATE", 1e300);
    EXPECT_RUN_ERROR(solver.runSteps(2, 1.0),
                     "step 2, t = 2.5: y[0] is inf; the step before it was -1e+300");
    EXPECT_EQ(solver.time(), 0.5); // starts again
  }
}

TEST(Solver, noStepsLeaveTheStateAlone) {
  Solver solver = solverOn(Backend::Threads);
  solver.runSteps(0, 1);
  EXPECT_EQ(solver.values("y")[4], 5);
  EXPECT_EQ(solver.stats().gcomps(), 0);
}

TEST(Solver, refusesTimesThatNoRunHas) {
  Solver solver = solverOn(Backend::Serial);
  using Times = eulerc::Run;
  for (const Times &run : {Times{0, 0.5, 3, 0.5, 99}, Times{0, 0.5, 3, 0.5, 1},
                           Times{0, 0.5, 3, 0.25, 1.5}, Times{0, 0.5, 0, 0.5, 0.5},
                           Times{0, 0.5, 3, 0.5, 1.5, 1}, Times{0, 0.5, 3, 0.5, 1.5, 0, 3, 9.0}}) {
    EXPECT_USAGE(solver.run(run), "a run's end must be where its steps lead, t = ");
    EXPECT_USAGE(solver.begin(run), "a run's end must be");
  }
  EXPECT_EQ(solver.time(), 0.5);
  solver.run({0, 0.5, 3, 0.5, 1.5});
  solver.run({0, 0.5, 3, 0.25, 1.25});
  solver.run({0, 0.5, 3, 0.5, 2, 1});
  EXPECT_EQ(solver.time(), 2);
}

TEST(Solver, takesAllRunsThatArePlanned) {
  const double third = 1.0 / 3;
  for (const double from : {0.0, 0.1, -7.3, 1e6, 1.7e9, -1e12})
    for (const double dt : {0.1, third, 0.7, 1e-3})
      for (const double length : {0.0, 1e-3, 0.1, 0.3, 0.35, 2.0 / 3, 0.7 * 3}) {
        Solver solver = solverOn(Backend::Serial);
        solver.set("N", 2);
        solver.run(Solver::planTimes(from, from + length, dt));
        EXPECT_EQ(solver.time(), from + length);
        solver.run(solver.stats().run);
        solver.runTo(from + length, dt);
        solver.runTo(from + length + 1, dt);
        solver.run(Solver::planTimes(solver.startAt(from + length, dt), from + length + 1, dt));
        EXPECT_EQ(solver.time(), from + length + 1);
      }
}

TEST(Solver, passesOnWhatTheCallbackThrows) {
  for (const Backend backend : {Backend::Serial, Backend::Threads}) {
    Solver solver = solverOn(backend);
    solver.useThreads(3);
    solver.set("N", 300000);
    solver.onProgress([](std::int64_t, std::int64_t) { throw std::runtime_error("stop"); });
    EXPECT_THROW(solver.runSteps(100000, 1e-6), std::runtime_error);
    solver.onProgress({});
    const std::int64_t taken = solver.stats().run.steps;
    EXPECT_GT(taken, 0);
    EXPECT_LT(taken, 100000);
    Solver alone = solverOn(backend);
    alone.set("N", 300000);
    alone.runSteps(taken, 1e-6);
    EXPECT_EQ(solver.time(), alone.time());
    EXPECT_EQ(solver.values("y"), alone.values("y"));
    EXPECT_FALSE(solver.isAtStart());
    solver.restart();
    EXPECT_TRUE(solver.isAtStart());
  }
}

// ---- models of another eulerc ----

TEST(SolverOfAnotherAbi, isRefusedByName) {
  Model model = toy::model();
  model.abi = modelAbi + 1;
  EXPECT_USAGE(
      Solver{model},
      fmt::format("'toy' was compiled by another version of eulerc (models of ABI {}, this "
                  "runtime reads ABI {}); compile it again with this eulerc",
                  modelAbi + 1, modelAbi));
}

// ---- the numbers of steps, of which random numbers are made ----

namespace {

/// Each step writes its number down: y[i] becomes 10 · y[i] + number.
Model makeCountingSteps() {
  Model model = toy::model(); // from t = 0.5 by 0.25
  model.stencil.usesStep = true;
  model.program.initial = [](int, const ParamValue *, const void *const *, std::int64_t begin,
                             std::int64_t end, void *out) {
    std::fill_n(static_cast<double *>(out), end - begin, 0.0);
  };
  model.host.stepRange = [](const void *constants, const void *y, void *next, const void *const *,
                            std::int64_t begin, std::int64_t end, std::int64_t level, double,
                            double, double) {
    const auto lead = static_cast<const toy::Constants *>(constants)->lead;
    for (std::int64_t i = begin + lead; i < end + lead; i++)
      static_cast<double *>(next)[i] =
          10 * static_cast<const double *>(y)[i] + static_cast<double>(level);
  };
  return model;
}

const Model &countingSteps() {
  static const Model model = makeCountingSteps();
  return model;
}

struct CountedSteps : testing::Test {
  CountedSteps() : solver(countingSteps()) { solver.useBackend(Backend::Serial); }
  double steps() const { return solver.values("y").front(); }
  Solver solver;
};

} // namespace

TEST_F(CountedSteps, goOnFromRunToRun) {
  solver.runTo(1); // two of 0.25
  EXPECT_EQ(steps(), 1);
  solver.runTo(1.5);
  EXPECT_EQ(steps(), 123);
  solver.runTo(1.7, 0.1); // of another length
  EXPECT_EQ(steps(), 12345);
  solver.runSteps(2, 0.1);
  EXPECT_EQ(steps(), 1234567);
  solver.run(Solver::planSteps(solver.time(), 0.05, 1));
  EXPECT_EQ(steps(), 12345678);
  solver.restart();
  solver.runSteps(3, 0.1);
  EXPECT_EQ(steps(), 12);
}

TEST_F(CountedSteps, followFromTheStart) {
  solver.restart(1); // two steps behind 0.5
  solver.runTo(1.5);
  EXPECT_EQ(steps(), 23);
  solver.restart(1.1); // between two steps: a run of its own
  solver.runTo(1.6);
  EXPECT_EQ(steps(), 1);
  solver.restart(1.1);
  solver.run(Solver::planSteps(Start{1.1, 7}, 0.25, 2));
  EXPECT_EQ(steps(), 78);
}

} // namespace solver_test
