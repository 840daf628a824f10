// What the peers of the bench share: arguments, arrays, the clock and the result's form.
//
//   ./peer N STEPS DT RUNS RESULT → one JSON object with the seconds of each run; the final state
//   of the last run goes to the file RESULT as raw floats, so that the bench can compare it.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

struct Arguments {
  long n, steps;
  float dt;
  int runs;
  const char *result;
};

inline Arguments readArguments(int argc, char **argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s N STEPS DT RUNS RESULT\n", argv[0]);
    std::exit(2);
  }
  return {std::atol(argv[1]), std::atol(argv[2]), static_cast<float>(std::atof(argv[3])),
          std::atoi(argv[4]), argv[5]};
}

/// Memory is first touched by the threads that will use it.
inline std::unique_ptr<float[]> allocate(long count, float value = 0) {
  std::unique_ptr<float[]> values(new float[count]);
#pragma omp parallel for schedule(static)
  for (long i = 0; i < count; i++)
    values[i] = value;
  return values;
}

/// Runs `initialise` and times `solve`, `runs` times; prints the seconds.
inline void timeRuns(int runs, const std::function<void()> &initialise,
                     const std::function<void()> &solve) {
  std::printf("{\"seconds\": [");
  for (int run = 0; run < runs; run++) {
    initialise();
    const auto begin = std::chrono::steady_clock::now();
    solve();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s%.9g", run ? ", " : "", seconds.count());
  }
  std::printf("]}\n");
}

inline void writeResult(std::FILE *file, const float *values, long count) {
  if (!file || std::fwrite(values, sizeof(float), count, file) != static_cast<size_t>(count)) {
    std::perror("the result cannot be written");
    std::exit(1);
  }
}
