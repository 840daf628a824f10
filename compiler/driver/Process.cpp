#include "Process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iostream>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace eulerc::compiler {
namespace {

/// The environment with `folder` for temporary files, and with messages in English.
std::vector<std::string> environmentOf(const std::string &folder) {
  std::vector<std::string> result = {"TMPDIR=" + folder, "LC_ALL=C"};
  for (char **entry = environ; *entry != nullptr; entry++)
    if (std::strncmp(*entry, "TMPDIR=", 7) != 0 && std::strncmp(*entry, "LC_ALL=", 7) != 0)
      result.emplace_back(*entry);
  return result;
}

std::vector<char *> pointers(std::vector<std::string> &texts) {
  std::vector<char *> result;
  for (std::string &text : texts)
    result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// Starts a command in a process group. Returns errno, or 0.
int start(Command command, int log, const std::string &folder, const sigset_t &mask, pid_t group,
          pid_t &child) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, group);
  posix_spawnattr_setsigmask(&attributes, &mask);
  sigset_t defaults; // SIGXFSZ stays ignored: compilers then report which file grew too large
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, log, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, log, STDERR_FILENO);

  std::vector<std::string> environment = environmentOf(folder);
  const int failure = posix_spawn(&child, command[0].c_str(), &files, &attributes,
                                  pointers(command).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return failure;
}

std::string contentsOf(int file) {
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, lseek(file, 0, SEEK_END))), '\0');
  const ssize_t had = pread(file, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, had)));
  return text;
}

/// The process group of all commands that run in parallel, and of their children. Its first
/// process, the watch, only waits for the end of eulerc, also by SIGKILL, which leaves eulerc no
/// chance to tidy up. Then the pipe between them closes, and the watch ends the group.
class Group {
public:
  Group() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0 || (leader_ = fork()) < 0) {
      failure_ = errno;
      return;
    }
    setpgid(leader_, leader_); // in both processes, because either may come first
    if (leader_ == 0)
      watch(ends);
    close(ends[0]);
    pipe_ = ends[1];
  }
  ~Group() {
    end();
    if (pipe_ >= 0)
      close(pipe_);
  }
  Group(const Group &) = delete;
  Group &operator=(const Group &) = delete;

  int failure() const { return failure_; } ///< errno, or 0
  pid_t leader() const { return leader_; }

  /// Ends all processes, and waits until they are gone.
  void end() {
    if (leader_ <= 0)
      return;
    kill(-leader_, SIGKILL);
    while (waitpid(-leader_, nullptr, 0) > 0 || errno == EINTR) {
    }
    leader_ = -1;
  }

private:
  /// In a forked copy of a process with threads: only system calls are safe.
  [[noreturn]] static void watch(const int (&ends)[2]) {
    close(ends[1]);
    char nothing;
    while (read(ends[0], &nothing, 1) < 0 && errno == EINTR) {
    }
    kill(0, SIGKILL);
    _exit(0);
  }

  pid_t leader_ = -1;
  int pipe_ = -1, failure_ = 0;
};

/// A running command, its process, and the file of its messages.
struct Child {
  pid_t process;
  int log;
  Command command;
};

/// Starts a command and adds it to the running ones, unless that fails.
Ending begin(const Command &command, const std::string &folder, const HeldSignals &signals,
             const Group &group, std::vector<Child> &running) {
  // In memory, because a full disk has no room for the messages about it.
  Child child = {0, memfd_create("log", MFD_CLOEXEC), command};
  Ending ending;
  const int failure = group.failure() != 0 ? group.failure()
                      : child.log < 0      ? errno
                                           : start(command, child.log, folder, signals.before(),
                                                   group.leader(), child.process);
  if (failure != 0) {
    close(child.log);
    ending.reason = std::strerror(failure);
  } else {
    running.push_back(std::move(child));
  }
  return ending;
}

/// How a command ended; nullopt if it is still running.
std::optional<Ending> ended(const Child &child) {
  int status = 0;
  if (waitpid(child.process, &status, WNOHANG) == 0)
    return std::nullopt;
  Ending ending;
  if (WIFSIGNALED(status))
    ending.signal = WTERMSIG(status);
  else
    ending.status = WEXITSTATUS(status);
  ending.said = contentsOf(child.log);
  close(child.log);
  return ending;
}

using Clock = std::chrono::steady_clock;
using Due = std::optional<Clock::time_point>; ///< when patience ends; nullopt afterwards

/// Waits for a signal, and reports once if this takes long.
int wait(const sigset_t &held, const Patience &patience, Due &due) {
  if (!due)
    return sigwaitinfo(&held, nullptr);
  const auto left = std::max(*due - Clock::now(), Clock::duration::zero());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
  const timespec time = {seconds.count(), std::chrono::nanoseconds(left - seconds).count()};
  const int signal = sigtimedwait(&held, nullptr, &time);
  if (signal < 0 && errno == EAGAIN) {
    std::cerr << patience.text << std::flush;
    due.reset();
  }
  return signal;
}

} // namespace

void prepareProcess() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0) // open in the wrong direction, so that using it still fails
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_CHILD_SUBREAPER, 1); // Group::end() also waits for the compiler's children
}

sigset_t endingSignals() {
  sigset_t signals;
  sigfillset(&signals);
  for (const int other :
       {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH})
    sigdelset(&signals, other);
  return signals;
}

HeldSignals::HeldSignals() {
  sigprocmask(SIG_SETMASK, nullptr, &before_);
  held_ = endingSignals();
  for (int signal = 1; signal <= SIGRTMAX; signal++) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler != SIG_DFL || sigismember(&before_, signal) == 1)
      sigdelset(&held_, signal);
  }
  sigaddset(&held_, SIGCHLD);
  sigprocmask(SIG_BLOCK, &held_, nullptr);
}

HeldSignals::~HeldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

Ending runCommands(std::vector<Command> commands, const std::string &folder,
                   const HeldSignals &signals, const Patience &patience, const Instead &instead) {
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  Group group;
  std::vector<Child> running;
  std::size_t begun = 0;
  Ending ending;
  Due due = Clock::now() + std::chrono::seconds(patience.seconds);
  while (ending.succeeded() && (begun < commands.size() || !running.empty())) {
    for (; begun < commands.size() && running.size() < most && ending.succeeded(); begun++)
      ending = begin(commands[begun], folder, signals, group, running);
    for (auto child = running.begin(); ending.succeeded() && child != running.end();) {
      const std::optional<Ending> end = ended(*child);
      Command other;
      if (end && !end->succeeded())
        other = instead(child->command, *end);
      if (!other.empty())
        commands.push_back(std::move(other));
      else if (end)
        ending = *end;
      child = end ? running.erase(child) : child + 1;
    }
    const bool mustWait = running.size() == most || begun == commands.size();
    if (!ending.succeeded() || running.empty() || !mustWait)
      continue;
    const int signal = wait(signals.held(), patience, due);
    if (signal < 0 || signal == SIGCHLD)
      continue;
    raise(signal); // held back until everything is tidied up
    ending.interrupted = true;
  }
  group.end();
  for (const Child &child : running)
    close(child.log);
  return ending;
}

} // namespace eulerc::compiler
