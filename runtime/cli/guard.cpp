// Signal handlers and an exit handler that are active while drivers are loaded (guard.h).

#include "cli/guard.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <eulerc/solver.h>
#include <fmt/format.h>
#include <unistd.h>

namespace eulerc {
namespace {

struct Fault {
  int signal; ///< 0: none, the driver called exit()
  const char *name;
};
// Not SIGFPE: PoCL handles it so that kernels can continue.
constexpr Fault faults[] = {{0, "exit()"},
                            {SIGABRT, "abort()"},
                            {SIGSEGV, "SIGSEGV"},
                            {SIGBUS, "SIGBUS"},
                            {SIGILL, "SIGILL"}};

volatile std::sig_atomic_t isArmed = 0;
pid_t owner = 0; ///< this process; processes that drivers start are ignored
std::array<std::string, std::size(faults)> messages; ///< of each fault; "": say nothing
std::vector<std::string> words;                      ///< of the command to start again
std::vector<char *> command;                         ///< `words` for execv(); empty: do not start

/// Ends the process, or starts the command again; uses only calls that are safe in signal handlers.
[[noreturn]] void leave(std::size_t fault) {
  isArmed = 0;
  const std::string &message = messages[fault];
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, message.data(), message.size());
  if (!command.empty()) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr); // else the handled signal would stay blocked
    execv("/proc/self/exe", command.data());
  }
  _exit(1);
}

void onFault(int signal) {
  for (std::size_t k = 0; k < std::size(faults); k++)
    if (isArmed && getpid() == owner && faults[k].signal == signal)
      leave(k);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void onExit() {
  if (isArmed && getpid() == owner)
    leave(0);
}

void watch() {
  static std::array<std::byte, 64 << 10> stack; // the fault may be a stack overflow
  stack_t own = {};
  own.ss_sp = stack.data();
  own.ss_size = stack.size();
  sigaltstack(&own, nullptr);
  struct sigaction action = {};
  action.sa_handler = onFault;
  action.sa_flags = SA_ONSTACK;
  for (const Fault &fault : faults)
    if (fault.signal != 0)
      sigaction(fault.signal, &action, nullptr);
}

} // namespace

Guard::Guard(const Options &options) {
  if (options.backend == Backend::Serial || options.backend == Backend::Threads)
    return;
  const bool solves = !options.listDevices && !options.plan;
  const bool mayChoose = solves && options.backend == Backend::Auto && options.device.empty() &&
                         options.ranks == nullptr;
  for (std::size_t k = 0; k < std::size(faults); k++) {
    const std::string message =
        fmt::format("the OpenCL driver failed ({}) before the first step; mend or remove it, or "
                    "take --backend threads",
                    faults[k].name);
    if (!mayChoose)
      messages[k] = fmt::format("error: {}\n", message);
    else if (!options.quiet)
      messages[k] = fmt::format("note: the OpenCL driver failed ({}); running on the processor's "
                                "threads\n",
                                faults[k].name);
  }
  if (mayChoose) {
    command.clear();
    words = options.command;
    words.insert(words.end(), {"--backend", "threads"}); // the last --backend counts
    for (std::string &word : words)
      command.push_back(word.data());
    command.push_back(nullptr);
  }
  owner = getpid();
  std::atexit(onExit);
  watch();
  stand(true);
  listDevices();
  watch(); // again: drivers that use LLVM replace the handlers
}

void Guard::stand(bool armed) { isArmed = armed ? 1 : 0; }

} // namespace eulerc
