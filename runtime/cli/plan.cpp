#include "cli/plan.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "text.h"

namespace eulerc {
namespace {

[[noreturn]] void refuseWish(const std::string &message) {
  throw Error(Error::Kind::Usage, "--assume: " + message);
}

std::int64_t figure(const std::string &name, const std::string &text, std::int64_t least) {
  const auto value = readInteger(text);
  if (!value || *value < least)
    refuseWish(fmt::format("'{}={}' is not a whole number from {} on", name, text, least));
  return *value;
}

bool truth(const std::string &name, const std::string &text) {
  if (text != "yes" && text != "no")
    refuseWish(fmt::format("'{}={}' is neither yes nor no", name, text));
  return text == "yes";
}

/// {"compute-units", "30"}, ... of "compute-units=30,..."
std::map<std::string, std::string> settings(const std::string &text) {
  const std::vector<std::string> known = {"compute-units", "local-memory", "work-group",
                                          "vector-bytes", "cpu"};
  std::map<std::string, std::string> found;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string part = text.substr(from, comma - from);
    const std::size_t equals = part.find('=');
    const std::string name = part.substr(0, equals);
    if (equals == std::string::npos)
      refuseWish(fmt::format("'{}' is not of the form NAME=VALUE", part));
    if (std::find(known.begin(), known.end(), name) == known.end())
      refuseWish(fmt::format("there is no '{}'; {}", name, suggestion(name, known)));
    found[name] = part.substr(equals + 1);
    from = comma + 1;
  }
  for (const char *name : {"compute-units", "local-memory"})
    if (!found.contains(name))
      refuseWish(fmt::format("{}=... is missing", name));
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
      plan.walls ? plan.tiles : plan.tiles + 1; // of the launch that has more
  const std::int64_t longer = tiles % plan.workGroups;
  if (longer == 0)
    return fmt::format("{}", plan.tilesPerGroupLeast);
  return fmt::format("{0} to {1}: {2} work-group{3} compute{4} {0}, {5} compute{6} {1}",
                     plan.tilesPerGroupLeast, plan.tilesPerGroupMost, plan.workGroups - longer,
                     plan.workGroups - longer == 1 ? "" : "s",
                     plan.workGroups - longer == 1 ? "s" : "", longer, longer == 1 ? "s" : "");
}

void tileLines(Text out, const Plan &plan, const PlanRequest &request) {
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

const char *schemeName(Scheme scheme) {
  switch (scheme) {
  case Scheme::Auto:
    return "auto";
  case Scheme::Linear:
    return "linear";
  case Scheme::Diamond:
    return "diamond";
  case Scheme::DiamondColumns:
    return "diamond-columns";
  case Scheme::Honeycomb:
    return "honeycomb";
  case Scheme::HoneycombColumns:
    return "honeycomb-columns";
  }
  return "";
}

DeviceLimits assumedDevice(const std::string &text) {
  std::map<std::string, std::string> found = settings(text);
  DeviceLimits device;
  device.computeUnits = figure("compute-units", found["compute-units"], 1);
  device.localMemory = figure("local-memory", found["local-memory"], 0);
  device.isCpu = found.contains("cpu") && truth("cpu", found["cpu"]);
  device.maxWorkGroupSize =
      found.contains("work-group") ? figure("work-group", found["work-group"], 1) : 1024;
  device.vectorBytes =
      found.contains("vector-bytes") ? figure("vector-bytes", found["vector-bytes"], 1) : 16;
  return device;
}

PlanRequest planRequest(const Model &model, const std::vector<ParamValue> &params,
                        const DeviceLimits &device, const Tuning &tuning, std::int64_t steps) {
  PlanRequest request;
  model.grid(params.data(), &request.grid);
  std::int64_t extents[maxRank] = {};
  model.extents(params.data(), extents);
  request.components = model.stateCount;
  for (int axis = 0; axis < model.rank; axis++)
    request.components *= extents[axis];
  request.points = 1;
  for (int axis = 0; axis < request.grid.rank; axis++)
    request.points *= request.grid.extent[axis];
  request.componentsPerPoint = model.componentsPerPoint;
  request.steps = steps;
  request.realSize = model.precision == Precision::Float ? 4 : 8;
  request.device = device;
  request.tuning = tuning;
  request.accessDistance = model.accessDistance(params.data());

  // The model's reach is that of the file's grid; a point of a 1-D canonical grid holds as many
  // components of an axis as there are classes.
  std::int64_t reach[maxRank] = {};
  model.reach(params.data(), reach);
  request.reach = reach[0];
  if (request.grid.rank == 1 && reach[0] > 0)
    request.reach = (reach[0] + request.grid.classes - 1) / request.grid.classes;
  return request;
}

std::string refusalText(const Plan &plan) {
  std::string why;
  switch (plan.refusal) {
  case Refusal::None:
    return "";
  case Refusal::Unbounded:
    why = "needs a bounded access distance, and that of this right-hand side is not";
    break;
  case Refusal::FarReads:
    why = "needs every read to be near, and this right-hand side reads values far away";
    break;
  case Refusal::Wraps:
    why = "cannot close its tiles to a ring, and the boundary of the slowest axis is periodic";
    break;
  case Refusal::TooSmall:
    why = fmt::format("needs at least {} blocks of {} bytes for a tile; the system has {}",
                      plan.needed, plan.blockUnits * plan.unitBytes, plan.available);
    break;
  case Refusal::LocalMemory:
    why =
        fmt::format("needs more than {} bytes of local memory for a tile of {} blocks of {} "
                    "bytes; the device has {}",
                    plan.needed, plan.tileWidth, plan.blockUnits * plan.unitBytes, plan.available);
    break;
  case Refusal::TileShape:
    why = fmt::format("with --tile-steps {} needs tiles of {}{} blocks; --tile-blocks gives {}",
                      plan.tileSteps, plan.scheme[0] == 'd' ? "" : "at least ", plan.needed,
                      plan.available);
    return std::string(plan.scheme) + " " + why;
  }
  return fmt::format("{} {}; take --scheme linear", plan.scheme, why);
}

void requirePlan(const Plan &plan) {
  if (plan.refusal != Refusal::None)
    throw Error(plan.refusal == Refusal::LocalMemory ? Error::Kind::Run : Error::Kind::Usage,
                refusalText(plan));
}

std::string planText(const Plan &plan, const PlanRequest &request) {
  std::string text;
  Text out(text);
  line(out, "scheme", "{} ({})", plan.scheme, plan.form);
  if (plan.tiles > 0)
    tileLines(out, plan, request);
  line(out, "work-groups", "{} of {} work-items", plan.workGroups, plan.workGroupSize);
  if (plan.tiles > 0)
    line(out, "tiles per work-group", "{}", tilesText(plan));
  line(out, "launches", "{} for {} steps", plan.launches, request.steps);
  line(out, "steps per launch", "{}", plan.stepsPerLaunch);
  line(out, "through global memory", "{} of the values of linear", exact(plan.globalShare));
  return text;
}

} // namespace eulerc
