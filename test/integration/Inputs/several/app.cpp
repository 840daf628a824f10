// Solvers of two models in one program: all at once first, a thread each, so that they meet in what
// is set up once; then each alone. Says how many gave other bits.
#include "line.h"
#include "plane.h"

#include <eulerc/solver.h>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {
struct Case {
  const eulerc::Model &model;
  std::vector<const char *> states;
  int size; // param N
  eulerc::Backend backend;
  eulerc::Scheme scheme;
};

eulerc::Tuning tuningFor(const Case &one) {
  eulerc::Tuning tuning;
  tuning.scheme = one.scheme;
  return tuning;
}

/// Runs in two pieces, so that solvers meet in all that a run sets up.
std::vector<double> solve(const Case &one) {
  eulerc::Solver solver(one.model);
  solver.useBackend(one.backend);
  solver.measure(eulerc::Measuring::Never);
  if (one.backend != eulerc::Backend::Serial)
    solver.tune(tuningFor(one));
  if (one.backend == eulerc::Backend::Threads)
    solver.useThreads(2);
  solver.set("N", one.size);
  solver.runSteps(60, 1e-4);
  solver.runSteps(41, 1e-4);
  std::vector<double> all;
  for (const char *state : one.states)
    for (double value : solver.values(state))
      all.push_back(value);
  return all;
}
} // namespace

int main() {
  std::vector<Case> cases;
  for (int size : {400, 5002})
    for (auto backend :
         {eulerc::Backend::Serial, eulerc::Backend::Threads, eulerc::Backend::OpenCL})
      for (auto scheme : {eulerc::Scheme::Linear, eulerc::Scheme::Overlapped}) {
        cases.push_back({line::model(), {"y"}, size, backend, scheme});
        cases.push_back({plane::model(), {"u", "v"}, size / 100 + 33, backend, scheme});
      }
  std::vector<std::vector<double>> together(cases.size()), alone;
  std::atomic<int> failed = 0;
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < cases.size(); i++)
      threads.emplace_back([&, i] {
        try {
          together[i] = solve(cases[i]);
        } catch (const std::exception &error) {
          std::printf("case %zu: %s\n", i, error.what());
          failed++;
        }
      });
  }
  int others = 0;
  for (const Case &one : cases) {
    alone.push_back(solve(one));
    others += together[alone.size() - 1] != alone.back();
  }
  // Backends and schemes agree as well: every case of a model and a size has the bits of the serial
  // one.
  int differ = 0;
  for (std::size_t i = 0; i < cases.size(); i++)
    for (std::size_t first = 0; first < i; first++)
      if (&cases[first].model == &cases[i].model && cases[first].size == cases[i].size)
        differ += alone[first] != alone[i];
  std::printf("%zu solvers at once: %d with other bits than alone, %d failed; %d pairs differ\n",
              cases.size(), others, failed.load(), differ);
}
