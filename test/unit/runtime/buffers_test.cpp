// Buffers of a processor's device: the same bytes as in memory of OpenCL's, and freed with them.
#include "opencl/buffers.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "opencl/devices.h"
#include "opencl/finite.h"
#include "opencl/transfer.h"

namespace eulerc {
namespace {

class Buffers : public testing::Test {
protected:
  void SetUp() override {
    for (const Device &device : findDevices().devices)
      if (device.info.limits.isCpu) {
        device_ = device;
        context_ = cl::Context(device.handle);
        queue_ = cl::CommandQueue(context_, device.handle);
        return;
      }
    GTEST_SKIP() << "no OpenCL device that is a processor";
  }

  Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
};

std::int64_t residentBytes() {
  std::int64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

/// Two states of 5 rows of 37 values, rows 48 apart.
Places somePlaces() {
  Places places;
  places.states = 2;
  places.rows = 5;
  places.fileRow = 37;
  places.lead = 16;
  places.pitch = 48;
  places.plane = 272;
  places.values = 544;
  return places;
}

/// What a transfer leaves in a buffer, and what comes back.
struct Seen {
  std::vector<float> inBuffer, back;
  bool operator==(const Seen &) const = default;
};

TEST_F(Buffers, HoldTheSameWhereverTheyLie) {
  const Places places = somePlaces();
  const std::int64_t bytes = 4 * places.values;
  std::vector<float> file(static_cast<std::size_t>(places.fileSize()));
  std::iota(file.begin(), file.end(), 1.0F);
  const auto see = [&](bool ownMemory) {
    const cl::Buffer buffer = makeBuffer(context_, CL_MEM_READ_WRITE, bytes, ownMemory);
    EXPECT_EQ(inMainMemory(buffer), ownMemory);
    fillWithZeros(queue_, buffer, bytes, 2);
    Transfer transfer(queue_, places, 4, 2);
    transfer.upload(file.data(), buffer);
    Seen seen{std::vector<float>(static_cast<std::size_t>(places.values)),
              std::vector<float>(file.size())};
    queue_.enqueueReadBuffer(buffer, CL_TRUE, 0, static_cast<std::size_t>(bytes),
                             seen.inBuffer.data());
    transfer.download(buffer, seen.back.data());
    return seen;
  };
  const Seen own = see(true);
  EXPECT_EQ(own.back, file);
  EXPECT_EQ(own.inBuffer[16 + 48], 38);
  EXPECT_EQ(own.inBuffer[16 + 37], 0);
  EXPECT_EQ(own, see(false));
}

TEST_F(Buffers, AreFilledInParts) {
  constexpr std::size_t count = 300;
  const cl::Buffer buffer = makeBuffer(context_, CL_MEM_READ_WRITE, 4 * count, false);
  for (const std::int64_t most : {4, 28, 1196, 1200, 2000}) {
    std::vector<float> values(count, 1);
    queue_.enqueueWriteBuffer(buffer, CL_TRUE, 0, 4 * count, values.data());
    fillWithZeros(queue_, buffer, 4 * count, 1, most);
    queue_.enqueueReadBuffer(buffer, CL_TRUE, 0, 4 * count, values.data());
    EXPECT_EQ(std::ranges::count(values, 0.0F), std::ssize(values)) << most;
  }
}

TEST_F(Buffers, AreZeroWhereNothingWasWritten) {
  const std::int64_t bytes = (1 << 20) + 4;
  const cl::Buffer buffer = makeBuffer(context_, CL_MEM_READ_WRITE, bytes, true);
  {
    const Mapping mapping(queue_, buffer, CL_MAP_WRITE, bytes);
    std::fill_n(static_cast<std::byte *>(mapping.data()), bytes, std::byte{1});
  }
  fillWithZeros(queue_, buffer, bytes, 3);
  const Mapping mapping(queue_, buffer, CL_MAP_READ, bytes);
  const auto *begin = static_cast<const std::byte *>(mapping.data());
  EXPECT_EQ(std::count(begin, begin + bytes, std::byte{0}), bytes);
}

TEST_F(Buffers, AreFreedOnceTheQueueIsDoneWithThem) {
  const std::int64_t bytes = 32 << 20;
  const std::int64_t before = residentBytes();
  for (int round = 0; round < 20; round++) {
    const cl::Buffer from = makeBuffer(context_, CL_MEM_READ_WRITE, bytes, true);
    const cl::Buffer to = makeBuffer(context_, CL_MEM_READ_WRITE, bytes, true);
    fillWithZeros(queue_, from, bytes, 2);
    queue_.enqueueCopyBuffer(from, to, 0, 0, static_cast<std::size_t>(bytes));
    queue_.flush(); // still at work when both are let go
  }
  queue_.finish();
  EXPECT_LT(residentBytes() - before, 4 * bytes);
}

/// Whether the check on the device finds those values, planted one at a time.
template <class Real>
void expectFound(const Device &device, const cl::Context &context, cl::CommandQueue &queue,
                 Precision precision) {
  using Limits = std::numeric_limits<Real>;
  constexpr std::size_t count = 5000;
  const cl::Buffer buffer(context, CL_MEM_READ_WRITE, count * sizeof(Real));
  FiniteCheck check;
  const auto isFiniteWith = [&](std::size_t at, Real value) {
    std::vector<Real> values(count, Limits::max());
    values[at] = value;
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, count * sizeof(Real), values.data());
    return check.allFinite(context, queue, device, precision, buffer);
  };
  for (const std::size_t at : {std::size_t{0}, std::size_t{1234}, count - 1}) {
    for (const Real value : {Limits::lowest(), Limits::denorm_min(), Real{-0.0}})
      EXPECT_TRUE(isFiniteWith(at, value)) << at << ' ' << value;
    for (const Real value : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()})
      EXPECT_FALSE(isFiniteWith(at, value)) << at << ' ' << value;
  }
  for (const Real value : {Real{3.25}, Real{-7e12}, Real{0}}) {
    std::vector<Real> values(count, Real{-0.5});
    values[1234] = value;
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, count * sizeof(Real), values.data());
    const double largest = std::max(0.5, std::abs(static_cast<double>(value)));
    const double found = check.largest(context, queue, device, precision, buffer);
    EXPECT_GE(found, largest);
    EXPECT_LE(found, largest * (1 + 2e-6));
  }
}

TEST_F(Buffers, AreSearchedForInfinitiesOnTheDevice) {
  expectFound<float>(device_, context_, queue_, Precision::Float);
  if (device_.info.hasDouble)
    expectFound<double>(device_, context_, queue_, Precision::Double);
}

} // namespace
} // namespace eulerc
