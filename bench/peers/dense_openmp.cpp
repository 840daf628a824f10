// Sums over all points by hand, for processors: the loops that a user would write.
//
//   g++ -O3 -march=native -ffast-math -fopenmp dense_openmp.cpp -o dense_openmp
//   ./dense_openmp nbody SOURCES N RUNS SUMS → seconds of each run; SOURCES and SUMS are files of
//   float
//
// What the values are: bench/dense.py.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void nbody(const float *y, float *out, int n) {
  const float *px = y, *py = y + n, *m = y + 2 * n;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    float ax = 0, ay = 0;
    for (int j = 0; j < n; j++) {
      const float dx = px[j] - px[i], dy = py[j] - py[i];
      const float r2 = dx * dx + dy * dy + 0.0025f;
      const float pull = m[j] / (r2 * std::sqrt(r2));
      ax += pull * dx;
      ay += pull * dy;
    }
    out[i] = ax;
    out[n + i] = ay;
  }
}

void kuramoto(const float *y, float *out, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < n; j++)
      sum += std::sin(y[j] - y[i]);
    out[i] = sum;
  }
}

/// The diagonal is apart, so that the loop has no condition: nothing is 0 / 0 then, but 0 / tiny.
void bem(const float *y, float *out, int n) {
  const float *px = y, *py = y + n, *nx = y + 2 * n, *ny = y + 3 * n, *bend = y + 4 * n,
              *mu = y + 5 * n;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    float sum = bend[i] * mu[i];
    for (int j = 0; j < n; j++) {
      const float dx = px[i] - px[j], dy = py[i] - py[j];
      const float r2 = dx * dx + dy * dy + 1e-30f;
      sum += mu[j] * (nx[j] * dx + ny[j] * dy) / r2;
    }
    out[i] = sum;
  }
}

bool isDone(std::FILE *file) { return file != nullptr && std::fclose(file) == 0; }

} // namespace

int main(int argc, char **argv) {
  if (argc != 6)
    return 2;
  const std::string problem = argv[1];
  const int n = std::atoi(argv[3]), runs = std::atoi(argv[4]);
  const int sources = problem == "nbody" ? 3 : problem == "kuramoto" ? 1 : 6;
  std::vector<float> y(static_cast<std::size_t>(n) * sources), out(static_cast<std::size_t>(n) * 2);
  std::FILE *file = std::fopen(argv[2], "rb");
  if (file == nullptr || std::fread(y.data(), 4, y.size(), file) != y.size() || !isDone(file))
    return 1;
  for (int run = -1; run < runs; run++) { // the first one warms up
    const auto begin = std::chrono::steady_clock::now();
    (problem == "nbody" ? nbody : problem == "kuramoto" ? kuramoto : bem)(y.data(), out.data(), n);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (run >= 0)
      std::printf("%.9f\n", seconds.count());
  }
  file = std::fopen(argv[5], "wb");
  const std::size_t sums = problem == "nbody" ? 2U * n : n;
  return file != nullptr && std::fwrite(out.data(), 4, sums, file) == sums && isDone(file) ? 0 : 1;
}
