// The progress line: percent, time of the run, rate and time left on standard error, overwritten in
// place.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/stopwatch.h"

namespace eulerc {

class ProgressLine {
public:
  /// `more`: what else is shown.
  ProgressLine(bool enabled, std::int64_t components, std::function<std::string()> more)
      : enabled_(enabled), components_(components), more_(std::move(more)) {}
  bool isEnabled() const { return enabled_; }
  ~ProgressLine() { clear(); }
  /// `share`: of the run, 0 to 1; `steps`: that were taken. Twenty times a second at most.
  void show(double share, std::int64_t steps);
  /// What the run waits for before its first step; "" of nothing.
  void wait(const std::string &text);
  /// Leaves nothing of the line behind.
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
  std::optional<Begin> begin_; ///< what was done when it began
  Stopwatch watch_, sinceShown_;
};

/// Whether standard error is a terminal.
bool onTerminal();

} // namespace eulerc
