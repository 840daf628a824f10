// Fields of a Solver on the host backends, with a model of two states made by hand.
#include <limits>
#include <numeric>

#include "expect_error.h"
#include "toy_grid.h"

using namespace eulerc;

namespace {

using Values = std::vector<double>;

Values ramp(std::size_t count) {
  Values values(count);
  std::iota(values.begin(), values.end(), 0.5);
  return values;
}

Solver solverOn(Backend backend) {
  Solver solver(toy::Grid<double>::model());
  solver.useBackend(backend);
  return solver;
}

const Backend hosts[] = {Backend::Serial, Backend::Threads};

} // namespace

TEST(Fields, areSeenByEachStep) {
  for (const Backend backend : hosts) {
    Solver solver = solverOn(backend);
    solver.setField("source", ramp(12));
    solver.runSteps(1, 0.5);
    // Grid point (2, 3) is the last of 12: u = 2, v = 3, rate = 23, source = 11.5.
    EXPECT_EQ(solver.values("u")[11], 2 + 0.5 * 23 * 3);
    EXPECT_EQ(solver.values("v")[11], 3 + 0.5 * (11.5 - 2));
    EXPECT_EQ(solver.doubles()[11], solver.values("u")[11]); // states one after the other
    EXPECT_EQ(solver.doubles()[12], 0 + 0.5 * 0.5);
    // Two buffers of two states, two fields in the file's order and in the layout of steps; 12
    // points take 48 with their margins.
    EXPECT_EQ(solver.stats().hostBytes, (2 * 2 * 48 + 2 * 12 + 2 * 48) * 8);
  }
}

TEST(Fields, oneWithoutValuesIsNamed) {
  for (const Backend backend : hosts) {
    Solver solver = solverOn(backend);
    EXPECT_USAGE(solver.runSteps(1, 0.5),
                 "field 'source' of shape 3 x 4 has no values: grid.ode gives none; give them with "
                 "--field source=FILE");
    EXPECT_EQ(solver.values("u").size(), 12U); // the state needs none
  }
}

TEST(Fields, givenOnesReplaceTheFilesAndStay) {
  for (const Backend backend : hosts) {
    Solver solver = solverOn(backend);
    solver.setField("source", Values(12, 0));
    solver.setField("rate", Values(12, 4));
    solver.runSteps(1, 0.5);
    EXPECT_EQ(solver.values("u")[3], 0.5 * 4 * 3);
    solver.set("SCALE", 7.0); // the file's rate would change
    solver.restart();
    solver.runSteps(1, 0.5);
    EXPECT_EQ(solver.values("u")[3], 0.5 * 4 * 3);
  }
}

TEST(Fields, aNewOneTakesEffectAtTheNextRun) {
  Solver solver = solverOn(Backend::Serial);
  solver.setField("source", Values(12, 0));
  solver.runSteps(1, 0.5);
  const double u = solver.values("u")[1], v = solver.values("v")[1];
  solver.setField("source", Values(12, 8));
  EXPECT_EQ(solver.values("v")[1], v); // goes on from the current state
  solver.runSteps(1, 0.5);
  EXPECT_EQ(solver.values("v")[1], v + 0.5 * (8 - u));
  EXPECT_EQ(solver.time(), 1.0);
}

TEST(Fields, ofTheFileFollowTheParams) {
  for (const Backend backend : hosts) {
    Solver solver = solverOn(backend);
    solver.setField("source", Values(12, 0));
    solver.runSteps(1, 0.5);
    solver.set("SCALE", 2.0);
    solver.restart();
    solver.runSteps(1, 0.5);
    EXPECT_EQ(solver.values("u")[3], 0.5 * 6 * 3);
  }
}

TEST(Fields, thatArePreparedFollowTheParamsAndKeepTheirValues) {
  for (const Backend backend : hosts) {
    Solver solver = solverOn(backend);
    solver.setField("source", ramp(12));
    for (const double gain : {1.0, 3.0, 5.0}) {
      solver.set("GAIN", gain);
      solver.restart();
      solver.runSteps(1, 0.5);
      EXPECT_EQ(solver.values("v")[11], 3 + 0.5 * (gain * 11.5 - 2));
    }
  }
}

TEST(Fields, ofAnotherShapeAreRefused) {
  Solver solver = solverOn(Backend::Serial);
  solver.setField("source", Values(12, 0));
  solver.set("M", 4);
  solver.set("N", 3); // as many grid points as before
  EXPECT_USAGE(solver.runSteps(1, 0.5), "given with shape 3 x 4, but its shape is now 4 x 3");
  solver.setField("source", Values(12, 0));
  solver.runSteps(1, 0.5);
}

TEST(Fields, refuseWhatMakesNoSense) {
  Solver solver = solverOn(Backend::Serial);
  EXPECT_USAGE(solver.setField("sorce", ramp(12)), "no field 'sorce'; did you mean 'source'?");
  EXPECT_USAGE(solver.setField("source", ramp(11)), "has 12 values, 11 were given");
  Values bad = ramp(12);
  bad[6] = std::numeric_limits<double>::infinity();
  EXPECT_USAGE(solver.setField("source", bad),
               "field 'source' must be finite; its value [1][2] is inf");
  EXPECT_USAGE(solver.runSteps(1, 0.5), "no values"); // nothing half-done
  solver.setField("source", ramp(12));
  solver.set("SCALE", 1e308);
  EXPECT_USAGE(solver.runSteps(1, 0.5), "rate[0][2] is infinite or NaN");
}

TEST(Fields, fitIntoFloats) {
  Solver solver(toy::Grid<float>::model());
  solver.useBackend(Backend::Serial);
  Values values = ramp(12);
  values[5] = 1e39;
  EXPECT_USAGE(solver.setField("source", values),
               "its value [1][1] is 1e+39, more than a float can hold");
  EXPECT_USAGE(solver.setValues("v", values), "more than a float can hold");
  EXPECT_EQ(solver.values("v")[5], 1);
}

TEST(Fields, threadsAgreeWithSerialBitwise) {
  for (const int threads : {1, 2, 3, 7})
    for (const std::int64_t m : {1, 2, 5, 33})
      for (const std::int64_t n : {1, 3, 64}) {
        Solver serial = solverOn(Backend::Serial);
        Solver parallel = solverOn(Backend::Threads);
        parallel.useThreads(threads);
        for (Solver *solver : {&serial, &parallel}) {
          solver->set("M", m);
          solver->set("N", n);
          solver->setField("source", ramp(static_cast<std::size_t>(m * n)));
          solver->runTo(0.3, 0.01);
        }
        EXPECT_EQ(serial.values("u"), parallel.values("u"));
        EXPECT_EQ(serial.values("v"), parallel.values("v"));
      }
}

TEST(Fields, theResultNamesStateAndGridPoint) {
  Solver solver = solverOn(Backend::Serial);
  Values source(12, 0);
  source[7] = 1e308;
  solver.setField("source", source);
  EXPECT_RUN_ERROR(solver.runSteps(1, 100), "v[1][3] is inf");
}
