#include "Process.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
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

/// The environment with another folder for temporary files, and with messages in English.
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

/// Starts a command in a group of its own. Returns errno, or 0.
int start(std::vector<std::string> command, int log, const std::string &folder,
          const sigset_t &mask, pid_t &child) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &mask);
  sigset_t defaults; // SIGXFSZ stays ignored: compilers then say which file grew too large
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

/// Ends a group of processes, the compiler with all that it has started, and waits until it is
/// gone.
void endGroup(pid_t leader) {
  kill(-leader, SIGKILL);
  while (waitpid(-leader, nullptr, 0) > 0 || errno == EINTR) {
  }
}

/// A command that runs, and where its messages go.
struct Child {
  pid_t process;
  int log;
};

/// Begins a command; it becomes one of those that run, unless that fails.
Ending begin(const std::vector<std::string> &command, const std::string &folder,
             const HeldSignals &signals, std::vector<Child> &running) {
  // In memory: a full disk has no room for what is said of it.
  Child child = {0, memfd_create("log", MFD_CLOEXEC)};
  Ending ending;
  if (const int failure = start(command, child.log, folder, signals.before(), child.process)) {
    close(child.log);
    ending.reason = std::strerror(failure);
  } else {
    running.push_back(child);
  }
  return ending;
}

/// How a command ended, if it has.
std::optional<Ending> ended(const Child &child) {
  int status = 0;
  if (waitpid(child.process, &status, WNOHANG) == 0)
    return std::nullopt;
  Ending ending;
  if (WIFSIGNALED(status)) {
    endGroup(child.process);
    ending.signal = WTERMSIG(status);
  } else {
    ending.status = WEXITSTATUS(status);
  }
  ending.said = contentsOf(child.log);
  close(child.log);
  return ending;
}

} // namespace

void prepareProcess() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0) // the wrong way round: using it fails, as it did
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_CHILD_SUBREAPER, 1); // endGroup() waits for what the compiler has started, too
}

HeldSignals::HeldSignals() {
  sigprocmask(SIG_SETMASK, nullptr, &before_);
  sigemptyset(&held_);
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_DFL && sigismember(&before_, signal) == 0)
      sigaddset(&held_, signal);
  }
  sigaddset(&held_, SIGCHLD);
  sigprocmask(SIG_BLOCK, &held_, nullptr);
}

HeldSignals::~HeldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

Ending runCommands(const std::vector<std::vector<std::string>> &commands, const std::string &folder,
                   const HeldSignals &signals) {
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  std::vector<Child> running;
  std::size_t begun = 0;
  Ending ending;
  while (ending.succeeded() && (begun < commands.size() || !running.empty())) {
    for (; begun < commands.size() && running.size() < most && ending.succeeded(); begun++)
      ending = begin(commands[begun], folder, signals, running);
    for (auto child = running.begin(); ending.succeeded() && child != running.end();) {
      const std::optional<Ending> end = ended(*child);
      if (end)
        ending = *end;
      child = end ? running.erase(child) : child + 1;
    }
    const bool mustWait = running.size() == most || begun == commands.size();
    if (!ending.succeeded() || running.empty() || !mustWait)
      continue;
    const int signal = sigwaitinfo(&signals.held(), nullptr);
    if (signal < 0 || signal == SIGCHLD)
      continue;
    raise(signal); // held back until all is in order
    ending.interrupted = true;
  }
  for (const Child &child : running) {
    endGroup(child.process);
    close(child.log);
  }
  return ending;
}

} // namespace eulerc::compiler
