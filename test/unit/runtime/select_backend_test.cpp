// Which devices slabs and ranks share when nobody names them, and which device a word names.
#include "backend/select_backend.h"

#include <gtest/gtest.h>

#include "expect_error.h"

using namespace eulerc;

namespace {

DeviceInfo device(bool isCpu) {
  DeviceInfo info{};
  info.limits.isCpu = isCpu;
  return info;
}

} // namespace

TEST(Devices, areGpusWhereThereAreSome) {
  EXPECT_EQ(countOfBestKind({device(false), device(false), device(true)}), 2U);
  EXPECT_EQ(countOfBestKind({device(true), device(true)}), 2U);
  EXPECT_EQ(countOfBestKind({}), 0U);
}

TEST(Devices, areNamedByANumberOrAPartOfTheirNames) {
  std::vector<DeviceInfo> devices = {device(false), device(true)};
  devices[0].name = "GeForce RTX 4090";
  devices[1].name = "cpu-avx512";
  EXPECT_EQ(chooseDevice(devices, "1"), 1U);
  EXPECT_EQ(chooseDevice(devices, "AVX5"), 1U);
  EXPECT_EQ(chooseDevice(devices, "rtx 4"), 0U);
  for (const char *none : {"2", "5", "-1", "512", "4090", "b"}) // a number is no part of a name
    EXPECT_RUN_ERROR(chooseDevice(devices, none),
                     std::string("there is no OpenCL device '") + none +
                         "'; there are:\n  0: GeForce RTX 4090\n  1: cpu-avx512");
}
