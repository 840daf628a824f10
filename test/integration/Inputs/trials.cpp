// Runs of a compiled model whose own steps try all ways that there are, in pieces of random
// lengths; each has the bits of a serial run.
//
//   trials threads 3 4 → three times "threads: 4 of 4 tried, same", of four ways at most

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>

#include <eulerc/model.h>
#include <eulerc/solver.h>

#include "backend/backend.h"
#include "backend/record.h"
#include "forms/forms.h"
#include "planning/planner.h"

namespace plane {
const eulerc::Model &model();
}

namespace {

using namespace eulerc;

Tuning tuned(Scheme scheme, TileForm form, std::int64_t steps, int width = 0) {
  Tuning tuning;
  tuning.scheme = scheme;
  tuning.tileForm = form;
  tuning.tileSteps = steps;
  tuning.vectorWidth = width;
  return tuning;
}

int mostWays = mostCandidates;

/// Ways of all layouts, one after the other.
Candidates allWays(const PlanRequest &request) {
  const Tuning ways[] = {tuned(Scheme::Linear, TileForm::Auto, 0),
                         tuned(Scheme::Overlapped, TileForm::Auto, 3),
                         tuned(Scheme::Diamond, TileForm::Auto, 3),
                         tuned(Scheme::Linear, TileForm::Auto, 0, 2),
                         tuned(Scheme::Overlapped, TileForm::Registers, 2),
                         tuned(Scheme::Overlapped, TileForm::Wavefront, 5),
                         tuned(Scheme::Overlapped, TileForm::Streaming, 1),
                         tuned(Scheme::Honeycomb, TileForm::Auto, 2)};
  Candidates found;
  for (const Tuning &way : ways) {
    PlanRequest asked = request;
    asked.tuning = way;
    const bool hasCode =
        !request.device.isHost || (hasHostCode(way.scheme) && hasHostCode(way.tileForm));
    const Plan plan = hasCode ? planScheme(asked) : Plan();
    if (hasCode && plan.isPossible() && found.count < mostWays)
      found.list[found.count++] = {way, plan.levelsPerLaunch, 1e-3};
  }
  return found;
}

std::string bitsOf(const Solver &solver) {
  return {reinterpret_cast<const char *>(solver.floats().data()), solver.floats().size_bytes()};
}

/// Of a method that tells its error, which then controls the steps; the first ones are too long.
void controlIfItCan(Solver &solver, const Model &model) {
  if (model.method.errorOrder > 0)
    solver.control(StepControl{.tolerance = {1e-4, 1e-6}, .first = 1});
}

} // namespace

int main(int, char **argv) {
  const std::string backend = argv[1], cache = std::getenv("XDG_CACHE_HOME");
  mostWays = std::atoi(argv[3]);
  Planner planner;
  planner.candidates = allWays;
  planner.trialSeconds = 0;
  Model model = plane::model();
  const Run run = Solver::planTimes(0.3, 0.3 + 160.4 * 0.02, 0.02); // the last step is shorter
  Solver serial(model);
  serial.useBackend(Backend::Serial);
  controlIfItCan(serial, model);
  serial.run(run);
  const std::string expected = bitsOf(serial);

  model.planner = &planner;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(std::atoi(argv[2])); seed++) {
    std::mt19937 numbers(seed);
    setenv("XDG_CACHE_HOME", (cache + std::to_string(seed)).c_str(), 1); // nothing is remembered
    Solver solver(model);
    solver.useBackend(backend == "threads" ? Backend::Threads : Backend::OpenCL);
    solver.useThreads(2);
    controlIfItCan(solver, model);
    solver.begin(run);
    while (solver.stepsLeft() > 0) {
      solver.advance(std::min<std::int64_t>(numbers() % 13 + 1, solver.stepsLeft()));
      do // or the run ends before all are built
        std::this_thread::sleep_for(std::chrono::milliseconds(backend == "threads" ? 0 : 20));
      while (isDriverBusy());
    }
    const TuningStats &tuning = recordOf(solver).tuning;
    const auto tried = std::ranges::count_if(
        tuning.tried, [](const TuningStats::Trial &trial) { return trial.measured > 0; });
    const bool isSame = bitsOf(solver) == expected;
    std::printf("%s: %d of %d tried, %s\n", backend.c_str(), static_cast<int>(tried),
                static_cast<int>(tuning.tried.size()), isSame ? "same" : "differ");
    if (!isSame)
      return 1;
  }
  return 0;
}
