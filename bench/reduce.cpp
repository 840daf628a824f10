// How fast a state is reduced to one number where it lies: a monitor of reduce.ode alone, from the
// question to the answer, and the eight there are one behind the other, as copies are timed.
//
//   eulerc programs/reduce.ode --emit=host -o reduce_solver.cpp
//   g++ -std=c++20 -O3 -ffp-contract=off -I … reduce_solver.cpp reduce.cpp libeulerc_runtime.a -ldl
//   ./reduce opencl 100000000 9 → one JSON object: device, points, value, seconds of a
//   reduction alone and of each of eight
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include <eulerc/solver.h>

namespace reduce_solver {
const eulerc::Model &model();
}

namespace {

double secondsOf(const std::function<void()> &action) {
  const auto begin = std::chrono::steady_clock::now();
  action();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return seconds.count();
}

void require(bool isSame) {
  if (!isSame)
    throw std::runtime_error("the values change from one time to the next");
}

void print(const char *name, const std::vector<double> &seconds) {
  std::printf(", \"%s\": [", name);
  for (std::size_t run = 0; run < seconds.size(); run++)
    std::printf("%s%.9f", run ? ", " : "", seconds[run]);
  std::printf("]");
}

void measure(const std::string &backend, std::int64_t points, int runs) {
  eulerc::Solver solver(reduce_solver::model());
  solver.useBackend(backend == "opencl"    ? eulerc::Backend::OpenCL
                    : backend == "threads" ? eulerc::Backend::Threads
                                           : eulerc::Backend::Serial);
  solver.set("N", points);
  solver.runSteps(2, 0.1);
  const std::vector<double> values = solver.monitors(); // builds their kernels, too
  std::vector<double> alone, together;
  for (int run = 0; run < runs; run++) {
    alone.push_back(secondsOf([&] { require(solver.monitor("energy") == values[0]); }));
    together.push_back(secondsOf([&] { require(solver.monitors() == values); }) / values.size());
  }
  std::printf(
      "{\"device\": \"%s\", \"points\": %lld, \"value\": %.17g, \"loads\": %d, \"saves\": %d",
      solver.stats().deviceName.c_str(), static_cast<long long>(points), values[0],
      static_cast<int>(solver.stats().loads), static_cast<int>(solver.stats().saves));
  print("seconds", alone);
  print("together", together);
  std::printf("}\n");
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
