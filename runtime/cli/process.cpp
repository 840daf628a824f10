// Signals, standard descriptors and printing of the command line (process.h).

#include "cli/process.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

#include "output/temporary.h"

namespace eulerc {
namespace {

/// The descriptors are opened in the wrong direction, so that using them still fails.
void occupyClosedDescriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0)
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

extern "C" void endCleanly(int signal) {
  removeTemporaryFiles();
  raise(signal); // with the default handler: ends the process
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL)
    return;
  action.sa_handler = handler;
  action.sa_flags = handler == SIG_IGN ? 0 : static_cast<int>(SA_RESETHAND) | SA_NODEFER;
  sigaction(signal, &action, nullptr);
}

} // namespace

void prepareProcess() {
  occupyClosedDescriptors();
  for (const int signal : {SIGPIPE, SIGXFSZ})
    handle(signal, SIG_IGN);
  sigset_t others; // that do not end a process, or cannot be caught
  sigemptyset(&others);
  for (const int signal :
       {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH})
    sigaddset(&others, signal);
  for (int signal = 1; signal <= SIGRTMAX; signal++)
    if (sigismember(&others, signal) == 0)
      handle(signal, endCleanly);
}

int printText(std::FILE *stream, std::string_view text) {
  const bool isWritten = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  return isWritten && std::fflush(stream) == 0 ? 0 : errno;
}

} // namespace eulerc
