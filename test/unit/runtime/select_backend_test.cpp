// Which devices slabs and ranks share when nobody names them.
#include "backend/select_backend.h"

#include <gtest/gtest.h>

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
