// Peer of the bench: heat on N points as a plain OpenMP loop. The line lies between the boundary's
// zeros, so that no point needs a test.
#include "peer.h"

namespace {

constexpr float k = 0.2f;

void step(const float *__restrict u, float *__restrict next, long n, float h) {
#pragma omp parallel for simd schedule(static)
  for (long x = 1; x < n + 1; x++)
    next[x] = u[x] + h * (k * (u[x - 1] - 2 * u[x] + u[x + 1]));
}

} // namespace

int main(int argc, char **argv) {
  const Arguments given = readArguments(argc, argv);
  const long n = given.n;
  std::unique_ptr<float[]> u[2] = {allocate(n + 2), allocate(n + 2)};
  float *now = nullptr, *next = nullptr;
  timeRuns(
      given.runs,
      [&] {
        now = u[0].get(), next = u[1].get();
        for (long x = 0; x < n; x++)
          now[x + 1] = static_cast<float>(x % 11 * 0.1);
      },
      [&] {
        for (long s = 0; s < given.steps; s++) {
          step(now, next, n, given.dt);
          std::swap(now, next);
        }
      });
  writeResult(std::fopen(given.result, "wb"), now + 1, n);
}
