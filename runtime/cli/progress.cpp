// Formats and prints the progress line (progress.h).

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

void ProgressLine::show(double share, std::int64_t steps) {
  constexpr double often = 0.05; // s
  if (!begin_)
    begin_ = {share, steps}; // more than 0 if the run was resumed
  const bool isWithin = share > begin_->share && share < 1;
  if (!enabled_ || !isWithin || (shown_ && sinceShown_.seconds() < often))
    return;
  const auto taken = static_cast<double>(steps - begin_->steps);
  const double seconds = watch_.seconds();
  const double rate = 1e-9 * static_cast<double>(components_) * taken / seconds;
  const double left = seconds / (share - begin_->share) * (1 - share);
  printText(stderr, fmt::format("\r{:3.0f} %  {}  {:.3g} Gcomp/s  {} left\033[K",
                                std::min(100 * share, 99.0), more_(), rate, timeText(left)));
  shown_ = true;
  sinceShown_ = Stopwatch();
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
