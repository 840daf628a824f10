// Whether two plans run alike: in all that a plan says, but for what a model expects of its time.

#include "planning/planners.h"

#include <array>
#include <string_view>
#include <tuple>

namespace eulerc {
namespace {

/// All fields of a plan, names by their letters. A field that is new to plans does not compile
/// here.
auto fieldsOf(const Plan &plan) {
  const auto &[scheme, form, kernel, lastKernel, endsKernel, endsTeam, endsGroups, workGroupSize,
               workGroups, groupsPerUnit, pointsPerChunk, vectorWidth, arrangement, alignment,
               parts, vectorsAcross, vectorsDeep, unrolled, shifts, stepsPerLaunch, launches, steps,
               stages, grain, planePoints, units, unitBytes, pointBytes, isFlat, blockUnits, margin,
               blocks, tileWidth, tileSteps, tiles, kept, tallBoxes, lowBox, levels, buffers, box,
               scratchBytes, sharesTiles, pastCaches, seconds, redundantShare, rounds, swaps, walls,
               localBytes, tilesPerGroupLeast, tilesPerGroupMost, globalShare, computedShare,
               refusal, needed, available, counted, obstacle] = plan;
  static_cast<void>(seconds); // an expectation
  return std::make_tuple(
      std::string_view(scheme), std::string_view(form), std::string_view(kernel),
      std::string_view(lastKernel), std::string_view(endsKernel), endsTeam, endsGroups,
      workGroupSize, workGroups, groupsPerUnit, pointsPerChunk, vectorWidth, arrangement, alignment,
      parts, vectorsAcross, vectorsDeep, unrolled, shifts, stepsPerLaunch, launches, steps, stages,
      grain, planePoints, units, unitBytes, pointBytes, isFlat, blockUnits, margin, blocks,
      tileWidth, tileSteps, tiles, kept, tallBoxes, lowBox, levels, buffers, std::to_array(box),
      scratchBytes, sharesTiles, pastCaches, redundantShare, rounds, swaps, walls, localBytes,
      tilesPerGroupLeast, tilesPerGroupMost, globalShare, computedShare, refusal, needed, available,
      std::string_view(counted), std::string_view(obstacle));
}

} // namespace

bool sameRun(const Plan &a, const Plan &b) { return fieldsOf(a) == fieldsOf(b); }

} // namespace eulerc
