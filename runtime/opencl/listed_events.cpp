// Allocates and reads the list of events of kernels (listed_events.h).

#include "opencl/listed_events.h"

#include <bit>
#include <cstddef>

#include <eulerc/error.h>

namespace eulerc {
namespace {

/// The beginning of a list, before its events.
struct Head {
  cl_ulong count, room;
};
struct Event {
  cl_ulong at, step, time;
};

constexpr std::uint64_t atFirst = 1 << 16;
/// Counters of kernels do not count beyond this.
constexpr std::uint64_t mostCounted = 0x7fffffff;

double timeOf(cl_ulong bits, Precision precision) {
  return precision == Precision::Double ? std::bit_cast<double>(bits)
                                        : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

} // namespace

std::vector<cl::Buffer> ListedEvents::behind(std::vector<cl::Buffer> fields, bool areListed) {
  if (areListed && room_ == 0)
    makeRoom(atFirst);
  if (areListed)
    fields.push_back(list_);
  return fields;
}

void ListedEvents::makeRoom(std::uint64_t events) {
  list_ = {}; // first free the old one
  room_ = 0;
  list_ = cl::Buffer(context_, CL_MEM_READ_WRITE, sizeof(Head) + events * sizeof(Event));
  room_ = events;
  clear(); // measured launches list events, too, which nobody reads
}

void ListedEvents::clear() {
  const Head none = {0, room_};
  queue_.enqueueWriteBuffer(list_, CL_TRUE, 0, sizeof none, &none);
}

void ListedEvents::begin(const cl::Buffer &state) {
  const auto bytes = static_cast<std::int64_t>(state.getInfo<CL_MEM_SIZE>());
  if (bytes != beforeBytes_) {
    before_ = {};
    beforeBytes_ = 0;
    before_ = cl::Buffer(context_, CL_MEM_READ_WRITE, static_cast<std::size_t>(bytes));
    beforeBytes_ = bytes;
  }
  queue_.enqueueCopyBuffer(state, before_, 0, 0, static_cast<std::size_t>(bytes));
  clear();
}

std::optional<std::uint64_t> ListedEvents::count(const cl::Buffer &state) {
  Head head = {};
  queue_.enqueueReadBuffer(list_, CL_TRUE, 0, sizeof head, &head);
  const std::uint64_t count = static_cast<std::uint32_t>(head.count);
  if (count > mostCounted)
    throw Error(Error::Kind::Run,
                "kernels cannot list as many events as happen in these steps; look at the points "
                "every N steps: --every Nsteps behind --events");
  if (count <= room_)
    return count;
  queue_.enqueueCopyBuffer(before_, state, 0, 0, static_cast<std::size_t>(beforeBytes_));
  queue_.finish();
  makeRoom(count + count / 4);
  return std::nullopt;
}

std::vector<EventHit> ListedEvents::eventsOf(const cl::Buffer &state, Precision precision,
                                             const std::function<void()> &launches) {
  std::optional<std::uint64_t> found;
  while (!found) {
    begin(state);
    launches();
    found = count(state);
  }
  std::vector<Event> events(*found);
  if (!events.empty())
    queue_.enqueueReadBuffer(list_, CL_TRUE, sizeof(Head), events.size() * sizeof(Event),
                             events.data());
  std::vector<EventHit> hits;
  hits.reserve(events.size());
  for (const Event &event : events)
    hits.push_back({static_cast<std::int64_t>(event.at), static_cast<std::int64_t>(event.step),
                    timeOf(event.time, precision)});
  return hits;
}

std::int64_t ListedEvents::bytes() const {
  const std::uint64_t list = room_ == 0 ? 0 : sizeof(Head) + room_ * sizeof(Event);
  return beforeBytes_ + static_cast<std::int64_t>(list);
}

} // namespace eulerc
