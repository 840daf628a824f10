// Sums over all points in CUDA: plain kernels, a thread a target with sources from global memory,
// and tiled ones, whose blocks bring sources into shared memory for one or two targets a thread.
//
//   nvcc -O3 -arch=native -std=c++20 dense_cuda.cu -o dense_cuda
//   ./dense_cuda device exact nbody SOURCES N RUNS SUMS
//   → the device's name; then a line for each form: targets a thread, 1 with shared memory, seconds
//     of each run. Its sums are in the file SUMS.TARGETS.SHARED. "fast": with the device's own
//     functions. "host" in place of "device": the same functions on the host, to check them without
//     a GPU, thread by thread.
//
// What the values are: bench/dense.py.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#define POINT __host__ __device__ __forceinline__

namespace {

// ---- functions -----------------------------------------------------------------------------
struct Exact {
  POINT static float cube(float r2) { return 1 / (r2 * sqrtf(r2)); } // of 1 / r
  POINT static float sine(float x) { return sinf(x); }
  POINT static float over(float a, float b) { return a / b; }
};

struct Fast {
#ifdef __CUDA_ARCH__
  POINT static float cube(float r2) {
    const float inverse = rsqrtf(r2);
    return inverse * inverse * inverse;
  }
  POINT static float sine(float x) { return __sinf(x); }
  POINT static float over(float a, float b) { return __fdividef(a, b); }
#else
  POINT static float cube(float r2) { return Exact::cube(r2); }
  POINT static float sine(float x) { return Exact::sine(x); }
  POINT static float over(float a, float b) { return Exact::over(a, b); }
#endif
};

// ---- what a source adds to the sums of a target ----------------------------------------------
template <class Math> struct Bodies { // x, y, mass
  static constexpr int sources = 3, sums = 2;

  POINT static void add(const float *t, const float *s, bool, float *sum) {
    const float dx = s[0] - t[0], dy = s[1] - t[1];
    const float pull = s[2] * Math::cube(dx * dx + dy * dy + 0.0025f);
    sum[0] += pull * dx;
    sum[1] += pull * dy;
  }
};

template <class Math> struct Oscillators { // angle
  static constexpr int sources = 1, sums = 1;

  POINT static void add(const float *t, const float *s, bool, float *sum) {
    sum[0] += Math::sine(s[0] - t[0]);
  }
};

template <class Math> struct Elements { // x, y, normal, bend, density
  static constexpr int sources = 6, sums = 1;

  POINT static void add(const float *t, const float *s, bool same, float *sum) {
    const float dx = t[0] - s[0], dy = t[1] - s[1];
    const float seen = Math::over(s[2] * dx + s[3] * dy, dx * dx + dy * dy);
    sum[0] += s[5] * (same ? s[4] : seen);
  }
};

// ---- kernels -------------------------------------------------------------------------------
constexpr int group = 256;

template <class P> struct alignas(P::sources == 1 ? 4 : 16) Source {
  float value[P::sources];

  POINT void read(const float *y, int n, int j) {
#pragma unroll
    for (int q = 0; q < P::sources; q++)
      value[q] = y[q * n + j];
  }
};

template <class P> __global__ void plain(const float *y, float *out, int n);
template <class P, int rows> __global__ void tiled(const float *y, float *out, int n);

template <class P> struct Plain {
  static constexpr int rows = 1;
  static constexpr bool isShared = false;

  POINT static void sum(const float *y, float *out, int n, int me) {
    Source<P> target, source;
    target.read(y, n, me);
    float sum[P::sums] = {};
#pragma unroll 8
    for (int j = 0; j < n; j++) {
      source.read(y, n, j);
      P::add(target.value, source.value, j == me, sum);
    }
#pragma unroll
    for (int q = 0; q < P::sums; q++)
      out[q * n + me] = sum[q];
  }
  static void launch(int groups, const float *y, float *out, int n) {
    plain<P><<<groups, group>>>(y, out, n);
  }
  static void onHost(int, const float *y, float *out, int n) {
    for (int me = 0; me < n; me++)
      sum(y, out, n, me);
  }
};

/// A thread of a block: `rows` targets, a group apart, and their sums.
template <class P, int targetsEach> class Tiled {
public:
  static constexpr int rows = targetsEach;
  static constexpr bool isShared = true;

  POINT Tiled(const float *y, int n, int block, int thread)
      : y(y), n(n), thread(thread), first(block * group * rows + thread) {
#pragma unroll
    for (int r = 0; r < rows; r++)
      target[r].read(y, n, min(first + r * group, n - 1));
  }
  POINT void bring(Source<P> *tile, int begin) const {
    tile[thread].read(y, n, min(begin + thread, n - 1));
  }
  POINT void add(const Source<P> *tile, int begin) {
    const int count = min(group, n - begin);
#pragma unroll 8
    for (int j = 0; j < count; j++) {
      const Source<P> source = tile[j]; // in whole vectors
#pragma unroll
      for (int r = 0; r < rows; r++)
        P::add(target[r].value, source.value, begin + j == first + r * group, sum[r]);
    }
  }
  POINT void store(float *out) const {
#pragma unroll
    for (int r = 0; r < rows; r++)
#pragma unroll
      for (int q = 0; q < P::sums; q++)
        if (first + r * group < n)
          out[q * n + first + r * group] = sum[r][q];
  }
  static void launch(int groups, const float *y, float *out, int n) {
    tiled<P, rows><<<groups, group>>>(y, out, n);
  }
  /// What a block's threads do from a barrier to the next is done by one after the other.
  static void onHost(int groups, const float *y, float *out, int n) {
    for (int block = 0; block < groups; block++) {
      std::vector<Source<P>> tile(group);
      std::vector<Tiled> threads;
      for (int t = 0; t < group; t++)
        threads.emplace_back(y, n, block, t);
      for (int begin = 0; begin < n; begin += group) {
        for (auto &thread : threads)
          thread.bring(tile.data(), begin);
        for (auto &thread : threads)
          thread.add(tile.data(), begin);
      }
      for (auto &thread : threads)
        thread.store(out);
    }
  }

private:
  const float *y;
  int n, thread, first;
  Source<P> target[rows];
  float sum[rows][P::sums] = {};
};

template <class P> __global__ void plain(const float *y, float *out, int n) {
  const int me = blockIdx.x * group + threadIdx.x;
  if (me < n)
    Plain<P>::sum(y, out, n, me);
}

template <class P, int rows>
__global__ void __launch_bounds__(group) tiled(const float *y, float *out, int n) {
  __shared__ Source<P> tile[group];
  Tiled<P, rows> me(y, n, blockIdx.x, threadIdx.x);
  for (int begin = 0; begin < n; begin += group) {
    __syncthreads();
    me.bring(tile, begin);
    __syncthreads();
    me.add(tile, begin);
  }
  me.store(out);
}

// ---- where they run ------------------------------------------------------------------------
void check(cudaError_t status) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

struct Asked {
  bool device;
  const float *y; // where sums are computed
  float *out;
  int n, runs;
  std::string file;
};

template <class P, class Form> void measure(const Asked &asked) {
  const int groups = (asked.n + group * Form::rows - 1) / (group * Form::rows);
  std::printf("%d %d", Form::rows, Form::isShared);
  for (int run = -1; run < asked.runs; run++) { // the first one warms up
    const auto begin = std::chrono::steady_clock::now();
    if (asked.device) {
      Form::launch(groups, asked.y, asked.out, asked.n);
      check(cudaGetLastError());
      check(cudaDeviceSynchronize());
    } else {
      Form::onHost(groups, asked.y, asked.out, asked.n);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (run >= 0)
      std::printf(" %.9f", seconds.count());
  }
  std::printf("\n");
  std::vector<float> sums(static_cast<std::size_t>(asked.n) * P::sums);
  if (asked.device)
    check(cudaMemcpy(sums.data(), asked.out, 4 * sums.size(), cudaMemcpyDeviceToHost));
  else
    std::copy_n(asked.out, sums.size(), sums.data());
  const std::string path =
      asked.file + "." + std::to_string(Form::rows) + "." + std::to_string(Form::isShared);
  std::FILE *to = std::fopen(path.c_str(), "wb");
  if (to == nullptr || std::fwrite(sums.data(), 4, sums.size(), to) != sums.size() ||
      std::fclose(to) != 0)
    throw std::runtime_error("cannot write " + path);
}

template <class P> void measureForms(Asked asked, const char *sources) {
  std::vector<float> y(static_cast<std::size_t>(asked.n) * P::sources);
  std::vector<float> out(static_cast<std::size_t>(asked.n) * P::sums);
  std::FILE *file = std::fopen(sources, "rb");
  if (file == nullptr || std::fread(y.data(), 4, y.size(), file) != y.size() ||
      std::fclose(file) != 0)
    throw std::runtime_error(std::string("cannot read ") + sources);
  asked.y = y.data();
  asked.out = out.data();
  float *onDevice = nullptr; // sources, then sums; until the program ends
  if (asked.device) {
    check(cudaMalloc(&onDevice, 4 * (y.size() + out.size())));
    check(cudaMemcpy(onDevice, y.data(), 4 * y.size(), cudaMemcpyHostToDevice));
    asked.y = onDevice;
    asked.out = onDevice + y.size();
  }
  measure<P, Plain<P>>(asked);
  measure<P, Tiled<P, 1>>(asked);
  measure<P, Tiled<P, 2>>(asked);
}

template <class Math>
void measureProblem(const std::string &problem, const Asked &asked, const char *sources) {
  if (problem == "nbody")
    measureForms<Bodies<Math>>(asked, sources);
  else if (problem == "kuramoto")
    measureForms<Oscillators<Math>>(asked, sources);
  else
    measureForms<Elements<Math>>(asked, sources);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 8)
    return 2;
  try {
    const Asked asked{std::strcmp(argv[1], "host") != 0,
                      nullptr,
                      nullptr,
                      std::atoi(argv[5]),
                      std::atoi(argv[6]),
                      argv[7]};
    cudaDeviceProp device{};
    if (asked.device)
      check(cudaGetDeviceProperties(&device, 0));
    std::printf("%s\n", asked.device ? device.name : "host");
    if (std::strcmp(argv[2], "fast") == 0)
      measureProblem<Fast>(argv[3], asked, argv[4]);
    else
      measureProblem<Exact>(argv[3], asked, argv[4]);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "dense_cuda: %s\n", error.what());
    return 1;
  }
  return 0;
}
