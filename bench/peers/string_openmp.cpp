// Peer of the bench: the string problem as a plain OpenMP loop, and this machine's copy bandwidth.
//
//   g++ -O3 -march=native -fopenmp string_openmp.cpp -o string_openmp
//   ./string_openmp N STEPS DT RUNS  →  one JSON object: seconds of each run, GB/s of each copy
//
// Components lie as in the file: displacement and velocity in turn. The result is checked against
// the exact solution of the Euler recursion for one mode of the string.
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

constexpr float K = 40.0f;

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// Memory is first touched by the threads that will use it.
std::unique_ptr<float[]> allocate(long n) {
  std::unique_ptr<float[]> values(new float[n + 4]);
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n + 4; i++)
    values[i] = 0;
  return values;
}

// y points to component 0; two zeros lie on either side of the vector, the fixed ends.
void step(const float *__restrict y, float *__restrict next, long points, float h) {
#pragma omp parallel for simd schedule(static)
  for (long j = 0; j < points; j++) {
    const float u = y[2 * j], v = y[2 * j + 1];
    next[2 * j] = u + h * v;
    next[2 * j + 1] = v + h * (K * K * (y[2 * j - 2] - 2 * u + y[2 * j + 2]));
  }
}

double initial(long j, long points) { return std::sin(M_PI * (j + 1) / (points + 1)); }

void printList(const char *name, const std::vector<double> &values, const char *end) {
  std::printf("\"%s\": [", name);
  for (std::size_t k = 0; k < values.size(); k++)
    std::printf("%s%.9g", k ? ", " : "", values[k]);
  std::printf("]%s", end);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: string_openmp N STEPS DT RUNS   (N even)\n");
    return 2;
  }
  const long n = std::atol(argv[1]), steps = std::atol(argv[2]), points = n / 2;
  const double dt = std::atof(argv[3]);
  const int runs = std::atoi(argv[4]);
  auto first = allocate(n), second = allocate(n);

  std::vector<double> seconds, bandwidth;
  double error = 0;
  for (int run = 0; run < runs; run++) {
    float *y = first.get() + 2, *next = second.get() + 2;
#pragma omp parallel for schedule(static)
    for (long j = 0; j < points; j++) {
      y[2 * j] = static_cast<float>(initial(j, points));
      y[2 * j + 1] = 0;
    }
    const double start = now();
    for (long k = 0; k < steps; k++) {
      step(y, next, points, static_cast<float>(dt));
      std::swap(y, next);
    }
    seconds.push_back(now() - start);

    // Every mode of the string turns by itself: u + v / (i w) is multiplied by 1 + i w dt a step.
    const double w = 2 * K * std::sin(M_PI / (2.0 * (points + 1)));
    const double factor = std::pow(std::complex<double>(1, w * dt), steps).real();
    for (long j = 0; j < points; j++)
      error = std::fmax(error, std::fabs(y[2 * j] - factor * initial(j, points)));

    // The copy moves the same bytes as a step: n values read, n written.
    const int copies = 5;
    const double begin = now();
    for (int copy = 0; copy < copies; copy++) {
      const float *__restrict from = copy % 2 ? second.get() : first.get();
      float *__restrict to = copy % 2 ? first.get() : second.get();
#pragma omp parallel for simd schedule(static)
      for (long i = 0; i < n; i++)
        to[i] = from[i];
    }
    bandwidth.push_back(1e-9 * copies * 2 * sizeof(float) * static_cast<double>(n) /
                        (now() - begin));
  }
  std::printf("{");
  printList("seconds", seconds, ", ");
  printList("copy_gb_per_s", bandwidth, ", ");
  std::printf("\"error\": %.3g}\n", error);
  return error < 1e-3 ? 0 : 1;
}
