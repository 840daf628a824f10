// Options for results over time: --save, --every, --probe, --checkpoint, --sweep …
#include "base/text.h"
#include "cli/option_values.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace eulerc {
namespace {

constexpr std::int64_t mostSteps = std::int64_t{1} << 53;

/// "0.5" of time, "100steps".
Moments everyOf(const std::string &text) {
  for (const std::string_view suffix : {"steps", "step"}) {
    const std::string count = text.substr(0, text.size() - suffix.size());
    if (text.ends_with(suffix) && readInteger(count))
      return Moments::everySteps(wholeOf("--every", count, 1, mostSteps));
  }
  if (!readReal(text))
    refuse(fmt::format("--every: '{}' is neither a time nor a number of steps, as 0.1 or 100steps",
                       text));
  const double period = realOf("--every", text);
  if (!std::isfinite(period) || period <= 0)
    refuse(fmt::format("--every: the time between two moments must be above zero, not {}", text));
  return Moments::every(period);
}

Moments atOf(const std::string &text) {
  std::vector<double> times;
  for (const std::string &part : split(text, ',')) {
    times.push_back(realOf("--at", part));
    if (!std::isfinite(times.back()))
      refuse(fmt::format("--at: '{}' is no time", part));
  }
  return Moments::at(times);
}

double steadyOf(const std::string &text) {
  const std::string_view start = "steady=";
  if (!text.starts_with(start))
    refuse(fmt::format("--stop: '{}' is not of the form steady=RATE; other conditions stand in the "
                       "program, as stop(energy < 0.2);",
                       text));
  const double rate = realOf("--stop", text.substr(start.size()));
  if (!(rate >= 0) || !std::isfinite(rate))
    refuse(fmt::format("--stop: the rate must be zero or above, not {}", rate));
  return rate;
}

/// "K=1:10:10"
Sweep sweepOf(const std::string &text) {
  const auto equals = text.find('=');
  const auto first = text.find(':', equals == std::string::npos ? 0 : equals);
  const auto second = first == std::string::npos ? first : text.find(':', first + 1);
  if (equals == std::string::npos || equals == 0 || second == std::string::npos)
    refuse(fmt::format("--sweep: '{}' is not of the form PARAM=FROM:TO:COUNT", text));
  Sweep sweep;
  sweep.param = text.substr(0, equals);
  sweep.from = realOf("--sweep", text.substr(equals + 1, first - equals - 1));
  sweep.to = realOf("--sweep", text.substr(first + 1, second - first - 1));
  sweep.count = wholeOf("--sweep", text.substr(second + 1), 1, 1 << 30);
  if (!std::isfinite(sweep.from) || !std::isfinite(sweep.to))
    refuse(fmt::format("--sweep: '{}' is not of the form PARAM=FROM:TO:COUNT", text));
  return sweep;
}

void addMomentOptions(CLI::App &app, TimeOptions &o) {
  const auto take = [&o](const Moments &moments) {
    if (o.moments && o.moments->times.has_value() != moments.times.has_value())
      refuse("--every and --at both say when; give only one");
    o.moments = moments;
  };
  addValue(app, "--every", "T|Nsteps", "when to record: each T of time, or each N steps",
           [take](auto &text) { take(everyOf(text)); });
  addValue(app, "--at", "T,T,...", "when to record: at these times",
           [take](auto &text) { take(atOf(text)); });
}

} // namespace

void addTimeOptions(CLI::App &app, TimeOptions &o) {
  addValue(app, "--save", "FILE", "record the states over time: .h5, .vtkhdf or .npy",
           [&o](auto &text) { o.save = text; });
  addMomentOptions(app, o);
  addValue(app, "--only", "NAME,...", "record these states alone",
           [&o](auto &text) { o.selection.only = split(text, ','); });
  addValue(app, "--region", "AXIS=FROM:TO:STEP,...", "record this part of the grid alone",
           [&o](auto &text) { o.selection.region = text; });
  const auto takeProbes = [&o](const std::vector<std::string> &names) {
    o.probes.insert(o.probes.end(), names.begin(), names.end());
  };
  app.add_option_function<std::vector<std::string>>(
         "--probe", takeProbes, "print a component over time as CSV: u[10][20]; repeatable")
      ->type_name("NAME[I]...")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  addValue(app, "--table", "FILE", "the .csv file of probes, monitors and sweeps",
           [&o](auto &text) { o.table = text; });
  addValue(app, "--stop", "steady=RATE",
           "end when no state changes by more than RATE per unit of time",
           [&o](auto &text) { o.steady = steadyOf(text); });
  addValue(app, "--checkpoint", "FILE", "keep what the run needs to go on, every 10 minutes",
           [&o](auto &text) { o.checkpoint = text; });
  addValue(app, "--every-minutes", "M", "minutes between two checkpoints", [&o](auto &text) {
    o.everyMinutes = realOf("--every-minutes", text);
    if (!(*o.everyMinutes > 0))
      refuse(fmt::format("--every-minutes must be above zero, not {}", *o.everyMinutes));
  });
  addValue(app, "--resume", "FILE", "go on with the run of a checkpoint",
           [&o](auto &text) { o.resume = text; });
  addValue(app, "--picture", "[FILE.png]",
           "draw the final state: on the terminal, or into an image", [&o](auto &text) {
             o.picture = text == terminal ? "" : text;
             if (!o.picture->empty() && !text.ends_with(".png"))
               refuse(
                   fmt::format("--picture: an image is a file that ends in .png, not '{}'", text));
           });
  addValue(app, "--movie", "FILE.mp4", "make a movie of what --save FILE.npy records, with ffmpeg",
           [&o](auto &text) { o.movie = text; });
  const auto takeSweeps = [&o](const std::vector<std::string> &texts) {
    for (const std::string &text : texts)
      o.sweeps.push_back(sweepOf(text));
  };
  app.add_option_function<std::vector<std::string>>(
         "--sweep", takeSweeps,
         "one run for each of COUNT values of a param, or of several; results go to --table")
      ->type_name("PARAM=FROM:TO:COUNT")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace eulerc
