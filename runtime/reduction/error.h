// The norm of the error of a step, in units of the tolerance.
//
//   y before and after, the method's error estimate, tolerances → √(mean (error / scale)²),
//   scale = absolute + relative · max(|before|, |after|)
//
// The sum has a fixed order, so that runs take the same steps on every backend.
#pragma once

#include <string>

#include <eulerc/solver.h>

#include "base/array.h"
#include "layout/convert.h"
#include "reduction/parts.h"

namespace eulerc {

/// Throws Usage for step control that is invalid.
void requireControl(const Model &model, const StepControl &control);

/// Trial: the states before and after a step, with the errors of the step.
struct Trial {
  const Model &model;
  const StepControl &control;
  std::int64_t points;          ///< of the grid
  const void *before, *after;   ///< the states; `after` is followed by the errors of all states
  Places places;                ///< of the values in both
  const Share *share = nullptr; ///< for a slab, whose points are only a part of the norm
};

/// A warning about absolute tolerances without a relative one that are below the rounding error of
/// a state of that size, or "".
std::string tooFineText(const Model &model, const StepControl &control, const HostArray &y,
                        std::int64_t points);

/// Places of states in the file's order.
Places inFileOrder(std::int64_t points);

/// The norm; reads all values once.
double errorNorm(const Trial &trial, int threads);

/// "u[3] errs by 35 tolerances" for the component with the largest error, or "u[3] is nan".
std::string worstText(const Trial &trial, const std::vector<std::int64_t> &shape);

} // namespace eulerc
