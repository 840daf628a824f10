// Declares the options for results over time: --save, --every, --probe, --checkpoint, --sweep …
#include "base/text.h"
#include "cli/option_values.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace eulerc {
namespace {

double steadyOf(const std::string &text) {
  const std::string_view start = "steady=";
  if (!text.starts_with(start))
    refuse(
        fmt::format("--stop: '{}' is not of the form steady=RATE; other conditions belong in the "
                    "program, as stop(energy < 0.2);",
                    text));
  const double rate = realOf("--stop", text.substr(start.size()));
  if (!(rate >= 0) || !std::isfinite(rate))
    refuse(fmt::format("--stop: the rate must be zero or above, not {}", rate));
  return rate;
}

[[noreturn]] void refuseSweep(const std::string &text) {
  refuse(
      fmt::format("--sweep: '{}' is not of the form PARAM=FROM:TO:COUNT, PARAM=FROM:TO:COUNT:log, "
                  "PARAM=V,V,... or PARAM=FILE",
                  text));
}

/// Reads "1:10:10" or "1:100:3:log".
void takeRange(Sweep &sweep, const std::vector<std::string> &parts, const std::string &text) {
  sweep.isLog = parts.size() == 4;
  if (parts.size() < 3 || parts.size() > 4 || (sweep.isLog && parts[3] != "log"))
    refuseSweep(text);
  const auto endOf = [](const std::string &end) -> long double {
    const std::optional<std::int64_t> whole = readInteger(end);
    return whole ? static_cast<long double>(*whole) : realOf("--sweep", end);
  };
  sweep.from = endOf(parts[0]);
  sweep.to = endOf(parts[1]);
  sweep.count = wholeOf("--sweep", parts[2], 1, 1 << 30);
  if (!std::isfinite(sweep.from) || !std::isfinite(sweep.to))
    refuseSweep(text);
  if (sweep.isLog && !(sweep.from > 0 && sweep.to > 0))
    refuse(fmt::format("--sweep: '{}' goes by multiples, whose first and last value are above zero",
                       text));
}

Sweep ofFile(Sweep sweep, const std::string &file) {
  sweep.file = file;
  for (const FileLine &line : linesOf("--sweep", file)) {
    realOf(line.place.c_str(), line.text);
    sweep.list.push_back(line.text);
  }
  if (sweep.list.empty())
    refuse(fmt::format("--sweep: '{}' has no values; it has one a line", file));
  return sweep;
}

Sweep sweepOf(const std::string &text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    refuseSweep(text);
  Sweep sweep;
  sweep.param = text.substr(0, equals);
  const std::string values = text.substr(equals + 1);
  if (const auto parts = split(values, ':'); parts.size() > 1)
    takeRange(sweep, parts, text);
  else if (values.find(',') != std::string::npos || readReal(values))
    sweep.list = split(values, ',');
  else
    return ofFile(sweep, values);
  for (const std::string &value : sweep.list)
    realOf("--sweep", value);
  return sweep;
}

/// Reads "k=10,j=3".
Slices slicesOf(const std::string &text) {
  Slices slices;
  for (const std::string &part : split(text, ',')) {
    const auto equals = part.find('=');
    const auto index =
        equals == std::string::npos ? std::nullopt : readInteger(part.substr(equals + 1));
    if (!index)
      refuse(fmt::format("--slice: '{}' is not of the form AXIS=INDEX, as k=10", part));
    slices.emplace_back(part.substr(0, equals), *index);
  }
  return slices;
}

/// Adds an option of a recording. The order of options tells to which recording it belongs.
void addWord(CLI::App &app, TimeOptions &o, const char *name, const char *value, const char *help) {
  const auto take = [&o, name](const std::vector<std::string> &texts) {
    for (const std::string &text : texts) {
      if (text.empty())
        refuse(fmt::format("{} needs a value; try --help", name));
      o.words.emplace_back(name, text);
    }
  };
  app.add_option_function<std::vector<std::string>>(name, take, help)
      ->type_name(value)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->trigger_on_parse();
}

void addRecordingOptions(CLI::App &app, TimeOptions &o) {
  addWord(app, o, "--save", "FILE",
          "record the states over time: .h5, .nc, .vtkhdf or .npy; repeatable, each with the "
          "options of "
          "when and what that follow it");
  addWord(app, o, "--every", "T|Nsteps", "when to record: each T of time, or each N steps");
  addWord(app, o, "--at", "T,T,...", "when to record: at these times");
  addWord(app, o, "--only", "NAME,...", "record these states alone");
  addWord(app, o, "--region", "AXIS=FROM:TO:STEP,...", "record this part of the grid alone");
  addWord(app, o, "--probe", "NAME[I]...",
          "print a component over time as CSV: u[10][20]; repeatable");
  addWord(app, o, "--probe-file", "FILE",
          "components of that table from a file, one a line: u[10][20] or u,10,20; repeatable");
  addWord(app, o, "--events", "FILE",
          "the .csv file of events, looked for at each step or, with --every behind it, more "
          "seldom; repeatable");
  addWord(app, o, "--table", "FILE", "the .csv file of probes, monitors and sweeps; repeatable");
}

} // namespace

void addTimeOptions(CLI::App &app, TimeOptions &o) {
  addRecordingOptions(app, o);
  app.add_flag("--interpolate", o.interpolates,
               "record at the times of --every and --at themselves, also between two steps");
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
  addValue(app, "--resume", "FILE",
           "go on with the run of a checkpoint; --t-end, --steps and --dt change what is to come",
           [&o](auto &text) { o.resume = text; });
  addValue(
      app, "--restart", "FILE",
      "start from the state and time of a checkpoint, of other params, methods or programs too",
      [&o](auto &text) { o.restart = text; });
  addValue(app, "--picture", "[FILE.png]",
           "draw the final state: on the terminal, or into an image", [&o](auto &text) {
             o.picture = text == terminal ? "" : text;
             if (!o.picture->empty() && !text.ends_with(".png"))
               refuse(
                   fmt::format("--picture: an image is a file that ends in .png, not '{}'", text));
           });
  addValue(app, "--picture-of", "NAME,...", "draw these states and outputs alone",
           [&o](auto &text) { o.pictureOf = split(text, ','); });
  addValue(app, "--slice", "AXIS=INDEX,...", "draw the plane or line there",
           [&o](auto &text) { o.slices = slicesOf(text); });
  addValue(app, "--movie", "FILE",
           "make a movie of what --save FILE.npy records: FILE.png, or by ffmpeg FILE.mp4",
           [&o](auto &text) { o.movie = text; });
  const auto takeSweeps = [&o](const std::vector<std::string> &texts) {
    for (const std::string &text : texts)
      o.sweeps.push_back(sweepOf(text));
  };
  app.add_option_function<std::vector<std::string>>(
         "--sweep", takeSweeps,
         "one run for each of COUNT values of a param, or of several; FROM:TO:COUNT:log, V,V,... "
         "and "
         "a FILE of values likewise; results go to --table")
      ->type_name("PARAM=FROM:TO:COUNT")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

} // namespace eulerc
