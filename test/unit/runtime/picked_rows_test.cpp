// Rows that lie apart, picked from one state on the device and put into another one: these values
// travel, and nothing else changes, whatever the layouts.
#include "opencl/picked_rows.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "layout/layout.h"

using namespace eulerc;

namespace {

Grid gridOf(std::vector<std::int64_t> extents, int components) {
  Grid grid;
  grid.rank = static_cast<int>(extents.size());
  grid.components = components;
  for (int axis = 0; axis < grid.rank; axis++) {
    grid.extent[axis] = extents[static_cast<std::size_t>(axis)];
    grid.begin[axis] = 1;
    grid.end[axis] = grid.extent[axis] - 1;
  }
  return grid;
}

struct Way {
  Arrangement arrangement;
  RowAlignment alignment;
};

const std::vector<Range> runs = {{0, 1}, {2, 3}, {4, 6}, {8, 9}};

/// In the file's order: what other slabs get of the values 1, 2, …, and 0 elsewhere.
std::vector<std::int64_t> sentOf(const Grid &grid, std::uint64_t components) {
  const std::int64_t points = pointsOf(grid), row = points / grid.extent[0];
  std::vector<std::int64_t> file(static_cast<std::size_t>(points * grid.components));
  for (int q = 0; q < grid.components; q++)
    for (const Range &run : runs)
      for (std::int64_t k = run.begin * row; k < run.end * row && (components >> q & 1) != 0; k++)
        file[static_cast<std::size_t>(q * points + k)] = q * points + k + 1;
  return file;
}

} // namespace

TEST(PickedRows, travelAlone) {
  const std::vector<Device> devices = findDevices().devices;
  if (devices.empty())
    GTEST_SKIP() << "no OpenCL device";
  const cl::Context context(devices[0].handle);
  cl::CommandQueue queue(context, devices[0].handle);
  const Way ways[] = {{Arrangement::SoA, RowAlignment::Interior},
                      {Arrangement::SoA, RowAlignment::Grid},
                      {Arrangement::AoS, RowAlignment::Interior}};
  PickedRows rows(context, queue, devices[0]);
  for (const Grid &grid : {gridOf({40}, 3), gridOf({12, 37}, 3), gridOf({9, 5, 19}, 4)})
    for (const std::uint64_t components : {allComponents, std::uint64_t{5}})
      for (const Way &from : ways)
        for (const Way &to : ways) {
          const auto placesIn = [&](const Way &way) {
            return placesOf(grid, makeLayout(grid, way.arrangement, way.alignment), grid.components,
                            grid.extent[grid.rank - 1]);
          };
          const Places in = placesIn(from), out = placesIn(to);
          std::vector<std::int64_t> file(static_cast<std::size_t>(in.fileSize()));
          std::iota(file.begin(), file.end(), 1);
          std::vector<std::int64_t> before(static_cast<std::size_t>(in.values)),
              after(static_cast<std::size_t>(out.values));
          toLayout(in, 8, file.data(), {0, in.values}, before.data(), 1);
          const cl::Buffer a(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, before.size() * 8,
                             before.data());
          const cl::Buffer b(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, after.size() * 8,
                             after.data());
          std::vector<std::int64_t> sent(SentRuns(in, grid, runs, components).bytes(1));
          EXPECT_EQ(sent.size(), SentRuns(out, grid, runs, components).bytes(1));
          rows.pick({a, in, grid, runs, components}, 8, sent.data());
          rows.put({b, out, grid, runs, components}, 8, sent.data());
          queue.enqueueReadBuffer(b, CL_TRUE, 0, after.size() * 8, after.data());
          fromLayout(out, 8, after.data(), {0, out.values}, file.data(), 1);
          EXPECT_EQ(file, sentOf(grid, components)) << grid.rank << " axes";
          rows.forget();
        }
}
