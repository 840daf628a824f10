// The state in another layout, made on the device: what converting on the host by way of the file's
// order makes of it.
#include "opencl/relayout.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "layout/layout.h"

using namespace eulerc;

namespace relayout_test {
namespace {

Grid gridOf(std::vector<std::int64_t> extents, int components, int classes) {
  Grid grid;
  grid.rank = static_cast<int>(extents.size());
  grid.components = components;
  grid.classes = classes;
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

} // namespace

TEST(Relayout, makesWhatTheHostMakes) {
  const std::vector<Device> devices = findDevices().devices;
  if (devices.empty())
    GTEST_SKIP() << "no OpenCL device";
  const cl::Context context(devices[0].handle);
  cl::CommandQueue queue(context, devices[0].handle);
  const Way ways[] = {{Arrangement::SoA, RowAlignment::Interior},
                      {Arrangement::SoA, RowAlignment::Grid},
                      {Arrangement::AoS, RowAlignment::Interior}};
  Relayout relayout;
  for (const Grid &grid : {gridOf({40}, 2, 2), gridOf({7, 37}, 3, 1), gridOf({3, 5, 19}, 4, 2)})
    for (const Way &from : ways)
      for (const Way &to : ways) {
        const std::int64_t states = grid.components / grid.classes;
        const std::int64_t row = grid.extent[grid.rank - 1] * grid.classes - grid.classes + 1;
        const Places in =
            placesOf(grid, makeLayout(grid, from.arrangement, from.alignment), states, row);
        const Places out =
            placesOf(grid, makeLayout(grid, to.arrangement, to.alignment), states, row);
        std::vector<std::int32_t> file(static_cast<std::size_t>(in.fileSize()));
        std::iota(file.begin(), file.end(), 1);
        std::vector<std::int32_t> before(static_cast<std::size_t>(in.values)),
            expected(static_cast<std::size_t>(out.values)), found(expected.size());
        toLayout(in, 4, file.data(), {0, in.values}, before.data(), 1);
        toLayout(out, 4, file.data(), {0, out.values}, expected.data(), 1);
        const cl::Buffer a(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, before.size() * 4,
                           before.data());
        const cl::Buffer b(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, found.size() * 4,
                           found.data());
        relayout.convert(context, queue, devices[0], 4, {a, in}, {b, out});
        queue.enqueueReadBuffer(b, CL_TRUE, 0, found.size() * 4, found.data());
        EXPECT_EQ(found, expected) << grid.rank << " axes";
      }
}

} // namespace relayout_test
