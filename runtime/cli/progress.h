// The progress line: percent, rate and time left on standard error, overwritten in place.
#pragma once

#include <cstdint>

#include "stopwatch.h"

namespace eulerc {

class ProgressLine {
public:
  ProgressLine(bool enabled, std::int64_t components)
      : enabled_(enabled), components_(components) {}
  ~ProgressLine() { clear(); }
  void show(std::int64_t stepsDone, std::int64_t steps);
  /// Leaves nothing of the line behind.
  void clear();

private:
  bool enabled_;
  bool shown_ = false;
  std::int64_t components_;
  Stopwatch watch_;
};

/// Whether standard error is a terminal.
bool onTerminal();

} // namespace eulerc
