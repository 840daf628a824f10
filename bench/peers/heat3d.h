// What the peers for heat in tissue share: N x N x N voxels in a grid with two layers of the
// boundary's value around it, so that no point needs a test.
//
//   heat3d::Grid grid(256); heat3d::initialise(grid, T); … heat3d::changes(grid, T, beta, use);
#pragma once

#include "peer.h"

namespace heat3d {

constexpr float blood = 37.0f, perfusion = 5e-3f;
constexpr double diffusivity = 0.5 / (1090.0 * 3421.0), edge = 1e-3;
constexpr float w[3] = {-2.5f, static_cast<float>(4.0 / 3), static_cast<float>(-1.0 / 12)};

struct Grid {
  explicit Grid(long voxels) : n(voxels), row(n + 4), plane(row * row), size(plane * row) {}
  long n, row, plane, size;
};

/// Calls use(place of a voxel, dT/dt there) for all voxels.
template <class Use> void changes(const Grid &g, const float *T, const float *beta, Use use) {
  const long n = g.n, row = g.row, plane = g.plane;
  const float scale = static_cast<float>(1 / (edge * edge));
#pragma omp parallel for schedule(static)
  for (long z = 2; z < n + 2; z++)
    for (long y = 2; y < n + 2; y++) {
      const long at = z * plane + y * row;
      const float *c = T + at;
      const float *b = beta + ((z - 2) * n + y - 2) * n - 2;
#pragma omp simd
      for (long x = 2; x < n + 2; x++) {
        const float far = c[x - 2] + c[x + 2] + c[x - 2 * row] + c[x + 2 * row] + c[x - 2 * plane] +
                          c[x + 2 * plane];
        const float near =
            c[x - 1] + c[x + 1] + c[x - row] + c[x + row] + c[x - plane] + c[x + plane];
        use(at + x, b[x] * scale * (w[0] * 3 * c[x] + w[1] * near + w[2] * far) +
                        perfusion * (blood - c[x]));
      }
    }
}

inline void initialise(const Grid &g, float *T) {
  for (long z = 0; z < g.n; z++)
    for (long y = 0; y < g.n; y++)
      for (long x = 0; x < g.n; x++) {
        const double dx = x - 0.5 * (g.n - 1), dy = y - 0.5 * (g.n - 1), dz = z - 0.5 * (g.n - 1);
        T[(z + 2) * g.plane + (y + 2) * g.row + x + 2] =
            dx * dx + dy * dy + dz * dz < 64 ? 60.0f : blood;
      }
}

inline void write(const Grid &g, const float *T, const char *path) {
  std::FILE *file = std::fopen(path, "wb");
  for (long z = 2; z < g.n + 2; z++)
    for (long y = 2; y < g.n + 2; y++)
      writeResult(file, T + z * g.plane + y * g.row + 2, g.n);
  std::fclose(file);
}

} // namespace heat3d
