// Peer of the bench: plain CUDA kernels, a thread a point, tests at the boundary (see peer.h).
//
//   nvcc -O3 -arch=native -std=c++20 -Xcompiler -fopenmp cuda.cu -o cuda
//   ./cuda stream     a launch a step
//   ./cuda graph      the same launches, 60 at a time in a captured graph
//   ./cuda host       the same functions on the host, to check them without a GPU
//
// Time is what CUDA's events say of all steps.
#include <cuda_runtime.h>

#include <climits>
#include <cstring>
#include <vector>

#include "problems.h"

#define POINT __host__ __device__ __forceinline__

// ---- the step of a point -------------------------------------------------------------------
// point(from, to, x, y, z, h) computes a point of a grid of `length` points along each of `rank`
// axes. States have nothing around them.
struct StringStep { // a point is a mass point: displacement and velocity in turn
  static constexpr int rank = 1;
  int n, length = n / 2;

  POINT void point(const float *u, float *to, int x, int, int, float h) const {
    const float2 *y = reinterpret_cast<const float2 *>(u);
    const float2 c = y[x];
    const float l = x > 0 ? y[x - 1].x : 0, r = x < length - 1 ? y[x + 1].x : 0;
    reinterpret_cast<float2 *>(to)[x] =
        make_float2(c.x + h * c.y, c.y + h * (String::K * String::K * (l - 2 * c.x + r)));
  }
};

struct HeatStep {
  static constexpr int rank = 1;
  int n, length = n;

  POINT void point(const float *u, float *to, int x, int, int, float h) const {
    const float c = u[x], l = x > 0 ? u[x - 1] : 0, r = x < n - 1 ? u[x + 1] : 0;
    to[x] = c + h * (Heat::k * (l - 2 * c + r));
  }
};

struct Heat2dStep {
  static constexpr int rank = 2;
  int n, length = n;

  POINT void point(const float *u, float *to, int x, int y, int, float h) const {
    const int at = y * n + x;
    const float c = u[at], l = x > 0 ? u[at - 1] : 0, r = x < n - 1 ? u[at + 1] : 0;
    const float up = y > 0 ? u[at - n] : 0, down = y < n - 1 ? u[at + n] : 0;
    to[at] = c + h * (Heat2d::k * (up + down + l + r - 4 * c));
  }
};

struct Bruss2dStep { // u, then v; beyond a wall is the point itself
  static constexpr int rank = 2;
  int n, length = n;
  float a; // diffusion over the square of the distance

  POINT void point(const float *u, float *to, int x, int y, int, float h) const {
    const int at = y * n + x, plane = n * n;
    const int l = x > 0 ? at - 1 : at, r = x < n - 1 ? at + 1 : at;
    const int up = y > 0 ? at - n : at, down = y < n - 1 ? at + n : at;
    const float *v = u + plane;
    const float U = u[at], V = v[at], reaction = U * U * V;
    const float aroundU = u[up] + u[down] + u[l] + u[r];
    const float aroundV = v[up] + v[down] + v[l] + v[r];
    to[at] = U + h * (Bruss2d::B + reaction - (Bruss2d::A + 1) * U + a * (aroundU - 4 * U));
    to[plane + at] = V + h * (Bruss2d::A * U - reaction + a * (aroundV - 4 * V));
  }
};

struct Heat7Step {
  static constexpr int rank = 3;
  int n, length = n;

  POINT void point(const float *u, float *to, int x, int y, int z, float h) const {
    const int plane = n * n, at = z * plane + y * n + x;
    const float c = u[at], l = x > 0 ? u[at - 1] : 0, r = x < n - 1 ? u[at + 1] : 0;
    const float up = y > 0 ? u[at - n] : 0, down = y < n - 1 ? u[at + n] : 0;
    const float front = z > 0 ? u[at - plane] : 0, back = z < n - 1 ? u[at + plane] : 0;
    to[at] = c + h * (Heat7::k * (front + back + up + down + l + r - 6 * c));
  }
};

struct Heat3dStep {
  static constexpr int rank = 3;
  int n, length = n;
  const float *beta; // of each voxel

