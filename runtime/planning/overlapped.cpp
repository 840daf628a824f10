// Planner of the overlapped scheme: the form of tiles that suits the device and the grid.

#include "planning/planners.h"

namespace eulerc {
namespace {

/// Whether what strips compute is worth their delay: tiles that are kept whole compute more twice
/// and have none. Measured on an H200, Gcomp/s of strips and of tiles kept whole (delay): heat
/// 8192² 1600, 1287 (1.45), 4096² 1106, 1007 (1.96), 2048² 733, 1232 (3.2); Brusselator 7072² 1536,
/// 1168 (1.41), 2000² 771, 845 (2.65); stripes 8192² 624, 485 (1.31); fdtd 4096² 818, 687 (1.63).
/// Methods of several stages were measured in strips alone.
bool worthTheirDelay(const PlanRequest &request, const Plan &strips) {
  constexpr double mostDelay = 2.2;
  return request.stages > 2 || strips.refusal != Refusal::None ||
         delayOfStrips(request, strips) <= mostDelay;
}

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
    const bool isSlow = !hasRoom || request.divides || !worthTheirDelay(request, strips);
    if (holdsGrid(request, kept) || (isSlow && kept.refusal == Refusal::None))
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
