// Peer of the bench: heat on N x N x N points, second order, as a plain OpenMP loop. The grid lies in
// one with a layer of the boundary's zeros around it, so that no point needs a test.
#include "peer.h"

namespace {

constexpr float k = 0.1f;

void step(const float *u, float *next, long n, float h) {
  const long row = n + 2, plane = row * row;
#pragma omp parallel for schedule(static)
  for (long z = 1; z < n + 1; z++)
    for (long y = 1; y < n + 1; y++) {
      const float *c = u + z * plane + y * row;
      float *__restrict to = next + z * plane + y * row;
#pragma omp simd
      for (long x = 1; x < n + 1; x++)
        to[x] = c[x] + h * (k * (c[x - plane] + c[x + plane] + c[x - row] + c[x + row] + c[x - 1] +
                                 c[x + 1] - 6 * c[x]));
    }
}

} // namespace

int main(int argc, char **argv) {
  const Arguments given = readArguments(argc, argv);
  const long n = given.n, row = n + 2, plane = row * row, size = row * plane;
  std::unique_ptr<float[]> u[2] = {allocate(size), allocate(size)};
  float *now = nullptr, *next = nullptr;
  timeRuns(
      given.runs,
      [&] {
        now = u[0].get(), next = u[1].get();
        for (long z = 0; z < n; z++)
          for (long y = 0; y < n; y++)
            for (long x = 0; x < n; x++)
              now[(z + 1) * plane + (y + 1) * row + x + 1] =
                  static_cast<float>((x * 7 + y * 3 + z) % 11 * 0.1);
      },
      [&] {
        for (long s = 0; s < given.steps; s++) {
          step(now, next, n, given.dt);
          std::swap(now, next);
        }
      });
  std::FILE *file = std::fopen(given.result, "wb");
  for (long z = 1; z < n + 1; z++)
    for (long y = 1; y < n + 1; y++)
      writeResult(file, now + z * plane + y * row + 1, n);
}