  // The values `d` voxels before and behind one whose coordinate along an axis is `i`.
  POINT float both(const float *T, int at, int i, int d, int stride) const {
    return (i >= d ? T[at - d * stride] : Heat3d::blood) +
           (i < n - d ? T[at + d * stride] : Heat3d::blood);
  }
  POINT void point(const float *T, float *to, int x, int y, int z, float h) const {
    const int plane = n * n, at = z * plane + y * n + x;
    const float c = T[at];
    const float one = both(T, at, x, 1, 1) + both(T, at, y, 1, n) + both(T, at, z, 1, plane);
    const float two = both(T, at, x, 2, 1) + both(T, at, y, 2, n) + both(T, at, z, 2, plane);
    to[at] =
        c + h * (beta[at] * Heat3d::scale * (-7.5f * c + Heat3d::near * one + Heat3d::far * two) +
                 Heat3d::perfusion * (Heat3d::blood - c));
  }
};

struct Wave8Step { // p, then q
  static constexpr int rank = 3;
  int n, length = n;
  const float *c2; // squared speed at each point

  // The values `d` points before and behind one whose coordinate along an axis is `i`.
  POINT float both(const float *p, int at, int i, int d, int stride) const {
    return (i >= d ? p[at - d * stride] : 0) + (i < n - d ? p[at + d * stride] : 0);
  }
  POINT void point(const float *p, float *to, int x, int y, int z, float h) const {
    const float w[] = {Wave8::w0, Wave8::w1, Wave8::w2, Wave8::w3, Wave8::w4};
    const int plane = n * n, at = z * plane + y * n + x, q = n * plane + at;
    float sum = w[0] * p[at];
#pragma unroll
    for (int d = 1; d <= 4; d++)
      sum += w[d] * (both(p, at, x, d, 1) + both(p, at, y, d, n) + both(p, at, z, d, plane));
    to[at] = p[at] + h * p[q];
    to[q] = p[q] + h * (c2[at] * (1 / (Wave8::h * Wave8::h)) * sum);
  }
};

struct GrayScottStep { // u, then v; goes round along all axes
  static constexpr int rank = 3;
  int n, length = n;

  POINT void point(const float *u, float *to, int x, int y, int z, float h) const {
    const int plane = n * n, row = z * plane + y * n, at = row + x, second = n * plane;
    const int l = row + (x > 0 ? x - 1 : n - 1), r = row + (x < n - 1 ? x + 1 : 0);
    const int up = at + (y > 0 ? -n : plane - n), down = at + (y < n - 1 ? n : n - plane);
    const int front = at + (z > 0 ? -plane : second - plane);
    const int back = at + (z < n - 1 ? plane : plane - second);
    const float *v = u + second;
    const float U = u[at], V = v[at], reaction = U * V * V;
    const float aroundU = u[up] + u[down] + u[front] + u[back] + u[l] + u[r];
    const float aroundV = v[up] + v[down] + v[front] + v[back] + v[l] + v[r];
    to[at] = U + h * (GrayScott::Du * (aroundU - 6 * U) - reaction + GrayScott::F * (1 - U));
    to[second + at] =
        V + h * (GrayScott::Dv * (aroundV - 6 * V) + reaction - (GrayScott::F + GrayScott::k) * V);
  }
};

struct KuramotoStep {
  static constexpr int rank = 1;
  int n, length = n;
  const int *row, *col; // the graph's

  POINT void point(const float *th, float *to, int x, int, int, float h) const {
    const float own = th[x];
    float sum = 0;
    for (int k = row[x]; k < row[x + 1]; k++)
      sum += sinf(th[col[k]] - own);
    to[x] = own + h * (0.001f * static_cast<float>(x % 7) + Kuramoto::K * sum);
  }
};

template <class Step>
__global__ void advance(Step step, const float *__restrict__ from, float *__restrict__ to,
                        float h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x < step.length && y < (Step::rank > 1 ? step.length : 1))
    step.point(from, to, x, y, z, h);
}

