// The job of a run: what a backend is given of a Solver.
//
//   params, fields, the run and how to take it → withJob(run, told, use) → use(job)
//
// For what asks the stepper: a job is there while `use` runs.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "layout/layout.h"
#include "run/solver_impl.h"
#include "state/state.h"

namespace eulerc {

template <class Use>
auto Solver::Impl::withJobOf(const Model &as, const Run &run, bool told, Use &&use) {
  const std::vector<ParamValue> values = params.values();
  const Grid points = grid();
  const std::int64_t n = y.bytes() / realSize(model.program.precision);
  Job job{as,
          values,
          points,
          shape().back(),
          n,
          pointsOf(points),
          fields.fieldPointers(),
          fields.fieldRevisions(),
          fields.data(),
          n / model.program.stateCount * realSize(model.program.precision),
          run,
          threads,
          tuning,
          buildOptions,
          {},
          told ? note : nullptr,
          told ? measuring : Measuring::Never,
          0,
          control.has_value(),
          interval()};
  if (progress && told)
    job.progress = [&](std::int64_t steps) { progress(begun->done + steps, begun->run.steps); };
  return use(static_cast<const Job &>(job));
}

} // namespace eulerc
