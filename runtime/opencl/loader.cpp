// Definitions of the OpenCL functions that the runtime calls. They load the library at run time.
//
// A solver must start on a machine without OpenCL, so it is not linked with libOpenCL. The
// definitions below forward to that library, loaded at the first call. Without it,
// clGetPlatformIDs says that there is no platform, and nothing else is ever called.
//
// The functions are looked up in the global scope, not in the library, so that tools that come in
// between (oclgrind preloads its own OpenCL) work as usual. Our own definitions are hidden and so
// not found there.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <CL/cl.h>

#include <dlfcn.h>

namespace {

/// X(name, (parameters), (arguments)): these functions return cl_int.
#define EULERC_STATUS_FUNCTIONS(X)                                                                 \
  X(clGetPlatformInfo, (cl_platform_id p, cl_platform_info i, size_t s, void *v, size_t *r),       \
    (p, i, s, v, r))                                                                               \
  X(clGetDeviceIDs,                                                                                \
    (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id * d, cl_uint * c),                \
    (p, t, n, d, c))                                                                               \
  X(clGetDeviceInfo, (cl_device_id d, cl_device_info i, size_t s, void *v, size_t *r),             \
    (d, i, s, v, r))                                                                               \
  X(clRetainDevice, (cl_device_id d), (d))                                                         \
  X(clReleaseDevice, (cl_device_id d), (d))                                                        \
  X(clRetainContext, (cl_context c), (c))                                                          \
  X(clReleaseContext, (cl_context c), (c))                                                         \
  X(clGetContextInfo, (cl_context c, cl_context_info i, size_t s, void *v, size_t *r),             \
    (c, i, s, v, r))                                                                               \
  X(clRetainCommandQueue, (cl_command_queue q), (q))                                               \
  X(clReleaseCommandQueue, (cl_command_queue q), (q))                                              \
  X(clFlush, (cl_command_queue q), (q))                                                            \
  X(clFinish, (cl_command_queue q), (q))                                                           \
  X(clRetainMemObject, (cl_mem m), (m))                                                            \
  X(clReleaseMemObject, (cl_mem m), (m))                                                           \
  X(clGetMemObjectInfo, (cl_mem m, cl_mem_info i, size_t s, void *v, size_t *r), (m, i, s, v, r))  \
  X(clSetMemObjectDestructorCallback, (cl_mem m, void(CL_CALLBACK * f)(cl_mem, void *), void *u),  \
    (m, f, u))                                                                                     \
  X(clBuildProgram,                                                                                \
    (cl_program p, cl_uint n, const cl_device_id *d, const char *o,                                \
     void(CL_CALLBACK * f)(cl_program, void *), void *u),                                          \
    (p, n, d, o, f, u))                                                                            \
  X(clGetProgramInfo, (cl_program p, cl_program_info i, size_t s, void *v, size_t *r),             \
    (p, i, s, v, r))                                                                               \
  X(clGetProgramBuildInfo,                                                                         \
    (cl_program p, cl_device_id d, cl_program_build_info i, size_t s, void *v, size_t *r),         \
    (p, d, i, s, v, r))                                                                            \
  X(clRetainProgram, (cl_program p), (p))                                                          \
  X(clReleaseProgram, (cl_program p), (p))                                                         \
  X(clRetainKernel, (cl_kernel k), (k))                                                            \
  X(clReleaseKernel, (cl_kernel k), (k))                                                           \
  X(clSetKernelArg, (cl_kernel k, cl_uint i, size_t s, const void *v), (k, i, s, v))               \
  X(clGetKernelWorkGroupInfo,                                                                      \
    (cl_kernel k, cl_device_id d, cl_kernel_work_group_info i, size_t s, void *v, size_t *r),      \
    (k, d, i, s, v, r))                                                                            \
  X(clRetainEvent, (cl_event e), (e))                                                              \
  X(clReleaseEvent, (cl_event e), (e))                                                             \
  X(clWaitForEvents, (cl_uint n, const cl_event *e), (n, e))                                       \
  X(clGetEventInfo, (cl_event e, cl_event_info i, size_t s, void *v, size_t *r), (e, i, s, v, r))  \
  X(clGetEventProfilingInfo, (cl_event e, cl_profiling_info i, size_t s, void *v, size_t *r),      \
    (e, i, s, v, r))                                                                               \
  X(clEnqueueBarrierWithWaitList, (cl_command_queue q, cl_uint n, const cl_event *w, cl_event *e), \
    (q, n, w, e))                                                                                  \
  X(clGetCommandQueueInfo,                                                                         \
    (cl_command_queue q, cl_command_queue_info i, size_t s, void *v, size_t *r), (q, i, s, v, r))  \
  X(clEnqueueReadBuffer,                                                                           \
    (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, void *v, cl_uint n,              \
     const cl_event *w, cl_event *e),                                                              \
    (q, m, b, o, s, v, n, w, e))                                                                   \
  X(clEnqueueWriteBuffer,                                                                          \
    (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t s, const void *v, cl_uint n,        \
     const cl_event *w, cl_event *e),                                                              \
    (q, m, b, o, s, v, n, w, e))                                                                   \
  X(clEnqueueFillBuffer,                                                                           \
    (cl_command_queue q, cl_mem m, const void *v, size_t k, size_t o, size_t s, cl_uint n,         \
     const cl_event *w, cl_event *e),                                                              \
    (q, m, v, k, o, s, n, w, e))                                                                   \
  X(clEnqueueCopyBuffer,                                                                           \
    (cl_command_queue q, cl_mem f, cl_mem t, size_t o, size_t p, size_t s, cl_uint n,              \
     const cl_event *w, cl_event *e),                                                              \
    (q, f, t, o, p, s, n, w, e))                                                                   \
  X(clEnqueueUnmapMemObject,                                                                       \
    (cl_command_queue q, cl_mem m, void *v, cl_uint n, const cl_event *w, cl_event *e),            \
    (q, m, v, n, w, e))                                                                            \
  X(clEnqueueNDRangeKernel,                                                                        \
    (cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o, const size_t *g,                 \
     const size_t *l, cl_uint n, const cl_event *w, cl_event *e),                                  \
    (q, k, d, o, g, l, n, w, e))

#define EULERC_HANDLE_FUNCTIONS(X)                                                                 \
  X(void *, clEnqueueMapBuffer,                                                                    \
    (cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o, size_t s, cl_uint n,       \
     const cl_event *w, cl_event *e, cl_int *r),                                                   \
    (q, m, b, f, o, s, n, w, e, r), r)                                                             \
  X(cl_context, clCreateContext,                                                                   \
    (const cl_context_properties *p, cl_uint n, const cl_device_id *d,                             \
     void(CL_CALLBACK * f)(const char *, const void *, size_t, void *), void *u, cl_int *s),       \
    (p, n, d, f, u, s), s)                                                                         \
  X(cl_command_queue, clCreateCommandQueue,                                                        \
    (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int * s), (c, d, p, s), s)    \
  X(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t n, void *h, cl_int *s),          \
    (c, f, n, h, s), s)                                                                            \
  X(cl_program, clCreateProgramWithSource,                                                         \
    (cl_context c, cl_uint n, const char **t, const size_t *l, cl_int *s), (c, n, t, l, s), s)     \
  X(cl_program, clCreateProgramWithBinary,                                                         \
    (cl_context c, cl_uint n, const cl_device_id *d, const size_t *l, const unsigned char **b,     \
     cl_int *r, cl_int *s),                                                                        \
    (c, n, d, l, b, r, s), s)                                                                      \
  X(cl_kernel, clCreateKernel, (cl_program p, const char *n, cl_int *s), (p, n, s), s)

