// Guard: protects against OpenCL drivers that end the process into which they are loaded, by
// abort(), by a fault or by exit(). During the lifetime of a Guard:
//
//   asked for OpenCL → an error that says what to do, exit status 1
//   free to choose   → a note, and the same command again with --backend threads
//
// Nothing has been written by then, so starting again loses nothing. A Guard costs a few system
// calls. It also catches drivers that fail on the real kernels, not only while loading.
#pragma once

#include "cli/options.h"

namespace eulerc {

/// There is at most one, made when OpenCL is first needed. It ends the process from signal
/// handlers, so its constructor prepares everything that they need.
class Guard {
public:
  /// Loads the drivers. Does nothing if the options ask for a host backend.
  explicit Guard(const Options &options);
  ~Guard() { stand(false); }
  Guard(const Guard &) = delete;
  Guard &operator=(const Guard &) = delete;

  /// Ends the protection when steps begin: later failures may have other reasons than the driver.
  void stepsBegin() { stand(false); }

private:
  static void stand(bool armed);
};

} // namespace eulerc
