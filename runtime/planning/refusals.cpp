// The words of refusals: what a plan needed, what there is, and what to change.
//
//   {overlapped, ShortRows, needed 9, available 5, vectorWidth 16} → "overlapped needs at least 9
//   points a row for vectors of 16; the grid has 5; take a smaller --vector-width"
#include <fmt/format.h>

#include "forms/shared.h"
#include "planning/request.h"

namespace eulerc {
namespace {

/// What was needed and what there is.
std::string reasonOf(const Plan &plan) {
  std::string why = plan.form->reason != nullptr ? plan.form->reason(plan) : "";
  if (!why.empty())
    return why;
  const Unsupported &found = plan.unsupported;
  switch (found.why) {
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
    why = fmt::format("needs a grid of at least {} {}, as far as its points look; this one has {}",
                      found.needed, found.counted, found.available);
    break;
  case Refusal::ShortRows:
    why = fmt::format("needs at least {} points a row for vectors of {}; the grid has {}",
                      found.needed, plan.vectorWidth, found.available);
    break;
  case Refusal::LocalMemory:
    why = fmt::format("needs {} bytes of local memory for tiles that advance {}; the device has {}",
                      found.needed, forms::stepsText(plan), found.available);
    break;
  case Refusal::NoOverlap:
    why = found.obstacle;
    break;
  case Refusal::OtherGrid:
    why = fmt::format("has the form {} for grids of fewer axes than this one", plan.name());
    break;
  case Refusal::CutRing:
    why = fmt::format("goes round a ring in groups of {} components, of each class one, and the {} "
                      "components of this one are no multiple of that",
                      found.needed, found.available);
    break;
  case Refusal::Reach:
    why = fmt::format("needs vectors of at least {} points, as far as a point looks, and has "
                      "vectors of {}",
                      found.needed, found.available);
    break;
  case Refusal::KeptRows:
    why = fmt::format("needs at least {} rows a work-item, as far as a point looks, and --kept "
                      "gives {}",
                      found.needed, found.available);
    break;
  case Refusal::Registers:
    why = fmt::format("keeps at least {} values of a work-item in registers, which hold {}",
                      found.needed, found.available);
    break;
  case Refusal::WideVectors:
    why =
        fmt::format("keeps vectors of {} points at most in registers, and --vector-width gives {}",
                    found.needed, found.available);
    break;
  case Refusal::TileShape:
    why = fmt::format("needs at least {} points in tiles that advance {}, and has {}", found.needed,
                      forms::stepsText(plan), found.available);
    break;
  case Refusal::PlaneShape:
    why = fmt::format("needs at least {} points of a plane in tiles that advance {}, and has {}",
                      found.needed, forms::stepsText(plan), found.available);
    break;
  }
  return why;
}

/// What to change; "" where the reason says it.
std::string cureOf(const Plan &plan) {
  if (plan.form->cure != nullptr)
    if (const auto cure = plan.form->cure(plan))
      return *cure;
  switch (plan.unsupported.why) {
  case Refusal::ShortRows:
    return "a smaller --vector-width or --scheme linear";
  case Refusal::Reach:
    return "a larger --vector-width or --scheme linear";
  case Refusal::KeptRows:
    return "a larger --kept";
  case Refusal::Registers:
    return "--tile-form strips";
  case Refusal::WideVectors:
    return "a smaller --vector-width";
  case Refusal::OtherGrid:
    return "another --tile-form, or none";
  case Refusal::LocalMemory:
    return forms::otherTiles(plan, {"a smaller --work-group", "--scheme linear"});
  case Refusal::TileShape:
    return forms::otherTiles(plan, {"a larger --kept", "a larger --work-group"});
  default:
    return "--scheme linear";
  }
}

} // namespace

std::string refusalReason(const Plan &plan) { return reasonOf(plan); }

std::string refusalText(const Plan &plan) {
  if (plan.isPossible())
    return "";
  const std::string cure = cureOf(plan);
  return fmt::format("{} {}{}", plan.scheme(), reasonOf(plan),
                     cure.empty() ? "" : "; take " + cure);
}

} // namespace eulerc
