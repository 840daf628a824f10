// The programs that no model was tuned for (bench/unseen.json) as plain loops: one pass over all
// points a step, threads by OpenMP, vectors by the compiler (-O3 -march=native -ffast-math), ghost
// points around each grid.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "plain_grid.h"
#include "plain_one_state.h"

namespace {

double weno(const Request &asked) {
  const Shape s = {1, asked.n, 3};
  const float a = 1.5F, dx = 1.0F / static_cast<float>(asked.n);
  Array u = made(s, [&](long, long, long i) {
    return 0.5 + std::sin(2 * M_PI * static_cast<double>(i) / static_cast<double>(s.n));
  });
  Array v = allocate(s.size, 0), w = allocate(s.size, 0);
  const auto side = [](float p, float b, float c, float d, float e) {
    const float x0 = p - 2 * b + c, y0 = p - 4 * b + 3 * c, x1 = b - 2 * c + d, y1 = b - d,
                x2 = c - 2 * d + e, y2 = 3 * c - 4 * d + e;
    const float b0 = 13.0F / 12 * x0 * x0 + 0.25F * y0 * y0 + 1e-6F,
                b1 = 13.0F / 12 * x1 * x1 + 0.25F * y1 * y1 + 1e-6F,
                b2 = 13.0F / 12 * x2 * x2 + 0.25F * y2 * y2 + 1e-6F;
    const float w0 = 0.1F / (b0 * b0), w1 = 0.6F / (b1 * b1), w2 = 0.3F / (b2 * b2);
    return (w0 * (2 * p - 7 * b + 11 * c) + w1 * (5 * c - b + 2 * d) + w2 * (2 * c + 5 * d - e)) /
           (6 * (w0 + w1 + w2));
  };
  const auto stage = [&](float *from, const float *old, float *to, float ofOld, float ofNew) {
    fill(s, from, true);
    const float h = asked.dt;
#pragma omp parallel for simd schedule(static)
    for (long i = s.first; i < s.first + s.n; i++) {
      const auto flux = [&](long k) {
        const auto right = [&](long m) { return 0.25F * from[m] * from[m] + 0.5F * a * from[m]; };
        const auto left = [&](long m) { return 0.25F * from[m] * from[m] - 0.5F * a * from[m]; };
        return side(right(k - 2), right(k - 1), right(k), right(k + 1), right(k + 2)) +
               side(left(k + 3), left(k + 2), left(k + 1), left(k), left(k - 1));
      };
      to[i] = ofOld * old[i] + ofNew * (from[i] + h * (flux(i - 1) - flux(i)) / dx);
    }
  };
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++) {
      stage(u.get(), u.get(), v.get(), 0, 1);
      stage(v.get(), u.get(), w.get(), 0.75F, 0.25F);
      stage(w.get(), u.get(), v.get(), 1.0F / 3, 2.0F / 3);
      std::swap(u, v);
    }
  });
  write(asked, s, {u.get()});
  return seconds;
}

struct GrayScott {
  Shape s;
  std::array<Array, 2> y;
  explicit GrayScott(long n) : s{3, n, 1} {
    y[0] = made(s, [](long z, long j, long x) {
      return 1 - static_cast<float>((x * 7 + j * 3 + z) % 11) * 0.05F;
    });
    y[1] = made(s, [](long z, long j, long x) {
      return static_cast<float>((x * 5 + j * 2 + z * 3) % 7) * 0.04F;
    });
  }
  /// Calls take(index, slope of u, slope of v) of all points.
  template <class Take> void slopes(std::array<Array, 2> &at, Take &&take) {
    const float Du = 0.16F, Dv = 0.08F, F = 0.035F, k = 0.065F;
    fill(s, at[0].get(), true);
    fill(s, at[1].get(), true);
    const float *u = at[0].get(), *v = at[1].get();
    const long up = s.up, beyond = s.beyond;
    rowsOf(s, [&](long first, long, long) {
#pragma omp simd
      for (long i = first; i < first + s.n; i++) {
        const float au =
            u[i - beyond] + u[i + beyond] + u[i - up] + u[i + up] + u[i - 1] + u[i + 1];
        const float av =
            v[i - beyond] + v[i + beyond] + v[i - up] + v[i + up] + v[i - 1] + v[i + 1];
        const float uvv = u[i] * v[i] * v[i];
        take(i, Du * (au - 6 * u[i]) - uvv + F * (1 - u[i]),
             Dv * (av - 6 * v[i]) + uvv - (F + k) * v[i]);
      }
    });
  }
};

