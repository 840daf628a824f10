// Planner of the overlapped scheme: the form of tiles that suits the device and the grid.

#include "planning/planners.h"

namespace eulerc {
namespace {

/// Of planes on a GPU: small ones are kept whole, others walked in strips, if these have room for a
/// step. Levels of a strip wait for each other, and quotients are long to wait for: then tiles are
/// kept whole at any size (H200, gierer_meinhardt 4,096²: 699 Gcomp/s, strips 432; a model of
/// tissue that divides, 8,192²: 568, 485). By hand, --kept and --tile-box ask for the one and the
/// other.
Plan planPlane(const PlanRequest &request) {
  const Tuning &tuning = request.tuning;
  if (tuning.kept > 0)
    return planKept(request);
  const Plan strips = planStrips(request);
  if (tuning.box[0] == 0 && tuning.box[1] == 0) {
    const Plan kept = planKept(request);
    const bool hasRoom = strips.refusal != Refusal::LocalMemory;
    if (holdsGrid(request, kept) ||
        ((!hasRoom || request.divides) && kept.refusal == Refusal::None))
      return kept;
  }
  return strips;
}

} // namespace

/// The form that suits the device and the grid, or that was asked for.
Plan planOverlapped(const PlanRequest &request) {
  TileForm form = request.tuning.tileForm;
  const bool isLine = request.grid.rank == 1;
  if (form == TileForm::Auto && request.device.isCpu)
    form = isLine ? TileForm::Delayed : TileForm::Streamed;
  if (form == TileForm::Auto && request.grid.rank == 2)
    return planPlane(request);
  if (form == TileForm::Auto && request.grid.rank == 3)
    return planSpace(request);
  switch (form) {
  case TileForm::Delayed:
    return planDelayed(request);
  case TileForm::Streamed:
    return planStreamed(request);
  case TileForm::Strips:
    return request.grid.rank == 3 ? planSpace(request) : planStrips(request);
  default:
    return request.grid.rank == 2 ? planKept(request) : planRegisters(request);
  }
}

} // namespace eulerc
