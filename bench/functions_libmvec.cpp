// The steps of functions.py by g++ and libmvec:  functions_libmvec N STEPS RUNS  →  "exp 2.31",
// nanoseconds a point.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static std::vector<float> now, next;
static long steps, runs;

template <class Function>
static void measure(const char *name, float low, float high, const Function &f) {
  const long n = static_cast<long>(now.size());
  for (long i = 0; i < n; i++)
    now[i] = low + (high - low) * 0.9f * static_cast<float>(i) / static_cast<float>(n);
  double best = 1e30;
  for (long run = -1; run < runs; run++) { // the first one wakes threads
    const auto begin = std::chrono::steady_clock::now();
    for (long step = 0; step < steps; step++) {
      const float *y = now.data();
      float *to = next.data();
#pragma omp parallel for simd schedule(static)
      for (long i = 0; i < n; i++) {
        const float x = y[i];
        float sum = 0;
        for (int k = 0; k < 8; k++)
          sum += f(x + 0.02f * static_cast<float>(k));
        to[i] = x + 1e-30f * sum;
      }
      std::swap(now, next);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    best = run < 0 ? best : std::fmin(best, seconds.count());
  }
  std::printf("%s %.6g\n", name, best * 1e9 / static_cast<double>(n * steps));
}

int main(int, char **argv) {
  now.resize(std::strtoul(argv[1], nullptr, 10));
  next.resize(now.size());
  steps = std::atol(argv[2]);
  runs = std::atol(argv[3]);
  measure("nothing", 0.5f, 1.5f, [](float x) { return x; });
  measure("exp", -4, 4, [](float x) { return std::exp(x); });
  measure("log", 0.1f, 10, [](float x) { return std::log(x); });
  measure("sin", -20, 20, [](float x) { return std::sin(x); });
  measure("cos", -20, 20, [](float x) { return std::cos(x); });
  measure("atan", -4, 4, [](float x) { return std::atan(x); });
  measure("atan2", -4, 4, [](float x) { return std::atan2(x, 1.5f - x); });
  measure("tanh", -3, 3, [](float x) { return std::tanh(x); });
  measure("pow", 0.5f, 6, [](float x) { return std::pow(x, 3.5f - x); });
  measure("division", 0.1f, 10, [](float x) { return 1.5f / x; });
  measure("sqrt", 0.1f, 10, [](float x) { return std::sqrt(x); });
}
