// Error texts for unsupported plans: what the plan needed, what was available, and what to change.
//
//   {overlapped, ShortRows, needed 9, available 5, vectorWidth 16} → "overlapped needs at least 9
//   points a row for vectors of 16; the grid has 5; take a smaller --vector-width"
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "forms/shared.h"
#include "planning/request.h"

namespace eulerc {
namespace {

/// Texts for a reason. {needed}, {available} and {counted} are members of Unsupported; {width} is
/// the vector width, {steps} the steps of a launch, {form} the name of the form.
struct Words {
  Reason why;
  const char *reason, *cure = "--scheme linear";
};

constexpr Words table[] = {
    {Reason::Unbounded, "needs a bounded access distance, and that of this right-hand side is not"},
    {Reason::FarReads,
     "needs every read to be near, and this right-hand side reads values far away"},
    {Reason::Globals, "has no values of the whole grid, and this right-hand side reads one"},
    {Reason::Wraps,
     "cannot close its tiles to a ring, and the boundary of the slowest axis is periodic"},
    {Reason::TooSmall, "needs a grid of at least {needed} {counted}, as far as its points look; "
                       "this one has {available}"},
    {Reason::ShortRows,
     "needs at least {needed} points a row for vectors of {width}; the grid has {available}",
     "a smaller --vector-width or --scheme linear"},
    {Reason::LocalMemory, "needs {needed} bytes of local memory for tiles that advance {steps}; "
                          "the device has {available}"},
    {Reason::Buffer, "needs a buffer of {needed} bytes for tiles that advance {steps}; the device "
                     "allows {available}"},
    {Reason::OtherGrid, "has the form {form} for grids of fewer axes than this one",
     "another --tile-form, or none"},
    {Reason::CutRing,
     "goes round a ring in groups of {needed} points, one for each remainder of "
     "its last index, and the {available} points of a row are no multiple of that"},
    {Reason::Reach,
     "needs vectors of at least {needed} points, as far as a point looks, and has vectors of "
     "{available}",
     "a larger --vector-width or --scheme linear"},
    {Reason::KeptRows,
     "needs at least {needed} rows a work-item, as far as a point looks, and --kept gives "
     "{available}",
     "a larger --kept"},
    {Reason::Registers,
     "keeps at least {needed} values of a work-item in registers, which hold {available}"},
    {Reason::WideVectors,
     "keeps vectors of {needed} points at most in registers, and --vector-width gives {available}",
     "a smaller --vector-width"},
    {Reason::TileShape,
     "needs at least {needed} points in tiles that advance {steps}, and has {available}"},
    {Reason::NoEvents, "lists no events in the form {form}"},
    {Reason::PlaneShape,
     "needs at least {needed} points of a plane in tiles that advance {steps}, and has "
     "{available}"}};

std::string reasonOf(const Plan &plan) {
  if (const std::string own = plan.form->reason != nullptr ? plan.form->reason(plan) : "";
      !own.empty())
    return own;
  const Unsupported &found = plan.unsupported;
  const auto *words = std::ranges::find(table, found.why, &Words::why);
  if (words == std::end(table)) // NoOverlap: the program's reason
    return found.reason;
  return fmt::format(fmt::runtime(words->reason), fmt::arg("needed", found.needed),
                     fmt::arg("available", found.available), fmt::arg("counted", found.counted),
                     fmt::arg("width", plan.vectorWidth), fmt::arg("steps", forms::stepsText(plan)),
                     fmt::arg("form", plan.name()));
}

/// What to change; "" if the reason already says it.
std::string cureOf(const Plan &plan) {
  if (plan.form->cure != nullptr)
    if (const auto cure = plan.form->cure(plan))
      return *cure;
  if (plan.unsupported.why == Reason::LocalMemory)
    return forms::otherTiles(plan, {"a smaller --work-group", "--scheme linear"});
  if (plan.unsupported.why == Reason::Buffer)
    return forms::otherTiles(plan, {"a smaller --tile-box", "--scheme linear"});
  if (plan.unsupported.why == Reason::TileShape)
    return forms::otherTiles(plan, {"a larger --kept", "a larger --work-group"});
  const auto *words = std::ranges::find(table, plan.unsupported.why, &Words::why);
  return words == std::end(table) ? "--scheme linear" : words->cure;
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
