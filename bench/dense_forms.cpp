// Sums over all points on an OpenCL device in the forms that a kernel can have: rows a work-item,
// sources from global memory or through local memory, one by one or in vectors.
//
//   g++ -std=c++20 -O2 -DCL_TARGET_OPENCL_VERSION=120 dense_forms.cpp ../runtime/opencl/loader.cpp
//   -ldl
//   ./dense_forms DEVICE exact nbody SOURCES N RUNS SUMS
//   → the device's name; then a line for each form: rows, local, vector, seconds of each run. Its
//     sums are in the file SUMS.ROWS.LOCAL.VECTOR. "fast": with native functions.
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr const char *SOURCE = R"(
#if FAST
#define CUBE(r2) (native_rsqrt(r2) * native_rsqrt(r2) * native_rsqrt(r2))
#define SIN native_sin
#define OVER(a, b) native_divide(a, b)
#else
#define CUBE(r2) (1 / ((r2) * sqrt(r2)))
#define SIN sin
#define OVER(a, b) ((a) / (b))
#endif

#if PROBLEM == 0 // bodies: x, y, mass
#define SOURCES 3
#define SUMS 2
#define TARGETS 2
static inline void pair(const float *t, const float *s, const bool same, float *sum) {
  const float dx = s[0] - t[0], dy = s[1] - t[1];
  const float r2 = fma(dx, dx, fma(dy, dy, 0.0025f));
  const float pull = s[2] * CUBE(r2);
  sum[0] = fma(pull, dx, sum[0]);
  sum[1] = fma(pull, dy, sum[1]);
}
#elif PROBLEM == 1 // oscillators: angle
#define SOURCES 1
#define SUMS 1
#define TARGETS 1
static inline void pair(const float *t, const float *s, const bool same, float *sum) {
  sum[0] += SIN(s[0] - t[0]);
}
#else // elements: x, y, normal, bend, density
#define SOURCES 6
#define SUMS 1
#define TARGETS 2
static inline void pair(const float *t, const float *s, const bool same, float *sum) {
  const float dx = t[0] - s[0], dy = t[1] - s[1];
  const float seen = OVER(fma(s[2], dx, s[3] * dy), fma(dx, dx, dy * dy));
  sum[0] = fma(s[5], same ? s[4] : seen, sum[0]);
}
#endif

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
product(global const float *restrict y, global float *restrict out, const int n) {
  const int items = get_global_size(0), me = get_global_id(0);
  float target[ROWS][TARGETS], sum[ROWS][SUMS];
#pragma unroll
  for (int r = 0; r < ROWS; r++) {
#pragma unroll
    for (int q = 0; q < TARGETS; q++)
      target[r][q] = y[q * n + min(me + r * items, n - 1)];
#pragma unroll
    for (int q = 0; q < SUMS; q++)
      sum[r][q] = 0;
  }
#if LOCAL
  local float tile[SOURCES * GROUP] __attribute__((aligned(16)));
  for (int begin = 0; begin < n; begin += GROUP) {
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int q = 0; q < SOURCES; q++)
      tile[q * GROUP + get_local_id(0)] = y[q * n + min(begin + (int)get_local_id(0), n - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int count = min(GROUP, n - begin);
#define SOURCE(q) (tile + (q)*GROUP + j)
#else
  {
    const int begin = 0, count = n;
#define SOURCE(q) (y + (q)*n + j)
#endif
#pragma unroll UNROLL
    for (int j = 0; j < count; j += VECTOR) {
      float s[VECTOR][SOURCES];
#pragma unroll
      for (int q = 0; q < SOURCES; q++) {
#if VECTOR == 4
        const float4 four = vload4(0, SOURCE(q));
        s[0][q] = four.x;
        s[1][q] = four.y;
        s[2][q] = four.z;
        s[3][q] = four.w;
#else
        s[0][q] = *SOURCE(q);
#endif
      }
#pragma unroll
      for (int e = 0; e < VECTOR; e++)
#pragma unroll
        for (int r = 0; r < ROWS; r++)
          pair(target[r], s[e], begin + j + e == me + r * items, sum[r]);
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS; r++)
    if (me + r * items < n)
#pragma unroll
      for (int q = 0; q < SUMS; q++)
        out[q * n + me + r * items] = sum[r][q];
}
)";

constexpr int group = 128;

void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(what) + " fails: " + std::to_string(status));
}

std::string nameOf(cl_device_id device) {
  char name[256] = "";
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr);
  return name;
}

cl_device_id find(const std::string &text) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  clGetPlatformIDs(16, platforms, &count);
  for (const cl_device_type type :
       {cl_device_type{CL_DEVICE_TYPE_GPU}, cl_device_type{CL_DEVICE_TYPE_ALL}})
    for (cl_uint k = 0; k < count; k++) {
      cl_device_id devices[16];
      cl_uint found = 0;
      if (clGetDeviceIDs(platforms[k], type, 16, devices, &found) != CL_SUCCESS)
        continue;
      for (cl_uint d = 0; d < found; d++)
        if (nameOf(devices[d]).find(text) != std::string::npos)
          return devices[d];
    }
  throw std::runtime_error("there is no such device");
}

