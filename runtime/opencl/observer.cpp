// Reduces monitors and changes of the state on the device (observer.h).

#include "opencl/observer.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/model_lists.h"
#include "opencl/buffers.h"
#include "opencl/status.h"
#include "reduction/monitors.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// Kernels that find the largest change of a component (templates/reduction/change.cl).
constexpr const char *changeKernels = R"(#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define EULERC_IS_DOUBLE 1
typedef double real;
#define EULERC_RANK 2
#define EULERC_INDICES_OF(point) , (point)->i[0], (point)->i[1]
#define EULERC_FIELDS 1
#define EULERC_VIEWED_FIELDS , global const EULERC_REAL *before
#define EULERC_VIEWED {before}
#define EULERC_VALUES_AT_A_TIME _Pragma("unroll 4")
#include "prelude.cl"
#include "view.cl"
#include "reduction.h"
#include "change.cl"
#include "reduce.cl"
)";

} // namespace

Reductions &Observer::reductions(const Job &job) {
  if (!reductions_)
    reductions_.emplace(context_, device_);
  reductions_->useGroups(job.tuning.workGroupSize);
  return *reductions_;
}

/// The end of all commands that were enqueued so far: then the state is complete.
cl::Event Observer::written() {
  cl::Event event;
  queue_.enqueueBarrierWithWaitList(nullptr, &event);
  queue_.flush();
  return event;
}

Observer::Seen Observer::seenBy(const Job &job, int number, const StateView &view,
                                const State &state,
                                const std::vector<ReadOnly::Field> &fields) const {
  const auto placesOf = [&](const Places &places) {
    return fromWhole(valuePlaces(places, job.grid.classes), job.grid);
  };
  Seen seen{{job.model.monitors.kernels, "", reducedNumber(job.model, number).reduction},
            {job.params, state.buffer, {}, {placesOf(state.places), {}, {}, view.t, 0, 0}}};
  DeviceView::Looked &looked = seen.view.looked;
  std::copy(view.extent, view.extent + maxRank, looked.extent);
  looked.below = view.below;
  looked.above = view.above;
  std::int64_t values =
      job.share != nullptr ? std::max(state.places.values, job.share->all * state.places.components)
                           : state.places.values;
  for (const ReadOnly::Field &field : fields) {
    values = std::max(values, field.places.values);
    seen.view.fields.push_back(field.buffer);
    looked.field = placesOf(field.places);
  }
  seen.values.options =
      fmt::format("-DEULERC_MONITOR={} -DEULERC_STEP={}{}", number, state.places.step,
                  gridOptions(job.model.program.rank, view.extent, values));
  return seen;
}

Reductions::Reduced Observer::monitor(const Job &job, int number, const StateView &view,
                                      const State &state,
                                      const std::vector<ReadOnly::Field> &fields) {
  if (!reducedNumber(job.model, number).onDevice || !reducesHere(job))
    return {};
  const Seen seen = seenBy(job, number, view, state, fields);
  try {
    Reductions::Reduced reduced = checked([&] {
      return reductions(job).reduce(seen.values, seen.view,
                                    job.components / job.model.program.stateCount, written());
    });
    reduced.value = [value = reduced.value] { return checked(value); };
    return reduced;
  } catch (const Unusable &unusable) {
    reducesOnHost(job, unusable.why());
    return {};
  }
}

std::optional<ReducedPart> Observer::part(const Job &job, int number, const StateView &view,
                                          const State &state,
                                          const std::vector<ReadOnly::Field> &fields) {
  if (!reducedNumber(job.model, number).onDevice || !reducesHere(job))
    return std::nullopt;
  const Seen seen = seenBy(job, number, view, state, fields);
  try {
    return checked([&] {
      return reductions(job).part(seen.values, seen.view, job.share->points, job.share->all,
                                  written());
    });
  } catch (const Unusable &unusable) {
    reducesOnHost(job, unusable.why());
    return std::nullopt;
  }
}

/// Whether the device can reduce: it computes in double, and builds the kernels. If not, notes it
/// once.
bool Observer::reducesHere(const Job &job) {
  if (!onHost_ && !Reductions::fit(device_))
    reducesOnHost(job, device_.info.name + " has no double");
  return !onHost_;
}

void Observer::reducesOnHost(const Job &job, const std::string &why) {
  onHost_ = true;
  if (job.note)
    job.note(fmt::format("monitors are computed on the host: {}", why));
}

bool Observer::remember(const Job &job, const State &state) {
  beforePlaces_ = {};
  if (!reducesHere(job))
    return false;
  try {
    if (before_() == nullptr ||
        before_.getInfo<CL_MEM_SIZE>() != static_cast<std::size_t>(state.bytes))
      before_ = makeBuffer(context_, CL_MEM_READ_WRITE, state.bytes, device_.info.limits.isCpu);
    queue_.enqueueCopyBuffer(state.buffer, before_, 0, 0, static_cast<std::size_t>(state.bytes));
    queue_.finish(); // throws if the copy failed
  } catch (const cl::Error &error) {
    if (!isShortage(error))
      throw openClError(error);
    before_ = {};
    return false;
  }
  beforePlaces_ = state.places;
  return true;
}

std::optional<double> Observer::change(const Job &job, const State &state) {
  if (beforePlaces_ != state.places || before_() == nullptr)
    return std::nullopt;
  const DeviceView seen{{},
                        state.buffer,
                        {before_},
                        {valuePlaces(state.places, state.places.classes),
                         {},
                         {state.places.rows, state.places.fileRow, 1},
                         0,
                         0,
                         0}};
  const std::string options = fmt::format("-DEULERC_REAL={} -DEULERC_STATES={} -DEULERC_CLASSES={}",
                                          precisionName(job.model.program.precision),
                                          solvedStatesOf(job.model).size(), state.places.classes) +
                              gridOptions(2, seen.looked.extent, state.places.values);
  try {
    return checked([&] {
      return reductions(job)
          .reduce({changeKernels, options, Reduction::Max}, seen,
                  state.places.rows * state.places.fileRow, written())
          .value();
    });
  } catch (const Unusable &unusable) { // from now on, the host compares
    reducesOnHost(job, unusable.why());
    return std::nullopt;
  }
}

} // namespace eulerc