/// The functions of the OpenCL library, null where there is none.
struct Library {
#define X(name, parameters, arguments) decltype(&::name) name = nullptr;
  X(clGetPlatformIDs, , )
  EULERC_STATUS_FUNCTIONS(X)
#undef X
#define X(type, name, parameters, arguments, status) decltype(&::name) name = nullptr;
  EULERC_HANDLE_FUNCTIONS(X)
#undef X

  Library() {
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_GLOBAL);
    const auto find = [&](const char *name, auto &function, auto own) {
      using Function = decltype(own);
      function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
      if (function == own) // a program that exports our definitions: calling them would not end
        function = library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
    };
#define X(name, parameters, arguments) find(#name, name, &::name);
    X(clGetPlatformIDs, , )
    EULERC_STATUS_FUNCTIONS(X)
#undef X
#define X(type, name, parameters, arguments, status) find(#name, name, &::name);
    EULERC_HANDLE_FUNCTIONS(X)
#undef X
  }
};

const Library &library() {
  static const Library loaded;
  return loaded;
}

const cl_int noPlatform = -1001; // CL_PLATFORM_NOT_FOUND_KHR of the ICD loader

} // namespace

extern "C" {

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *platforms, cl_uint *count) {
  if (!library().clGetPlatformIDs) {
    if (count)
      *count = 0;
    return noPlatform;
  }
  return library().clGetPlatformIDs(n, platforms, count);
}

#define X(name, parameters, arguments)                                                             \
  cl_int name parameters { return library().name ? library().name arguments : noPlatform; }
EULERC_STATUS_FUNCTIONS(X)
#undef X

#define X(type, name, parameters, arguments, status)                                               \
  type name parameters {                                                                           \
    if (library().name)                                                                            \
      return library().name arguments;                                                             \
    if (status)                                                                                    \
      *status = noPlatform;                                                                        \
    return nullptr;                                                                                \
  }
EULERC_HANDLE_FUNCTIONS(X)
#undef X

} // extern "C"
