// Peer of the bench: CUDA kernels (see peer.h), plain ones, a thread a point with tests at the
// boundary, and for problems in space streamed ones, whose blocks walk along z.
//
//   nvcc -O3 -arch=native -std=c++20 -Xcompiler -fopenmp cuda.cu -o cuda
//   ./cuda stream            a launch a step
//   ./cuda graph             the same launches, 60 at a time in a captured graph
//   ./cuda streamed          a launch a step of the streamed kernels
//   ./cuda host              the same functions on the host, to check them without a GPU,
//   ./cuda host-streamed     block by block and thread by thread
//
// Time is what CUDA's events say of all steps.
#include <cuda_runtime.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <vector>

#include "problems.h"

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

struct TissueStep { // u, then w; beyond a wall is the point itself
  static constexpr int rank = 2;
  int n, length = n;
  const float *D; // diffusion at each point

  POINT void point(const float *u, float *to, int x, int y, int, float h) const {
    const int at = y * n + x, plane = n * n;
    const float U = u[at], W = u[plane + at];
    const float around = u[y > 0 ? at - n : at] + u[y < n - 1 ? at + n : at] +
                         u[x > 0 ? at - 1 : at] + u[x < n - 1 ? at + 1 : at];
    to[at] = U + h * (D[at] * (around - 4 * U) + U - U * U * U * (1.0f / 3) - W);
    to[plane + at] = W + h * (Tissue::eps * (U + Tissue::a - Tissue::b * W));
  }
};

struct FrontsStep {
  static constexpr int rank = 1;
  int n, length = n;

  POINT void point(const float *u, float *to, int x, int, int, float h) const {
    const auto at = [&](int i) { return u[i < 0 ? i + n : i < n ? i : i - n]; };
    to[x] = u[x] + h * Fronts::change(at(x - 2), at(x - 1), u[x], at(x + 1), at(x + 2));
  }
};

struct CahnHilliardStep {
  static constexpr int rank = 2;
  int n, length = n;

  POINT void point(const float *c, float *to, int x, int y, int, float h) const {
    const auto round = [&](int i) { return i < 0 ? i + n : i < n ? i : i - n; };
    const auto at = [&](int j, int i) { return c[round(y + j) * n + round(x + i)]; };
    to[y * n + x] = at(0, 0) + h * CahnHilliard::change(at);
  }
};

struct LuoRudyStep {
  static constexpr int rank = 2;
  int n, length = n;