// ---- where steps run -----------------------------------------------------------------------
void check(cudaError_t status) {
  if (status != cudaSuccess)
    giveUp(std::string("CUDA: ") + cudaGetErrorString(status));
}

class DeviceArray {
public:
  explicit DeviceArray(std::size_t count) { check(cudaMalloc(&first, count * sizeof(float))); }
  DeviceArray(const DeviceArray &) = delete;
  ~DeviceArray() { cudaFree(first); }
  void set(const std::vector<float> &from) const {
    check(cudaMemcpy(first, from.data(), from.size() * sizeof(float), cudaMemcpyHostToDevice));
  }
  void get(std::vector<float> &to) const {
    check(cudaMemcpy(to.data(), first, to.size() * sizeof(float), cudaMemcpyDeviceToHost));
  }
  float *first = nullptr;
};

/// Launches on a stream, one by one or as graphs of many.
template <class Step> class Launches {
public:
  Launches(const Step &step, float *now, float *next, float h)
      : step(step), copies{now, next}, h(h) {
    check(cudaStreamCreate(&stream));
  }
  ~Launches() {
    if (graph)
      cudaGraphExecDestroy(graph);
    cudaStreamDestroy(stream);
  }
  Launches(const Launches &) = delete;

  void makeGraph() {
    cudaGraph_t captured;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    launch(together);
    check(cudaStreamEndCapture(stream, &captured));
    check(cudaGraphInstantiate(&graph, captured, 0));
    check(cudaGraphDestroy(captured));
    check(cudaGraphUpload(graph, stream));
  }
  void run(long steps) {
    for (; graph && steps >= together; steps -= together)
      check(cudaGraphLaunch(graph, stream));
    launch(steps);
  }
  double secondsOfRun(long steps) {
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    check(cudaEventRecord(begin, stream));
    run(steps);
    check(cudaEventRecord(end, stream));
    check(cudaEventSynchronize(end));
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    return 1e-3 * milliseconds;
  }

private:
  static constexpr long together = 60; // even: the state is then where it was

  void launch(long steps) {
    const unsigned n = static_cast<unsigned>(step.length);
    const dim3 block = Step::rank == 1 ? dim3(256) : dim3(32, 8);
    const dim3 groups((n + block.x - 1) / block.x, Step::rank > 1 ? (n + block.y - 1) / block.y : 1,
                      Step::rank > 2 ? n : 1);
    for (long k = 0; k < steps; k++)
      advance<<<groups, block, 0, stream>>>(step, copies[k % 2], copies[(k + 1) % 2], h);
    check(cudaGetLastError());
  }

  Step step;
  float *copies[2];
  float h;
  cudaStream_t stream = nullptr;
  cudaGraphExec_t graph = nullptr;
};

/// Seconds of the steps; the state after them goes to `end` if it is not null.
template <class Step>
double onDevice(const Step &step, const std::vector<float> &start, long steps, float h,
                bool asGraph, std::vector<float> *end) {
  const DeviceArray now(start.size()), next(start.size());
  Launches<Step> launches(step, now.first, next.first, h);
  launches.run(2); // loads the kernel, which a capture must not do
  if (asGraph)
    launches.makeGraph();
  now.set(start);
  check(cudaDeviceSynchronize());
  const double seconds = launches.secondsOfRun(steps);
  if (end)
    (steps % 2 ? next : now).get(*end);
  return seconds;
}

template <class Step>
double onHost(const Step &step, std::vector<float> now, long steps, float h,
              std::vector<float> *end) {
  std::vector<float> next(now.size());
  const int height = Step::rank > 1 ? step.length : 1, depth = Step::rank > 2 ? step.length : 1;
  const double seconds = secondsOf([&] {
    for (long k = 0; k < steps; k++) {
      for (int z = 0; z < depth; z++)
        for (int y = 0; y < height; y++)
          for (int x = 0; x < step.length; x++)
            step.point(now.data(), next.data(), x, y, z, h);
      std::swap(now, next);
    }
  });
  if (end)
    *end = now;
  return seconds;
}

