// SharedMemory: memory that processes of one machine share. It has no name, and the system frees it
// when the last of them has released it.
//
//   one: SharedMemory own(bytes); own.ticket() ─ sent ─ another: SharedMemory others(ticket)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace eulerc {

class SharedMemory {
public:
  /// Where another process finds the memory: by process number and file descriptor. Valid on the
  /// same machine, until that is restarted, and among processes of one PID namespace.
  struct Ticket {
    std::array<char, 36> machine = {};
    std::uint64_t processes = 0;
    std::int32_t process = 0, file = -1; ///< -1: no memory
    std::uint64_t number = 0;            ///< counts the shared memories that the process made
    std::uint64_t bytes = 0;
    bool operator==(const Ticket &) const = default;
  };

  SharedMemory() = default;
  explicit SharedMemory(std::size_t bytes);
  explicit SharedMemory(const Ticket &ticket);
  SharedMemory(SharedMemory &&other) noexcept { *this = static_cast<SharedMemory &&>(other); }
  SharedMemory &operator=(SharedMemory &&other) noexcept;
  ~SharedMemory();

  /// Null: the system has no memory left, or the ticket is of another machine.
  std::byte *data() const { return data_; }
  const Ticket &ticket() const { return ticket_; }

private:
  void map(int file);

  Ticket ticket_;
  std::byte *data_ = nullptr;
  int file_ = -1; ///< file descriptor in this process
};

} // namespace eulerc