  POINT void point(const float *u, float *to, int x, int y, int, float h) const {
    LuoRudy::cell(u, n, x, y,
                  [&](int at, float value, float change) { to[at] = value + h * change; });
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

// ---- points in space -----------------------------------------------------------------------
// A form says how a point of a cube changes. Of its states the first `around` are read around the
// point, up to `reach` points away: look(state, axis, by) is what lies `by` points along an axis
// (x, y, z); the others are read at the point alone.
template <class Look> POINT float shell(const Look &look, int state, int by) { // all six
  return look(state, 0, -by) + look(state, 0, by) + (look(state, 1, -by) + look(state, 1, by)) +
         (look(state, 2, -by) + look(state, 2, by));
}

struct Heat7Form {
  static constexpr int states = 1, around = 1, reach = 1;
  static constexpr bool round = false, field = false;
  static constexpr float outside = Heat7::outside;

  template <class Look> POINT static void changes(const Look &look, float, float *change) {
    change[0] = Heat7::k * (shell(look, 0, 1) - 6 * look(0, 0, 0));
  }
};

struct Heat3dForm { // the field: beta
  static constexpr int states = 1, around = 1, reach = 2;
  static constexpr bool round = false, field = true;
  static constexpr float outside = Heat3d::outside;

  template <class Look> POINT static void changes(const Look &look, float beta, float *change) {
    const float c = look(0, 0, 0), one = shell(look, 0, 1), two = shell(look, 0, 2);
    change[0] = beta * Heat3d::scale * (-7.5f * c + Heat3d::near * one + Heat3d::far * two) +
                Heat3d::perfusion * (Heat3d::blood - c);
  }
};

struct Wave8Form { // p, then q; the field: squared speed
  static constexpr int states = 2, around = 1, reach = 4;
  static constexpr bool round = false, field = true;
  static constexpr float outside = Wave8::outside;

  template <class Look> POINT static void changes(const Look &look, float c2, float *change) {
    const float w[] = {Wave8::w0, Wave8::w1, Wave8::w2, Wave8::w3, Wave8::w4};
    float sum = w[0] * look(0, 0, 0);
#pragma unroll
    for (int d = 1; d <= 4; d++)
      sum += w[d] * shell(look, 0, d);
    change[0] = look(1, 0, 0);
    change[1] = c2 * (1 / (Wave8::h * Wave8::h)) * sum;
  }
};

struct GrayScottForm { // u, then v; goes round along all axes
  static constexpr int states = 2, around = 2, reach = 1;
  static constexpr bool round = true, field = false;
  static constexpr float outside = GrayScott::outside;

  template <class Look> POINT static void changes(const Look &look, float, float *change) {
    const float U = look(0, 0, 0), V = look(1, 0, 0), reaction = U * V * V;
    change[0] = GrayScott::Du * (shell(look, 0, 1) - 6 * U) - reaction + GrayScott::F * (1 - U);
    change[1] =
        GrayScott::Dv * (shell(look, 1, 1) - 6 * V) + reaction - (GrayScott::F + GrayScott::k) * V;
  }
};

template <class F> struct Space {
  using Form = F;
  static constexpr int rank = 3;
  int n, length = n, row = n; // row: floats from one row to the next
  const float *field = nullptr;

  POINT int plane() const { return n * row; }
  POINT void point(const float *u, float *to, int x, int y, int z, float h) const {
    const int own[] = {x, y, z}, strides[] = {1, row, plane()};
    const int at = z * plane() + y * row + x, state = n * plane(); // floats of a state
    const auto look = [&](int s, int axis, int by) {
      const int c = s * state + at, stride = strides[axis];
      const bool inside = by == 0 || (by < 0 ? own[axis] >= -by : own[axis] < n - by);
      if constexpr (Form::round)
        return u[c + (inside ? by : by < 0 ? by + n : by - n) * stride];
      else
        return inside ? u[c + by * stride] : Form::outside;
    };
    float change[Form::states];
    Form::changes(look, Form::field ? field[at] : 0, change);
#pragma unroll
    for (int s = 0; s < Form::states; s++)
      to[s * state + at] = look(s, 0, 0) + h * change[s];
  }
};

// ---- walks along z ---------------------------------------------------------------------------
/// A thread of a block that walks along z: it has two points of each plane, beside one another,
/// and keeps what lies before and behind them in registers. The plane that the block is at lies
/// with a ring around it in shared memory, and the next one is laid beside it meanwhile, so that
/// there is one barrier a plane. Rows begin at multiples of eight floats.
template <class Form> class Walk {
public:
  static constexpr int width = 32, height = 8, threads = width * height, planes = 48;
  static constexpr int reach = Form::reach, before = reach + reach % 2; // pairs stay aligned
  static_assert(2 * reach <= height);
  struct alignas(8) Plane {
    float at[Form::around][height + 2 * reach][2 * width + 2 * before];
  };

  POINT Walk(const Space<Form> &step, const float *u, int thread, int column, int row)
      : step(step), u(u), tx(thread % width), ty(thread / width) {
    const int left = column * 2 * width, top = row * height, x = left + 2 * tx, y = top + ty;
    isInside = x < step.n && y < step.n;
    own = pairAt(x, y);
    // The ring: the first rows of threads have a pair each above or below the block, and as many
    // threads as are needed a value at its sides.
    hasRow = ty < 2 * reach;
    rowOf = ty < reach ? ty : height + ty;
    ring = pairAt(x, top - reach + rowOf);
    const int i = thread % (2 * reach), j = thread / (2 * reach);
    hasSide = j < height;
    sideOf = i < reach ? i : 2 * width + i;
    side = offsetOf(left - reach + sideOf, top + j);
    sideRow = reach + j;
  }

  /// Reads the planes that the first one needs, which is laid into shared memory.
  POINT void begin(Plane &first, int z) {
#pragma unroll
    for (int s = 0; s < Form::around; s++)
#pragma unroll
      for (int d = -reach; d <= reach; d++)
        queue[s][reach + d] = read(planeOf(s, z + d), own);
    readRing(z);
    lay(first);
  }
  /// Computes plane z, and lays the next one beside it.
  POINT void pass(const Plane &now, Plane &next, float *to, int z, float h) {
    float2 ahead[Form::around];
#pragma unroll
    for (int s = 0; s < Form::around; s++)
      ahead[s] = read(planeOf(s, z + 1 + reach), own);
    readRing(z + 1);
    if (isInside)
      compute(now, to, z, h);
#pragma unroll
    for (int s = 0; s < Form::around; s++) {
#pragma unroll
      for (int d = 0; d < 2 * reach; d++)
        queue[s][d] = queue[s][d + 1];
      queue[s][2 * reach] = ahead[s];
    }
    lay(next);
  }

private:
  struct Pair {
    int first, second; // offsets in a plane, -1: outside
    bool isWhole;      // beside one another and aligned
  };

  /// Whether there is a value at a coordinate; one that goes round is brought back.
  POINT bool isThere(int &i) const {
    if constexpr (Form::round)
      i = i < 0 ? i + step.n : i < step.n ? i : min(i - step.n, step.n - 1);
    return Form::round || (i >= 0 && i < step.n);
  }
  POINT int offsetOf(int x, int y) const {
    return isThere(x) && isThere(y) ? y * step.row + x : -1;
  }
  POINT Pair pairAt(int x, int y) const {
    return {offsetOf(x, y), offsetOf(x + 1, y), x + 1 < step.n && isThere(y)};
  }
  POINT const float *planeOf(int state, int z) const { // null: outside
    return isThere(z) ? u + (state * step.n + z) * step.plane() : nullptr;
  }
  POINT static float read(const float *plane, int offset) {
    return Form::round || (plane && offset >= 0) ? plane[offset] : Form::outside;
  }
  POINT static float2 read(const float *plane, Pair pair) {
    if ((Form::round || plane) && pair.isWhole)
      return *reinterpret_cast<const float2 *>(plane + pair.first);
    return make_float2(read(plane, pair.first), read(plane, pair.second));
  }
  POINT static float lane(float2 pair, int e) { return e == 0 ? pair.x : pair.y; }

  POINT void readRing(int z) {
#pragma unroll
    for (int s = 0; s < Form::around; s++) {
      if (hasRow)
        rows[s] = read(planeOf(s, z), ring);
      if (hasSide)
        sides[s] = read(planeOf(s, z), side);
    }
  }
  /// The plane in the middle of the queue, and its ring.
  POINT void lay(Plane &plane) const {
#pragma unroll
    for (int s = 0; s < Form::around; s++) {
      const auto put = [&](int row, float2 pair) {
        *reinterpret_cast<float2 *>(&plane.at[s][row][before + 2 * tx]) = pair;
      };
      put(reach + ty, queue[s][reach]);
      if (hasRow)
        put(rowOf, rows[s]);
      if (hasSide)
        plane.at[s][sideRow][before - reach + sideOf] = sides[s];
    }
  }
  POINT void compute(const Plane &plane, float *to, int z, float h) const {
    const auto place = [&](int s) { return (s * step.n + z) * step.plane() + own.first; };
    const auto pairIn = [](const float *from) { return *reinterpret_cast<const float2 *>(from); };
    float2 here[Form::states], field = make_float2(0, 0);
#pragma unroll
    for (int s = 0; s < Form::states; s++)
      here[s] = s < Form::around ? queue[s][reach] : pairIn(u + place(s));
    if constexpr (Form::field)
      field = pairIn(step.field + place(0));
    float change[2][Form::states];
#pragma unroll
    for (int e = 0; e < 2; e++) {
      const auto look = [&](int s, int axis, int by) {
        return by == 0     ? lane(here[s], e)
               : axis == 2 ? lane(queue[s][reach + by], e)
               : axis == 1 ? plane.at[s][reach + ty + by][before + 2 * tx + e]
                           : plane.at[s][reach + ty][before + 2 * tx + e + by];
      };
      Form::changes(look, lane(field, e), change[e]);
    }
#pragma unroll
    for (int s = 0; s < Form::states; s++)
      *reinterpret_cast<float2 *>(to + place(s)) =
          make_float2(here[s].x + h * change[0][s], here[s].y + h * change[1][s]);
  }

  Space<Form> step;
  const float *u;
  int tx, ty, rowOf, sideOf, sideRow, side;
  bool isInside, hasRow, hasSide;
  Pair own, ring;
  float2 queue[Form::around][2 * reach + 1], rows[Form::around];
  float sides[Form::around];
};

/// A problem in space that is stepped by walks.
template <class Form> struct Walked : Space<Form> {
  int columns() const { return (this->n + 2 * Walk<Form>::width - 1) / (2 * Walk<Form>::width); }
  int rows() const { return (this->n + Walk<Form>::height - 1) / Walk<Form>::height; }
  int walks() const { return (this->n + Walk<Form>::planes - 1) / Walk<Form>::planes; }
  int planes() const { return (this->n + walks() - 1) / walks(); } // of a walk
};

// ---- steps ---------------------------------------------------------------------------------
template <class Step>
__global__ void advance(Step step, const float *__restrict__ from, float *__restrict__ to,
                        float h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z;
  if (x < step.length && y < (Step::rank > 1 ? step.length : 1))
    step.point(from, to, x, y, z, h);
}

template <class Form>
__global__ void __launch_bounds__(Walk<Form>::threads)
    walk(Walked<Form> step, const float *from, float *to, float h, int planes) {
  __shared__ typename Walk<Form>::Plane plane[2];
  Walk<Form> me(step, from, threadIdx.x, blockIdx.x, blockIdx.y);
  const int first = blockIdx.z * planes, end = min(first + planes, step.n);
  me.begin(plane[first % 2], first);
  for (int z = first; z < end; z++) {
    __syncthreads();
    me.pass(plane[z % 2], plane[(z + 1) % 2], to, z, h);
  }
}

template <class Step>
void launch(const Step &step, const float *from, float *to, float h, cudaStream_t stream) {
  const unsigned n = static_cast<unsigned>(step.length);
  const dim3 block = Step::rank == 1 ? dim3(256) : dim3(32, 8);
  const dim3 groups((n + block.x - 1) / block.x, Step::rank > 1 ? (n + block.y - 1) / block.y : 1,
                    Step::rank > 2 ? n : 1);
  advance<<<groups, block, 0, stream>>>(step, from, to, h);
}
template <class Form>
void launch(const Walked<Form> &step, const float *from, float *to, float h, cudaStream_t stream) {
  const dim3 groups(step.columns(), step.rows(), step.walks());
  walk<<<groups, Walk<Form>::threads, 0, stream>>>(step, from, to, h, step.planes());
}

template <class Step> void stepOnHost(const Step &step, const float *from, float *to, float h) {
  const int height = Step::rank > 1 ? step.length : 1, depth = Step::rank > 2 ? step.length : 1;
  for (int z = 0; z < depth; z++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < step.length; x++)
        step.point(from, to, x, y, z, h);
}
/// What a block's threads do from a barrier to the next is done by one after the other.
template <class Form>
void stepOnHost(const Walked<Form> &step, const float *from, float *to, float h) {
  for (int first = 0; first < step.n; first += step.planes())
    for (int block = 0; block < step.columns() * step.rows(); block++) {
      typename Walk<Form>::Plane plane[2];
      std::vector<Walk<Form>> threads;
      for (int t = 0; t < Walk<Form>::threads; t++) {
        threads.emplace_back(step, from, t, block % step.columns(), block / step.columns());
        threads[t].begin(plane[first % 2], first);
      }
      for (int z = first; z < std::min(first + step.planes(), step.n); z++)
        for (auto &thread : threads)
          thread.pass(plane[z % 2], plane[(z + 1) % 2], to, z, h);
    }
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
    launchAll(together);
    check(cudaStreamEndCapture(stream, &captured));
    check(cudaGraphInstantiate(&graph, captured, 0));
    check(cudaGraphDestroy(captured));
    check(cudaGraphUpload(graph, stream));
  }
  void run(long steps) {
    for (; graph && steps >= together; steps -= together)
      check(cudaGraphLaunch(graph, stream));
    launchAll(steps);
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

  void launchAll(long steps) {
    for (long k = 0; k < steps; k++)
      launch(step, copies[k % 2], copies[(k + 1) % 2], h, stream);
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
  const double seconds = secondsOf([&] {
    for (long k = 0; k < steps; k++) {
      stepOnHost(step, now.data(), next.data(), h);
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
template <class Form> Space<Form> inSpace(long size, const float *field) {
  const int n = static_cast<int>(size);
  return {n, n, n, field};
}
auto stepOf(const Heat7 &p, const float *) { return inSpace<Heat7Form>(p.n, nullptr); }
auto stepOf(const Heat3d &p, const float *field) { return inSpace<Heat3dForm>(p.n, field); }
auto stepOf(const Wave8 &p, const float *field) { return inSpace<Wave8Form>(p.n, field); }
auto stepOf(const GrayScott &p, const float *) { return inSpace<GrayScottForm>(p.n, nullptr); }
TissueStep stepOf(const Tissue &p, const float *field) {
  const int n = static_cast<int>(p.n);
  return {n, n, field};
}
FrontsStep stepOf(const Fronts &p, const float *) { return {static_cast<int>(p.n)}; }
CahnHilliardStep stepOf(const CahnHilliard &p, const float *) { return {static_cast<int>(p.n)}; }
LuoRudyStep stepOf(const LuoRudy &p, const float *) { return {static_cast<int>(p.n)}; }
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

/// What steps read beside states: a field, or the bits of kuramoto's graph.
template <class Problem> std::vector<float> fieldOf(const Problem &problem) {
  std::vector<float> values;
  if constexpr (requires { problem.field; })
    values.assign(problem.field.get(), problem.field.get() + problem.points);
  if constexpr (requires { problem.row.size(); }) {
    values.resize(problem.row.size() + problem.col.size());
    std::memcpy(values.data(), problem.row.data(), problem.row.size() * sizeof(int));
    std::memcpy(values.data() + problem.row.size(), problem.col.data(),
                problem.col.size() * sizeof(int));
  }
  return values;
}

/// The same rows, `to` floats apart in place of `from`.
std::vector<float> withRows(const std::vector<float> &values, long from, long to) {
  const long rows = static_cast<long>(values.size()) / from;
  std::vector<float> moved(rows * to);
  for (long k = 0; k < rows; k++)
    std::copy_n(values.data() + k * from, std::min(from, to), moved.data() + k * to);
  return moved;
}

/// Seconds; `end` becomes the state after the steps unless it is empty.
template <class Step>
double secondsOfSteps(const Step &step, const std::vector<float> &start, const Request &asked,
                      const std::string &how, std::vector<float> &end) {
  std::vector<float> *wanted = end.empty() ? nullptr : &end;
  return how.starts_with("host")
             ? onHost(step, start, asked.steps, asked.dt, wanted)
             : onDevice(step, start, asked.steps, asked.dt, how == "graph", wanted);
}

template <class Problem>
double solve(const Problem &problem, const Request &asked, const std::string &how) {
  if (problem.size > INT_MAX)
    giveUp("more points than an int counts");
  const bool walked = how.ends_with("streamed");
  const long row = (problem.n + 7) / 8 * 8; // of walks
  const std::vector<float> &start = startOf(problem);
  std::vector<float> field = fieldOf(problem), end(asked.result == "-" ? 0 : start.size());
  if (walked)
    field = withRows(field, problem.n, row);
  std::unique_ptr<DeviceArray> onDevice;
  if (!field.empty() && !how.starts_with("host")) {
    onDevice = std::make_unique<DeviceArray>(field.size());
    onDevice->set(field);
  }
  auto step = stepOf(problem, onDevice ? onDevice->first : field.data());
  double seconds = 0;
  if (!walked) {
    seconds = secondsOfSteps(step, start, asked, how, end);
  } else if constexpr (requires { typename decltype(step)::Form; }) {
    step.row = static_cast<int>(row);
    const std::vector<float> padded = withRows(start, problem.n, row);
    end.resize(end.empty() ? 0 : padded.size());
    seconds = secondsOfSteps(Walked{step}, padded, asked, how, end);
    end = withRows(end, row, problem.n);
  } else {
    giveUp("streamed kernels are for problems in space");
  }
  if (!end.empty())
    writeResult(end, asked.result);
  return seconds;
}

int main(int argc, char **argv) {
  const std::string how = argc == 2 ? argv[1] : "";
  if (how != "stream" && how != "graph" && how != "streamed" && how != "host" &&
      how != "host-streamed")
    giveUp("usage: cuda stream | graph | streamed | host | host-streamed");
  std::string version = "CUDA " + std::to_string(CUDART_VERSION / 1000) + "." +
                        std::to_string(CUDART_VERSION / 10 % 100);
  if (!how.starts_with("host")) {
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0));
    version += std::string(" on ") + device.name;
  }
  serve(version, [&](const Request &asked) {
    return withProblem(asked.problem, asked.n,
                       [&](const auto &problem) { return solve(problem, asked, how); });
  });
}
