// Peer of the bench: heat in tissue on N x N x N voxels as a plain OpenMP loop. The grid lies in
// one with two layers of the boundary's value around it, so that no point needs a test.
#include "peer.h"

namespace {

constexpr float blood = 37.0f, perfusion = 5e-3f;
constexpr double diffusivity = 0.5 / (1090.0 * 3421.0), edge = 1e-3;
constexpr float w[3] = {-2.5f, static_cast<float>(4.0 / 3), static_cast<float>(-1.0 / 12)};

void step(const float *T, float *next, const float *beta, long n, float h) {
  const long row = n + 4, plane = row * row;
  const float scale = static_cast<float>(1 / (edge * edge));
#pragma omp parallel for schedule(static)
  for (long z = 2; z < n + 2; z++)
    for (long y = 2; y < n + 2; y++) {
      const float *c = T + z * plane + y * row;
      const float *b = beta + ((z - 2) * n + y - 2) * n - 2;
      float *__restrict to = next + z * plane + y * row;
      for (long x = 2; x < n + 2; x++) {
        const float far = c[x - 2] + c[x + 2] + c[x - 2 * row] + c[x + 2 * row] + c[x - 2 * plane] +
                          c[x + 2 * plane];
        const float near =
            c[x - 1] + c[x + 1] + c[x - row] + c[x + row] + c[x - plane] + c[x + plane];
        to[x] = c[x] + h * (b[x] * scale * (w[0] * 3 * c[x] + w[1] * near + w[2] * far) +
                            perfusion * (blood - c[x]));
      }
    }
}

} // namespace

int main(int argc, char **argv) {
  const Arguments given = readArguments(argc, argv);
  const long n = given.n, row = n + 4, size = row * row * row;
  std::unique_ptr<float[]> T[2] = {allocate(size, blood), allocate(size, blood)};
  const auto beta = allocate(n * n * n, static_cast<float>(diffusivity));
  float *now = nullptr, *next = nullptr;
  timeRuns(
      given.runs,
      [&] {
        now = T[0].get(), next = T[1].get();
        for (long z = 0; z < n; z++)
          for (long y = 0; y < n; y++)
            for (long x = 0; x < n; x++) {
              const double dx = x - 0.5 * (n - 1), dy = y - 0.5 * (n - 1), dz = z - 0.5 * (n - 1);
              now[((z + 2) * row + y + 2) * row + x + 2] =
                  dx * dx + dy * dy + dz * dz < 64 ? 60.0f : blood;
            }
      },
      [&] {
        for (long k = 0; k < given.steps; k++) {
          step(now, next, beta.get(), n, given.dt);
          std::swap(now, next);
        }
      });
  std::FILE *file = std::fopen(given.result, "wb");
  for (long z = 2; z < n + 2; z++)
    for (long y = 2; y < n + 2; y++)
      writeResult(file, now + (z * row + y) * row + 2, n);
}