// ---- requests ------------------------------------------------------------------------------
/// The kernel of a problem; `field` is where its field lies, or the bits of kuramoto's graph.
StringStep stepOf(const String &p, const float *) { return {static_cast<int>(p.n)}; }
HeatStep stepOf(const Heat &p, const float *) { return {static_cast<int>(p.n)}; }
Heat2dStep stepOf(const Heat2d &p, const float *) { return {static_cast<int>(p.n)}; }
Bruss2dStep stepOf(const Bruss2d &p, const float *) {
  const int n = static_cast<int>(p.n);
  return {n, n, p.diffusion()};
}
Heat7Step stepOf(const Heat7 &p, const float *) { return {static_cast<int>(p.n)}; }
Heat3dStep stepOf(const Heat3d &p, const float *field) {
  const int n = static_cast<int>(p.n);
  return {n, n, field};
}
Wave8Step stepOf(const Wave8 &p, const float *field) {
  const int n = static_cast<int>(p.n);
  return {n, n, field};
}
GrayScottStep stepOf(const GrayScott &p, const float *) { return {static_cast<int>(p.n)}; }
KuramotoStep stepOf(const Kuramoto &p, const float *field) {
  const int n = static_cast<int>(p.n), *row = reinterpret_cast<const int *>(field);
  return {n, n, row, row + p.row.size()};
}

/// The state at the start with nothing around it; kept, for the same problem is asked several
/// times.
template <class Problem> const std::vector<float> &startOf(const Problem &problem) {
  static long keptSize = 0;
  static std::vector<float> kept;
  if (keptSize != problem.size) {
    const auto padded = allocate(problem.size, problem.outside);
    problem.initialise(padded.get());
    kept = inside(problem, padded.get());
    keptSize = problem.size;
  }
  return kept;
}

template <class Problem>
double solve(const Problem &problem, const Request &asked, const std::string &how) {
  if (problem.size > INT_MAX)
    giveUp("more points than an int counts");
  const std::vector<float> &start = startOf(problem);
  const float *field = nullptr;
  std::unique_ptr<DeviceArray> fieldOnDevice;
  if constexpr (requires { problem.field; }) {
    field = problem.field.get();
    if (how != "host") {
      const auto points = static_cast<std::size_t>(problem.n * problem.n * problem.n);
      fieldOnDevice = std::make_unique<DeviceArray>(points);
      fieldOnDevice->set({field, field + points});
      field = fieldOnDevice->first;
    }
  }
  std::vector<float> graph;
  if constexpr (requires { problem.row.size(); }) {
    graph.resize(problem.row.size() + problem.col.size());
    std::memcpy(graph.data(), problem.row.data(), problem.row.size() * sizeof(int));
    std::memcpy(graph.data() + problem.row.size(), problem.col.data(),
                problem.col.size() * sizeof(int));
    field = graph.data();
    if (how != "host") {
      fieldOnDevice = std::make_unique<DeviceArray>(graph.size());
      fieldOnDevice->set(graph);
      field = fieldOnDevice->first;
    }
  }
  const auto step = stepOf(problem, field);
  std::vector<float> end(asked.result == "-" ? 0 : start.size());
  std::vector<float> *wanted = end.empty() ? nullptr : &end;
  const double seconds = how == "host"
                             ? onHost(step, start, asked.steps, asked.dt, wanted)
                             : onDevice(step, start, asked.steps, asked.dt, how == "graph", wanted);
  if (wanted)
    writeResult(end, asked.result);
  return seconds;
}

int main(int argc, char **argv) {
  const std::string how = argc == 2 ? argv[1] : "";
  if (how != "stream" && how != "graph" && how != "host")
    giveUp("usage: cuda stream | graph | host");
  std::string version = "CUDA " + std::to_string(CUDART_VERSION / 1000) + "." +
                        std::to_string(CUDART_VERSION / 10 % 100);
  if (how != "host") {
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0));
    version += std::string(" on ") + device.name;
  }
  serve(version, [&](const Request &asked) {
    return withProblem(asked.problem, asked.n,
                       [&](const auto &problem) { return solve(problem, asked, how); });
  });
}
