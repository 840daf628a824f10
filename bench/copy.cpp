// What the bench measures solvers against: how fast a device copies memory, with OpenCL kernels
// that do nothing else.
//
//   g++ -std=c++20 -O2 -DCL_TARGET_OPENCL_VERSION=120 copy.cpp ../runtime/opencl/loader.cpp -ldl
//   ./copy TEXT BYTES RUNS → one JSON object: device, bytes, GB/s (read and written) of each run of
//   each way to copy; TEXT is part of the device's name, "" takes the first GPU, else the first
//   device
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr const char *SOURCE = R"(
// A vector for each work-item.
kernel void single(global const float4 *from, global float4 *to, ulong count) {
  size_t i = get_global_id(0);
  if (i < count)
    to[i] = from[i];
}
// A range of wide vectors for each work-item.
kernel void ranges(global const float16 *from, global float16 *to, ulong count) {
  size_t each = (count / 4 + get_global_size(0) - 1) / get_global_size(0);
  size_t begin = get_global_id(0) * each, end = min(begin + each, (size_t)(count / 4));
  for (size_t i = begin; i < end; i++)
    to[i] = from[i];
}
)";

void check(cl_int status, const char *what) {
  if (status == CL_SUCCESS)
    return;
  std::fprintf(stderr, "copy: %s: OpenCL status %d\n", what, status);
  std::exit(1);
}

std::string nameOf(cl_device_id device) {
  char name[256] = "";
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, nullptr), "device name");
  return name;
}

bool isGpu(cl_device_id device) {
  cl_device_type type = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof(type), &type, nullptr), "device type");
  return (type & CL_DEVICE_TYPE_GPU) != 0;
}

cl_device_id chooseDevice(const std::string &text) {
  cl_platform_id platforms[16];
  cl_uint platformCount = 0;
  check(clGetPlatformIDs(16, platforms, &platformCount), "no platform");
  cl_device_id found = nullptr;
  for (cl_uint p = 0; p < platformCount && p < 16; p++) {
    cl_device_id devices[16];
    cl_uint count = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &count) != CL_SUCCESS)
      continue;
    for (cl_uint d = 0; d < count && d < 16; d++)
      if (nameOf(devices[d]).find(text) != std::string::npos &&
          (!found || (isGpu(devices[d]) && !isGpu(found))))
        found = devices[d];
  }
  if (!found) {
    std::fprintf(stderr, "copy: no OpenCL device has '%s' in its name\n", text.c_str());
    std::exit(1);
  }
  return found;
}

struct Copier {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_mem buffers[2];
  cl_ulong bytes;

  /// GB/s of copies to and fro with one kernel.
  double time(const char *name, std::size_t workItems, std::size_t workGroup) {
    constexpr int COPIES = 8;
    cl_int status = 0;
    cl_kernel kernel = clCreateKernel(program, name, &status);
    check(status, name);
    const cl_ulong count = bytes / 16;
    check(clSetKernelArg(kernel, 2, sizeof(count), &count), name);
    const auto begin = std::chrono::steady_clock::now();
    for (int copy = 0; copy < COPIES; copy++) {
      clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[copy % 2]);
      clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[1 - copy % 2]);
      check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &workItems, &workGroup, 0, nullptr,
                                   nullptr),
            name);
    }
    check(clFinish(queue), name);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    clReleaseKernel(kernel);
    return 2e-9 * COPIES * static_cast<double>(bytes) / seconds.count();
  }
};

Copier makeCopier(const std::string &text, cl_ulong bytes) {
  Copier copier{};
  copier.device = chooseDevice(text);
  copier.bytes = bytes / 64 * 64;
  cl_int status = 0;
  copier.context = clCreateContext(nullptr, 1, &copier.device, nullptr, nullptr, &status);
  check(status, "context");
  copier.queue = clCreateCommandQueue(copier.context, copier.device, 0, &status);
  check(status, "queue");
  const char *source = SOURCE;
  copier.program = clCreateProgramWithSource(copier.context, 1, &source, nullptr, &status);
  check(status, "program");
  check(clBuildProgram(copier.program, 1, &copier.device, "", nullptr, nullptr), "build");
  const float value = 1.5f;
  for (cl_mem &buffer : copier.buffers) {
    buffer = clCreateBuffer(copier.context, CL_MEM_READ_WRITE, copier.bytes, nullptr, &status);
    check(status, "buffer");
    check(clEnqueueFillBuffer(copier.queue, buffer, &value, sizeof(value), 0, copier.bytes, 0,
                              nullptr, nullptr),
          "fill");
  }
  check(clFinish(copier.queue), "fill");
  return copier;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s TEXT BYTES RUNS\n", argv[0]);
    return 2;
  }
  Copier copier = makeCopier(argv[1], std::strtoull(argv[2], nullptr, 10));
  const int runs = std::atoi(argv[3]);
  cl_uint units = 1;
  clGetDeviceInfo(copier.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, nullptr);

  std::vector<double> single, ranges;
  for (int run = 0; run <= runs; run++) { // the first one warms up
    const double one = copier.time("single", (copier.bytes / 16 + 255) / 256 * 256, 256);
    const double other = isGpu(copier.device) ? copier.time("ranges", units * 64 * 256, 256)
                                              : copier.time("ranges", units * 4, 1);
    if (run > 0) {
      single.push_back(one);
      ranges.push_back(other);
    }
  }
  std::printf("{\"device\": \"%s\", \"bytes\": %llu, \"gb_per_s\": {",
              nameOf(copier.device).c_str(), static_cast<unsigned long long>(copier.bytes));
  for (const auto &[name, values] : {std::pair{"single", &single}, {"ranges", &ranges}}) {
    std::printf("%s\"%s\": [", values == &single ? "" : ", ", name);
    for (std::size_t k = 0; k < values->size(); k++)
      std::printf("%s%.4g", k ? ", " : "", (*values)[k]);
    std::printf("]");
  }
  std::printf("}}\n");
}
