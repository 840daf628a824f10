// Built kernels come back from their files, for the same device, driver, options and text alone.
#include "opencl/binaries.h"

#include <chrono>

#include "temporary_folder.h"

using namespace eulerc;

namespace {

class Binaries : public TemporaryFolder {
protected:
  std::string kernels() const { return path("kernels"); }
  Binary binary(const std::string &text, const std::string &options = "-w") const {
    return {kernels(), device, options, text};
  }
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
  const Binary::Bytes bytes = {1, 0, 10, 255};
};

} // namespace

TEST_F(Binaries, comeBackForTheSameAlone) {
  EXPECT_FALSE(binary("text").read());
  binary("text").keep(bytes);
  EXPECT_EQ(binary("text").read(), bytes);
  EXPECT_FALSE(binary("other").read());
  EXPECT_FALSE(binary("text", "-w -DX").read());
  device.driver = "551";
  EXPECT_FALSE(binary("text").read());
  device.driver = "550";
  device.name = "Other";
  EXPECT_FALSE(binary("text").read());
}

TEST_F(Binaries, areNotTakenFromAFileThatIsNotWhole) {
  binary("text").keep(bytes);
  const std::string file = files().at(0).string(), whole = contents(file);
  for (std::size_t length = 0; length < whole.size(); length++) {
    put(file, whole.substr(0, length));
    EXPECT_FALSE(binary("text").read()) << length;
  }
  for (std::size_t at = 0; at < whole.size(); at++) {
    std::string harmed = whole;
    harmed[at] = static_cast<char>(harmed[at] ^ 4);
    put(file, harmed);
    EXPECT_FALSE(binary("text").read()) << at;
  }
  put(file, whole + "x");
  EXPECT_FALSE(binary("text").read());
  put(file, whole);
  EXPECT_EQ(binary("text").read(), bytes);
}

/// Two texts of one hash share a file; the key in it says whose it is.
TEST_F(Binaries, ofAnotherKeyAreNotTaken) {
  binary("text").keep(bytes);
  const auto file = files().at(0);
  std::filesystem::rename(file, path("held"));
  binary("other").keep(bytes);
  std::filesystem::rename(files().at(0), file);
  EXPECT_FALSE(binary("text").read());
}

TEST_F(Binaries, replaceWhatIsThere) {
  binary("text").keep(bytes);
  binary("text").keep({7});
  EXPECT_EQ(binary("text").read(), Binary::Bytes{7});
  EXPECT_EQ(files().size(), 1U);
}

TEST_F(Binaries, giveWayTheLeastRecentlyUsedFirst) {
  using namespace std::chrono_literals;
  for (const char *text : {"a", "b", "c"}) {
    binary(text).keep(Binary::Bytes(1000));
    for (const auto &file : files())
      std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) - 1h);
  }
  EXPECT_TRUE(binary("a").read());
  binary("d").keep(Binary::Bytes(1000), 3 * 1200);
  EXPECT_TRUE(binary("a").read());
  EXPECT_FALSE(binary("b").read());
  EXPECT_TRUE(binary("c").read());
  EXPECT_TRUE(binary("d").read());
  binary("e").keep(Binary::Bytes(1000), 0);
  EXPECT_TRUE(files().empty());
}

TEST_F(Binaries, thatCannotBeKeptAreNoError) {
  put(kernels(), "a file, not a folder");
  binary("text").keep(bytes);
  EXPECT_FALSE(binary("text").read());
  EXPECT_EQ(contents(kernels()), "a file, not a folder");
  const Binary nowhere("", device, "-w", "text");
  nowhere.keep(bytes);
  EXPECT_FALSE(nowhere.read());
}
