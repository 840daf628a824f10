// The programs of one state among the plain loops (plain.cpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "plain_grid.h"

/// Programs of one state u: the new value of a point from an index and the state.
template <class Next>
double ofOneState(const Request &asked, const Shape &s, Array u, Next &&next) {
  Array v = allocate(s.size, 0); // ghosts stay 0
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++) {
      const float *from = u.get();
      float *to = v.get();
      rowsOf(s, [&](long first, long, long) {
#pragma omp simd
        for (long i = first; i < first + s.n; i++)
          to[i] = next(from, i);
      });
      std::swap(u, v);
    }
  });
  write(asked, s, {u.get()});
  return seconds;
}

inline double box27(const Request &asked) {
  const Shape s = {3, asked.n, 1};
  const float w[] = {-88.0F / 26, 6.0F / 26, 3.0F / 26, 2.0F / 26}, c = 0.1F * asked.dt;
  return ofOneState(
      asked, s,
      made(s, [](long k, long j,
                 long i) { return static_cast<float>((k * 5 + j * 3 + i) % 11) * 0.1F; }),
      [&, up = s.up, beyond = s.beyond](const float *u, long i) {
        float sum = w[0] * u[i];
#pragma GCC unroll 3
        for (int a = -1; a <= 1; a++)
#pragma GCC unroll 3
          for (int b = -1; b <= 1; b++)
#pragma GCC unroll 3
            for (int d = -1; d <= 1; d++)
              if (a * a + b * b + d * d > 0)
                sum += w[a * a + b * b + d * d] * u[i + a * beyond + b * up + d];
        return u[i] + c * sum;
      });
}

inline double line8(const Request &asked) {
  const Shape s = {1, asked.n, 8};
  const float w[] = {-3.05484410430839F,     1.777777777777778F,    -0.3111111111111111F,
                     0.0754208754208754F,    -0.01767676767676768F, 0.003480963480963481F,
                     -0.000518000518000518F, 5.07429078857650e-05F, -2.42812742812743e-06F};
  const float c = 0.2F * asked.dt;
  Array u = made(s, [](long, long, long i) { return static_cast<float>(i % 13) * 0.1F; }),
        v = allocate(s.size, 0);
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++) {
      const float *from = u.get();
      float *to = v.get();
#pragma omp parallel for simd schedule(static)
      for (long i = s.first; i < s.first + s.n; i++) {
        float sum = w[0] * from[i];
#pragma GCC unroll 8
        for (int k = 1; k <= 8; k++)
          sum += w[k] * (from[i - k] + from[i + k]);
        to[i] = from[i] + c * sum;
      }
      std::swap(u, v);
    }
  });
  write(asked, s, {u.get()});
  return seconds;
}

inline double anisotropic(const Request &asked) {
  const Shape s = {2, asked.n, 1};
  const auto fibre = [&](long j, long i) {
    const auto n = static_cast<double>(s.n);
    return 0.5 +
           std::sin(6.0 * static_cast<double>(i) / n) * std::cos(4.0 * static_cast<double>(j) / n);
  };
  const auto cosine = [&](long j, long i) { return static_cast<float>(std::cos(fibre(j, i))); };
  const auto sine = [&](long j, long i) { return static_cast<float>(std::sin(fibre(j, i))); };
  Array xx =
      made(s, [&](long, long j, long i) { return 0.1F + 0.9F * cosine(j, i) * cosine(j, i); });
  Array xy = made(s, [&](long, long j, long i) { return 0.9F * cosine(j, i) * sine(j, i); });
  Array yy = made(s, [&](long, long j, long i) { return 0.1F + 0.9F * sine(j, i) * sine(j, i); });
  for (Array *field : {&xx, &xy, &yy})
    fill(s, field->get(), false);
  const float *a = xx.get(), *b = xy.get(), *d = yy.get(), h = asked.dt;
  return ofOneState(
      asked, s,
      made(s, [](long, long j, long i) { return static_cast<float>((i * 5 + j * 3) % 7) * 0.1F; }),
      [=, up = s.up](const float *u, long i) {
        const float x =
            (a[i] + a[i + 1]) * (u[i + 1] - u[i]) - (a[i - 1] + a[i]) * (u[i] - u[i - 1]);
        const float y =
            (d[i] + d[i + up]) * (u[i + up] - u[i]) - (d[i - up] + d[i]) * (u[i] - u[i - up]);
        const float corners = b[i + 1] * (u[i + up + 1] - u[i - up + 1]) -
                              b[i - 1] * (u[i + up - 1] - u[i - up - 1]) +
                              b[i + up] * (u[i + up + 1] - u[i + up - 1]) -
                              b[i - up] * (u[i - up + 1] - u[i - up - 1]);
        return u[i] + h * (0.5F * (x + y) + 0.25F * corners);
      });
}

inline double driven(const Request &asked) {
  const Shape s = {2, asked.n, 1};
  const long n = s.n, w = 32, up = s.up;
  const float c = 0.5F, omega = 0.2F, strong = 0.02F, dt = asked.dt;
  Array us = allocate(s.size, 0), vs = allocate(s.size, 0);
  float *u = us.get(), *v = vs.get();
  const auto depth = [=](long i) { return i < w ? w - i : i >= n - w ? i - (n - 1 - w) : 0; };
  const double seconds = secondsOf([&] {
    for (long step = 0; step < asked.steps; step++) {
      rowsOf(s, [&](long first, long, long) {
#pragma omp simd
        for (long i = first; i < first + n; i++)
          u[i] += dt * v[i];
      });
      rowsOf(s, [&](long first, long, long j) {
#pragma omp simd
        for (long i = 0; i < n; i++) {
          const long k = first + i;
          const float rises = c * c * (u[k - up] + u[k + up] + u[k - 1] + u[k + 1] - 4 * u[k]);
          v[k] += dt * (rises - strong * static_cast<float>(depth(i) + depth(j)) / w * v[k]);
        }
      });
      const float push = dt * std::sin(omega * dt * static_cast<float>(step));
      for (const auto &[j, i] : {std::pair{n / 4, n / 3}, {n / 2, n / 2}, {3 * n / 4, n / 5}})
        v[s.first + j * up + i] += push;
    }
  });
  write(asked, s, {u, v});
  return seconds;
}
