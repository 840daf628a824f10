// Shares memory by memfd_create and /proc/PID/fd.

#include "base/shared_memory.h"

#include <atomic>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace eulerc {
namespace {

/// A ticket with this machine and this process, but no memory yet.
SharedMemory::Ticket ticketHere() {
  SharedMemory::Ticket ticket;
  std::ifstream("/proc/sys/kernel/random/boot_id")
      .read(ticket.machine.data(), ticket.machine.size());
  struct stat processes = {};
  if (stat("/proc/self/ns/pid", &processes) == 0)
    ticket.processes = processes.st_ino;
  ticket.process = getpid();
  return ticket;
}

} // namespace

SharedMemory::SharedMemory(std::size_t bytes) : ticket_(ticketHere()) {
  static std::atomic<std::uint64_t> made;
  ticket_.number = ++made;
  ticket_.bytes = bytes;
  const int file = memfd_create("eulerc", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
    if (file >= 0)
      close(file);
    return;
  }
  file_ = file;
  map(file);
  ticket_.file = data_ != nullptr ? file : -1;
}

SharedMemory::SharedMemory(const Ticket &ticket) : ticket_(ticket) {
  const Ticket here = ticketHere();
  if (ticket.file < 0 || ticket.machine != here.machine || ticket.processes != here.processes ||
      here.processes == 0)
    return;
  const std::string path = fmt::format("/proc/{}/fd/{}", ticket.process, ticket.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0)
    return;
  map(file);
  close(file);
}

void SharedMemory::map(int file) {
  void *const data = mmap(nullptr, ticket_.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  data_ = data == MAP_FAILED ? nullptr : static_cast<std::byte *>(data);
}

SharedMemory &SharedMemory::operator=(SharedMemory &&other) noexcept {
  std::swap(ticket_, other.ticket_);
  std::swap(data_, other.data_);
  std::swap(file_, other.file_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr)
    munmap(data_, ticket_.bytes);
  if (file_ >= 0)
    close(file_);
}

} // namespace eulerc