double grayScott(const Request &asked) {
  GrayScott g(asked.n);
  std::array<Array, 2> to = {allocate(g.s.size, 0), allocate(g.s.size, 0)};
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++) {
      float *a = to[0].get(), *b = to[1].get();
      const float *u = g.y[0].get(), *v = g.y[1].get(), h = asked.dt;
      g.slopes(g.y, [=](long i, float du, float dv) {
        a[i] = u[i] + h * du;
        b[i] = v[i] + h * dv;
      });
      std::swap(g.y, to);
    }
  });
  write(asked, g.s, {g.y[0].get(), g.y[1].get()});
  return seconds;
}

double grayScottRk4(const Request &asked) {
  GrayScott g(asked.n);
  const auto empty = [&] {
    return std::array<Array, 2>{allocate(g.s.size, 0), allocate(g.s.size, 0)};
  };
  std::array<Array, 2> at = empty(), other = empty(), sum = empty();
  const float weights[] = {1.0F / 6, 1.0F / 3, 1.0F / 3, 1.0F / 6}, ahead[] = {0.5F, 0.5F, 1, 0};
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++)
      for (int k = 0; k < 4; k++) {
        const float *u = g.y[0].get(), *v = g.y[1].get(), w = asked.dt * weights[k],
                    h = asked.dt * ahead[k];
        float *su = sum[0].get(), *sv = sum[1].get(), *a = other[0].get(), *b = other[1].get();
        const bool isFirst = k == 0;
        g.slopes(isFirst ? g.y : at, [=](long i, float du, float dv) {
          su[i] = (isFirst ? u[i] : su[i]) + w * du;
          sv[i] = (isFirst ? v[i] : sv[i]) + w * dv;
          a[i] = u[i] + h * du;
          b[i] = v[i] + h * dv;
        });
        std::swap(at, other);
        if (k == 3)
          std::swap(g.y, sum);
      }
  });
  write(asked, g.s, {g.y[0].get(), g.y[1].get()});
  return seconds;
}

double dendrite(const Request &asked) {
  const Shape s = {2, asked.n, 2};
  const float h = 0.03F, tau = 3e-4F, eps = 0.01F, delta = 0.04F, theta0 = 0.2F, alpha = 0.9F,
              gamma = 10, K = 1.8F;
  Array p = made(s, [&](long, long j, long i) {
    return std::hypot(j - s.n / 2, i - s.n / 2) < 20 ? 1.0F : 0.0F;
  });
  Array T = allocate(s.size, 0), p2 = allocate(s.size, 0), T2 = allocate(s.size, 0);
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++) {
      fill(s, p.get(), false);
      fill(s, T.get(), false);
      const float *u = p.get(), *t = T.get();
      float *u2 = p2.get(), *t2 = T2.get();
      const long up = s.up;
      rowsOf(s, [&](long first, long, long) {
        for (long k = first; k < first + s.n; k++) {
          const auto px = [&](long m) { return (u[m + 1] - u[m - 1]) / (2 * h); };
          const auto py = [&](long m) { return (u[m + up] - u[m - up]) / (2 * h); };
          const auto angle = [&](long m) { return 6 * (std::atan2(py(m), px(m)) - theta0); };
          const auto width = [&](long m) { return eps * (1 + delta * std::cos(angle(m))); };
          const auto square = [&](long m) { return width(m) * width(m); };
          const auto turn = [&](long m) {
            return -6 * delta * eps * std::sin(angle(m)) * width(m);
          };
          const float around = u[k - up] + u[k + up] + u[k - 1] + u[k + 1];
          const float spread = square(k) * (around - 4 * u[k]) / (h * h) +
                               (square(k + 1) - square(k - 1)) / (2 * h) * px(k) +
                               (square(k + up) - square(k - up)) / (2 * h) * py(k);
          const float turned = (turn(k + up) * px(k + up) - turn(k - up) * px(k - up) -
                                turn(k + 1) * py(k + 1) + turn(k - 1) * py(k - 1)) /
                               (2 * h);
          const float m = alpha / static_cast<float>(M_PI) * std::atan(gamma * (1 - t[k]));
          const float growth = (spread + turned + u[k] * (1 - u[k]) * (u[k] - 0.5F + m)) / tau;
          const float warm = t[k - up] + t[k + up] + t[k - 1] + t[k + 1];
          u2[k] = u[k] + asked.dt * growth;
          t2[k] = t[k] + asked.dt * ((warm - 4 * t[k]) / (h * h) + K * growth);
        }
      });
      std::swap(p, p2);
      std::swap(T, T2);
    }
  });
  write(asked, s, {p.get(), T.get()});
  return seconds;
}

