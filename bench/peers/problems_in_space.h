// The problems on grids of three axes (problems.h).
#pragma once

#include <cmath>
#include <vector>

#include "peer.h"

#ifdef __CUDACC__ // what a point computes is CUDA's, too
#define POINT __host__ __device__ __forceinline__
#else
#define POINT inline
#endif

struct Heat7 {
  static constexpr float k = 0.1f, outside = 0;
  long n, row = n + 2, plane = row * row, size = row * plane;

  void initialise(float *u) const {
#pragma omp parallel for schedule(static)
    for (long z = 0; z < n; z++)
      for (long y = 0; y < n; y++)
        for (long x = 0; x < n; x++)
          u[(z + 1) * plane + (y + 1) * row + x + 1] =
              static_cast<float>((x * 7 + y * 3 + z) % 11 * 0.1);
  }
  template <class Use> void changes(const float *__restrict u, Use use) const {
#pragma omp parallel for schedule(static)
    for (long z = 1; z < n + 1; z++)
      for (long y = 1; y < n + 1; y++) {
        const long at = z * plane + y * row;
        const float *c = u + at;
#pragma omp simd
        for (long x = 1; x < n + 1; x++)
          use(at + x, c[x],
              k * (c[x - plane] + c[x + plane] + c[x - row] + c[x + row] + c[x - 1] + c[x + 1] -
                   6 * c[x]));
      }
  }
  template <class Row> void rows(float *u, Row use) const {
    for (long z = 1; z < n + 1; z++)
      for (long y = 1; y < n + 1; y++)
        use(u + z * plane + y * row + 1, n);
  }
};

struct Heat3d { // in tissue; fourth order, so two layers of the boundary's value
  static constexpr float blood = 37.0f, perfusion = 5e-3f, outside = blood;
  static constexpr float near = static_cast<float>(4.0 / 3), far = static_cast<float>(-1.0 / 12);
  static constexpr float diffusivity = static_cast<float>(0.5 / (1090.0 * 3421.0));
  static constexpr float scale = static_cast<float>(1 / (1e-3 * 1e-3)); // 1 / (edge of a voxel)²
  long n, row = n + 4, plane = row * row, size = row * plane, points = n * n * n;
  // A value for each voxel, as a program with a field has it.
  std::unique_ptr<float[]> field = allocate(points, diffusivity);

  void initialise(float *T) const {
#pragma omp parallel for schedule(static)
    for (long z = 0; z < n; z++)
      for (long y = 0; y < n; y++)
        for (long x = 0; x < n; x++) {
          const double dx = x - 0.5 * (n - 1), dy = y - 0.5 * (n - 1), dz = z - 0.5 * (n - 1);
          T[(z + 2) * plane + (y + 2) * row + x + 2] =
              dx * dx + dy * dy + dz * dz < 64 ? 60.0f : blood;
        }
  }
  template <class Use> void changes(const float *__restrict T, Use use) const {
#pragma omp parallel for schedule(static)
    for (long z = 2; z < n + 2; z++)
      for (long y = 2; y < n + 2; y++) {
        const long at = z * plane + y * row;
        const float *c = T + at, *b = field.get() + ((z - 2) * n + y - 2) * n - 2;
#pragma omp simd
        for (long x = 2; x < n + 2; x++) {
          const float one =
              c[x - 1] + c[x + 1] + c[x - row] + c[x + row] + c[x - plane] + c[x + plane];
          const float two = c[x - 2] + c[x + 2] + c[x - 2 * row] + c[x + 2 * row] +
                            c[x - 2 * plane] + c[x + 2 * plane];
          use(at + x, c[x],
              b[x] * scale * (-7.5f * c[x] + near * one + far * two) + perfusion * (blood - c[x]));
        }
      }
  }
  template <class Row> void rows(float *T, Row use) const {
    for (long z = 2; z < n + 2; z++)
      for (long y = 2; y < n + 2; y++)
        use(T + z * plane + y * row + 2, n);
  }
};

struct Wave8 { // sound, eighth order in space: p with four layers around it, then q
  static constexpr float h = 10.0f, outside = 0;
  static constexpr float w0 = static_cast<float>(-205.0 / 24), w1 = static_cast<float>(8.0 / 5),
                         w2 = static_cast<float>(-1.0 / 5), w3 = static_cast<float>(8.0 / 315),
                         w4 = static_cast<float>(-1.0 / 560);
  long n, row = n + 8, plane = row * row, q = row * plane, points = n * n * n, size = q + points;
  std::unique_ptr<float[]> field = speeds(n); // squared, for each point

