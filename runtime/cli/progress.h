// ProgressLine: percent, time of the run, rate and time left on standard error; each update
// overwrites the line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/stopwatch.h"

namespace eulerc {

class ProgressLine {
public:
  /// `more`: further text of the line.
  ProgressLine(bool enabled, std::int64_t components, std::function<std::string()> more)
      : enabled_(enabled), components_(components), more_(std::move(more)) {}
  bool isEnabled() const { return enabled_; }
  ~ProgressLine() { clear(); }
  /// Shows the progress, at most twenty times a second. `share`: of the run, 0 to 1; `steps`:
  /// taken.
  void show(double share, std::int64_t steps);
  /// Shows what the run waits for before its first step; "": nothing.
  void wait(const std::string &text);
  /// Removes the line.
  void clear();

private:
  bool enabled_;
  bool shown_ = false, isWaiting_ = false;
  std::int64_t components_;
  std::function<std::string()> more_;
  struct Begin {
    double share = 0;
    std::int64_t steps = 0;
  };
  std::optional<Begin> begin_; ///< share and steps at the first call
  Stopwatch watch_, sinceShown_;
};

/// Whether standard error is a terminal.
bool onTerminal();

} // namespace eulerc
