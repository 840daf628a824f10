// The words of refusals: what a plan needed, what there is, and what to change.
//
//   {overlapped, ShortRows, needed 9, available 5, vectorWidth 16} → "overlapped needs at least 9
//   points a row for vectors of 16; the grid has 5; take a smaller --vector-width"
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "planning/request.h"

namespace eulerc {
namespace {

bool isOverlapped(const Plan &plan) { return plan.scheme == std::string_view("overlapped"); }

/// Whether the tiles of a plan are walked through a grid.
bool isWalked(const Plan &plan) {
  return plan.form == std::string_view("streamed") || plan.form == std::string_view("strips");
}

/// "12 steps"
std::string stepsOf(const Plan &plan) {
  return fmt::format("{} step{}", plan.timeSteps(plan.tileSteps),
                     plan.tileSteps == plan.stages ? "" : "s");
}

std::string tooSmall(const Plan &plan) {
  std::string why;
  if (isOverlapped(plan))
    why = fmt::format("needs a grid of at least {} {}, as far as its points look; this one has {}",
                      plan.needed, plan.counted, plan.available);
  else
    why = fmt::format("needs at least {} blocks of {} bytes for a tile; the system has {}",
                      plan.needed, plan.blockUnits * plan.unitBytes, plan.available);
  return why;
}

std::string tooMuchMemory(const Plan &plan) {
  std::string why;
  if (isOverlapped(plan))
    why = fmt::format("needs {} bytes of local memory for tiles that advance {}; the device has {}",
                      plan.needed, stepsOf(plan), plan.available);
  else
    why =
        fmt::format("needs more than {} bytes of local memory for a tile of {} blocks of {} "
                    "bytes; the device has {}",
                    plan.needed, plan.tileWidth, plan.blockUnits * plan.unitBytes, plan.available);
  return why;
}

std::string tooManySteps(const Plan &plan) {
  std::string why;
  if (!isOverlapped(plan))
    why = fmt::format("with --tile-steps {} needs tiles of {}{} blocks; --tile-blocks gives {}",
                      plan.timeSteps(plan.tileSteps), plan.scheme[0] == 'd' ? "" : "at least ",
                      plan.needed, plan.available);
  else if (!isWalked(plan))
    why = fmt::format("needs at least {} points in tiles that advance {}, and has {}", plan.needed,
                      stepsOf(plan), plan.available);
  else if (plan.box[1] == 0)
    why = fmt::format("needs at least {} points across tiles that advance {}, and has {}",
                      plan.needed, stepsOf(plan), plan.available);
  else
    why = fmt::format("needs at least {} points across tiles that advance {} and store {} across, "
                      "and has {}",
                      plan.needed, stepsOf(plan), plan.box[1], plan.available);
  return why;
}

/// Whether the form that a plan was asked for is one for grids of other axes.
bool isOtherForm(const Plan &plan) {
  const std::string_view kernel = plan.kernel;
  const bool ofLines = kernel == "eulerc_delayed" || kernel == "eulerc_overlapped";
  return isWalked(plan) ? plan.isFlat : ofLines && !plan.isFlat;
}

std::string noOverlap(const Plan &plan) {
  std::string why;
  if (!isOtherForm(plan))
    why = plan.obstacle;
  else if (plan.isFlat)
    why = fmt::format("walks through grids of several axes in the form {}, and this one has one",
                      plan.form);
  else
    why = fmt::format("has the form {} for grids of fewer axes than this one", plan.form);
  return why;
}

/// What was needed and what there is.
std::string reasonOf(const Plan &plan) {
  std::string why;
  switch (plan.refusal) {
  case Refusal::None:
    break;
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
    return tooSmall(plan);
  case Refusal::ShortRows:
    why = fmt::format("needs at least {} points a row for vectors of {}; the grid has {}",
                      plan.needed, plan.vectorWidth, plan.available);
    break;
  case Refusal::LocalMemory:
    return tooMuchMemory(plan);
  case Refusal::NoOverlap:
    return noOverlap(plan);
  case Refusal::CutRing:
    why = fmt::format("goes round a ring in groups of {} components, of each class one, and the {} "
                      "components of this one are no multiple of that",
                      plan.needed, plan.available);
    break;
  case Refusal::Reach:
    why = fmt::format("needs vectors of at least {} points, as far as a point looks, and has "
                      "vectors of {}",
                      plan.needed, plan.available);
    break;
  case Refusal::KeptRows:
    why = fmt::format("needs at least {} rows a work-item, as far as a point looks, and --kept "
                      "gives {}",
                      plan.needed, plan.available);
    break;
  case Refusal::Registers:
    why = fmt::format("keeps at least {} values of a work-item in registers, which hold {}",
                      plan.needed, plan.available);
    break;
  case Refusal::WideVectors:
    why =
        fmt::format("keeps vectors of {} points at most in registers, and --vector-width gives {}",
                    plan.needed, plan.available);
    break;
  case Refusal::TileShape:
    return tooManySteps(plan);
  case Refusal::PlaneShape:
    why = fmt::format("needs at least {} points of a plane in tiles that advance {}, and has {}",
                      plan.needed, stepsOf(plan), plan.available);
    break;
  }
  return why;
}

/// "fewer --tile-steps, a larger --kept or --scheme linear": the steps if there is more than one.
std::string otherTiles(const Plan &plan, std::vector<std::string> cures) {
  if (plan.tileSteps > plan.stages)
    cures.insert(cures.begin(), "fewer --tile-steps");
  const std::string last = cures.back();
  cures.pop_back();
  return cures.empty() ? last : joined(cures) + " or " + last;
}

/// What to change; "" where the reason says it.
std::string cureOf(const Plan &plan) {
  switch (plan.refusal) {
  case Refusal::ShortRows:
    return "a smaller --vector-width or --scheme linear";
  case Refusal::Reach:
    return "a larger --vector-width or --scheme linear";
  case Refusal::KeptRows:
    return "a larger --kept";
  case Refusal::Registers:
    return isWalked(plan) ? "--scheme linear" : "--tile-form strips";
  case Refusal::WideVectors:
    return "a smaller --vector-width";
  case Refusal::NoOverlap:
    return isOtherForm(plan) ? "another --tile-form, or none" : "--scheme linear";
  case Refusal::LocalMemory:
    if (!isOverlapped(plan))
      return "--scheme linear";
    return otherTiles(plan, {plan.form == std::string_view("delayed") ? "a smaller --tile-box"
                                                                      : "a smaller --work-group",
                             "--scheme linear"});
  case Refusal::TileShape:
    if (!isOverlapped(plan))
      return "";
    if (!isWalked(plan))
      return otherTiles(plan, {"a larger --kept", "a larger --work-group"});
    if (plan.box[1] > 0)
      return otherTiles(plan, {"a narrower --tile-box", "a larger --work-group"});
    return otherTiles(plan, {"a larger --work-group"});
  case Refusal::PlaneShape:
    if (plan.box[1] > 0 || plan.box[2] > 0)
      return otherTiles(plan, {"a smaller --tile-box", "a larger --kept", "a larger --work-group"});
    return otherTiles(plan, {"a larger --kept", "a larger --work-group"});
  default:
    return "--scheme linear";
  }
}

} // namespace

std::string refusalReason(const Plan &plan) { return reasonOf(plan); }

std::string refusalText(const Plan &plan) {
  if (plan.refusal == Refusal::None)
    return "";
  const std::string cure = cureOf(plan);
  return fmt::format("{} {}{}", plan.scheme, reasonOf(plan), cure.empty() ? "" : "; take " + cure);
}

} // namespace eulerc
