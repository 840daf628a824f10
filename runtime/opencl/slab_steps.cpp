// Steps of a slab on a device: rows are exchanged while the device computes the others.
//
//   advance(piece) → rows()->read(), begin(next piece), rows()->await(), rows()->write() →
//   advance(…)
#include "opencl/opencl_stepper.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "opencl/rates.h"
#include "opencl/status.h"
#include "planning/planners.h"
#include "planning/request.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

/// $EULERC_OVERLAP, for comparisons. "off": exchanges do not overlap with steps. "queue": parts of
/// a launch run one after the other. "last", "first", "both": the last launch of a piece is in
/// parts, the first one is, or both are.
std::string_view askedOverlap() {
  static const char *const asked = std::getenv("EULERC_OVERLAP");
  return asked == nullptr ? "" : asked;
}
bool mayHide() { return askedOverlap() != "off"; }

SlabPiece slabPieceOf(const Job &job, const Plan &plan) {
  const StencilFacts &stencil = job.model.stencil;
  SlabPiece piece{&job.grid, job.unexchanged, std::max(stencil.radius[0], stencil.pointReach)};
  piece.isFirstInParts = askedOverlap() != "last";
  piece.isLastInParts = false;
  if (askedOverlap() != "first")
    piece.isLastInParts =
        !job.rowsAreQuick || !askedOverlap().empty() || partsOfLaunch(plan, piece, 0).size() < 2;
  return piece;
}

bool isSamePiece(const Run &one, const Run &other) {
  return one.from == other.from && one.first == other.first && one.steps == other.steps;
}

} // namespace

void OpenCL::prepareLaunches(const Job &job, bool isToExchange) {
  if (isToExchange && begun_ && isSamePiece(*begun_, job.run)) {
    begun_.reset();
    return ready_.kernels.takeJob(job);
  }
  begun_.reset();
  ready_.plan = withLevels(ready_.plan, levelsOf(job.run, job.model));
  ready_.kernels.goOn(builder_->program(), job);
  ready_.kernels.setArguments(context_, queue_, state_->copies(),
                              listed_->behind(inputs_->buffers(), ready_.kernels.lists()),
                              constants_, levelsOf(job.run, job.model));
  const bool isSlab = job.unexchanged.begin < job.unexchanged.end;
  running_.overlap.slab.reset();
  if (isSlab && isToExchange && mayHide() && !job.model.stencil.readsGlobals)
    running_.overlap.slab = slabPieceOf(job, ready_.plan);
  running_.overlap.isInOrder = askedOverlap() == "queue";
  running_.overlap.owned = groupsOfRows(ready_.plan, job.grid, job.owned);
  if (gathers(job) && ready_.plan.form->copies != Copies::OfLaunches)
    throw Error(Error::Kind::Usage,
                fmt::format("{} takes several levels a launch, and slabs bring what a level reads "
                            "of others before each; take another --linear-form",
                            ready_.plan.name()));
}

void OpenCL::beginLevel(const Job &job, std::int64_t launch) {
  if (const std::uint64_t components = job.share ? job.share->gatheredBefore(launch) : 0) {
    // Within a step the copies are not swapped: the previous level wrote to the other copy.
    const std::int64_t swaps = swapsBefore(job.model, launch);
    const bool isAmid = launch > 0 && swaps == swapsBefore(job.model, launch - 1);
    slabRows_->gather(job, state_->copies()[static_cast<std::size_t>((swaps + isAmid) % 2)],
                      components);
  }
  if (job.model.stencil.readsGlobals)
    reduceGlobals(job, launch);
}

void OpenCL::begin(const Job &piece) {
  if (tuner_.tries() || !mayHide())
    return;
  checked([&] {
    prepareLaunches(piece, true);
    begun_ = piece.run;
    if (!running_.overlap.slab)
      return;
    SlabPiece &slab = *running_.overlap.slab;
    if (slab.bands == 0 && piece.measuring != Measuring::Never)
      slab.bands = bandTrial_.next(freeBands(ready_.plan, slab), piece.run.steps);
    launchBeginning(ready_.plan, queue_, ready_.kernels, running_);
  });
}

Pace OpenCL::paceOf(const Job &job, const Grid &grid) {
  measureUnknownRates(context_, queue_, device_);
  return eulerc::paceOf(job.model, planRequest(job.model, job.params, grid, device_.info.limits,
                                               job.tuning, levelsOf(job.run, job.model)));
}

} // namespace eulerc
