// How fast a state is reduced to one number where it lies: a monitor of reduce.ode.
//
//   eulerc programs/reduce.ode --emit=host -o reduce_solver.cpp
//   g++ -std=c++20 -O3 -ffp-contract=off -I … reduce_solver.cpp reduce.cpp libeulerc_runtime.a -ldl
//   ./reduce opencl 100000000 9 → one JSON object: device, points, seconds of each reduction, value
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include <eulerc/solver.h>

namespace reduce_solver {
const eulerc::Model &model();
}

namespace {

void measure(const std::string &backend, std::int64_t points, int runs) {
  eulerc::Solver solver(reduce_solver::model());
  solver.useBackend(backend == "opencl"    ? eulerc::Backend::OpenCL
                    : backend == "threads" ? eulerc::Backend::Threads
                                           : eulerc::Backend::Serial);
  solver.set("N", points);
  solver.runSteps(2, 0.1);
  const double value = solver.monitor("energy"); // builds its kernel, too
  std::printf("{\"device\": \"%s\", \"points\": %lld, \"seconds\": [",
              solver.stats().deviceName.c_str(), static_cast<long long>(points));
  for (int run = 0; run < runs; run++) {
    const auto begin = std::chrono::steady_clock::now();
    if (solver.monitor("energy") != value)
      throw std::runtime_error("the value changes from one time to the next");
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s%.9f", run ? ", " : "", seconds.count());
  }
  std::printf("], \"value\": %.17g, \"loads\": %d, \"saves\": %d}\n", value,
              static_cast<int>(solver.stats().loads), static_cast<int>(solver.stats().saves));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s opencl|threads|serial POINTS RUNS\n", argv[0]);
    return 2;
  }
  try {
    measure(argv[1], std::atoll(argv[2]), std::atoi(argv[3]));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "reduce: %s\n", error.what());
    return 1;
  }
}
