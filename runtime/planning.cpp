#include "planning.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <eulerc/wishes.h>

#include "layout/layout.h"
#include "memory.h"
#include "text.h"

namespace eulerc {
namespace {

constexpr Scheme allSchemes[] = {
    Scheme::Auto,      Scheme::Linear,           Scheme::Diamond,   Scheme::DiamondColumns,
    Scheme::Honeycomb, Scheme::HoneycombColumns, Scheme::Overlapped};

/// "linear, diamond"
std::string namesOf(SchemeSet schemes) {
  std::vector<std::string> names;
  for (const Scheme scheme : allSchemes)
    if (schemes & setOf(scheme))
      names.emplace_back(schemeName(scheme));
  return joined(names);
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
  case Scheme::Overlapped:
    return "overlapped";
  }
  return "";
}

std::optional<Scheme> schemeNamed(std::string_view name) {
  for (const Scheme scheme : allSchemes)
    if (schemeName(scheme) == name)
      return scheme;
  return std::nullopt;
}

PlanRequest planRequest(const Model &model, const std::vector<ParamValue> &params,
                        const DeviceLimits &device, const Tuning &tuning, std::int64_t steps) {
  PlanRequest request;
  model.grid(params.data(), &request.grid);
  std::int64_t extents[maxRank] = {};
  model.extents(params.data(), extents);
  request.components = model.stateCount;
  for (int axis = 0; axis < model.rank; axis++)
    request.components = times(request.components, extents[axis]);
  request.points = pointsOf(request.grid);
  request.componentsPerPoint = model.componentsPerPoint;
  request.steps = steps;
  request.realSize = model.precision == Precision::Float ? 4 : 8;
  request.device = device;
  request.tuning = tuning;
  request.accessDistance = model.accessDistance(params.data());

  request.flops = model.flopsPerComponent;
  request.stateBytes = 2 * static_cast<double>(request.realSize);
  request.fieldBytes = static_cast<double>(request.realSize * model.fieldCount) / model.stateCount;

  // The model's reach is that of the file's grid; a point of a 1-D canonical grid holds as many
  // components of an axis as there are classes.
  std::int64_t reach[maxRank] = {};
  model.reach(params.data(), reach);
  request.wraps = model.wraps;
  request.farReads = model.readsFar;
  request.overlaps = model.overlaps;
  request.vectorsInFlight = model.vectorsInFlight;
  request.keepsLayers = model.keepsLayers;
  request.fields = model.fieldCount * request.grid.classes;
  request.marchReach = model.marchReach;
  request.unitComponents =
      request.grid.rank == 1
          ? request.grid.components
          : times(makeLayout(request.grid, Arrangement::Apart).stride[0], request.grid.components);
  request.reach = reach[0];
  if (model.pointReach >= 0 && reach[0] >= 0)
    request.reach = model.pointReach;
  else if (request.grid.rank == 1 && reach[0] > 0)
    request.reach = (reach[0] + request.grid.classes - 1) / request.grid.classes;
  for (int axis = 0; axis < model.rank; axis++) {
    const bool isLast = axis + 1 == model.rank;
    const std::int64_t classes = isLast ? request.grid.classes : 1;
    request.reachAlong[axis] = model.keepsLayers ? model.layerReach[axis]
                               : reach[axis] < 0 ? -1
                                                 : (reach[axis] + classes - 1) / classes;
    request.rings[axis] = model.rings >> axis & 1;
  }
  if (!model.keepsLayers)
    request.reachAlong[0] = request.reach;
  return request;
}

Tiling tilingOfPlan(const Plan &plan) {
  return {plan.units,     plan.blockUnits, plan.margin,
          plan.tileWidth, plan.tileSteps,  plan.tiles,
          plan.walls,     plan.steps,      {plan.box[0], plan.box[1], plan.box[2]}};
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
  case Refusal::NoOverlap:
    if (plan.form == std::string_view("streamed") || plan.form == std::string_view("strips"))
      why = "computes all points of a grid alike: the right-hand side must treat none of them "
            "differently, read near ones alone, and fields at the point itself";
    else
      why =
          "computes beyond the ends of a grid as inside: it takes lines with dirichlet or periodic "
          "ends and, on a GPU, planes, whose right-hand side treats all points alike";
    break;
  case Refusal::Reach:
    why = fmt::format("needs vectors of at least the reach, {} points, and has vectors of {}",
                      plan.needed, plan.available);
    break;
  case Refusal::TileShape:
    if (plan.scheme == std::string_view("overlapped"))
      return fmt::format(
          "overlapped with --tile-steps {} needs tiles of at least {} points, and has "
          "{}; take fewer steps, or a larger --kept or --work-group",
          plan.tileSteps, plan.needed, plan.available);
    why = fmt::format("with --tile-steps {} needs tiles of {}{} blocks; --tile-blocks gives {}",
                      plan.tileSteps, plan.scheme[0] == 'd' ? "" : "at least ", plan.needed,
                      plan.available);
    return std::string(plan.scheme) + " " + why;
  }
  return fmt::format("{} {}; take --scheme linear", plan.scheme, why);
}

void requireKnownWishes(const Tuning &tuning) {
  SchemeSet left = schemes::all;
  std::vector<std::string> made;
  for (const Wish &wish : wishes) {
    if (!wish.made(tuning))
      continue;
    if (tuning.scheme != Scheme::Auto && !(wish.knownBy & setOf(tuning.scheme)))
      throw Error(Error::Kind::Usage,
                  fmt::format("{} says nothing to {}; it is for {}", wish.option,
                              schemeName(tuning.scheme), namesOf(wish.knownBy)));
    left &= wish.knownBy;
    made.push_back(fmt::format("{} is for {}", wish.option, namesOf(wish.knownBy)));
  }
  if (left == 0)
    throw Error(Error::Kind::Usage,
                fmt::format("no scheme knows all that is asked for: {}", fmt::join(made, "; ")));
}

void requirePlan(const Plan &plan) {
  if (plan.refusal != Refusal::None)
    throw Error(plan.refusal == Refusal::LocalMemory ? Error::Kind::Run : Error::Kind::Usage,
                refusalText(plan));
}

} // namespace eulerc
