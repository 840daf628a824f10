// An OpenCL driver in between that says of each device that it is a GPU, and what is built. New
// buffers hold neither zeros nor numbers of use.
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
template <class F> static F *real(F *, const char *name) {
  return reinterpret_cast<F *>(dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), name));
}
extern "C" cl_int clGetDeviceInfo(cl_device_id d, cl_device_info i, size_t s, void *v, size_t *r) {
  const cl_int status = real(clGetDeviceInfo, "clGetDeviceInfo")(d, i, s, v, r);
  if (i == CL_DEVICE_TYPE && v)
    *static_cast<cl_device_type *>(v) = CL_DEVICE_TYPE_GPU;
  return status;
}
extern "C" cl_program clCreateProgramWithSource(cl_context c, cl_uint n, const char **t,
                                                const size_t *l, cl_int *s) {
  std::fputs("built from text\n", stderr);
  return real(clCreateProgramWithSource, "clCreateProgramWithSource")(c, n, t, l, s);
}
extern "C" cl_int clEnqueueCopyBuffer(cl_command_queue q, cl_mem f, cl_mem t, size_t o, size_t p,
                                      size_t s, cl_uint n, const cl_event *w, cl_event *e) {
  if (std::getenv("NOCOPY"))
    return CL_OUT_OF_RESOURCES;
  return real(clEnqueueCopyBuffer, "clEnqueueCopyBuffer")(q, f, t, o, p, s, n, w, e);
}
extern "C" cl_int clBuildProgram(cl_program p, cl_uint n, const cl_device_id *d, const char *o,
                                 void(CL_CALLBACK *f)(cl_program, void *), void *u) {
  const cl_int status = real(clBuildProgram, "clBuildProgram")(p, n, d, o, f, u);
  size_t kernels = 0;
  clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, nullptr);
  std::fprintf(stderr, "kernels: %zu\n", kernels);
  return status;
}
extern "C" cl_program clCreateProgramWithBinary(cl_context c, cl_uint n, const cl_device_id *d,
                                                const size_t *l, const unsigned char **b, cl_int *k,
                                                cl_int *s) {
  if (std::getenv("REFUSE")) {
    *s = CL_INVALID_BINARY;
    return nullptr;
  }
  std::fputs("built from what was kept\n", stderr);
  return real(clCreateProgramWithBinary, "clCreateProgramWithBinary")(c, n, d, l, b, k, s);
}
extern "C" cl_mem clCreateBuffer(cl_context c, cl_mem_flags f, size_t s, void *host, cl_int *e) {
  std::vector<unsigned char> values(host ? 0 : s, 0xa5);
  if (!host && !(f & CL_MEM_ALLOC_HOST_PTR))
    f |= CL_MEM_COPY_HOST_PTR, host = values.data();
  return real(clCreateBuffer, "clCreateBuffer")(c, f, s, host, e);
}
