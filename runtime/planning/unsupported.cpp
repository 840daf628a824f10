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
  case Reason::None:
    break;
  case Reason::Unbounded:
    why = "needs a bounded access distance, and that of this right-hand side is not";
    break;
  case Reason::FarReads:
    why = "needs every read to be near, and this right-hand side reads values far away";
    break;
  case Reason::Wraps:
    why = "cannot close its tiles to a ring, and the boundary of the slowest axis is periodic";
    break;
  case Reason::TooSmall:
    why = fmt::format("needs a grid of at least {} {}, as far as its points look; this one has {}",
                      found.needed, found.counted, found.available);
    break;
  case Reason::ShortRows:
    why = fmt::format("needs at least {} points a row for vectors of {}; the grid has {}",
                      found.needed, plan.vectorWidth, found.available);
    break;
  case Reason::LocalMemory:
    why = fmt::format("needs {} bytes of local memory for tiles that advance {}; the device has {}",
                      found.needed, forms::stepsText(plan), found.available);
    break;
  case Reason::NoOverlap:
    why = found.reason;
    break;
  case Reason::OtherGrid:
    why = fmt::format("has the form {} for grids of fewer axes than this one", plan.name());
    break;
  case Reason::CutRing:
    why = fmt::format("goes round a ring in groups of {} components, of each class one, and the {} "
                      "components of this one are no multiple of that",
                      found.needed, found.available);
    break;
  case Reason::Reach:
    why = fmt::format("needs vectors of at least {} points, as far as a point looks, and has "
                      "vectors of {}",
                      found.needed, found.available);
    break;
  case Reason::KeptRows:
    why = fmt::format("needs at least {} rows a work-item, as far as a point looks, and --kept "
                      "gives {}",
                      found.needed, found.available);
    break;
  case Reason::Registers:
    why = fmt::format("keeps at least {} values of a work-item in registers, which hold {}",
                      found.needed, found.available);
    break;
  case Reason::WideVectors:
    why =
        fmt::format("keeps vectors of {} points at most in registers, and --vector-width gives {}",
                    found.needed, found.available);
    break;
  case Reason::TileShape:
    why = fmt::format("needs at least {} points in tiles that advance {}, and has {}", found.needed,
                      forms::stepsText(plan), found.available);
    break;
  case Reason::PlaneShape:
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
  case Reason::ShortRows:
    return "a smaller --vector-width or --scheme linear";
  case Reason::Reach:
    return "a larger --vector-width or --scheme linear";
  case Reason::KeptRows:
    return "a larger --kept";
  case Reason::Registers:
    return "--tile-form streaming";
  case Reason::WideVectors:
    return "a smaller --vector-width";
  case Reason::OtherGrid:
    return "another --tile-form, or none";
  case Reason::LocalMemory:
    return forms::otherTiles(plan, {"a smaller --work-group", "--scheme linear"});
  case Reason::TileShape:
    return forms::otherTiles(plan, {"a larger --kept", "a larger --work-group"});
  default:
    return "--scheme linear";
  }
}

} // namespace

std::string unsupportedReason(const Plan &plan) { return reasonOf(plan); }

std::string unsupportedText(const Plan &plan) {
  if (plan.isPossible())
    return "";
  const std::string cure = cureOf(plan);
  return fmt::format("{} {}{}", plan.scheme(), reasonOf(plan),
                     cure.empty() ? "" : "; take " + cure);
}

} // namespace eulerc
