#include "cli/plan.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"

namespace eulerc {
namespace {

[[noreturn]] void refuseWish(const std::string &message) { refuse("--assume: " + message); }

using Settings = std::map<std::string, std::string>;

/// Replaces `value` by the figure of that name, if it is given.
void takeFigure(const Settings &settings, const std::string &name, std::int64_t least,
                std::int64_t &value) {
  const auto found = settings.find(name);
  if (found == settings.end())
    return;
  const auto given = readInteger(found->second);
  if (!given || *given < least)
    refuseWish(fmt::format("'{}={}' is not a whole number from {} on", name, found->second, least));
  value = *given;
}

void takeTruth(const Settings &settings, const std::string &name, bool &value) {
  const auto found = settings.find(name);
  if (found == settings.end())
    return;
  if (found->second != "yes" && found->second != "no")
    refuseWish(fmt::format("'{}={}' is neither yes nor no", name, found->second));
  value = found->second == "yes";
}

/// {"compute-units", "30"}, ... of "compute-units=30,..."
Settings settings(const std::string &text) {
  const std::vector<std::string> known = {"compute-units", "local-memory", "work-group",
                                          "vector-bytes",  "cpu",          "core-cache",
                                          "at-once"};
  Settings found;
  for (const std::string &part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string name = part.substr(0, equals);
    if (equals == std::string::npos)
      refuseWish(fmt::format("'{}' is not of the form NAME=VALUE", part));
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuseWish(fmt::format("there is no '{}'; {}", name, suggestion(name, known)));
    found[name] = part.substr(equals + 1);
  }
  return found;
}

using Text = std::back_insert_iterator<std::string>;

template <class... Values>
void line(Text out, const char *label, fmt::format_string<Values...> format, Values &&...values) {
  fmt::format_to(out, "  {:<24} {}\n", label, fmt::format(format, std::forward<Values>(values)...));
}

/// "1 to 2: 20 work-groups compute 1, 10 compute 2"
std::string tilesText(const Plan &plan) {
  const std::int64_t tiles =
      plan.walls || plan.swaps ? plan.tiles : plan.tiles + 1; // of the launch that has more
  const std::int64_t longer = tiles % plan.workGroups;
  if (longer == 0)
    return fmt::format("{}", plan.tilesPerGroupLeast);
  return fmt::format("{0} to {1}: {2} work-group{3} compute{4} {0}, {5} compute{6} {1}",
                     plan.tilesPerGroupLeast, plan.tilesPerGroupMost, plan.workGroups - longer,
                     plan.workGroups - longer == 1 ? "" : "s",
                     plan.workGroups - longer == 1 ? "s" : "", longer, longer == 1 ? "s" : "");
}

void overlappedLines(Text out, const Plan &plan, const PlanRequest &request) {
  line(out, "tile", "{} points, {} of them stored", plan.tileWidth, plan.blockUnits);
  if (plan.form == std::string_view("delayed"))
    line(out, "in flight", "{} steps, in vectors of {} values", plan.kept, plan.vectorWidth);
  else
    line(out, "registers", "{} vectors of {} values of each component a work-item", plan.kept,
         plan.vectorWidth);
  line(out, "local memory", "{} bytes a work-group, the device has {}", plan.localBytes,
       request.device.localMemory);
  line(out, "tiles", "{}", plan.tiles);
}

void keptLines(Text out, const Plan &plan, const PlanRequest &request) {
  line(out, "tile", "{} x {} points, {} x {} of them stored",
       plan.workGroupSize / plan.vectorsAcross * plan.kept, plan.vectorsAcross * plan.vectorWidth,
       plan.box[0], plan.box[1]);
  line(out, "registers", "{} vectors of {} values of each component a work-item", plan.kept,
       plan.vectorWidth);
  line(out, "computed twice", "{}", exact(plan.redundantShare));
  line(out, "local memory", "{} bytes a work-group, the device has {}", plan.localBytes,
       request.device.localMemory);
  line(out, "tiles", "{}", plan.tiles);
}

/// "2000 x 1008"
std::string boxText(const Plan &plan) {
  std::string text;
  for (const std::int64_t length : plan.box)
    if (length > 0)
      text += (text.empty() ? "" : " x ") + fmt::format("{}", length);
  return text;
}

void stripLines(Text out, const Plan &plan, const PlanRequest &request) {
  if (request.grid.rank == 3) {
    line(out, "tile", "{} points stored", boxText(plan));
    line(out, "block", "{} rows of {} values of each component", plan.kept, plan.vectorWidth);
  } else {
    line(out, "strip", "{} points, {} of them stored", plan.tileWidth, plan.box[1]);
    if (plan.tallBoxes > 0)
      line(out, "segments", "{} rows, those at the end {}", plan.box[0], plan.lowBox);
    else
      line(out, "segment", "{} rows", plan.box[0]);
    line(out, "vectors", "of {} values of each component", plan.vectorWidth);
  }
  line(out, "computed twice", "{}", exact(plan.redundantShare));
  line(out, "local memory", "{} bytes a work-group, the device has {}", plan.localBytes,
       request.device.localMemory);
}

void streamedLines(Text out, const Plan &plan) {
  line(out, "tile", "{} points stored{}", boxText(plan),
       plan.sharesTiles ? ", shared by all threads" : "");
  line(out, "computed twice", "{:.2f} of the points", plan.redundantShare);
  line(out, "kept", "{} bytes a work-group", plan.scratchBytes);
  line(out, "tiles", "{}", plan.tiles);
}

void tileLines(Text out, const Plan &plan, const PlanRequest &request) {
  if (plan.levels > 0)
    return stripLines(out, plan, request);
  if (plan.scratchBytes > 0)
    return streamedLines(out, plan);
  if (plan.kept > 0 && !plan.isFlat)
    return keptLines(out, plan, request);
  if (plan.kept > 0)
    return overlappedLines(out, plan, request);
  const std::int64_t blockBytes = plan.blockUnits * plan.unitBytes;
  line(out, "tile width D", "{} blocks", plan.tileWidth);
  line(out, "blocks", "{}", plan.blocks);
  line(out, "block size B", "{} components = {} bytes", blockBytes / request.realSize, blockBytes);
  line(out, "local memory", "{} bytes a work-group, the device has {}", plan.localBytes,
       request.device.localMemory);
  line(out, "tiles", "{} in even launches, {} in odd ones", plan.tiles,
       plan.walls ? plan.tiles - 1 : plan.tiles + 1);
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
  takeFigure(given, "at-once", 1, device.atOnce);
  takeTruth(given, "cpu", device.isCpu);
  for (const char *name : {"compute-units", "local-memory"}) // what is wrong was said before
    if (!given.contains(name))
      refuseWish(fmt::format("{}=... is missing", name));
  return device;
}

std::string planText(const Plan &plan, const PlanRequest &request) {
  std::string text;
  Text out(text);
  line(out, "scheme", "{} ({})", plan.scheme, plan.form);
  if (plan.tiles > 0)
    tileLines(out, plan, request);
  else if (plan.localBytes > 0)
    line(out, "local memory", "{} bytes a work-group, the device has {}", plan.localBytes,
         request.device.localMemory);
  line(out, "work-groups", "{} of {} work-items", plan.workGroups, plan.workGroupSize);
  if (plan.groupsPerUnit > 0)
    line(out, "at once on a unit", "{}: registers are limited for as many", plan.groupsPerUnit);
  if (plan.form == std::string_view("sums") && plan.vectorsAcross < plan.workGroupSize)
    line(out, "shared points", "{} a work-group, {} work-items each", plan.vectorsAcross,
         plan.workGroupSize / plan.vectorsAcross);
  if (plan.tiles > 0)
    line(out, "tiles per work-group", "{}", tilesText(plan));
  line(out, "launches", "{} for {} steps", plan.launches, request.steps / request.levelsOfStep);
  line(out, "steps per launch", "{}", plan.timeSteps(plan.stepsPerLaunch));
  line(out, "through global memory", "{} of the values of linear", exact(plan.globalShare));
  return text;
}

} // namespace eulerc
