// The problems of the table of rates, written by hand for the peers in C++. Each has
//
// - size, outside: floats of a state with what lies around the grid, and their value there
// - initialise(u): the state at the start
// - changes(u, use): an OpenMP loop that calls use(place, u, du/dt there) for all components
// - rows(u, row): row(first, count) for what eulerc's output holds, in its order
//
// A grid lies in one with a layer of the boundary's values around it, so that no point needs a
// test; only the Brusselator's walls are mirrored by looking at the point itself. Values are read
// once in `changes` and handed on, so that the compiler loads them once.
//
//   withProblem("heat2d", 400, [](const auto &problem) { … });
#pragma once

#include <cmath>
#include <vector>

#include "peer.h"

struct String { // displacement and velocity of a mass point in turn
  static constexpr float K = 40.0f, outside = 0;
  long n, points = n / 2, size = n + 4;

  void initialise(float *y) const {
#pragma omp parallel for schedule(static)
    for (long j = 0; j < points; j++) {
      y[2 * j + 2] = static_cast<float>(std::sin(M_PI * (j + 1) / (points + 1)));
      y[2 * j + 3] = 0;
    }
  }
  template <class Use> void changes(const float *__restrict y, Use use) const {
#pragma omp parallel for simd schedule(static)
    for (long j = 1; j < points + 1; j++) {
      use(2 * j, y[2 * j], y[2 * j + 1]);
      use(2 * j + 1, y[2 * j + 1], K * K * (y[2 * j - 2] - 2 * y[2 * j] + y[2 * j + 2]));
    }
  }
  template <class Row> void rows(float *y, Row row) const { row(y + 2, n); }
};

struct Heat {
  static constexpr float k = 0.2f, outside = 0;
  long n, size = n + 2;

  void initialise(float *u) const {
#pragma omp parallel for schedule(static)
    for (long x = 0; x < n; x++)
      u[x + 1] = static_cast<float>(x % 11 * 0.1);
  }
  template <class Use> void changes(const float *__restrict u, Use use) const {
#pragma omp parallel for simd schedule(static)
    for (long x = 1; x < n + 1; x++)
      use(x, u[x], k * (u[x - 1] - 2 * u[x] + u[x + 1]));
  }
  template <class Row> void rows(float *u, Row row) const { row(u + 1, n); }
};

struct Heat2d {
  static constexpr float k = 0.2f, outside = 0;
  long n, row = n + 2, size = row * row;

  void initialise(float *u) const {
#pragma omp parallel for schedule(static)
    for (long y = 0; y < n; y++)
      for (long x = 0; x < n; x++)
        u[(y + 1) * row + x + 1] = static_cast<float>((x * 7 + y * 3) % 11 * 0.1);
  }
  template <class Use> void changes(const float *__restrict u, Use use) const {
#pragma omp parallel for schedule(static)
    for (long y = 1; y < n + 1; y++) {
      const float *c = u + y * row;
#pragma omp simd
      for (long x = 1; x < n + 1; x++)
        use(y * row + x, c[x], k * (c[x - row] + c[x + row] + c[x - 1] + c[x + 1] - 4 * c[x]));
    }
  }
  template <class Row> void rows(float *u, Row use) const {
    for (long y = 1; y < n + 1; y++)
      use(u + y * row + 1, n);
  }
};

struct Bruss2d { // u, then v
  static constexpr float A = 3.4f, B = 1.0f, alpha = 2e-3f, outside = 0;
  long n, plane = n * n, size = 2 * plane;

