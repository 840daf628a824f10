// Peer of the bench: heat on N x N points as a plain OpenMP loop. The grid lies in one with a ring of
// the boundary's zeros around it, so that no point needs a test.
#include "peer.h"

namespace {

constexpr float k = 0.2f;

void step(const float *u, float *next, long n, float h) {
  const long row = n + 2;
#pragma omp parallel for schedule(static)
  for (long y = 1; y < n + 1; y++) {
    const float *c = u + y * row;
    float *__restrict to = next + y * row;
#pragma omp simd
    for (long x = 1; x < n + 1; x++)
      to[x] = c[x] + h * (k * (c[x - row] + c[x + row] + c[x - 1] + c[x + 1] - 4 * c[x]));
  }
}

} // namespace

int main(int argc, char **argv) {
  const Arguments given = readArguments(argc, argv);
  const long n = given.n, row = n + 2, size = row * row;
  std::unique_ptr<float[]> u[2] = {allocate(size), allocate(size)};
  float *now = nullptr, *next = nullptr;
  timeRuns(
      given.runs,
      [&] {
        now = u[0].get(), next = u[1].get();
        for (long y = 0; y < n; y++)
          for (long x = 0; x < n; x++)
            now[(y + 1) * row + x + 1] = static_cast<float>((x * 7 + y * 3) % 11 * 0.1);
      },
      [&] {
        for (long s = 0; s < given.steps; s++) {
          step(now, next, n, given.dt);
          std::swap(now, next);
        }
      });
  std::FILE *file = std::fopen(given.result, "wb");
  for (long y = 1; y < n + 1; y++)
    writeResult(file, now + y * row + 1, n);
}
