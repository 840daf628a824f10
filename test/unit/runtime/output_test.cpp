#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output/array.h"
#include "output/direct.h"
#include "output/file.h"
#include "output/growing.h"
#include "output/temporary.h"
#include "temporary_folder.h"

using namespace eulerc;
namespace fs = std::filesystem;

namespace output_test {
namespace {

class OutputFiles : public TemporaryFolder {
protected:
  static void refuses(const std::string &path, const std::string &why) {
    try {
      OutputFile file(path);
      ADD_FAILURE() << path << " was accepted";
    } catch (const OutputError &error) {
      EXPECT_EQ(error.kind(), Error::Kind::Usage);
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  }
};

} // namespace

TEST_F(OutputFiles, npyHasAPaddedHeaderAndTheRawValues) {
  const std::vector<float> y = {1, 2, 3, 4, 5, 6};
  OutputFile(path("y.npy")).write([&](std::FILE *file) {
    writeNpy(file, {"y", {2, 3}, y.data()});
  });
  const std::string bytes = contents(path("y.npy"));
  ASSERT_EQ(bytes.size(), 128 + 24U);
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_EQ(static_cast<unsigned char>(bytes[8]) + 256 * bytes[9], 118);
  EXPECT_NE(bytes.find("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"),
            std::string::npos);
  EXPECT_EQ(bytes[127], '\n');
  EXPECT_EQ(std::memcmp(bytes.data() + 128, y.data(), 24), 0);
}

// Large arrays go past the page cache: from any place to any place, also where the system cannot.
TEST_F(OutputFiles, largeArraysAreWrittenWhole) {
  std::vector<std::uint32_t> values(3'000'001);
  std::iota(values.begin(), values.end(), 7);
  const auto *bytes = reinterpret_cast<const char *>(values.data());
  const std::size_t size = values.size() * sizeof values[0];
  for (const std::string &name : {path("large"), std::string("/dev/shm/eulerc-large")})
    for (const std::size_t offset : {0, 192, 4096, 8191})
      for (const std::size_t from : {0, 1, 4096}) {
        GrowingFile file{OutputFile(name)};
        file.write(static_cast<std::int64_t>(offset), bytes + from, size - from);
        const bool isWhole =
            contents(file.name()).substr(offset) == std::string(bytes + from, size - from);
        EXPECT_TRUE(isWhole) << name << ", " << offset << ", " << from;
      }
}

TEST_F(OutputFiles, whatReplacesAFileOfItsRunLeavesNoMomentForAnotherOne) {
  const OutputFile target(path("state"));
  auto held = std::make_unique<GrowingFile>(target);
  held->publish();
  for (int k = 0; k < 3; k++) {
    auto next = std::make_unique<GrowingFile>(target, held.get());
    EXPECT_THROW(requireNoOtherRun(target), OutputError);
    next->publish();
    EXPECT_THROW(requireNoOtherRun(target), OutputError);
    held = std::move(next);
    EXPECT_THROW(requireNoOtherRun(target), OutputError);
  }
  held.reset();
  requireNoOtherRun(target);
}

TEST_F(OutputFiles, wholePagesGoPastThePageCache) {
  constexpr std::size_t page = DirectWriter::pageBytes;
  const std::vector<std::byte> values(5 * page + 1, std::byte{42});
  const TemporaryFile file(path("direct"));
  DirectWriter direct;
  const std::size_t written = direct.write(file.descriptor, page, values.data() + 1, 5 * page);
  EXPECT_EQ(written, direct.canWrite() ? 5 * page : 0);
  EXPECT_EQ(contents(file.name()).size(), written > 0 ? written + page : 0);
  EXPECT_EQ(fcntl(file.descriptor, F_GETFL) & O_DIRECT, 0); // other writes are of any length
  close(file.descriptor);
}

TEST_F(OutputFiles, npyOfOneDimensionIsATupleOfOne) {
  const std::vector<double> y = {0.5};
  OutputFile(path("y.npy")).write([&](std::FILE *file) { writeNpy(file, {"y", {1}, y.data()}); });
  EXPECT_NE(contents(path("y.npy")).find("'<f8', 'fortran_order': False, 'shape': (1, ), }"),
            std::string::npos);
}

TEST_F(OutputFiles, csvNamesColumnsAndReadsBack) {
  const std::vector<float> u = {0.1F, 1e-30F, 2, 3};
  const std::vector<float> v = {-1, 16777216, 4, 5};
  OutputFile(path("y.csv")).write([&](std::FILE *file) {
    writeCsv(file, {"j", "i"}, {{"u", {2, 2}, u.data()}, {"v", {2, 2}, v.data()}});
  });
  EXPECT_EQ(contents(path("y.csv")), "j,i,u,v\n0,0,0.1,-1\n0,1,1e-30,16777216\n1,0,2,4\n1,1,3,5\n");
}

TEST_F(OutputFiles, tryingAPathCreatesNothing) {
  OutputFile file(path("y.npy"));
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(OutputFiles, refusesPathsThatCannotBeWritten) {
  refuses("", "it names no file");
  refuses(folder_.string(), "it is a folder");
  refuses(path("missing/y.npy"), "there is no folder");
  ASSERT_EQ(mkfifo(path("pipe.csv").c_str(), 0600), 0);
  refuses(path("pipe.csv"), "no regular file");
}

TEST_F(OutputFiles, aFailedWriteLeavesTheOldFile) {
  std::ofstream(path("y.npy")) << "old";
  OutputFile file(path("y.npy"));
  EXPECT_THROW(file.write([](std::FILE *f) {
    writeBytes(f, "new", 3);
    throw std::runtime_error("no more space");
  }),
               std::runtime_error);
  EXPECT_EQ(contents(path("y.npy")), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(OutputFiles, writesThroughALink) {
  std::ofstream(path("real.csv")) << "old";
  fs::create_symlink(path("real.csv"), path("link.csv"));
  OutputFile(path("link.csv")).write([](std::FILE *f) { writeBytes(f, "new", 3); });
  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_EQ(contents(path("real.csv")), "new");
  fs::create_symlink("later.csv", path("waiting.csv")); // to a file that is not there yet
  OutputFile(path("waiting.csv")).write([](std::FILE *f) { writeBytes(f, "new", 3); });
  EXPECT_TRUE(fs::is_symlink(path("waiting.csv")));
  EXPECT_EQ(contents(path("later.csv")), "new");
}

TEST_F(OutputFiles, areKnownByOtherNames) {
  fs::create_symlink("real.csv", path("early.csv"));
  EXPECT_TRUE(areOneFile(path("real.csv"), path("early.csv")));
  std::ofstream(path("real.csv")) << "old";
  fs::create_symlink("real.csv", path("link.csv"));
  fs::create_hard_link(path("real.csv"), path("hard.csv"));
  EXPECT_TRUE(areOneFile(path("real.csv"), path("./real.csv")));
  EXPECT_TRUE(areOneFile(path("real.csv"), path("link.csv")));
  EXPECT_TRUE(areOneFile(path("real.csv"), path("hard.csv")));
  EXPECT_FALSE(areOneFile(path("real.csv"), path("none.csv")));
  EXPECT_TRUE(areOneFile(path("none.csv"), path("./none.csv")));
  EXPECT_TRUE(areOneFile("none.csv", fs::absolute("none.csv")));
}

TEST_F(OutputFiles, aFailedWriteNamesTheFile) {
  try {
    OutputFile(path("y.npy")).write([](std::FILE *) {
      writeBytes(std::fopen("/dev/full", "w"), std::string(1 << 20, 'y').data(), 1 << 20);
    });
    ADD_FAILURE() << "written";
  } catch (const OutputError &error) {
    EXPECT_EQ(error.what(), "cannot write '" + path("y.npy") + "': No space left on device");
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(OutputFiles, aHandlerCanRemoveWhatIsBeingWritten) {
  std::ofstream(path("y.npy")) << "old";
  EXPECT_EXIT(OutputFile(path("y.npy")).write([](std::FILE *) {
    removeTemporaryFiles();
    _exit(7);
  }),
              testing::ExitedWithCode(7), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(OutputFiles, removesWhatKilledProcessesHaveLeft) {
  const pid_t dead = fork();
  if (dead == 0)
    _exit(0);
  waitpid(dead, nullptr, 0);
  const std::string of = std::to_string(dead), ofUs = std::to_string(getpid());
  const std::string left = "y.npy." + of + ".0.tmp", touched = "y.npy." + of + ".1.tmp";
  const std::string stay[] = {touched, "y.npy." + ofUs + ".7.tmp", "z.npy." + of + ".0.tmp",
                              "y.npy." + of + ".0.tmp.npy", "y.npy." + of + ".tmp"};
  for (const std::string &name : stay)
    put(path(name.c_str()), "");
  put(path(left.c_str()), "");
  for (const fs::directory_entry &entry : fs::directory_iterator(folder_))
    if (entry.path().filename() != touched)
      fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  OutputFile(path("y.npy")).write([](std::FILE *) {});
  EXPECT_FALSE(fs::exists(path(left.c_str())));
  for (const std::string &name : stay)
    EXPECT_TRUE(fs::exists(path(name.c_str()))) << name;
}

} // namespace output_test
