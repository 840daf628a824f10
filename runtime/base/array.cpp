// Allocates memory on huge pages if it is large.

#include "base/array.h"

#include <cstdlib>

#include <fmt/format.h>
#include <sys/mman.h>

#include <eulerc/solver.h>

#include "base/memory.h"

namespace eulerc {

void HostArray::allocate(std::int64_t bytes, std::int64_t room) {
  if (data_ != nullptr && bytes == bytes_ && room == room_)
    return;
  release();
  const std::size_t hugePage = 2 << 20;
  const std::size_t widestVector = 128; // bytes of OpenCL's double16
  const std::size_t alignment = room >= 16 << 20 ? hugePage : widestVector;
  const std::size_t rounded =
      (static_cast<std::size_t>(room) + alignment - 1) / alignment * alignment;
  data_ = std::aligned_alloc(alignment, rounded > 0 ? rounded : alignment);
  if (data_ == nullptr)
    throw Error(Error::Kind::Run,
                fmt::format("not enough memory: cannot get {} of main memory; make "
                            "the problem smaller",
                            sizeText(room)));
  if (alignment == hugePage)
    madvise(data_, rounded, MADV_HUGEPAGE); // only a hint: ordinary pages serve as well
  bytes_ = bytes;
  room_ = room;
}

void HostArray::release() {
  std::free(data_);
  data_ = nullptr;
  bytes_ = room_ = 0;
}

} // namespace eulerc
