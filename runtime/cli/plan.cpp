// Parses --assume, and prints the figures of a plan (plan.h).

#include "cli/plan.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "cli/option_values.h"
#include "forms/known_gpus.h"
#include "forms/shared.h"

namespace eulerc {
namespace {

[[noreturn]] void refuseAssumed(const std::string &message) { refuse("--assume: " + message); }

using Settings = std::map<std::string, std::string>;

/// Replaces `value` by the setting of that name, if it is given.
void takeFigure(const Settings &settings, const std::string &name, std::int64_t least,
                std::int64_t &value) {
  const auto found = settings.find(name);
  if (found == settings.end())
    return;
  const auto given = readInteger(found->second);
  if (!given || *given < least)
    refuseAssumed(
        fmt::format("'{}={}' is not a whole number from {} on", name, found->second, least));
  value = *given;
}

void takeTruth(const Settings &settings, const std::string &name, bool &value) {
  const auto found = settings.find(name);
  if (found == settings.end())
    return;
  if (found->second != "yes" && found->second != "no")
    refuseAssumed(fmt::format("'{}={}' is neither yes nor no", name, found->second));
  value = found->second == "yes";
}

/// {"compute-units", "30"}, ... of "compute-units=30,..."
Settings settings(const std::string &text) {
  const std::vector<std::string> known = {"compute-units", "local-memory", "work-group",
                                          "vector-bytes",  "cpu",          "core-cache",
                                          "co-resident"};
  Settings found;
  for (const std::string &part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string name = part.substr(0, equals);
    if (equals == std::string::npos)
      refuseAssumed(fmt::format("'{}' is not of the form NAME=VALUE", part));
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuseWord("--assume", name, known);
    found[name] = part.substr(equals + 1);
  }
  return found;
}

/// "1 to 2: 20 work-groups compute 1, 10 compute 2"
PlanLine tilesOfGroups(const Plan &plan) {
  const Tiling tiling = plan.form->tiling(plan);
  const bool isMore = plan.form->copies == Copies::OfLevels && !tiling.walls;
  const std::int64_t tiles = tiling.tiles + (isMore ? 1 : 0); // of a launch with the most tiles
  const std::int64_t fewer = tiles / plan.workGroups, longer = tiles % plan.workGroups;
  const std::int64_t others = plan.workGroups - longer;
  if (longer == 0)
    return forms::line("tiles per work-group", "{}", fewer);
  return forms::line("tiles per work-group",
                     "{0} to {1}: {2} work-group{3} compute{4} {0}, {5} compute{6} {1}", fewer,
                     fewer + 1, others, others == 1 ? "" : "s", others == 1 ? "s" : "", longer,
                     longer == 1 ? "s" : "");
}

} // namespace

DeviceLimits assumedDevice(const std::string &text) {
  const Settings given = settings(text);
  DeviceLimits device;
  device.isCpu = false;
  device.maxWorkGroupSize = 1024;
  takeFigure(given, "compute-units", 1, device.computeUnits);
  takeFigure(given, "local-memory", 0, device.localMemory);
  takeFigure(given, "work-group", 1, device.maxWorkGroupSize);
  takeFigure(given, "vector-bytes", 1, device.vectorBytes);
  takeFigure(given, "core-cache", 1, device.coreCache);
  takeFigure(given, "co-resident", 1, device.coResident);
  takeTruth(given, "cpu", device.isCpu);
  if (!device.isCpu)
    noteGpu("", device);
  for (const char *name : {"compute-units", "local-memory"}) // other errors were reported before
    if (!given.contains(name))
      refuseAssumed(fmt::format("{}=... is missing", name));
  return device;
}

std::string planText(const Plan &plan, const PlanRequest &request) {
  using forms::line;
  const Form &form = *plan.form;
  std::vector<PlanLine> lines = {line("scheme", "{} ({})", plan.scheme(), plan.name())};
  const auto add = [&](const std::vector<PlanLine> &more) {
    lines.insert(lines.end(), more.begin(), more.end());
  };
  if (form.lines != nullptr)
    add(form.lines(plan, request));
  add({line("work-groups", "{} of {} work-items", plan.workGroups, plan.workGroupSize)});
  if (plan.groupsPerUnit > 0)
    add({line("co-resident on a unit", "{}: registers are limited for as many",
              plan.groupsPerUnit)});
  if (form.moreLines != nullptr)
    add(form.moreLines(plan));
  if (form.figures != nullptr)
    add({tilesOfGroups(plan)});
  add({line("launches", "{} for {} steps", plan.launches, request.steps / request.levelsOfStep),
       line("steps per launch", "{}", plan.timeSteps(plan.levelsPerLaunch)),
       line("through global memory", "{} of the values of linear",
            exact(plan.expected.globalShare))});
  if (form.figures != nullptr && request.device.assumed[0] != '\0')
    add({line("assumed", "{}", request.device.assumed)});
  std::string text;
  for (const auto &[label, value] : lines)
    text += fmt::format("  {:<24} {}\n", label, value);
  return text;
}

} // namespace eulerc
