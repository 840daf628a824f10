// Reads and writes rows of a slab on a device, through pinned or shared memory (slab_rows.h).

#include "opencl/slab_rows.h"

#include <algorithm>

#include "base/array.h"
#include "base/stopwatch.h"
#include "opencl/buffers.h"
#include "opencl/status.h"

namespace eulerc {
namespace {

std::size_t bytesOf(std::int64_t values, std::int64_t size) {
  return static_cast<std::size_t>(values * size);
}

} // namespace

SlabRowsOfDevice::~SlabRowsOfDevice() {
  for (Pinned &pinned : pinned_)
    release(pinned);
  for (Pinned &pinned : shared_)
    release(pinned);
}

void SlabRowsOfDevice::release(Pinned &pinned) {
  if (pinned.data != nullptr) {
    clEnqueueUnmapMemObject(queue_(), pinned.buffer(), pinned.data, 0, nullptr, nullptr);
    clFinish(queue_());
  }
  pinned = {};
}

void *SlabRowsOfDevice::memory(int which, std::int64_t bytes) {
  return checked([&] { return pinned(which, bytes); });
}

void *SlabRowsOfDevice::pinned(int which, std::int64_t bytes) {
  Pinned &pinned = pinned_[static_cast<std::size_t>(which)];
  if (pinned.bytes == bytes)
    return pinned.data;
  release(pinned);
  pinned.buffer = cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                             static_cast<std::size_t>(bytes));
  pinned.data = queue_.enqueueMapBuffer(pinned.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                        static_cast<std::size_t>(bytes));
  pinned.bytes = bytes;
  return pinned.data;
}

bool SlabRowsOfDevice::reach(const std::vector<std::span<std::byte>> &shared) {
  checked([&] { finish(); });
  for (Pinned &pinned : shared_)
    release(pinned);
  shared_.clear();
  try {
    for (const std::span<std::byte> &some : shared) {
      Pinned pinned;
      pinned.buffer =
          cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, some.size(), some.data());
      // Other processes write to this memory: a driver must not overwrite it with its own copy.
      pinned.data = queue_.enqueueMapBuffer(pinned.buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION,
                                            0, some.size());
      shared_.push_back(pinned);
    }
    const auto device = queue_.getInfo<CL_QUEUE_DEVICE>();
    return shared.empty() || device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU ||
           isReachedFast(shared);
  } catch (const cl::Error &) { // the driver does not support such memory
    return false;
  }
}

/// Whether the device reads and writes shared memory about as fast as pinned memory of its driver.
bool SlabRowsOfDevice::isReachedFast(const std::vector<std::span<std::byte>> &shared) {
  const std::size_t bytes = std::min<std::size_t>(shared.front().size() / 2, 8 << 20);
  void *const fast = pinned(0, static_cast<std::int64_t>(shared.front().size() / 2));
  const cl::Buffer buffer(context_, CL_MEM_READ_WRITE, bytes);
  const auto secondsOf = [&](const auto &copy) {
    double least = 1e9;
    for (int turn = 0; turn < 3; turn++) {
      const Stopwatch watch;
      copy();
      least = std::min(least, watch.seconds());
    }
    return least;
  };
  const auto reading = [&](void *to) {
    return secondsOf([&] { queue_.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, to); });
  };
  const auto writing = [&](const void *from) {
    return secondsOf([&] { queue_.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, from); });
  };
  constexpr double most = 1.5; // times as long; beyond, two copies by the processor are faster
  return reading(shared.front().data()) < most * reading(fast) &&
         writing(shared.back().data()) < most * writing(fast);
}

void SlabRowsOfDevice::read(const Job &job, const HaloRows &rows, void *to) {
  checked([&] {
    isBeside_ = !overlap_.computed.empty();
    if (isBeside_ && reading_() == nullptr)
      for (cl::CommandQueue *each : {&reading_, &writing_})
        *each = cl::CommandQueue(context_, queue_.getInfo<CL_QUEUE_DEVICE>());
    readFrom(state_.first(), sentRowsOf(state_.places(), job.grid, rows.rows, rows.components),
             job.realSize(), to);
  });
}

template <class Move> cl::Event SlabRowsOfDevice::forEachSent(const SentRows &rows, Move &&move) {
  Timed commands;
  const std::int64_t last = rows.planesSent() - 1;
  rows.forEachSent([&](std::int64_t q, std::int64_t place) {
    cl::Event event;
    const bool isNoted = place == last || (place == 0 && !isBeside_);
    move(q, place, isNoted ? &event : nullptr);
    if (place == 0)
      commands.first = event;
    if (place == last)
      commands.last = event;
  });
  if (last >= 0)
    note(commands);
  return commands.last;
}

