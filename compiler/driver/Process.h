// Process: what eulerc asks of its process and of those it starts, so that nothing is left behind
// when it is ended.
#pragma once

#include <csignal>
#include <string>
#include <vector>

namespace eulerc::compiler {

/// Call it first. Closed standard descriptors are taken by /dev/null, so that no file that is
/// opened later gets their numbers and the messages with them. A reader that has gone (SIGPIPE) and
/// a file that grows too large (SIGXFSZ) become failed writes.
void prepareProcess();

/// Holds back the signals that would end eulerc as long as this object lives, so that eulerc first
/// tidies up. Its destructor delivers the signals that came meanwhile.
class HeldSignals {
public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals &) = delete;
  HeldSignals &operator=(const HeldSignals &) = delete;

  const sigset_t &held() const { return held_; }
  const sigset_t &before() const { return before_; }

private:
  sigset_t held_, before_;
};

/// How a command ended: it ran (`status`), or a signal killed it, or it did not start (`reason`).
struct Ending {
  std::string said; ///< its messages
  int status = 0;
  int signal = 0;
  std::string reason;
  bool interrupted = false; ///< eulerc got one of the held signals, and ended the command
  bool succeeded() const { return status == 0 && signal == 0 && reason.empty() && !interrupted; }
};

/// What is told once of commands that run for longer than some seconds.
struct Patience {
  int seconds;
  std::string text;
};

/// Runs commands, each a path and its arguments, with their temporary files in `folder`, as many
/// side by side as there are processors, and waits for them. A held signal, or the first command
/// that fails, ends all of them with what they have started. Returns how that one ended, or
/// success.
Ending runCommands(const std::vector<std::vector<std::string>> &commands, const std::string &folder,
                   const HeldSignals &signals, const Patience &patience);

} // namespace eulerc::compiler
