// Memory that processes of one machine share. It has no name, and ends with the last of them.
//
//   one: SharedMemory own(bytes); own.ticket() ─ sent ─ another: SharedMemory others(ticket)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace eulerc {

class SharedMemory {
public:
  /// Where a process finds memory of another: by its file, on the same machine (since it was
  /// started) and where processes have the same numbers.
  struct Ticket {
    std::array<char, 36> machine = {};
    std::uint64_t processes = 0;
    std::int32_t process = 0, file = -1; ///< -1: there is none
    std::uint64_t number = 0;            ///< of those that the process has made
    std::uint64_t bytes = 0;
    bool operator==(const Ticket &) const = default;
  };

  SharedMemory() = default;
  explicit SharedMemory(std::size_t bytes);
  explicit SharedMemory(const Ticket &ticket);
  SharedMemory(SharedMemory &&other) noexcept { *this = static_cast<SharedMemory &&>(other); }
  SharedMemory &operator=(SharedMemory &&other) noexcept;
  ~SharedMemory();

  /// Null if there is none: the system has no more, or it is of another machine.
  std::byte *data() const { return data_; }
  const Ticket &ticket() const { return ticket_; }

private:
  void map(int file);

  Ticket ticket_;
  std::byte *data_ = nullptr;
  int file_ = -1; ///< of this process
};

} // namespace eulerc
