// Kernels that pack and unpack rows of the state, and the lists of places that they use
// (picked_rows.h).

#include "opencl/picked_rows.h"

#include <algorithm>

#include "opencl/program.h"

namespace eulerc {
namespace {

/// Work-items take values in the order in which they are sent. A negative place marks a value that
/// the state does not hold.
constexpr const char *kernels = R"(
kernel void eulerc_pick_rows(global const VALUE *restrict state, global VALUE *restrict values,
                             global const long *restrict places, const long count) {
  for (long k = get_global_id(0); k < count; k += get_global_size(0))
    values[k] = places[k] < 0 ? 0 : state[places[k]];
}
kernel void eulerc_put_rows(global VALUE *restrict state, global const VALUE *restrict values,
                            global const long *restrict places, const long count) {
  for (long k = get_global_id(0); k < count; k += get_global_size(0))
    if (places[k] >= 0)
      state[places[k]] = values[k];
}
)";

} // namespace

void PickedRows::build(std::int64_t size) {
  if (pick_() != nullptr)
    return;
  Program program;
  program.build(context_, device_, kernels,
                size == 4 ? "-cl-std=CL1.2 -w -DVALUE=int" : "-cl-std=CL1.2 -w -DVALUE=long");
  pick_ = program.kernel("eulerc_pick_rows");
  put_ = program.kernel("eulerc_put_rows");
}

const PickedRows::List &PickedRows::listOf(const Picked &rows, std::int64_t size) {
  build(size);
  auto list = std::ranges::find_if(lists_, [&](const List &each) {
    return each.runs == rows.runs.data() && each.components == rows.components;
  });
  if (list != lists_.end() && list->held == rows.places)
    return *list;
  const std::vector<std::int64_t> places =
      SentRuns(rows.places, rows.grid, rows.runs, rows.components).heldPlaces();
  if (list == lists_.end())
    list = lists_.insert(list, List());
  *list = {rows.runs.data(),
           rows.components,
           rows.places,
           places.size(),
           cl::Buffer(context_, CL_MEM_READ_ONLY, places.size() * sizeof places[0]),
           cl::Buffer(context_, CL_MEM_READ_WRITE, places.size() * static_cast<std::size_t>(size))};
  queue_.enqueueWriteBuffer(list->places, CL_TRUE, 0, places.size() * sizeof places[0],
                            places.data());
  return *list;
}

void PickedRows::launch(cl::Kernel &kernel, const Picked &rows, const List &list) {
  kernel.setArg(0, rows.state);
  kernel.setArg(1, list.values);
  kernel.setArg(2, list.places);
  kernel.setArg(3, static_cast<cl_long>(list.count));
  constexpr std::size_t group = 256, perUnit = 8;
  const auto units = static_cast<std::size_t>(device_.info.limits.computeUnits);
  const std::size_t groups = std::min(units * perUnit, (list.count + group - 1) / group);
  queue_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups * group), cl::NullRange);
}

void PickedRows::pick(const Picked &rows, std::int64_t size, void *to) {
  const List &list = listOf(rows, size);
  launch(pick_, rows, list);
  queue_.enqueueReadBuffer(list.values, CL_TRUE, 0, list.count * static_cast<std::size_t>(size),
                           to);
}

void PickedRows::put(const Picked &rows, std::int64_t size, const void *from) {
  const List &list = listOf(rows, size);
  queue_.enqueueWriteBuffer(list.values, CL_FALSE, 0, list.count * static_cast<std::size_t>(size),
                            from);
  launch(put_, rows, list);
}

} // namespace eulerc
