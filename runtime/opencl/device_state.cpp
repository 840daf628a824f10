// Allocates, moves and converts the two copies of the state (device_state.h).

#include "opencl/device_state.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/parallel.h"
#include "opencl/buffers.h"
#include "opencl/transfer.h"
#include "reduction/monitors.h"
#include "state/state.h"

namespace eulerc {
namespace {

int threadsFor(const Job &job) { return chooseThreads(job.threads, job.components); }

} // namespace

void DeviceState::allocate(const Job &job, const Places &places) {
  const std::int64_t bytes = places.values * job.realSize();
  if (places == places_ && bytes <= bytes_) // buffers of a larger layout are kept
    return;
  places_ = {}; // holds no values if something below fails
  isHeld_ = false;
  if (bytes != bytes_) {
    copies_ = {}; // first free the old ones
    bytes_ = 0;
    for (cl::Buffer &copy : copies_)
      copy = makeBuffer(context_, CL_MEM_READ_WRITE, bytes, device_.info.limits.isCpu);
    bytes_ = bytes;
  }
  for (const cl::Buffer &copy : copies_)
    fillWithZeros(queue_, copy, bytes, threadsFor(job));
  places_ = places;
}

void DeviceState::upload(const Job &job, const Places &places, const HostArray &y,
                         RunRecord &stats) {
  allocate(job, places);
  Transfer(queue_, places, job.realSize(), threadsFor(job)).upload(y.data(), copies_[0]);
  isHeld_ = true;
  stats.loads++;
}

void DeviceState::save(const Job &job, HostArray &y) {
  Transfer(queue_, job.saved(places_), job.realSize(), threadsFor(job))
      .download(copies_[0], y.data());
}

void DeviceState::saveOwn(const Job &job, std::size_t copy, HostArray &y) {
  y.allocate(job.components * job.realSize());
  Transfer(queue_, job.own(places_), job.realSize(), threadsFor(job))
      .download(copies_[copy], y.data());
}

Stepper::Copied DeviceState::copyTo(const Job &job, const CopyTarget &target) {
  const Places places = job.copied(places_, target);
  if (!inMainMemory(copies_[0]))
    if (auto bring = sideCopy_.take(context_, device_.handle, queue_, copies_[0], bytes_, places,
                                    job.realSize(), target.first))
      return {bring};
  Transfer(queue_, places, job.realSize(), threadsFor(job)).download(copies_[0], target.first);
  return {};
}

namespace {

/// A range of the buffer that is read with one transfer.
struct Stretch {
  std::int64_t begin, end; ///< in the buffer
  std::size_t first;       ///< index of its first component
};

/// The ranges that cover all places.
std::vector<Stretch> stretchesOf(std::span<const std::int64_t> places) {
  constexpr std::int64_t close = 64; // reading so many values costs less than another transfer
  std::vector<Stretch> stretches;
  for (std::size_t k = 0; k < places.size(); k++) {
    const std::int64_t at = places[k];
    if (stretches.empty() || at < stretches.back().end || at > stretches.back().end + close)
      stretches.push_back({at, at + 1, k});
    stretches.back().end = at + 1;
  }
  return stretches;
}

} // namespace

bool DeviceState::read(const Job &job, std::span<const std::int64_t> components, void *to) {
  const ValuePlaces in = valuePlaces(places_, job.grid.classes);
  const auto size = static_cast<std::size_t>(job.realSize());
  std::vector<std::int64_t> places(components.size());
  std::ranges::transform(components, places.begin(),
                         [&](std::int64_t component) { return job.placeOf(component, in); });
  constexpr std::size_t most = 256; // more transfers take longer than one of the whole state
  const std::vector<Stretch> stretches = stretchesOf(places);
  if (stretches.size() > most)
    return false;
  std::vector<std::vector<std::byte>> values;
  for (const Stretch &stretch : stretches) {
    values.emplace_back(static_cast<std::size_t>(stretch.end - stretch.begin) * size);
    queue_.enqueueReadBuffer(copies_[0], CL_FALSE, static_cast<std::size_t>(stretch.begin) * size,
                             values.back().size(), values.back().data());
  }
  queue_.finish();
  auto *out = static_cast<std::byte *>(to);
  for (std::size_t k = 0, at = 0; k < components.size(); k++, out += size) {
    if (at + 1 < stretches.size() && stretches[at + 1].first == k)
      at++;
    const auto behind = static_cast<std::size_t>(places[k] - stretches[at].begin);
    std::memcpy(out, values[at].data() + behind * size, size);
  }
  return true;
}

bool DeviceState::isFinite(const Job &job) {
  const Precision precision = job.model.program.precision;
  if (!inMainMemory(copies_[0]))
    return finiteCheck_.allFinite(context_, queue_, device_, precision, copies_[0]);
  const Mapping mapping(queue_, copies_[0], CL_MAP_READ, bytes_);
  return allFinite(precision, places_, mapping.data(), threadsFor(job));
}

double DeviceState::largest(const Job &job) {
  const Precision precision = job.model.program.precision;
  if (!inMainMemory(copies_[0]))
    return finiteCheck_.largest(context_, queue_, device_, precision, copies_[0]);
  const Mapping mapping(queue_, copies_[0], CL_MAP_READ, bytes_);
  return largestValue(precision, job.own(places_), mapping.data(), threadsFor(job));
}

bool DeviceState::convert(const Job &job, const Places &places) {
  if (inMainMemory(copies_[0]))
    return false;
  const std::int64_t bytes = std::max(bytes_, places.values * job.realSize());
  const auto grow = [&] {
    if (bytes > bytes_)
      copies_[1] = makeBuffer(context_, CL_MEM_READ_WRITE, bytes, device_.info.limits.isCpu);
  };
  grow();
  fillWithZeros(queue_, copies_[1], bytes, threadsFor(job));
  relayout_.convert(context_, queue_, device_, job.realSize(), {copies_[0], job.saved(places_)},
                    {copies_[1], job.saved(places)});
  queue_.finish();
  swap();
  places_ = places;
  grow();
  bytes_ = bytes;
  fillWithZeros(queue_, copies_[1], bytes_, threadsFor(job));
  return true;
}

void DeviceState::buildKernels(const Job &job) {
  if (inMainMemory(copies_[0]))
    return;
  finiteCheck_.allFinite(context_, queue_, device_, job.model.program.precision, copies_[0]);
  relayout_.build(context_, device_, job.realSize());
}

cl::Buffer DeviceState::copyOfFirst() {
  cl::Buffer copy = makeBuffer(context_, CL_MEM_READ_WRITE, bytes_, device_.info.limits.isCpu);
  queue_.enqueueCopyBuffer(copies_[0], copy, 0, 0, static_cast<std::size_t>(bytes_));
  queue_.finish();
  return copy;
}

void DeviceState::restoreFirst(const cl::Buffer &copy) {
  queue_.enqueueCopyBuffer(copy, copies_[0], 0, 0, static_cast<std::size_t>(bytes_));
  queue_.finish();
}

} // namespace eulerc
