// BufferReaders at copies of the state: what writes a copy waits for who looks at it.
#include "opencl/buffer_readers.h"

#include <chrono>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "opencl/devices.h"

namespace eulerc {
namespace {

/// A function of OpenCL that the runtime does not call itself, of the library that it has loaded.
template <class Function> Function *ofLibrary(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

/// A look that is over when the test says so.
class HeldLook {
public:
  explicit HeldLook(const cl::Context &context)
      : done_(ofLibrary<decltype(clCreateUserEvent)>("clCreateUserEvent")(context(), nullptr)) {}

  const cl::Event &done() const { return done_; }
  void end() {
    ofLibrary<decltype(clSetUserEventStatus)>("clSetUserEventStatus")(done_(), CL_COMPLETE);
  }

private:
  cl::Event done_;
};

class ReadersOfBuffers : public testing::Test {
protected:
  void SetUp() override {
    const std::vector<Device> devices = findDevices().devices;
    if (devices.empty())
      GTEST_SKIP() << "no OpenCL device";
    context_ = cl::Context(devices.front().handle);
    queue_ = cl::CommandQueue(context_, devices.front().handle);
    first_ = cl::Buffer(context_, CL_MEM_READ_WRITE, 64);
    second_ = cl::Buffer(context_, CL_MEM_READ_WRITE, 64);
  }

  /// Enqueued as a launch that writes a copy.
  cl::Event launchThatWrites(const cl::Buffer &written) {
    readers_.await(queue_, [&](const cl::Buffer &copy) { return copy() == written(); });
    cl::Event launch;
    queue_.enqueueBarrierWithWaitList(nullptr, &launch);
    queue_.flush();
    return launch;
  }

  /// Whether it is, with time enough for one that waits for nobody.
  static bool isDone(const cl::Event &launch) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return launch.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE;
  }

  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Buffer first_, second_;
  BufferReaders readers_;
};

TEST_F(ReadersOfBuffers, WhatWritesACopyWaitsForTheLookAtIt) {
  HeldLook seen(context_);
  readers_.add(first_, seen.done());
  const cl::Event launch = launchThatWrites(first_);
  EXPECT_FALSE(isDone(launch));
  seen.end();
  launch.wait();
}

TEST_F(ReadersOfBuffers, ALookAtTheOtherCopyDoesNotEndTheWait) {
  HeldLook seenFirst(context_), seenSecond(context_);
  readers_.add(first_, seenFirst.done());
  readers_.add(second_, seenSecond.done());
  seenSecond.end();
  const cl::Event launch = launchThatWrites(first_);
  EXPECT_FALSE(isDone(launch));
  seenFirst.end();
  launch.wait();
}

TEST_F(ReadersOfBuffers, OfSeveralLooksAtACopyTheLastIsWaitedFor) {
  HeldLook seen(context_), seenLater(context_);
  readers_.add(first_, seen.done());
  readers_.add(first_, seenLater.done());
  seen.end();
  const cl::Event launch = launchThatWrites(first_);
  EXPECT_FALSE(isDone(launch));
  seenLater.end();
  launch.wait();
}

} // namespace
} // namespace eulerc
