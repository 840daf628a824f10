// States over time: where they lie in their files, and what happens to memory that waits for them.
#include "results/series.h"

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "output/direct.h"
#include "results/background.h"
#include "temporary_folder.h"

using namespace eulerc;

namespace {

using SeriesFiles = TemporaryFolder;

SeriesDescription describe(std::int64_t points, std::int64_t count) {
  SeriesDescription description;
  description.arrays = {{"u", "", "", 0}, {"v", "", "", 2}};
  description.axes = {{"i", 0, points, 1}};
  description.coordinates.resize(1);
  description.count = count;
  return description;
}

std::vector<float> valuesOf(std::size_t count, std::int64_t number) {
  std::vector<float> values(count);
  for (std::size_t k = 0; k < count; k++)
    values[k] = static_cast<float>(number * 1000 + static_cast<std::int64_t>(k));
  return values;
}

const std::byte *bytesOf(const std::vector<float> &values) {
  return reinterpret_cast<const std::byte *>(values.data());
}

} // namespace

TEST_F(SeriesFiles, TellWhereStatesLie) {
  for (const std::int64_t points : {13, 300'007}) // several states a chunk of HDF5, and one
    for (const char *name : {"out.npy", "out.h5", "out.vtkhdf"}) {
      SeriesDescription description = describe(points, 5);
      if (std::string(name) == "out.vtkhdf")
        description.arrays[1].species = 0;
      const std::unique_ptr<Series> series = makeSeries(OutputFile(path(name)), description, 0);
      const auto size = static_cast<std::size_t>(points);
      for (std::int64_t number = 0; number < 5; number++) {
        const std::vector<float> u = valuesOf(size, number), v = valuesOf(2 * size, number + 100);
        series->append(0.5, {bytesOf(u), bytesOf(v)}, 0);
        const std::string file = std::string(name) == "out.npy" ? "out.u.npy" : name;
        const std::string bytes = contents(path(file.c_str()));
        const auto place = static_cast<std::size_t>(series->placeOf(number));
        ASSERT_LE(place + size * sizeof(float), bytes.size());
        EXPECT_EQ(std::memcmp(bytes.data() + place, u.data(), size * sizeof(float)), 0)
            << name << ", " << points << ", " << number;
      }
      if (std::string(name) == "out.h5") {
        EXPECT_EQ(series->placeOf(5), 0); // it has no room for more
      }
    }
}

/// The recorder lays out all states by the place of the first one.
TEST_F(SeriesFiles, LargeArraysOfOneStateLieAsFarBehindAPageAsTheFirst) {
  constexpr std::size_t size = 300'007;
  for (const char *name : {"out.npy", "out.h5", "out.vtkhdf"}) {
    SeriesDescription description = describe(size, 3);
    description.arrays[1].species = 0;
    const std::unique_ptr<Series> series = makeSeries(OutputFile(path(name)), description, 0);
    const char *const file = std::string(name) == "out.npy" ? "out.v.npy" : name;
    for (std::int64_t number = 0; number < 3; number++) {
      const std::vector<float> u = valuesOf(size, number), v = valuesOf(size, number + 100);
      series->append(0.5, {bytesOf(u), bytesOf(v)}, 0);
      const std::string_view sought(reinterpret_cast<const char *>(v.data()), size * sizeof(float));
      const std::size_t found = contents(path(file)).find(sought);
      ASSERT_NE(found, std::string::npos);
      EXPECT_EQ(found % DirectWriter::pageBytes,
                static_cast<std::size_t>(series->placeOf(number)) % DirectWriter::pageBytes)
          << name << ", " << number;
    }
  }
}

TEST(Background, GivesBackWhatATaskHeldOnceItIsDone) {
  const auto held = std::make_shared<int>(1);
  Background writer;
  for (int turn = 0; turn < 100; turn++) {
    writer.add([held] {});
    writer.wait();
    ASSERT_EQ(held.use_count(), 1);
  }
}
