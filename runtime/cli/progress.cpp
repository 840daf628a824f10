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
  if (!enabled_ || stepsDone <= 0 || stepsDone >= steps)
    return;
  const double part = static_cast<double>(stepsDone) / static_cast<double>(steps);
  const double seconds = watch_.seconds();
  const double rate =
      1e-9 * static_cast<double>(components_) * static_cast<double>(stepsDone) / seconds;
  printText(stderr,
            fmt::format("\r{:3.0f} %  {:.3g} Gcomp/s  {} left\033[K", std::min(100 * part, 99.0),
                        rate, timeText(seconds / part - seconds)));
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_)
    printText(stderr, "\r\033[K");
  shown_ = false;
}

bool onTerminal() { return isatty(STDERR_FILENO) != 0; }

} // namespace eulerc
