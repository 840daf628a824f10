// Peer of the bench: the Brusselator on an N x N grid as a plain OpenMP loop, states apart.
#include "peer.h"

namespace {

constexpr float A = 3.4f, B = 1.0f, alpha = 2e-3f;

// Rows above and below and columns beside a point at the walls are the point's own: mirrored.
void step(const float *u, const float *v, float *nextU, float *nextV, long n, float h) {
  const float a = alpha * static_cast<float>(n - 1) * static_cast<float>(n - 1);
#pragma omp parallel for schedule(static)
  for (long j = 0; j < n; j++) {
    const long row = j * n, up = j > 0 ? row - n : row, down = j < n - 1 ? row + n : row;
    const float *cu = u + row, *uu = u + up, *du = u + down;
    const float *cv = v + row, *uv = v + up, *dv = v + down;
    float *toU = nextU + row, *toV = nextV + row;
#pragma omp simd
    for (long i = 1; i < n - 1; i++) {
      const float U = cu[i], V = cv[i], reaction = U * U * V;
      toU[i] = U + h * (B + reaction - (A + 1) * U +
                        a * (uu[i] + du[i] + cu[i - 1] + cu[i + 1] - 4 * U));
      toV[i] = V + h * (A * U - reaction + a * (uv[i] + dv[i] + cv[i - 1] + cv[i + 1] - 4 * V));
    }
    for (const long i : {0L, n - 1}) {
      const long left = i > 0 ? i - 1 : 0, right = i < n - 1 ? i + 1 : i;
      const float U = cu[i], V = cv[i], reaction = U * U * V;
      toU[i] =
          U + h * (B + reaction - (A + 1) * U + a * (uu[i] + du[i] + cu[left] + cu[right] - 4 * U));
      toV[i] = V + h * (A * U - reaction + a * (uv[i] + dv[i] + cv[left] + cv[right] - 4 * V));
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  const Arguments given = readArguments(argc, argv);
  const long n = given.n, size = n * n;
  std::unique_ptr<float[]> y[2] = {allocate(2 * size), allocate(2 * size)};
  float *now = nullptr, *next = nullptr;
  timeRuns(
      given.runs,
      [&] {
        now = y[0].get(), next = y[1].get();
        for (long j = 0; j < n; j++)
          for (long i = 0; i < n; i++) {
            now[j * n + i] = static_cast<float>(0.5 + static_cast<double>(j) / (n - 1));
            now[size + j * n + i] = static_cast<float>(1.0 + 5.0 * i / (n - 1));
          }
      },
      [&] {
        for (long k = 0; k < given.steps; k++) {
          step(now, now + size, next, next + size, n, given.dt);
          std::swap(now, next);
        }
      });
  writeResult(std::fopen(given.result, "wb"), now, 2 * size);
}
