#include "cli/effects.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "planning/request.h"

namespace eulerc {
namespace {

using Notes = std::vector<std::string>;

/// Options that ask for what a command which only prints and stops does not do.
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
  say(!t.save.empty(), "--save");
  say(!t.probes.empty(), "--probe");
  say(!t.table.empty(), "--table");
  say(!t.checkpoint.empty(), "--checkpoint");
  say(!t.resume.empty(), "--resume");
  say(t.picture.has_value(), "--picture");
  say(!t.movie.empty(), "--movie");
  say(!t.sweeps.empty(), "--sweep");
}

/// Sizes that OpenCL alone knows.
void noteDeviceWishes(const Options &o, const std::string &backend, Notes &notes) {
  const auto say = [&](bool isGiven, const char *option) {
    if (isGiven)
      notes.push_back(
          fmt::format("{} has no effect on the backend {}; it is for OpenCL", option, backend));
  };
  say(!o.buildOptions.empty(), "--cl-options");
  say(o.tuning.workGroupSize != 0, "--work-group");
  say(o.tuning.workGroups != 0, "--work-groups");
  say(o.tuning.groupsPerUnit != 0, "--groups-per-unit");
  say(o.tuning.vectorsDeep != 0, "--vectors-deep");
  say(o.tuning.arrangement == ArrangementWish::Interleaved, "--layout interleaved");
  say(o.tuning.linearForm == LinearForm::Resident, "--linear-form resident");
  say(o.tuning.tileForm == TileForm::Registers, "--tile-form registers");
  say(o.tuning.tileForm == TileForm::Resident, "--tile-form resident");
  say(o.tuning.tileForm == TileForm::Strips, "--tile-form strips");
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
  noteStops(o, notes);
  for (const std::string &option : o.repeated)
    notes.push_back(
        fmt::format("{} is given several times; only the last one has an effect", option));
  return notes;
}

std::vector<std::string> withoutEffect(const Options &o, const RunRecord &stats) {
  Notes notes;
  if (o.threads > 0 && stats.backend != "threads")
    notes.push_back(fmt::format("--threads has no effect on the steps of the backend {}; it is for "
                                "--backend threads",
                                stats.backend));
  if (stats.backend != "opencl")
    noteDeviceWishes(o, stats.backend, notes);
  else if (stats.run.steps > 0)
    std::ranges::copy(unfollowedWishes(o.tuning, stats.plan), std::back_inserter(notes));
  return notes;
}

std::vector<std::string> unfollowedWishes(const Tuning &wishes, const Plan &plan) {
  Notes notes;
  const auto check = [&](const char *option, std::int64_t wish, std::int64_t taken) {
    if (wish != 0 && wish != taken)
      notes.push_back(fmt::format("{} {} is not followed: {} ({}) takes {}", option, wish,
                                  plan.scheme, plan.form, taken));
  };
  check("--work-group", wishes.workGroupSize, plan.workGroupSize);
  check("--work-groups", wishes.workGroups, plan.workGroups);
  check("--groups-per-unit", wishes.groupsPerUnit, plan.groupsPerUnit);
  check("--vector-width", wishes.vectorWidth, plan.vectorWidth);
  check("--vectors-deep", wishes.vectorsDeep, plan.vectorsDeep);
  check("--kept", wishes.kept, plan.kept);
  check("--tile-steps", wishes.tileSteps * plan.grain, plan.tileSteps);
  check("--tile-blocks", wishes.tileBlocks, plan.tileWidth);
  if (wishes.linearForm == LinearForm::Sums && plan.form != std::string_view("sums"))
    notes.push_back(
        fmt::format("--linear-form sums is not followed: {} ({}) is what the program has",
                    plan.scheme, plan.form));
  if (wishes.linearForm == LinearForm::Resident && !plan.isResident())
    notes.push_back(
        fmt::format("--linear-form resident is not followed: {} has no such form", plan.scheme));
  const bool hasBox = wishes.box[0] + wishes.box[1] + wishes.box[2] != 0;
  if (hasBox && plan.form == std::string_view("registers") && plan.isFlat)
    notes.push_back(fmt::format("--tile-box has no effect on {} ({})", plan.scheme, plan.form));
  return notes;
}

} // namespace eulerc
