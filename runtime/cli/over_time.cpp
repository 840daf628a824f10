#include "cli/over_time.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/refuse.h"
#include "cli/control_options.h"
#include "cli/movie.h"
#include "cli/outputs.h"
#include "model/model_lists.h"
#include "results/selection.h"
#include "results/series.h"
#include "schedule/schedule.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// Names the option in what is wrong with its value.
template <class Body> void saying(const char *option, Body &&body) {
  try {
    body();
  } catch (const Error &error) {
    refuse(fmt::format("{}: {}", option, error.what()));
  }
}

const char *momentsOption(const TimeOptions &o) {
  return o.moments && o.moments->times ? "--at" : "--every";
}

bool hasTable(const Model &model, const Options &options) {
  const TimeOptions &o = options.overTime;
  const bool hasMonitors =
      model.monitors.count > 0 && (!o.table.empty() || (o.moments && o.save.empty()));
  return o.sweeps.empty() && (!o.probes.empty() || hasMonitors);
}

std::vector<int> savedStates(const Model &model, const TimeOptions &o) {
  std::vector<int> states;
  for (const std::string &name : o.selection.only)
    if (const auto state = declaredState(model, name))
      for (int k = 0; k < state->count; k++)
        states.push_back(state->first + k);
  for (int k = 0; o.selection.only.empty() && k < model.program.stateCount; k++)
    states.push_back(k);
  return states;
}

std::vector<std::string> moviePaths(const Model &model, const TimeOptions &o) {
  std::vector<std::string> names;
  for (const int state : savedStates(model, o))
    names.emplace_back(model.program.states[state].name);
  return statePaths(o.movie, names);
}

} // namespace

bool printsTable(const Model &model, const Options &options) {
  return hasTable(model, options) && options.overTime.table.empty();
}

std::vector<std::pair<std::string, std::string>> filesOverTime(const Model &model,
                                                               const Options &options) {
  const TimeOptions &o = options.overTime;
  std::vector<std::pair<std::string, std::string>> files;
  if (!o.save.empty())
    saying("--save", [&] {
      for (const std::string &file :
           seriesFiles(o.save, seriesArrays(model, savedStates(model, o), o.save)))
        files.emplace_back("--save", file);
    });
  if (o.picture && !o.picture->empty())
    for (const std::string &file : statePaths(*o.picture, namesOf(statesOf(model))))
      files.emplace_back("--picture", file);
  if (!o.movie.empty())
    for (const std::string &file : moviePaths(model, o))
      files.emplace_back("--movie", file);
  if (!o.table.empty())
    files.emplace_back("--table", o.table);
  if (!o.checkpoint.empty()) {
    files.emplace_back("--checkpoint", o.checkpoint);
    files.emplace_back("--checkpoint", o.checkpoint + ".previous");
  }
  return files;
}

std::vector<SeriesPart> movieSources(const Model &model, const Options &options) {
  const TimeOptions &o = options.overTime;
  const auto arrays = seriesArrays(model, savedStates(model, o), o.save);
  const std::vector<std::string> files = seriesFiles(o.save, arrays);
  std::vector<SeriesPart> parts;
  for (std::size_t k = 0; k < arrays.size(); k++)
    for (int part = 0; part < arrays[k].states(); part++)
      parts.push_back({files[k], part, arrays[k].species});
  return parts;
}

void observeOverTime(Solver &solver, const Options &options, const Run &run) {
  const TimeOptions &o = options.overTime;
  const Model &model = solver.model();
  if (o.moments)
    saying(momentsOption(o), [&] {
      if (solver.control())
        requireTimes(*o.moments, run);
      else
        Schedule(*o.moments, run);
    });
  if (!o.save.empty()) {
    saying(o.selection.region.empty() ? "--only" : "--region",
           [&] { select(model, solver.shape(), o.selection); });
    solver.save(o.save, o.moments.value_or(Moments::ends()), o.selection);
  }
  for (const std::string &probe : o.probes)
    saying("--probe", [&] {
      if (placeOf(probe, monitorsOf(model)))
        refuse(
            fmt::format("'{}' is a monitor; all monitors are columns of the table by themselves, "
                        "with --every or --at",
                        probe));
      componentNamed(model, solver.shape(), probe);
    });
  if (hasTable(model, options))
    saying("--table", [&] {
      solver.probe(o.table.empty() ? "-" : o.table, o.moments.value_or(Moments::everySteps(1)),
                   o.probes);
    });
  if (o.steady)
    solver.stopWhenSteady(*o.steady);
  if (!o.checkpoint.empty())
    solver.checkpoint(o.checkpoint, o.everyMinutes.value_or(10));
  if (const std::string file = lastGoodFile(options); !file.empty())
    solver.keepLastGood(file);
}

void refuseOverTime(const TimeOptions &o) {
  if (o.table.size() > 0 && !o.table.ends_with(".csv"))
    refuse(fmt::format("--table: a table goes to a file that ends in .csv, not to '{}'", o.table));
  if (o.save.empty() && !o.selection.only.empty())
    refuse("--only says what is recorded; give --save FILE as well");
  if (o.save.empty() && !o.selection.region.empty())
    refuse("--region says what is recorded; give --save FILE as well");
  if (o.checkpoint == "-")
    refuse("--checkpoint writes a file; name one, as in --checkpoint run.ckpt");
  if (o.checkpoint.empty() && o.everyMinutes)
    refuse(
        "--every-minutes says how often a checkpoint is written; give --checkpoint FILE as well");
  if (o.movie.empty())
    return;
  if (!o.movie.ends_with(".mp4"))
    refuse(fmt::format("--movie: a movie is a file that ends in .mp4, not '{}'", o.movie));
  if (!o.save.empty() && !o.save.ends_with(".npy"))
    refuse(fmt::format(
        "--movie is made of a series of NumPy arrays, not of '{}'; take --save FILE.npy "
        "in its place",
        o.save));
  if (o.save.empty())
    refuse("--movie shows what is recorded; give --save FILE.npy and --every T as well");
  requireFfmpeg();
}

std::vector<std::string> withoutEffectOverTime(const Model &model, const Options &options) {
  const TimeOptions &o = options.overTime;
  std::vector<std::string> notes;
  if (o.moments && o.save.empty() && !hasTable(model, options))
    notes.push_back(fmt::format("{} has no effect without --save or --probe", momentsOption(o)));
  if (!o.table.empty() && !hasTable(model, options) && o.sweeps.empty())
    notes.emplace_back("--table has no effect without --probe or --sweep: the program has no "
                       "monitors");
  return notes;
}

std::string lastGoodFile(const Options &options) {
  const std::string &beside = options.output.empty() ? options.overTime.save : options.output;
  if (beside.empty())
    return "";
  return std::filesystem::path(beside).replace_extension("last-good.h5").string();
}

} // namespace eulerc