  float diffusion() const { return alpha * static_cast<float>(n - 1) * static_cast<float>(n - 1); }
  void initialise(float *u) const {
#pragma omp parallel for schedule(static)
    for (long j = 0; j < n; j++)
      for (long i = 0; i < n; i++) {
        u[j * n + i] = static_cast<float>(0.5 + static_cast<double>(j) / (n - 1));
        u[plane + j * n + i] = static_cast<float>(1.0 + 5.0 * i / (n - 1));
      }
  }
  template <class Use> void changes(const float *__restrict u, Use use) const {
    const float a = diffusion(), *v = u + plane;
#pragma omp parallel for schedule(static)
    for (long j = 0; j < n; j++) {
      const long row = j * n, up = j > 0 ? row - n : row, down = j < n - 1 ? row + n : row;
      const auto point = [=, this](long i, long left, long right) {
        const float U = u[row + i], V = v[row + i], reaction = U * U * V;
        const float aroundU = u[up + i] + u[down + i] + u[row + left] + u[row + right];
        const float aroundV = v[up + i] + v[down + i] + v[row + left] + v[row + right];
        use(row + i, U, B + reaction - (A + 1) * U + a * (aroundU - 4 * U));
        use(plane + row + i, V, A * U - reaction + a * (aroundV - 4 * V));
      };
#pragma omp simd
      for (long i = 1; i < n - 1; i++)
        point(i, i - 1, i + 1);
      point(0, 0, 1);
      point(n - 1, n - 2, n - 1);
    }
  }
  template <class Row> void rows(float *u, Row row) const { row(u, size); }
};

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
  long n, row = n + 4, plane = row * row, size = row * plane;
  // A value for each voxel, as a program with a field has it.
  std::unique_ptr<float[]> field = allocate(n * n * n, diffusivity);

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
  long n, row = n + 8, plane = row * row, q = row * plane, size = q + n * n * n;
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

struct Kuramoto { // on a graph in rows, as bench/programs/kuramoto.ode
  static constexpr float K = 0.1f, outside = 0;
  long n, size = n;
  std::vector<int> row = rowsOf(n), col = neighboursOf(n);

  static std::vector<int> rowsOf(long n) {
    std::vector<int> row(n + 1);
    for (long i = 0; i <= n; i++)
      row[i] = static_cast<int>(10 * i + (i % n == 0 ? 0 : i * 7919 % 9 - 4));
    return row;
  }
  static std::vector<int> neighboursOf(long n) {
    std::vector<int> col(10 * n);
    for (long e = 0; e < 10 * n; e++)
      col[e] = static_cast<int>((e * e % 1000003 * 7919 + 31 * e) % n);
    return col;
  }

  void initialise(float *th) const {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++)
      th[i] = static_cast<float>(i * 6007 % 1013 * 6.2 / 1013);
  }
  template <class Use> void changes(const float *__restrict th, Use use) const {
    const int *__restrict begin = row.data(), *__restrict neighbour = col.data();
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++) {
      float sum = 0;
      const float own = th[i];
      for (int k = begin[i]; k < begin[i + 1]; k++)
        sum += std::sin(th[neighbour[k]] - own);
      use(i, own, 0.001f * static_cast<float>(i % 7) + K * sum);
    }
  }
  template <class Row> void rows(float *th, Row row) const { row(th, n); }
};

template <class Solve> auto withProblem(const std::string &name, long n, Solve solve) {
  if (name == "string")
    return solve(String{n});
  if (name == "heat")
    return solve(Heat{n});
  if (name == "heat2d")
    return solve(Heat2d{n});
  if (name == "bruss2d")
    return solve(Bruss2d{n});
  if (name == "heat7")
    return solve(Heat7{n});
  if (name == "heat3d")
    return solve(Heat3d{n});
  if (name == "wave8")
    return solve(Wave8{n});
  if (name == "gray_scott")
    return solve(GrayScott{n});
  if (name == "kuramoto")
    return solve(Kuramoto{n});
  giveUp("there is no problem " + name);
}

/// The components of a state, in the order of eulerc's output.
template <class Problem> std::vector<float> inside(const Problem &problem, float *u) {
  std::vector<float> values;
  problem.rows(u, [&](const float *first, long count) {
    values.insert(values.end(), first, first + count);
  });
  return values;
}
