// What the peers in C++ share: how they are asked, arrays, the clock and the result's form.
//
// A peer first gives its name, then answers requests until its input ends, one a line each:
//
//   PROBLEM N STEPS DT RESULT  →  {"seconds": S}: the time of the steps alone
//
// Unless RESULT is -, the final state goes to that file as raw floats in the order of eulerc's
// output, so that the bench can compare them. A peer that cannot go on says why and exits.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

struct Request {
  std::string problem;
  long n = 0, steps = 0;
  float dt = 0;
  std::string result;
};

[[noreturn]] inline void giveUp(const std::string &why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

/// Says what the peer is and answers; `solve` returns the seconds of a request's steps.
inline void serve(const std::string &version, const std::function<double(const Request &)> &solve) {
  std::printf("{\"version\": \"%s\"}\n", version.c_str());
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    Request asked;
    if (!(std::istringstream(line) >> asked.problem >> asked.n >> asked.steps >> asked.dt >>
          asked.result))
      giveUp("not a request: " + line);
    std::printf("{\"seconds\": %.9g}\n", solve(asked));
    std::fflush(stdout);
  }
}

inline double secondsOf(const std::function<void()> &work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Memory is first touched by the threads that will use it.
inline std::unique_ptr<float[]> allocate(long count, float value) {
  std::unique_ptr<float[]> values(new float[count]);
#pragma omp parallel for schedule(static)
  for (long i = 0; i < count; i++)
    values[i] = value;
  return values;
}

/// A state goes to the file that a request names, if it names one.
inline void writeResult(const std::vector<float> &values, const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file || std::fwrite(values.data(), sizeof(float), values.size(), file) != values.size() ||
      std::fclose(file))
    giveUp("the result cannot be written to " + path);
}
