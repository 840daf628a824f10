// Turns options for results over time into calls of a solver (over_time.h).

#include "cli/over_time.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "base/refuse.h"
#include "cli/control_options.h"
#include "cli/movie.h"
#include "cli/outputs.h"
#include "cli/pictured.h"
#include "model/model_lists.h"
#include "results/selection.h"
#include "results/series.h"
#include "schedule/schedule.h"
#include "schedule/time_schedule.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// Calls `body`, and adds the option's name to its errors.
template <class Body> void saying(const char *option, Body &&body) {
  try {
    body();
  } catch (const Error &error) {
    refuse(fmt::format("{}: {}", option, error.what()));
  }
}

/// The recording that movies show: the first series in .npy files.
const Recording *movieSource(const TimeOptions &o) {
  for (const Recording &each : o.recordings.all)
    if (each.isStates() && each.file.ends_with(".npy"))
      return &each;
  return nullptr;
}

std::vector<std::string> moviePaths(const Model &model, const TimeOptions &o) {
  std::vector<std::string> names;
  const SelectedArrays selected = selectArrays(model, movieSource(o)->selection);
  for (const int state : selected.states)
    names.emplace_back(model.program.states[state].name);
  for (const int output : selected.outputs)
    names.emplace_back(model.monitors.outputs[output].name);
  return statePaths(o.movie, names);
}

void saveStates(Solver &solver, const Recording &recording) {
  saying(recording.selection.region.empty() ? "--only" : "--region",
         [&] { select(solver.model(), solver.shape(), recording.selection); });
  solver.save(recording.file, recording.outputTimes.value_or(OutputTimes::ends()),
              recording.selection);
}

void writeTable(Solver &solver, const Recording &recording) {
  const Model &model = solver.model();
  for (std::size_t k = 0; k < recording.components.size(); k++)
    saying(recording.places[k].c_str(), [&] {
      const std::string &probe = recording.components[k];
      if (placeOf(probe, monitorsOf(model)))
        refuse(
            fmt::format("'{}' is a monitor; all monitors are columns of the table by themselves, "
                        "with --every or --at",
                        probe));
      placeNamed(model, solver.shape(), probe);
    });
  saying("--table", [&] {
    solver.probe(recording.file.empty() ? "-" : recording.file,
                 recording.outputTimes.value_or(OutputTimes::everySteps(1)), recording.components);
  });
}

} // namespace

bool TimeOptions::hasFile(Recording::Kind kind) const {
  return std::ranges::any_of(recordings.all, [&](const Recording &each) {
    return each.kind == kind && !each.file.empty();
  });
}

bool TimeOptions::hasProbes() const {
  return std::ranges::any_of(recordings.all,
                             [](const Recording &each) { return !each.components.empty(); });
}

std::string TimeOptions::firstSave() const {
  const auto found = std::ranges::find(recordings.all, Recording::Kind::States, &Recording::kind);
  return found == recordings.all.end() ? "" : found->file;
}

std::string TimeOptions::sweepTable() const {
  const auto found = std::ranges::find(recordings.all, Recording::Kind::Table, &Recording::kind);
  return found == recordings.all.end() ? "" : found->file;
}

std::string lastGoodFile(const Options &options) {
  const std::string beside = options.output.empty() ? options.overTime.firstSave() : options.output;
  if (beside.empty())
    return "";
  return std::filesystem::path(beside).replace_extension("last-good.h5").string();
}

bool printsTable(const Options &options) {
  return std::ranges::any_of(options.overTime.recordings.all, [](const Recording &each) {
    return each.isTable() && each.file.empty();
  });
}

std::vector<std::pair<std::string, std::string>> filesOverTime(const Model &model,
                                                               const Options &options) {
  const TimeOptions &o = options.overTime;
  std::vector<std::pair<std::string, std::string>> files;
  for (const Recording &each : o.recordings.all)
    if (each.isStates()) {
      SelectedArrays selected;
      saying("--only", [&] { selected = selectArrays(model, each.selection); });
      saying("--save", [&] {
        const auto arrays = seriesArrays(model, selected, each.file);
        for (const std::string &file : seriesFiles(each.file, arrays))
          files.emplace_back("--save", file);
      });
    }
  if (o.picture && !o.picture->empty())
    for (const std::string &file : statePaths(*o.picture, namesInPictures(model, o)))
      files.emplace_back("--picture", file);
  if (!o.movie.empty())
    for (const std::string &file : moviePaths(model, o))
      files.emplace_back("--movie", file);
  for (const Recording &each : o.recordings.all)
    if (!each.isStates() && !each.file.empty())
      files.emplace_back(each.isTable() ? "--table" : "--events", each.file);
  if (!o.checkpoint.empty()) {
    files.emplace_back("--checkpoint", o.checkpoint);
    files.emplace_back("--checkpoint", o.checkpoint + ".previous");
  }
  return files;
}

