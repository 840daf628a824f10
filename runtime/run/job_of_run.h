// Makes the Job of a run, the input of every call of a stepper, from the setup and the state store.
//
//   params, fields, the run and how to take it → withJob(run, told, use) → use(job)
//
// The job exists only while `use` runs.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "layout/layout.h"
#include "run/state_store.h"
#include "state/state.h"

namespace eulerc {

template <class Use>
auto StateStore::withJobOf(const Model &as, const Run &run, bool told, Use &&use) {
  const std::vector<ParamValue> values = setup.params.values();
  const Grid points = setup.grid();
  const std::int64_t n = y.bytes() / realSize(setup.model.program.precision);
  const Tuning tuning = setup.tuning;
  updateEventNotes();
  Job job{as,
          values,
          points,
          setup.shape().back(),
          n,
          pointsOf(points),
          setup.fields.fieldPointers(),
          setup.fields.fieldRevisions(),
          setup.fields.data(),
          n / setup.model.program.stateCount * realSize(setup.model.program.precision),
          run,
          setup.threads,
          tuning,
          setup.buildOptions,
          {},
          told ? setup.note : nullptr,
          told ? setup.measuring : Measuring::Never,
          0,
          setup.control.has_value(),
          interval};
  if (told && events && events->areKept && events->areRead())
    job.events = events.get();
  if (setup.progress && told)
    job.progress = [this](std::int64_t steps) { tellAmidSteps(*this, steps); };
  return use(static_cast<const Job &>(job));
}

} // namespace eulerc
