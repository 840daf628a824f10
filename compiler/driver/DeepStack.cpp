#include "DeepStack.h"

#include "Process.h"

#include "llvm/Support/ErrorHandling.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>

namespace eulerc::compiler {
namespace {

// Sizes of the stack. Only its used part takes memory.
constexpr std::size_t kMost = std::size_t{1} << 30, kLeast = std::size_t{1} << 23;
constexpr std::size_t kMostMemory = std::size_t{3} << 30;

struct Call {
  const std::function<int()> &function;
  sigset_t signals; ///< that the function holds back at first
  int result;
};

void *run(void *data) {
  auto *call = static_cast<Call *>(data);
  pthread_sigmask(SIG_SETMASK, &call->signals, nullptr);
  call->result = call->function();
  return nullptr;
}

/// The memory that the process uses now, in bytes; 0 if it is unknown.
std::size_t memoryInUse() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return file ? resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : 0;
}

constexpr char kLess[] = "eulerc: hint: macros and short loops are written out: repeat by a loop "
                         "over a 'param int', keep constants in tables, and values in locals\n";

[[noreturn]] void endForMemory() {
  std::cerr << "eulerc: error: this program takes more than " << (kMostMemory >> 30)
            << " GiB of memory to compile\n"
            << kLess << std::flush;
  std::_Exit(1);
}

/// Called if a limit (ulimit -v) or the machine provides no more memory.
[[noreturn]] void endWithoutMemory() {
  std::cerr
      << "eulerc: error: the memory does not suffice to compile this program\n"
      << "eulerc: hint: end other programs, or raise the limit ('ulimit -v') if there is one\n"
      << kLess << std::flush;
  std::_Exit(2);
}

/// Waits for a thread to end, and checks from time to time how much memory it uses.
void join(pthread_t thread) {
  for (;;) {
    timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50'000'000;
    until.tv_sec += until.tv_nsec / 1'000'000'000;
    until.tv_nsec %= 1'000'000'000;
    if (pthread_timedjoin_np(thread, nullptr, &until) == 0)
      return;
    if (memoryInUse() > kMostMemory)
      endForMemory();
  }
}

} // namespace

int onDeepStack(const std::function<int()> &function) {
  std::set_new_handler(endWithoutMemory); // also within LLVM, which has no exceptions
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endWithoutMemory(); });
  Call call{function, {}, 0};
  // Signals go to the working thread, which holds them back while it has temporary files
  // (Process.h).
  sigset_t forThread = endingSignals();
  sigaddset(&forThread, SIGCHLD); // from the host compiler
  pthread_sigmask(SIG_BLOCK, &forThread, &call.signals);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  bool started = false;
  // A smaller stack, if a limit of memory (ulimit -v) requires it.
  for (std::size_t size = kMost; !started && size >= kLeast; size /= 2)
    started = pthread_attr_setstacksize(&attributes, size) == 0 &&
              pthread_create(&thread, &attributes, run, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (started)
    join(thread);
  pthread_sigmask(SIG_SETMASK, &call.signals, nullptr);
  return started ? call.result : function();
}

} // namespace eulerc::compiler