std::vector<SeriesPart> movieSources(const Model &model, const Options &options) {
  const TimeOptions &o = options.overTime;
  const Recording &source = *movieSource(o);
  const auto arrays = seriesArrays(model, selectArrays(model, source.selection), source.file);
  const std::vector<std::string> files = seriesFiles(source.file, arrays);
  std::vector<SeriesPart> parts;
  for (std::size_t k = 0; k < arrays.size(); k++)
    for (int part = 0; part < arrays[k].states(); part++)
      parts.push_back({files[k], part, arrays[k].species});
  return parts;
}

void observeOverTime(Solver &solver, const Options &options, const Run &run) {
  const TimeOptions &o = options.overTime;
  requirePictures(solver, o);
  if (o.interpolates)
    saying("--interpolate", [&] { solver.interpolate(); });
  for (const Recording &each : o.recordings.all)
    if (each.outputTimes)
      saying(each.outputTimesOption(), [&] {
        if (solver.control())
          requireTimes(each, run);
        else if (solver.meets(*each.outputTimes))
          TimeSchedule(*each.outputTimes, run);
        else
          Schedule(*each.outputTimes, run);
      });
  for (const Recording &each : o.recordings.all)
    if (each.isTable())
      writeTable(solver, each);
    else if (each.isEvents())
      saying("--events", [&] { solver.recordEvents(each.file, *each.outputTimes); });
    else
      saveStates(solver, each);
  if (o.steady)
    solver.stopWhenSteady(*o.steady);
  if (!o.checkpoint.empty())
    solver.checkpoint(o.checkpoint, o.everyMinutes.value_or(10));
  const bool hasResults = !options.output.empty() || !options.stats.empty() || options.verify ||
                          (o.picture && !o.picture->empty());
  solver.onLostFile(!o.sweeps.empty() ? LostFile::EndsRun
                    : hasResults      ? LostFile::CostsNoOther
                                      : LostFile::EndsRunAlone);
  if (const std::string file = lastGoodFile(options); !file.empty())
    solver.keepLastGood(file);
}

void refuseOverTime(const TimeOptions &o) {
  for (const Recording &each : o.recordings.all)
    if (!each.isStates() && !each.file.empty() && !each.file.ends_with(".csv"))
      refuse(fmt::format("{} goes to a file that ends in .csv, not to '{}'",
                         each.isTable() ? "--table: a table" : "--events: a list of events",
                         each.file));
  if (o.checkpoint == "-")
    refuse("--checkpoint writes a file; name one, as in --checkpoint run.ckpt");
  if (o.checkpoint.empty() && o.everyMinutes)
    refuse(
        "--every-minutes says how often a checkpoint is written; give --checkpoint FILE as well");
  if (o.movie.empty())
    return;
  if (!o.movie.ends_with(".mp4") && !isImages(o.movie))
    refuse(fmt::format("--movie: a movie is a file that ends in .mp4 or .png, not '{}'", o.movie));
  const bool hasSource = movieSource(o) != nullptr;
  if (const std::string save = o.firstSave(); !hasSource && !save.empty())
    refuse(fmt::format(
        "--movie is made of a series of NumPy arrays, not of '{}'; take --save FILE.npy "
        "in its place",
        save));
  if (!hasSource)
    refuse("--movie shows what is recorded; give --save FILE.npy and --every T as well");
  if (!isImages(o.movie))
    requireFfmpeg();
}

std::string seldomDue(const Solver &solver, const Recording &recording, const std::string &name,
                      const Run &run) {
  const std::optional<OutputTimes> &when = recording.outputTimes;
  if (!when || when->times || !(run.to > run.from) || run.first > 0 || run.begin)
    return "";
  const bool isOnce = solver.meets(*when)
                          ? when->period && TimeSchedule(*when, run).after(run.from) > run.to
                          : Schedule(*when, run).count() == 1;
  return isOnce ? fmt::format("{} is longer than the run, t = {} to {}: {} has its first and its "
                              "last state alone",
                              recording.when, run.from, run.to, name)
                : "";
}

std::string seldomLooked(const Solver &solver, const Recording &recording, const Run &run) {
  const std::optional<OutputTimes> &when = recording.outputTimes;
  if (!recording.isEvents() || !when)
    return "";
  const bool areCounted = when->period && !solver.control();
  const double steps = areCounted ? std::ceil(stepsOf(*when->period, run.dt))
                                  : static_cast<double>(when->steps.value_or(0));
  if (steps == 1)
    return "";
  const std::string looks = steps > 0 ? fmt::format("each {} steps ({})", steps, recording.when)
                                      : fmt::format("at the times of {}", recording.when);
  return fmt::format("events of {} are looked for {}: of several that a point has in between the "
                     "last one is listed; without {} behind --events FILE all are",
                     recording.name(), looks, recording.outputTimesOption());
}

std::vector<std::string> seldomDue(const Solver &solver, const Options &options, const Run &run) {
  std::vector<std::string> notes;
  for (const Recording &each : options.overTime.recordings.all)
    for (std::string text :
         {seldomDue(solver, each, each.name(), run), seldomLooked(solver, each, run)})
      if (!text.empty())
        notes.push_back(std::move(text));
  return notes;
}

} // namespace eulerc