void SlabRowsOfDevice::readFrom(const cl::Buffer &buffer, const SentRows &rows, std::int64_t size,
                                void *to) {
  const std::vector<cl::Event> *const after = isBeside_ ? &overlap_.computed : nullptr;
  cl::Event done;
  if (!rows.isSame) {
    HostArray held;
    held.allocate(rows.stretch() * size);
    queueTo(reading_).enqueueReadBuffer(buffer, CL_TRUE, bytesOf(rows.held.lead, size),
                                        bytesOf(rows.stretch(), size), held.data(), after, &done);
    toSent(rows, size, held.data(), to);
    note({done, done});
  } else {
    done = forEachSent(rows, [&](std::int64_t q, std::int64_t place, cl::Event *event) {
      queueTo(reading_).enqueueReadBuffer(
          buffer, CL_FALSE, bytesOf(rows.at(q), size), bytesOf(rows.length(), size),
          static_cast<std::byte *>(to) + place * rows.length() * size, place == 0 ? after : nullptr,
          event);
    });
  }
  queueTo(reading_).flush();
  reads_.push_back(done);
}

void SlabRowsOfDevice::await() {
  checked([&] {
    if (reads_.front()() != nullptr)
      reads_.front().wait();
    reads_.pop_front();
  });
}

void SlabRowsOfDevice::write(const Job &job, const HaloRows &rows, const void *from) {
  checked([&] {
    const cl::Event done =
        writeTo(state_.first(), sentRowsOf(state_.places(), job.grid, rows.rows, rows.components),
                job.realSize(), from);
    // In any queue: parts of a launch that was begun before run in other queues.
    if (done() != nullptr)
      overlap_.received.push_back(done);
  });
}

cl::Event SlabRowsOfDevice::writeTo(const cl::Buffer &buffer, const SentRows &rows,
                                    std::int64_t size, const void *from) {
  cl::Event done;
  if (!rows.isSame) {
    HostArray held;
    held.allocate(rows.stretch() * size);
    if (rows.components != allComponents)
      queueTo(writing_).enqueueReadBuffer(buffer, CL_TRUE, bytesOf(rows.held.lead, size),
                                          bytesOf(rows.stretch(), size), held.data());
    fromSent(rows, size, from, held.data());
    queueTo(writing_).enqueueWriteBuffer(buffer, CL_TRUE, bytesOf(rows.held.lead, size),
                                         bytesOf(rows.stretch(), size), held.data(), nullptr,
                                         &done);
    note({done, done});
  } else {
    done = forEachSent(rows, [&](std::int64_t q, std::int64_t place, cl::Event *event) {
      queueTo(writing_).enqueueWriteBuffer(
          buffer, CL_FALSE, bytesOf(rows.at(q), size), bytesOf(rows.length(), size),
          static_cast<const std::byte *>(from) + place * rows.length() * size, nullptr, event);
    });
  }
  queueTo(writing_).flush();
  return done;
}

/// Few pieces are read and written one by one; a kernel packs and unpacks more.
void SlabRowsOfDevice::gather(const Job &job, const cl::Buffer &level, std::uint64_t components) {
  constexpr std::int64_t few = 4;
  const std::int64_t size = job.realSize();
  const Places places = state_.places().ofAllComponents();
  isBeside_ = false;
  const auto areFew = [&](LevelRows::Rows runs) {
    const SentRows first = sentRowsOf(places, job.grid, runs.front(), components);
    return runs.size() == 1 || static_cast<std::int64_t>(runs.size()) * first.planesSent() <= few;
  };
  const auto eachOf = [&](LevelRows::Rows runs, auto &&move) {
    std::size_t at = 0;
    for (const Range &run : runs) {
      const SentRows rows = sentRowsOf(places, job.grid, run, components);
      move(rows, at);
      at += rows.bytes(size);
    }
  };
  const LevelRows rows = {
      [&](LevelRows::Rows runs, Writer &out) {
        void *const to = out.room(SentRuns(places, job.grid, runs, components).bytes(size));
        if (!areFew(runs))
          return picked_.pick({level, places, job.grid, runs, components}, size, to);
        eachOf(runs, [&](const SentRows &each, std::size_t at) {
          readFrom(level, each, size, static_cast<std::byte *>(to) + at);
          await();
        });
      },
      [&](LevelRows::Rows runs, const void *values) {
        if (!areFew(runs))
          return picked_.put({level, places, job.grid, runs, components}, size, values);
        eachOf(runs, [&](const SentRows &each, std::size_t at) {
          writeTo(level, each, size, static_cast<const std::byte *>(values) + at);
        });
      }};
  job.share->gather(rows);
  queue_.finish(); // the caller frees the values after this
}

double SlabRowsOfDevice::takeSeconds() {
  double seconds = 0;
  const auto isOver = [](const Timed &commands) {
    return commands.last.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE;
  };
  for (; !timed_.empty() && isOver(timed_.front()); timed_.pop_front()) {
    const auto &[first, last] = timed_.front();
    try { // missing times are no error
      const cl_ulong begin = first.getProfilingInfo<CL_PROFILING_COMMAND_START>();
      const cl_ulong end = last.getProfilingInfo<CL_PROFILING_COMMAND_END>();
      seconds += end > begin ? 1e-9 * static_cast<double>(end - begin) : 0;
    } catch (const cl::Error &) {
    }
  }
  return seconds;
}

void SlabRowsOfDevice::finish() {
  reads_.clear();
  if (!timed_.empty())
    queue_.finish();
  for (cl::CommandQueue *each : {&reading_, &writing_})
    if ((*each)() != nullptr)
      each->finish();
}

} // namespace eulerc
