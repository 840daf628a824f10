// Process: settings of eulerc's process and the commands that it starts, so that nothing is left
// behind if it is ended.
#pragma once

#include <csignal>
#include <functional>
#include <string>
#include <vector>

namespace eulerc::compiler {

/// Call it first. Opens /dev/null for closed standard descriptors, so that files opened later do
/// not get their numbers and, with these, messages. If a reader has gone (SIGPIPE) or a file grows
/// too large (SIGXFSZ), writes fail instead of ending eulerc.
void prepareProcess();

/// The signals that end a process by default, all but SIGKILL.
sigset_t endingSignals();

/// Holds back the signals that would end eulerc as long as this object lives, so that eulerc first
/// tidies up. Its destructor delivers the signals that have arrived.
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
  bool interrupted = false; ///< eulerc received a held signal, and ended the command
  bool succeeded() const { return status == 0 && signal == 0 && reason.empty() && !interrupted; }
};

/// The message that is printed once if commands run for longer than some seconds.
struct Patience {
  int seconds;
  std::string text;
};

using Command = std::vector<std::string>; ///< a path and its arguments
/// What runs in place of a command that failed; an empty command if nothing does.
using Instead = std::function<Command(const Command &, const Ending &)>;

/// Runs commands with their temporary files in `folder`. As many run in parallel as there are
/// processors. Waits for all of them. A held signal, or the first command that fails and has no
/// other in its place, ends all of them and the processes that they have started. Returns how that
/// command ended, or success.
Ending runCommands(std::vector<Command> commands, const std::string &folder,
                   const HeldSignals &signals, const Patience &patience, const Instead &instead);

} // namespace eulerc::compiler
