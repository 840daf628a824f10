// The error of a step, in tolerances.
//
//   y before and after, the error the method tells, tolerances → √(mean (error / scale)²),
//   scale = absolute + relative · max(|before|, |after|)
//
// Added in a fixed order, so that runs take the same steps wherever they are computed.
#pragma once

#include <string>

#include <eulerc/solver.h>

#include "base/array.h"
#include "layout/convert.h"
#include "reduction/parts.h"

namespace eulerc {

/// Throws Usage for control that cannot be.
void requireControl(const Model &model, const StepControl &control);

/// What a step did.
struct Trial {
  const Model &model;
  const StepControl &control;
  std::int64_t points;          ///< of the grid
  const void *before, *after;   ///< the states; behind the latter, the errors of all of them
  Places places;                ///< where values lie in both
  const Share *share = nullptr; ///< of a slab: its points are a part of the norm's
};

/// A warning about absolute tolerances without a relative one that are below the rounding error of
/// a state of that size, or "".
std::string tooFineText(const Model &model, const StepControl &control, const HostArray &y,
                        std::int64_t points);

/// The order of files.
Places inFileOrder(std::int64_t points);

/// Reads all once.
double errorNorm(const Trial &trial, int threads);

/// "u[3] errs by 35 tolerances", of the component that errs most; "u[3] is nan".
std::string worstText(const Trial &trial, const std::vector<std::int64_t> &shape);

} // namespace eulerc