double elastic(const Request &asked) {
  const Shape s = {2, asked.n, 1};
  const float h = 10, rho = 2000, lambda = 8e9F, mu = 6e9F, dt = asked.dt;
  const auto hump = [&](long, long j, long i) {
    const double a = static_cast<double>(j) - 0.5 * static_cast<double>(s.n),
                 b = static_cast<double>(i) - 0.5 * static_cast<double>(s.n);
    return static_cast<float>(1e6 * std::exp(-(a * a + b * b) / 100));
  };
  Array vx = allocate(s.size, 0), vy = allocate(s.size, 0), xx = made(s, hump), yy = made(s, hump),
        xy = allocate(s.size, 0);
  float *a = vx.get(), *b = vy.get(), *sx = xx.get(), *sy = yy.get(), *sxy = xy.get();
  const long up = s.up;
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++) {
      rowsOf(s, [&](long first, long, long) {
#pragma omp simd
        for (long i = first; i < first + s.n; i++) {
          a[i] += dt / (rho * h) * (sx[i] - sx[i - 1] + sxy[i] - sxy[i - up]);
          b[i] += dt / (rho * h) * (sxy[i + 1] - sxy[i] + sy[i + up] - sy[i]);
        }
      });
      rowsOf(s, [&](long first, long, long) {
#pragma omp simd
        for (long i = first; i < first + s.n; i++) {
          const float x = a[i + 1] - a[i], y = b[i] - b[i - up];
          sx[i] += dt / h * ((lambda + 2 * mu) * x + lambda * y);
          sy[i] += dt / h * (lambda * x + (lambda + 2 * mu) * y);
          sxy[i] += dt / h * mu * (a[i + up] - a[i] + b[i] - b[i - 1]);
        }
      });
    }
  });
  write(asked, s, {a, b, sx, sy, sxy});
  return seconds;
}

constexpr int cx[] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
constexpr int cy[] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
constexpr int cz[] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
constexpr int weight[] = {12, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

float atRest(int q, float rho, float u, float v, float s) {
  const float along = 3 * (static_cast<float>(cx[q]) * u + static_cast<float>(cy[q]) * v +
                           static_cast<float>(cz[q]) * s);
  return static_cast<float>(weight[q]) / 36 * rho *
         (1 + along + 0.5F * along * along - 1.5F * (u * u + v * v + s * s));
}

double d3q19(const Request &asked) {
  const Shape s = {3, asked.n, 1};
  const float omega = 1.2F;
  std::array<Array, 19> f, g;
  const auto wave = [&](long k) {
    return 0.05F * static_cast<float>(
                       std::sin(2 * M_PI * static_cast<double>(k) / static_cast<double>(s.n)));
  };
  for (int q = 0; q < 19; q++) {
    f[q] = made(s, [&](long z, long y, long x) { return atRest(q, 1, wave(y), wave(z), wave(x)); });
    g[q] = allocate(s.size, 0);
  }
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++) {
      std::array<const float *, 19> from;
      std::array<float *, 19> to;
      for (int q = 0; q < 19; q++) {
        fill(s, f[q].get(), true);
        from[q] = f[q].get() - cx[q] - cy[q] * s.up - cz[q] * s.beyond;
        to[q] = g[q].get();
      }
      rowsOf(s, [&](long first, long, long) {
#pragma omp simd
        for (long i = first; i < first + s.n; i++) {
          float came[19], rho = 0, mx = 0, my = 0, mz = 0;
#pragma GCC unroll 19
          for (int q = 0; q < 19; q++) {
            came[q] = from[q][i];
            rho += came[q];
            mx += static_cast<float>(cx[q]) * came[q];
            my += static_cast<float>(cy[q]) * came[q];
            mz += static_cast<float>(cz[q]) * came[q];
          }
          const float u = mx / rho, v = my / rho, w = mz / rho;
#pragma GCC unroll 19
          for (int q = 0; q < 19; q++)
            to[q][i] = came[q] + omega * (atRest(q, rho, u, v, w) - came[q]);
        }
      });
      std::swap(f, g);
    }
  });
  std::vector<const float *> states;
  for (const Array &each : f)
    states.push_back(each.get());
  write(asked, s, states);
  return seconds;
}

} // namespace

int main() {
  const std::vector<std::pair<std::string, double (*)(const Request &)>> problems = {
      {"weno", weno},
      {"weno_fast", weno},
      {"gray_scott", grayScott},
      {"gray_scott_rk4", grayScottRk4},
      {"dendrite", dendrite},
      {"dendrite_fast", dendrite},
      {"elastic", elastic},
      {"d3q19", d3q19},
      {"box27", box27},
      {"line8", line8},
      {"anisotropic", anisotropic},
      {"driven", driven}};
  serve("g++ " __VERSION__, [&](const Request &asked) {
    for (const auto &[name, solve] : problems)
      if (name == asked.problem)
        return solve(asked);
    giveUp("no problem " + asked.problem);
  });
}
