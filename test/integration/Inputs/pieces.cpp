// Runs compiled models in pieces of random lengths and compares with one serial run, bit for bit.
//
//   pieces [4] → "line serial linear: same" … for each way to run; status 1 if one differs
//
// Between some pieces the state is read, written as it is, or the way to run chosen anew.
#include <eulerc/model.h>
#include <eulerc/solver.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace line {
const eulerc::Model &model();
}
namespace plane {
const eulerc::Model &model();
}

namespace {

using namespace eulerc;

struct Way {
  const char *name;
  Backend backend;
  Tuning tuning;
};

Tuning tuningOf(Scheme scheme, TileForm form = TileForm::Auto, int tileSteps = 0) {
  Tuning tuning;
  tuning.scheme = scheme;
  tuning.tileForm = form;
  tuning.tileSteps = tileSteps;
  return tuning;
}

const Way ways[] = {
    {"serial linear", Backend::Serial, tuningOf(Scheme::Linear)},
    {"serial overlapped", Backend::Serial, tuningOf(Scheme::Overlapped)},
    {"threads auto", Backend::Threads, tuningOf(Scheme::Auto)},
    {"threads linear", Backend::Threads, tuningOf(Scheme::Linear)},
    {"threads overlapped", Backend::Threads, tuningOf(Scheme::Overlapped)},
    {"opencl auto", Backend::OpenCL, tuningOf(Scheme::Auto)},
    {"opencl linear", Backend::OpenCL, tuningOf(Scheme::Linear)},
    {"opencl diamond", Backend::OpenCL, tuningOf(Scheme::Diamond, TileForm::Auto, 3)},
    {"opencl diamond-columns", Backend::OpenCL, tuningOf(Scheme::DiamondColumns)},
    {"opencl honeycomb", Backend::OpenCL, tuningOf(Scheme::Honeycomb, TileForm::Auto, 2)},
    {"opencl honeycomb-columns", Backend::OpenCL, tuningOf(Scheme::HoneycombColumns)},
    {"opencl registers", Backend::OpenCL, tuningOf(Scheme::Overlapped, TileForm::Registers, 3)},
    {"opencl persistent", Backend::OpenCL, tuningOf(Scheme::Overlapped, TileForm::Persistent, 3)},
    {"opencl streaming", Backend::OpenCL, tuningOf(Scheme::Overlapped, TileForm::Streaming, 2)},
    {"opencl skewed", Backend::OpenCL, tuningOf(Scheme::Overlapped, TileForm::Skewed)},
    {"opencl wavefront", Backend::OpenCL, tuningOf(Scheme::Overlapped, TileForm::Wavefront)},
};

/// Random lengths of pieces, of which half are meddled with.
unsigned courses = 2;

std::string bitsOf(const Solver &solver) {
  return {reinterpret_cast<const char *>(solver.floats().data()), solver.floats().size_bytes()};
}

class Course {
public:
  explicit Course(unsigned seed) : numbers_(seed) {}
  std::int64_t upTo(std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(numbers_);
  }

private:
  std::mt19937 numbers_;
};

/// Takes a run in pieces; with `meddling`, does what must not matter between them.
std::string inPieces(Solver &solver, const Run &run, const Way &way, unsigned seed, bool meddling) {
  Course course(seed);
  solver.restart(run.from);
  solver.begin(run);
  while (solver.stepsLeft() > 0) {
    solver.advance(std::min(course.upTo(9), solver.stepsLeft()));
    const std::int64_t what = meddling ? course.upTo(6) : 7;
    if (what == 0)
      bitsOf(solver);
    else if (what == 1)
      solver.setValues("u", solver.values("u"));
    else if (what == 2)
      solver.tune(way.tuning);
    else if (what == 3)
      solver.useBackend(way.backend);
  }
  // Now and then, seconds apart, the last good state is kept for what may go wrong later.
  if (!meddling && (solver.stats().loads != 1 || solver.stats().saves > 2))
    std::printf("the state moved: %d loads, %d saves\n", solver.stats().loads,
                solver.stats().saves);
  return bitsOf(solver);
}

/// The same as runs one after the other, of whole steps; the last one to the end.
std::string inRuns(Solver &solver, const Run &run, unsigned seed) {
  Course course(seed);
  solver.restart(run.from);
  for (std::int64_t left = run.steps - 1; left > 0;) {
    const std::int64_t steps = std::min(course.upTo(9), left);
    solver.runSteps(steps, run.dt);
    left -= steps;
  }
  solver.runTo(run.to, run.dt);
  return bitsOf(solver);
}

/// "same", or what is not; a way that does not apply says so.
std::string compared(const Model &model, const Way &way, const Run &run,
                     const std::string &expected) {
  Solver solver(model);
  solver.useBackend(way.backend);
  solver.useThreads(3);
  solver.measure(Measuring::Never);
  try {
    solver.tune(way.tuning);
    for (unsigned seed = 1; seed <= courses; seed++) {
      if (inPieces(solver, run, way, seed, seed > courses / 2) != expected)
        return "pieces differ";
      if (inRuns(solver, run, seed) != expected)
        return "runs differ";
    }
  } catch (const Error &error) {
    return std::string("refused: ") + error.what();
  }
  return "same";
}

bool compareAll(const Model &model, double dt) {
  bool same = true;
  const Run run = Solver::planTimes(0.3, 0.3 + 52.4 * dt, dt); // the last step is shorter
  Solver serial(model);
  serial.useBackend(Backend::Serial);
  serial.run(run);
  const std::string expected = bitsOf(serial);
  for (const Way &way : ways) {
    const std::string text = compared(model, way, run, expected);
    std::printf("%s %s: %s\n", model.name, way.name, text.c_str());
    same = same && text.find("differ") == std::string::npos;
  }
  return same;
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1)
    courses = static_cast<unsigned>(std::atoi(argv[1]));
  const bool line = compareAll(line::model(), 0.07), plane = compareAll(plane::model(), 0.07);
  return line && plane ? 0 : 1;
}
