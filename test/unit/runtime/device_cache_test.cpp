// What is remembered of a device comes back from its file, for the same device, driver and text
// alone.
#include "opencl/device_cache.h"

#include <chrono>

#include "temporary_folder.h"

using namespace eulerc;

namespace device_cache_test {
namespace {

class DeviceMemos : public TemporaryFolder {
protected:
  std::string kernels() const { return path("kernels"); }
  DeviceCache cache(const std::string &text) const { return {kernels(), device, text}; }
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> found;
    for (const auto &entry : std::filesystem::directory_iterator(kernels()))
      found.push_back(entry.path());
    return found;
  }

  DeviceInfo device = [] {
    DeviceInfo info;
    info.name = "GPU";
    info.driver = "550";
    return info;
  }();
  const DeviceCache::Bytes bytes = {1, 0, 10, 255};
};

} // namespace

TEST_F(DeviceMemos, comeBackForTheSameAlone) {
  EXPECT_FALSE(cache("text").read());
  cache("text").keep(bytes);
  EXPECT_EQ(cache("text").read(), bytes);
  EXPECT_FALSE(cache("other").read());
  device.driver = "551";
  EXPECT_FALSE(cache("text").read());
  device.driver = "550";
  device.limits.computeUnits = 7; // a part of it
  EXPECT_FALSE(cache("text").read());
  device.limits.computeUnits = 1;
  device.name = "Other";
  EXPECT_FALSE(cache("text").read());
}

TEST_F(DeviceMemos, areNotTakenFromAFileThatIsNotWhole) {
  cache("text").keep(bytes);
  const std::string file = files().at(0).string(), whole = contents(file);
  for (std::size_t length = 0; length < whole.size(); length++) {
    put(file, whole.substr(0, length));
    EXPECT_FALSE(cache("text").read()) << length;
  }
  for (std::size_t at = 0; at < whole.size(); at++) {
    std::string harmed = whole;
    harmed[at] = static_cast<char>(harmed[at] ^ 4);
    put(file, harmed);
    EXPECT_FALSE(cache("text").read()) << at;
  }
  put(file, whole + "x");
  EXPECT_FALSE(cache("text").read());
  put(file, whole);
  EXPECT_EQ(cache("text").read(), bytes);
}

/// Two texts of one hash share a file; the key in it says whose it is.
TEST_F(DeviceMemos, ofAnotherKeyAreNotTaken) {
  cache("text").keep(bytes);
  const auto file = files().at(0);
  std::filesystem::rename(file, path("held"));
  cache("other").keep(bytes);
  std::filesystem::rename(files().at(0), file);
  EXPECT_FALSE(cache("text").read());
}

TEST_F(DeviceMemos, replaceWhatIsThere) {
  cache("text").keep(bytes);
  cache("text").keep({7});
  EXPECT_EQ(cache("text").read(), DeviceCache::Bytes{7});
  EXPECT_EQ(files().size(), 1U);
}

TEST_F(DeviceMemos, giveWayTheLeastRecentlyUsedFirst) {
  using namespace std::chrono_literals;
  for (const char *text : {"a", "b", "c"}) {
    cache(text).keep(DeviceCache::Bytes(1000));
    for (const auto &file : files())
      std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) - 1h);
  }
  EXPECT_TRUE(cache("a").read());
  cache("d").keep(DeviceCache::Bytes(1000), 3 * 1200);
  EXPECT_TRUE(cache("a").read());
  EXPECT_FALSE(cache("b").read());
  EXPECT_TRUE(cache("c").read());
  EXPECT_TRUE(cache("d").read());
  cache("e").keep(DeviceCache::Bytes(1000), 0);
  EXPECT_TRUE(files().empty());
}

TEST_F(DeviceMemos, thatCannotBeKeptAreNoError) {
  put(kernels(), "a file, not a folder");
  cache("text").keep(bytes);
  EXPECT_FALSE(cache("text").read());
  EXPECT_EQ(contents(kernels()), "a file, not a folder");
  const DeviceCache nowhere("", device, "text");
  nowhere.keep(bytes);
  EXPECT_FALSE(nowhere.read());
}

} // namespace device_cache_test
