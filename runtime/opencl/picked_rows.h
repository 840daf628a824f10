// PickedRows: packs scattered rows of a state on the device, and unpacks them, so that only these
// rows are transferred between device and host.
//
//   PickedRows rows(context, queue, device);
//   rows.pick({buffer, places, grid, runs, components}, 4, to);    device → packed → host
//   rows.put({buffer, places, grid, runs, components}, 4, from);   host → packed → device
//
// For each list of runs, the places of the values are uploaded once. The list must keep its address
// until forget().
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "layout/convert.h"
#include "opencl/bindings.h"
#include "opencl/devices.h"

namespace eulerc {

class PickedRows {
public:
  PickedRows(const cl::Context &context, const cl::CommandQueue &queue, const Device &device)
      : context_(context), queue_(queue), device_(device) {}

  struct Picked {
    const cl::Buffer &state;
    const Places &places;
    const Grid &grid;
    std::span<const Range> runs;
    std::uint64_t components;
  };
  // pick() and put() throw cl::Error, or Error.

  /// Reads rows of values of `size` bytes, and waits for them.
  void pick(const Picked &rows, std::int64_t size, void *to);
  /// Enqueues writing rows. The values must not change until the queue has done it.
  void put(const Picked &rows, std::int64_t size, const void *from);
  void forget() { lists_.clear(); }

private:
  struct List {
    const Range *runs;
    std::uint64_t components;
    Places held;
    std::size_t count;
    cl::Buffer places, values;
  };
  void build(std::int64_t size);
  const List &listOf(const Picked &rows, std::int64_t size);
  void launch(cl::Kernel &kernel, const Picked &rows, const List &list);

  cl::Context context_;
  cl::CommandQueue queue_;
  Device device_;
  cl::Kernel pick_, put_;
  std::vector<List> lists_;
};

} // namespace eulerc
