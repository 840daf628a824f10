// HostArray: raw memory for one copy of the state, aligned for the widest vectors and, when it is
// large, to huge pages. Its pages are not written here: the system places a page near the core that
// first writes it (NUMA).
#pragma once

#include <cstdint>
#include <utility>

namespace eulerc {

class HostArray {
public:
  HostArray() = default;
  ~HostArray() { release(); }
  HostArray(HostArray &&other) noexcept { swap(other); }
  HostArray(const HostArray &) = delete;
  HostArray &operator=(const HostArray &) = delete;
  HostArray &operator=(HostArray &&other) noexcept {
    swap(other);
    return *this;
  }

  /// Makes an array of `bytes` in memory of `room` bytes (a layout needs more than the file's
  /// order). The contents are lost, unless both sizes stay the same. Throws Error(Run) when there
  /// is no memory.
  void allocate(std::int64_t bytes, std::int64_t room);
  void allocate(std::int64_t bytes) { allocate(bytes, bytes); }
  void release();
  void swap(HostArray &other) {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(room_, other.room_);
  }

  void *data() const { return data_; }
  std::int64_t bytes() const { return bytes_; }
  std::int64_t room() const { return room_; }

private:
  void *data_ = nullptr;
  std::int64_t bytes_ = 0;
  std::int64_t room_ = 0;
};

} // namespace eulerc
