// OpenCL drivers are loaded into the solver, and some end the process they are loaded into: by
// abort(), by a fault, by exit(). While a Guard stands, no solver goes without a word:
//
//   asked for OpenCL → an error that says what to do, exit status 1
//   free to choose   → a note, and the same command once more with --backend threads
//
// Nothing has been written by then, so starting again loses nothing. It costs a few calls of the
// system and no time; a driver that fails on the real kernels is caught as well as one that fails
// when it is loaded.
#pragma once

#include "cli/options.h"

namespace eulerc {

/// One at a time, made where OpenCL is first needed. It ends the process from signal handlers, so
/// everything it needs is made ready in its constructor.
class Guard {
public:
  /// Loads the drivers. Does nothing where the options ask for a backend of the host.
  explicit Guard(const Options &options);
  ~Guard() { stand(false); }
  Guard(const Guard &) = delete;
  Guard &operator=(const Guard &) = delete;

  /// To be called when steps begin: what fails from then on is no matter of the driver alone.
  void stepsBegin() { stand(false); }

private:
  static void stand(bool armed);
};

} // namespace eulerc
