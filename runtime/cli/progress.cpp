#include "cli/progress.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/process.h"

namespace eulerc {
namespace {

std::string timeText(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::min(seconds, 1e9) + 0.5);
  if (whole >= 3600)
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  return whole >= 60 ? fmt::format("{} min {:02} s", whole / 60, whole % 60)
                     : fmt::format("{} s", whole);
}

} // namespace

void ProgressLine::show(std::int64_t stepsDone, std::int64_t steps) {
  if (first_ < 0)
    first_ = stepsDone; // more than 0 of a run that was resumed
  if (!enabled_ || stepsDone <= first_ || stepsDone >= steps)
    return;
  const double taken = static_cast<double>(stepsDone - first_);
  const double seconds = watch_.seconds();
  const double rate = 1e-9 * static_cast<double>(components_) * taken / seconds;
  const double left = seconds / taken * static_cast<double>(steps - stepsDone);
  const double percent = 100 * static_cast<double>(stepsDone) / static_cast<double>(steps);
  printText(stderr, fmt::format("\r{:3.0f} %  {}  {:.3g} Gcomp/s  {} left\033[K",
                                std::min(percent, 99.0), more_(), rate, timeText(left)));
  shown_ = true;
}

void ProgressLine::wait(const std::string &text) {
  if (!enabled_ || text.empty() || shown_)
    return;
  printText(stderr, fmt::format("\r{}, {}\033[K", text, timeText(watch_.seconds())));
  isWaiting_ = true;
}

void ProgressLine::clear() {
  if (shown_ || isWaiting_)
    printText(stderr, "\r\033[K");
  shown_ = isWaiting_ = false;
}

bool onTerminal() { return isatty(STDERR_FILENO) != 0; }

} // namespace eulerc
