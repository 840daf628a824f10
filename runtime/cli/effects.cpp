// Finds options without effect, before and after a run (effects.h).

#include "cli/effects.h"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forms/hints.h"
#include "planning/request.h"

namespace eulerc {
namespace {

using Notes = std::vector<std::string>;

/// Notes options without effect with commands that only print something, such as --plan.
void noteStops(const Options &o, Notes &notes) {
  const char *stop = o.describe ? "--describe" : o.plan ? "--plan" : nullptr;
  if (stop == nullptr)
    return;
  const auto say = [&](bool isGiven, const char *option) {
    if (isGiven)
      notes.push_back(fmt::format("{} has no effect with {}, which runs nothing", option, stop));
  };
  say(!o.output.empty(), "--output");
  say(!o.stats.empty(), "--stats");
  say(o.verify, "--verify");
  const TimeOptions &t = o.overTime;
  say(t.hasFile(Recording::Kind::States), "--save");
  say(t.hasProbes(), "--probe");
  say(t.hasFile(Recording::Kind::Table), "--table");
  say(t.hasFile(Recording::Kind::Events), "--events");
  say(!t.checkpoint.empty(), "--checkpoint");
  say(!t.restart.empty(), "--restart");
  say(t.picture.has_value(), "--picture");
  say(!t.movie.empty(), "--movie");
  say(!t.sweeps.empty(), "--sweep");
}

/// Notes sizes that only OpenCL reads, and sizes that the form on a processor ignores.
void noteHostHints(const Options &o, const RunRecord &stats, Notes &notes) {
  std::set<std::string> said;
  const auto say = [&](bool isGiven, const char *option) {
    if (isGiven && said.insert(option).second)
      notes.push_back(fmt::format("{} has no effect on the backend {}; it is for OpenCL", option,
                                  stats.backend));
  };
  say(!o.buildOptions.empty(), "--cl-options");
  say(o.tuning.workGroupSize != 0, "--work-group");
  say(o.tuning.workGroups != 0, "--work-groups");
  say(o.tuning.groupsPerUnit != 0, "--groups-per-unit");
  say(o.tuning.vectorsDeep != 0, "--vectors-deep");
  say(o.tuning.arrangement == ArrangementHint::AoS, "--layout aos");
  for (const Form *form : allForms()) {
    const std::string asked = askedFor(*form, o.tuning);
    if (!asked.empty() && !form->onHost)
      say(true, asked.c_str());
  }
  const auto isSaid = [&](const std::string &option) { // the note may also name a form
    return std::ranges::any_of(said, [&](const auto &each) { return each.starts_with(option); });
  };
  for (const Hint &hint : ::eulerc::hints())
    if (stats.run.steps > 0 && hint.made(o.tuning) && (stats.plan.form->reads & hint.read) == 0 &&
        !isSaid(hint.option))
      notes.push_back(fmt::format("{} has no effect on {} ({}), which the backend {} takes here",
                                  hint.option, stats.plan.scheme(), stats.plan.name(),
                                  stats.backend));
}

} // namespace

std::vector<std::string> withoutEffect(const Options &o) {
  Notes notes;
  if (o.steps && o.tEnd)
    notes.emplace_back("--t-end has no effect: --steps wins over --t-end");
  if (o.tolerance && !o.verify)
    notes.emplace_back("--tolerance has no effect without --verify");
  if (o.tuning.scheme != Scheme::Auto && o.measuring != Measuring::WhenItPays)
    notes.push_back(fmt::format("{} has no effect with --scheme {}: there is nothing to choose",
                                o.measuring == Measuring::Always ? "--tune" : "--no-tune",
                                schemeName(o.tuning.scheme)));
  if (o.tuning.strategy != Strategy::Auto && (o.tuning.tileBlocks > 0 || o.tuning.tileSteps > 0))
    notes.push_back(fmt::format("--strategy has no effect with {}, which gives the size of tiles",
                                o.tuning.tileBlocks > 0 ? "--tile-blocks" : "--tile-steps"));
  const auto hasTimes = [](const Recording &each) {
    return each.outputTimes && (each.outputTimes->period || each.outputTimes->times);
  };
  const Recordings &recordings = o.overTime.recordings;
  const bool atTimes = std::ranges::any_of(recordings.all, hasTimes) ||
                       (recordings.first && hasTimes(*recordings.first));
  if (o.overTime.interpolates && o.control.isAsked())
    notes.emplace_back("--interpolate has no effect: under error control it is always so");
  else if (o.overTime.interpolates && !atTimes)
    notes.emplace_back("--interpolate has no effect: no recording has output times; give --every T "
                       "or --at T,... as well");
  noteStops(o, notes);
  if (o.explain && (o.describe || !o.overTime.sweeps.empty()) && !o.plan)
    notes.push_back(o.describe ? "--explain has no effect with --describe, which runs nothing"
                               : "--explain has no effect with --sweep: what each of its runs "
                                 "chose is not told");
  for (const std::string &option : o.repeated)
    notes.push_back(
        fmt::format("{} is given several times; only the last one has an effect", option));
  return notes;
}

std::string endOfResumed(const Solver &solver, const Options &o) {
  if (o.overTime.resume.empty() || solver.stepsLeft() > 0)
    return "";
  return fmt::format("the run of '{}' has come to its end: nothing is left to compute or to "
                     "record; a later --t-end, or more --steps, goes on",
                     o.overTime.resume);
}

std::vector<std::string> withoutEffect(const Options &o, const RunRecord &stats) {
  Notes notes;
  if (o.threads > 0 && stats.backend != "threads")
    notes.push_back(fmt::format("--threads has no effect on the steps of the backend {}; it is for "
                                "--backend threads",
                                stats.backend));
  if (o.slabs.ghostSteps > 0 && !stats.slabs.rows.empty() && stats.slabs.steps == 0)
    notes.emplace_back(
        "--ghost-steps has no effect: the slabs of this program have no ghost zones");
  if (stats.backend != "opencl")
    noteHostHints(o, stats, notes);
  else if (stats.run.steps > 0)
    std::ranges::copy(unfollowedHints(o.tuning, stats.plan), std::back_inserter(notes));
  return notes;
}

std::vector<std::string> unfollowedHints(const Tuning &hints, const Plan &plan) {
  Notes notes;
  const auto check = [&](const char *option, std::int64_t hint, std::int64_t taken) {
    if (hint != 0 && hint != taken)
      notes.push_back(fmt::format("{} {} is not followed: {} ({}) takes {}", option, hint,
                                  plan.scheme(), plan.name(), taken));
  };
  check("--work-group", hints.workGroupSize, plan.workGroupSize);
  check("--work-groups", hints.workGroups, plan.workGroups);
  check("--groups-per-unit", hints.groupsPerUnit, plan.groupsPerUnit);
  check("--vector-width", hints.vectorWidth, plan.vectorWidth);
  const Form &form = *plan.form;
  const Sizes sizes = sizesOf(plan);
  const Tiling tiling = form.tiling != nullptr ? form.tiling(plan) : Tiling();
  check("--vectors-deep", hints.vectorsDeep, sizes.vectorsDeep);
  check("--kept", hints.kept, sizes.kept);
  check("--tile-steps", hints.tileSteps.count * plan.grain.count, tiling.tileSteps);
  check("--tile-blocks", hints.tileBlocks, sizes.tileBlocks);
  const bool isBoxTaken = std::ranges::equal(
      hints.box, tiling.box, [](auto hint, auto taken) { return hint == 0 || hint == taken; });
  std::size_t axes = std::size(hints.box);
  while (axes > 1 && hints.box[axes - 1] == 0 && tiling.box[axes - 1] == 0)
    axes--;
  if ((form.reads & OptionTileBox) != 0 && !isBoxTaken)
    notes.push_back(fmt::format("--tile-box {} is not followed: {} ({}) takes {}",
                                fmt::join(std::span(hints.box).first(axes), ","), plan.scheme(),
                                plan.name(), fmt::join(std::span(tiling.box).first(axes), ",")));
  for (const Form *other : allForms())
    if (other->elsewhere != nullptr && other->linearForm == hints.linearForm &&
        other->linearForm != form.linearForm)
      notes.push_back(
          fmt::format("--linear-form {} is not followed: {}", other->name,
                      fmt::format(fmt::runtime(other->elsewhere), plan.scheme(), plan.name())));
  for (const Hint &hint : ::eulerc::hints())
    if (hint.read == OptionTileBox && hint.made(hints) && (form.reads & hint.read) == 0)
      notes.push_back(
          fmt::format("{} has no effect on {} ({})", hint.option, plan.scheme(), plan.name()));
  return notes;
}

} // namespace eulerc
