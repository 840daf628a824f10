// Peer of the bench: plain OpenMP loops, two copies of the state (problems.h, peer.h).
#include "problems.h"

int main() {
  serve("g++ " __VERSION__, [](const Request &asked) {
    return withProblem(asked.problem, asked.n, [&](const auto &problem) {
      const auto one = allocate(problem.size, problem.outside);
      const auto two = allocate(problem.size, problem.outside);
      float *now = one.get(), *next = two.get();
      problem.initialise(now);
      const double seconds = secondsOf([&] {
        for (long k = 0; k < asked.steps; k++) {
          const float h = asked.dt, *__restrict from = now;
          float *__restrict to = next;
          problem.changes(from, [=](long at, float change) { to[at] = from[at] + h * change; });
          std::swap(now, next);
        }
      });
      if (asked.result != "-")
        writeResult(inside(problem, now), asked.result);
      return seconds;
    });
  });
}
