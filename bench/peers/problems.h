// The problems of the table of rates, written by hand for the peers in C++. Each has
//
// - size, outside: floats of a state with the values around the grid, and the value there
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

#include "problems_in_space.h"

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

struct Tissue { // excitable: u, then w; beyond a wall is the point itself
  static constexpr float a = 0.7f, b = 0.8f, eps = 0.08f, outside = 0;
  long n, points = n * n, size = 2 * points;
  std::unique_ptr<float[]> field = diffusion(n);

  static std::unique_ptr<float[]> diffusion(long n) {
    auto values = allocate(n * n, 0);
    for (long at = 0; at < n * n; at++)
      values[at] = static_cast<float>(0.5 + (at % n + at / n) % 7 * 0.05);
    return values;
  }
  void initialise(float *u) const {
#pragma omp parallel for schedule(static)
    for (long y = 0; y < n; y++)
      for (long x = 0; x < n; x++) {
        u[y * n + x] = static_cast<float>((x * 7 + y * 3) % 11 * 0.1);
        u[points + y * n + x] = static_cast<float>((x + y * 2) % 5 * 0.1);
      }
  }
  template <class Use> void changes(const float *__restrict u, Use use) const {
    const float *D = field.get(), *w = u + points;
#pragma omp parallel for schedule(static)
    for (long y = 0; y < n; y++) {
      const long row = y * n, up = y > 0 ? row - n : row, down = y < n - 1 ? row + n : row;
      const auto point = [=, this](long x, long left, long right) {
        const float U = u[row + x], W = w[row + x];
        const float around = u[up + x] + u[down + x] + u[row + left] + u[row + right];
        use(row + x, U, D[row + x] * (around - 4 * U) + U - U * U * U / 3 - W);
        use(points + row + x, W, eps * (U + a - b * W));
      };
#pragma omp simd
      for (long x = 1; x < n - 1; x++)
        point(x, x - 1, x + 1);
      point(0, 0, 1);
      point(n - 1, n - 2, n - 1);
    }
  }
  template <class Row> void rows(float *u, Row row) const { row(u, size); }
};

struct Fronts { // Kuramoto's and Sivashinsky's, on a ring
  static constexpr float h = 0.5f, outside = 0;
  long n, size = n;

  void initialise(float *u) const {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++)
      u[i] = static_cast<float>((i * 7 % 11 - 5) * 0.1);
  }
  /// From two points before to two points behind.
  POINT static float change(float ll, float l, float c, float r, float rr) {
    return -c * (r - l) * (1 / (2 * h)) - (l - 2 * c + r) * (1 / (h * h)) -
           (ll - 4 * l + 6 * c - 4 * r + rr) * (1 / (h * h * h * h));
  }
  template <class Use> void changes(const float *__restrict u, Use use) const {
#pragma omp parallel for simd schedule(static)
    for (long i = 2; i < n - 2; i++)
      use(i, u[i], change(u[i - 2], u[i - 1], u[i], u[i + 1], u[i + 2]));
    for (const long i : {0L, 1L, n - 2, n - 1}) {
      const auto at = [&](long by) { return u[(i + by + n) % n]; };
      use(i, u[i], change(at(-2), at(-1), u[i], at(1), at(2)));
    }
  }
  template <class Row> void rows(float *u, Row row) const { row(u, n); }
};

struct CahnHilliard { // goes round; each point computes the potential of five
  static constexpr float kappa = 0.5f, M = 1.0f, outside = 0;
  long n, size = n * n;

  void initialise(float *c) const {
#pragma omp parallel for schedule(static)
    for (long y = 0; y < n; y++)
      for (long x = 0; x < n; x++)
        c[y * n + x] = static_cast<float>((x * 7 + y * 3) % 11 * 0.02 - 0.1);
  }
  /// c(y, x): the value y points below and x points to the right.
  template <class At> POINT static float potential(const At &c, int y, int x) {
    const float own = c(y, x);
    return own * (own * own - 1) -
           kappa * (c(y - 1, x) + c(y + 1, x) + c(y, x - 1) + c(y, x + 1) - 4 * own);
  }
  template <class At> POINT static float change(const At &c) {
    return M * (potential(c, -1, 0) + potential(c, 1, 0) + potential(c, 0, -1) +
                potential(c, 0, 1) - 4 * potential(c, 0, 0));
  }
  template <class Use> void changes(const float *__restrict c, Use use) const {
#pragma omp parallel for schedule(static)
    for (long y = 0; y < n; y++) {
      const float *row[5];
      for (long d = 0; d < 5; d++)
        row[d] = c + (y + d - 2 + n) % n * n;
      const auto inside = [&](long x) {
        use(y * n + x, row[2][x], change([&](int j, int i) { return row[j + 2][x + i]; }));
      };
      const auto atEnd = [&](long x) {
        use(y * n + x, row[2][x],
            change([&](int j, int i) { return row[j + 2][(x + i + n) % n]; }));
      };
#pragma omp simd
      for (long x = 2; x < n - 2; x++)
        inside(x);
      for (const long x : {0L, 1L, n - 2, n - 1})
        atEnd(x);
    }
  }
  template <class Row> void rows(float *c, Row row) const { row(c, size); }
};

