// The states between steps of a fixed length that observers see.
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "expect_error.h"
#include "temporary_folder.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

using StatesBetweenSteps = TemporaryFolder;

/// In pieces, too. The next step is then taken whole, also if a callback stops the run.
TEST_F(StatesBetweenSteps, AreSeenByObservers) {
  const Model model = toy::model();
  Solver whole(model), solver(model), shorter(model);
  solver.interpolate();
  std::vector<double> times, values;
  double last = 100;
  solver.every(0.3, [&] {
    times.push_back(solver.time());
    values.push_back(solver.values("y")[3]);
    if (times.size() == 3)
      EXPECT_USAGE(solver.setValues("y", solver.values("y")), "between two steps");
    if (solver.time() > last)
      solver.stop();
  });
  solver.observe(OutputTimes::at({0.5, 0.75}), [&] { times.push_back(-solver.time()); });
  solver.begin(Solver::planTimes(0, 1, 0.25));
  for (const int steps : {0, 1, 0, 2, 1})
    solver.advance(steps);
  whole.run(Solver::planTimes(0, 1, 0.25));
  EXPECT_EQ(times, (std::vector<double>{0, 0.3, -0.5, 0.6, -0.75, 3 * 0.3}));
  EXPECT_EQ(solver.values("y"), whole.values("y"));
  shorter.run(Solver::planTimes(0, 0.25, 0.25));
  shorter.run(Solver::planTimes(0.25, 0.3, 0.3 - 0.25));
  EXPECT_EQ(values[1], shorter.values("y")[3]);
  last = 0.4;
  solver.run(Solver::planTimes(0, 1, 0.25));
  EXPECT_EQ(solver.time(), 0.75);
  solver.interpolate(false);
  times.clear();
  last = 100;
  solver.run(Solver::planTimes(0, 1, 0.25));
  EXPECT_EQ(times, (std::vector<double>{0, 0.5, -0.5, 0.75, -0.75, 1}));
}

/// Files get the output times of the last step also if the run is broken off behind it.
TEST_F(StatesBetweenSteps, AreInFilesOfABrokenRun) {
  const Model model = toy::model();
  Solver solver(model);
  solver.interpolate();
  solver.probe(path("y.csv"), OutputTimes::every(0.1), {"y[3]"});
  solver.onProgress([](std::int64_t done, std::int64_t) {
    if (done == 2)
      throw std::runtime_error("enough");
  });
  EXPECT_THROW(solver.run(Solver::planTimes(0, 1, 0.25)), std::runtime_error);
  EXPECT_EQ(solver.time(), 0.5);
  std::ifstream file(path("y.csv"));
  std::vector<double> times;
  std::string line;
  for (std::getline(file, line); std::getline(file, line);)
    times.push_back(std::stod(line));
  EXPECT_EQ(times, (std::vector<double>{0, 0.1, 0.2, 3 * 0.1, 0.4, 0.5}));
}

} // namespace