  static std::unique_ptr<float[]> speeds(long n) {
    auto values = allocate(n * n * n, 0);
    for (long at = 0; at < n * n * n; at++) {
      const auto c =
          static_cast<float>(1500 + 1500.0 * static_cast<double>(at / (n * n)) / (n - 1));
      values[at] = c * c;
    }
    return values;
  }
  void initialise(float *u) const {
#pragma omp parallel for schedule(static)
    for (long z = 0; z < n; z++)
      for (long y = 0; y < n; y++)
        for (long x = 0; x < n; x++) {
          u[(z + 4) * plane + (y + 4) * row + x + 4] =
              static_cast<float>((z * 5 + y * 3 + x) % 11 * 0.1);
          u[q + (z * n + y) * n + x] = 0;
        }
  }
  template <class Use> void changes(const float *__restrict u, Use use) const {
    const float scale = 1 / (h * h), w[] = {w0, w1, w2, w3, w4};
#pragma omp parallel for schedule(static)
    for (long z = 0; z < n; z++)
      for (long y = 0; y < n; y++) {
        const long at = (z + 4) * plane + (y + 4) * row + 4, own = (z * n + y) * n;
        const float *p = u + at, *rate = u + q + own, *speed = field.get() + own;
#pragma omp simd
        for (long x = 0; x < n; x++) {
          float sum = w[0] * p[x];
          for (long d = 1; d <= 4; d++)
            sum += w[d] * (p[x - d] + p[x + d] + p[x - d * row] + p[x + d * row] +
                           p[x - d * plane] + p[x + d * plane]);
          use(at + x, p[x], rate[x]);
          use(q + own + x, rate[x], speed[x] * scale * sum);
        }
      }
  }
  template <class Row> void rows(float *u, Row use) const {
    for (long z = 4; z < n + 4; z++)
      for (long y = 4; y < n + 4; y++)
        use(u + z * plane + y * row + 4, n);
    use(u + q, n * n * n);
  }
};

struct GrayScott { // in a cube that goes round: u, then v
  static constexpr float Du = 0.16f, Dv = 0.08f, F = 0.035f, k = 0.065f, outside = 0;
  long n, plane = n * n, v = n * plane, size = 2 * v;

  void initialise(float *y) const {
#pragma omp parallel for schedule(static)
    for (long z = 0; z < n; z++)
      for (long j = 0; j < n; j++)
        for (long x = 0; x < n; x++) {
          const long at = z * plane + j * n + x;
          y[at] = static_cast<float>(1 - (x * 7 + j * 3 + z) % 11 * 0.05);
          y[v + at] = static_cast<float>((x * 5 + j * 2 + z * 3) % 7 * 0.04);
        }
  }
  template <class Use> void changes(const float *__restrict y, Use use) const {
#pragma omp parallel for schedule(static)
    for (long z = 0; z < n; z++)
      for (long j = 0; j < n; j++) {
        const auto rowAt = [&](long a, long b) { return (a + n) % n * plane + (b + n) % n * n; };
        const long own = rowAt(z, j), up = rowAt(z, j - 1), down = rowAt(z, j + 1);
        const long front = rowAt(z - 1, j), back = rowAt(z + 1, j);
        const auto point = [=, this](long x, long left, long right) {
          const auto around = [=](const float *a) {
            return a[up + x] + a[down + x] + a[front + x] + a[back + x] + a[own + left] +
                   a[own + right];
          };
          const float U = y[own + x], V = y[v + own + x], reaction = U * V * V;
          use(own + x, U, Du * (around(y) - 6 * U) - reaction + F * (1 - U));
          use(v + own + x, V, Dv * (around(y + v) - 6 * V) + reaction - (F + k) * V);
        };
#pragma omp simd
        for (long x = 1; x < n - 1; x++)
          point(x, x - 1, x + 1);
        point(0, n - 1, 1);
        point(n - 1, n - 2, 0);
      }
  }
  template <class Row> void rows(float *y, Row use) const { use(y, size); }
};