struct LuoRudy { // heart muscle: V, m, h, j, d, f, X, Ca; beyond a wall is the cell itself
  static constexpr int states = 8;
  static constexpr float diffusion = static_cast<float>(0.001 / (0.025 * 0.025)), outside = 0;
  static constexpr float EK1 = -87.917746f, EK = -77.589510f; // for Ko = 5.4
  long n, plane = n * n, size = states * plane;

  void initialise(float *u) const {
    const float rest[] = {-84.5737f, 0.00167f, 0.98333f, 0.98950f,
                          0.00298f,  0.99998f, 0.00566f, 1.8e-4f};
#pragma omp parallel for schedule(static)
    for (long at = 0; at < size; at++)
      u[at] = at < plane && at % n < 10 ? 20 : rest[at / plane];
  }
  /// The changes of a cell's states where `spread` is what diffuses to it.
  POINT static void changesOf(const float *state, float spread, float *change) {
    const float v = state[0], m = state[1], h = state[2], j = state[3], d = state[4], f = state[5],
                X = state[6], Ca = state[7];
    const auto gate = [](float alpha, float beta, float g) { return alpha * (1 - g) - beta * g; };
    const float slowInward = 0.09f * d * f * (v - (7.7f - 13.0287f * std::log(Ca)));
    const float xi = v > -100 ? 2.837f * (std::exp(0.04f * (v + 77)) - 1) /
                                    ((v + 77) * std::exp(0.04f * (v + 35)))
                              : 1;
    const float a = 1.02f / (1 + std::exp(0.2385f * (v - EK1 - 59.215f)));
    const float b = (0.49124f * std::exp(0.08032f * (v - EK1 + 5.476f)) +
                     std::exp(0.06175f * (v - EK1 - 594.31f))) /
                    (1 + std::exp(-0.5143f * (v - EK1 + 4.753f)));
    const float currents = 23.0f * m * m * m * h * j * (v - 54.4f) + slowInward +
                           0.282f * X * xi * (v - EK) + 0.6047f * a / (a + b) * (v - EK1) +
                           0.0183f / (1 + std::exp((7.488f - v) / 5.98f)) * (v - EK1) +
                           0.03921f * (v + 59.87f);
    change[0] = spread - currents;
    change[1] = gate(0.32f * (v + 47.13f) / (1 - std::exp(-0.1f * (v + 47.13f))),
                     0.08f * std::exp(-v / 11), m);
    if (v >= -40) {
      change[2] = gate(0, 1 / (0.13f * (1 + std::exp((v + 10.66f) / -11.1f))), h);
      change[3] = gate(0, 0.3f * std::exp(-2.535e-7f * v) / (1 + std::exp(-0.1f * (v + 32))), j);
    } else {
      change[2] = gate(0.135f * std::exp((80 + v) / -6.8f),
                       3.56f * std::exp(0.079f * v) + 3.1e5f * std::exp(0.35f * v), h);
      change[3] =
          gate((-1.2714e5f * std::exp(0.2444f * v) - 3.474e-5f * std::exp(-0.04391f * v)) *
                   (v + 37.78f) / (1 + std::exp(0.311f * (v + 79.23f))),
               0.1212f * std::exp(-0.01052f * v) / (1 + std::exp(-0.1378f * (v + 40.14f))), j);
    }
    change[4] = gate(0.095f * std::exp(-0.01f * (v - 5)) / (1 + std::exp(-0.072f * (v - 5))),
                     0.07f * std::exp(-0.017f * (v + 44)) / (1 + std::exp(0.05f * (v + 44))), d);
    change[5] = gate(0.012f * std::exp(-0.008f * (v + 28)) / (1 + std::exp(0.15f * (v + 28))),
                     0.0065f * std::exp(-0.02f * (v + 30)) / (1 + std::exp(-0.2f * (v + 30))), f);
    change[6] = gate(0.0005f * std::exp(0.083f * (v + 50)) / (1 + std::exp(0.057f * (v + 50))),
                     0.0013f * std::exp(-0.06f * (v + 20)) / (1 + std::exp(-0.04f * (v + 20))), X);
    change[7] = -1e-4f * slowInward + 0.07f * (1e-4f - Ca);
  }
  template <class Use> POINT static void cell(const float *u, int n, int x, int y, const Use &use) {
    const int at = y * n + x, plane = n * n;
    const float around = u[y > 0 ? at - n : at] + u[y < n - 1 ? at + n : at] +
                         u[x > 0 ? at - 1 : at] + u[x < n - 1 ? at + 1 : at];
    float state[states], change[states];
    for (int s = 0; s < states; s++)
      state[s] = u[s * plane + at];
    changesOf(state, diffusion * (around - 4 * u[at]), change);
    for (int s = 0; s < states; s++)
      use(s * plane + at, state[s], change[s]);
  }
  template <class Use> void changes(const float *__restrict u, Use use) const {
#pragma omp parallel for schedule(static)
    for (long y = 0; y < n; y++)
      for (long x = 0; x < n; x++)
        cell(u, static_cast<int>(n), static_cast<int>(x), static_cast<int>(y), use);
  }
  template <class Row> void rows(float *u, Row row) const { row(u, size); }
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
  if (name == "tissue")
    return solve(Tissue{n});
  if (name == "fronts")
    return solve(Fronts{n});
  if (name == "cahn_hilliard")
    return solve(CahnHilliard{n});
  if (name == "luo_rudy")
    return solve(LuoRudy{n});
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