struct Form {
  int rows, local, vector;
};

class Bench {
public:
  Bench(cl_device_id device, const std::string &math, const std::string &problem,
        const std::vector<float> &sources, int n)
      : device_(device), n_(n), sums_(problem == "nbody" ? 2 : 1) {
    cl_int status = 0;
    context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device, 0, &status);
    check(status, "clCreateCommandQueue");
    y_ = clCreateBuffer(context_, CL_MEM_READ_ONLY, 4 * sources.size(), nullptr, &status);
    check(status, "clCreateBuffer");
    out_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, 8 * static_cast<std::size_t>(n), nullptr,
                          &status);
    check(status, "clCreateBuffer");
    check(clEnqueueWriteBuffer(queue_, y_, CL_TRUE, 0, 4 * sources.size(), sources.data(), 0,
                               nullptr, nullptr),
          "clEnqueueWriteBuffer");
    cl_device_fp_config can = 0;
    clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof can, &can, nullptr);
    options_ =
        "-cl-std=CL1.2 -w -DPROBLEM=" +
        std::string(problem == "nbody"      ? "0"
                    : problem == "kuramoto" ? "1"
                                            : "2") +
        (math == "fast"                              ? " -DFAST=1"
         : can & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT ? " -cl-fp32-correctly-rounded-divide-sqrt"
                                                     : "");
  }

  void measure(const Form &form, int runs, const std::string &file) {
    cl_int status = 0;
    const std::string options =
        options_ + " -DGROUP=" + std::to_string(group) + " -DROWS=" + std::to_string(form.rows) +
        " -DLOCAL=" + std::to_string(form.local) + " -DVECTOR=" + std::to_string(form.vector) +
        " -DUNROLL=" +
        std::to_string(16 / form.vector / form.rows > 1 ? 16 / form.vector / form.rows : 1);
    const char *source = SOURCE;
    cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device_, options.c_str(), nullptr, nullptr),
          "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "product", &status);
    check(status, "clCreateKernel");
    clSetKernelArg(kernel, 0, sizeof y_, &y_);
    clSetKernelArg(kernel, 1, sizeof out_, &out_);
    clSetKernelArg(kernel, 2, sizeof n_, &n_);
    const std::size_t items =
        static_cast<std::size_t>((n_ + group * form.rows - 1) / (group * form.rows)) * group;
    std::printf("%d %d %d", form.rows, form.local, form.vector);
    for (int run = -1; run < runs; run++) { // the first one warms up
      const auto begin = std::chrono::steady_clock::now();
      check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &localSize_, 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
      check(clFinish(queue_), "clFinish");
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      if (run >= 0)
        std::printf(" %.9f", seconds.count());
    }
    std::printf("\n");
    std::vector<float> sums(static_cast<std::size_t>(n_) * sums_);
    check(clEnqueueReadBuffer(queue_, out_, CL_TRUE, 0, 4 * sums.size(), sums.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    const std::string path = file + "." + std::to_string(form.rows) + "." +
                             std::to_string(form.local) + "." + std::to_string(form.vector);
    std::FILE *to = std::fopen(path.c_str(), "wb");
    if (to == nullptr || std::fwrite(sums.data(), 4, sums.size(), to) != sums.size() ||
        std::fclose(to) != 0)
      throw std::runtime_error("cannot write " + path);
  }

private:
  cl_device_id device_;
  int n_, sums_;
  cl_context context_;
  cl_command_queue queue_;
  cl_mem y_, out_;
  std::string options_;
  const std::size_t localSize_ = group;
};

std::vector<float> valuesOf(const char *path) {
  std::vector<float> values;
  std::FILE *file = std::fopen(path, "rb");
  float some[4096];
  for (std::size_t count = 1; file != nullptr && count > 0;) {
    count = std::fread(some, 4, 4096, file);
    values.insert(values.end(), some, some + count);
  }
  if (file == nullptr || std::fclose(file) != 0)
    throw std::runtime_error(std::string("cannot read ") + path);
  return values;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 8)
    return 2;
  try {
    const cl_device_id device = find(argv[1]);
    std::printf("%s\n", nameOf(device).c_str());
    cl_device_type type = 0;
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, nullptr);
    if (type & CL_DEVICE_TYPE_CPU && std::atoi(argv[5]) > 1024)
      throw std::runtime_error("they are for GPUs; processors take 1,024 points, to check them");
    Bench bench(device, argv[2], argv[3], valuesOf(argv[4]), std::atoi(argv[5]));
    for (const int rows : {1, 2, 4})
      for (const int local : {0, 1})
        for (const int vector : {1, 4})
          bench.measure({rows, local, vector}, std::atoi(argv[6]), argv[7]);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "dense_forms: %s\n", error.what());
    return 1;
  }
  return 0;
}
