// The OpenCL backend: loads a run on a device, builds its kernels, and answers questions about the
// state (opencl_stepper.h). Steps are taken in trial_backend.cpp and slab_steps.cpp.

#include "opencl/opencl_stepper.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backend/fma.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "model/model_lists.h"
#include "opencl/background_builds.h"
#include "opencl/devices.h"
#include "opencl/kernel_builder.h"
#include "opencl/launches.h"
#include "opencl/measuring.h"
#include "opencl/observer.h"
#include "opencl/rates.h"
#include "opencl/read_only.h"
#include "opencl/requirements.h"
#include "opencl/slab_rows.h"
#include "opencl/status.h"
#include "planning/planners.h"
#include "planning/request.h"
#include "reduction/monitors.h"
#include "schedule/times.h"
#include "state/state.h"
#include "tuning/pieces.h"
#include "tuning/tuner.h"

namespace eulerc {
namespace {

Device deviceAt(std::size_t index) {
  const std::vector<Device> devices = findDevices().devices;
  if (index >= devices.size())
    throw Error(Error::Kind::Run, "the OpenCL device is no longer there");
  return devices[index];
}

/// The context of a device, shared by all steppers that ask for it and freed with the last one.
std::shared_ptr<cl::Context> sharedContext(const cl::Device &device) {
  static std::mutex mutex;
  static std::map<cl_device_id, std::weak_ptr<cl::Context>> contexts;
  const std::lock_guard lock(mutex);
  std::weak_ptr<cl::Context> &known = contexts[device()];
  std::shared_ptr<cl::Context> context = known.lock();
  if (!context)
    known = context = std::make_shared<cl::Context>(device);
  return context;
}

/// The device and driver as a part of the tuning key: the speed of a run depends on them.
std::string placeOf(const DeviceInfo &device) {
  return fmt::format("{}, {}, driver {}", device.name, device.platform, device.driver);
}

/// Notes that fma is slow on the device, once for each stepper.
void noteSlowFma(const Job &job, const DeviceInfo &device, bool &isSaid) {
  const std::string slow = slowFmaNote(job.model, device);
  if (!slow.empty() && !std::exchange(isSaid, true) && job.note)
    job.note(slow);
}

} // namespace

OpenCL::OpenCL(std::size_t deviceIndex, bool sharesContext) : device_(deviceAt(deviceIndex)) {
  try {
    shared_ = sharesContext ? sharedContext(device_.handle) : nullptr;
    context_ = shared_ ? *shared_ : cl::Context(device_.handle);
    queue_ = cl::CommandQueue(context_, device_.handle, CL_QUEUE_PROFILING_ENABLE);
    builder_.emplace(context_, queue_, device_);
    inputs_.emplace(context_, queue_, device_.info.limits.isCpu);
    state_.emplace(context_, queue_, device_);
    observer_.emplace(context_, queue_, device_);
    listed_.emplace(context_, queue_);
    slabRows_.emplace(context_, queue_, device_, *state_, running_.overlap);
  } catch (const cl::Error &error) {
    throw Unusable(
        fmt::format("{} cannot be used: {}", device_.info.name, openClError(error).what()));
  }
}

void OpenCL::addNeeds(const Footprint &footprint, MemoryNeeds &needs) const {
  addRoom(footprint, device_, deviceBytes(), needs);
}

void OpenCL::finish(RunRecord &stats) {
  checked([&] {
    running_.finish(queue_, stats);
    slabRows_->finish();
    ready_.kernels.requireMet(queue_);
  });
}

/// Builds the kernels of a tuning, allocates their buffers, sets their arguments and launches them
/// once on no points.
void OpenCL::makeReady(const Job &job, const Tuning &tuning, ReadyKernels &ready) {
  ready.plan = builder_->prepare(job, tuning);
  const RowAlignment alignment = ready.plan.alignment;
  const Layout layout = job.layout(ready.plan.arrangement, alignment);
  const int threads = chooseThreads(job.threads, job.components);
  state_->allocate(job, job.statePlaces(layout));
  inputs_->uploadFields(job, alignment, threads);
  inputs_->uploadTables(job);
  inputs_->uploadData(job);
  constants_ = job.constants(layout, alignment);
  ready.kernels = Kernels(builder_->program(), job, ready.plan);
  ready.kernels.setArguments(context_, queue_, state_->copies(),
                             listed_->behind(inputs_->buffers(), ready.kernels.lists()), constants_,
                             levelsMeasured(ready.plan));
  try {
    launchOnNoPoints(ready.plan, queue_, ready.kernels, constants_);
  } catch (const cl::Error &error) {
    if (isShortage(error)) // the problem is too large for the device
      throw;
    throw Unusable(
        fmt::format("{} runs no kernels: {}", device_.info.name, openClError(error).what()));
  }
}

std::int64_t OpenCL::deviceBytes() const {
  return plus(plus(times(state_->bytes(), 2), inputs_->bytes()), listed_->bytes());
}

bool OpenCL::notesEvents(const Model &model, const Tuning &asked) const {
  return listsEvents(asked, device_.info.limits, model.stencil, model.program.rank);
}

/// Records the device and the bytes of the host. Throws Run if the device lacks the precision.
static void describe(const Job &job, const HostArray &y, const Device &where, RunRecord &stats) {
  const DeviceInfo &device = where.info;
  stats.backend = "opencl";
  stats.deviceName = device.name;
  stats.platform = device.platform;
  stats.driver = device.driver;
  stats.isCpu = device.limits.isCpu;
  stats.assumed = device.limits.assumed;
  stats.isDouble = job.model.program.precision == Precision::Double;
  requirePrecision(job.model, where);
  stats.hasFma = hasFma(device, job.model.program.precision);
  stats.hostBytes = y.room() + job.allFieldBytes();
}

/// Prepares the job's tuning; with `auto`, the next candidate if the driver does not build one.
/// `chosen`: the tuning that `prepared` chose last.
static Tuning firstThatBuilds(const Job &job, const std::function<Tuning(const Tuning &)> &prepared,
                              const Tuning &chosen, NotBuilt &notBuilt, const RunRecord &stats) {
  std::string why; // the first one failed
  while (true)
    try {
      const Tuning tuning = prepared(job.tuning);
      if (!why.empty() && job.note)
        job.note(fmt::format("what auto chose does not run here: {}; taking {} {}", why,
                             stats.plan.scheme(), stats.plan.name()));
      return tuning;
    } catch (const Unusable &failure) {
      if (job.tuning.scheme != Scheme::Auto || !notBuilt.add(chosen))
        throw;
      why = why.empty() ? failure.why() : why;
    }
}

bool OpenCL::load(const Job &job, HostArray &y, bool held, RunRecord &stats) {
  describe(job, y, device_, stats);
  if (job.run.steps == 0)
    return false;
  requireArguments(job.model, device_);
  noteSlowFma(job, device_.info, saidSlow_);
  checked([&] {
    running_.readers.finish();
    slabRows_->beginAnew();
  });
  running_ = {};
  ready_ = {}; // free the kernels of the previous run
  stats.build += measureUnknownRates(context_, queue_, device_);
  stats.rates = device_.info.limits.rates;
  plannedSteps_ = job.run.steps;
  const auto prepared = [&](const Tuning &asked) {
    builder_->preferText(false);
    request_ = builder_->requestOf(job, asked);
    tuning_ = tuner_.start(job, request_, placeOf(device_.info), stats.tuning, notBuilt_,
                           processesFor(device_) > 0);
    beginBuilds(job, request_, tuning_, stats);
    Trial trial(*this, y, job, stats);
    tuner_.beginTrials(job, builds_.processes->count() > 0 ? &trial : nullptr);
    const Stopwatch building;
    stats.setPlan(builder_->prepare(job, tuning_));
    stats.build += building.seconds();
    tuner_.noteBuild(building.seconds());
    return tuning_;
  };
  const Tuning tuning = firstThatBuilds(job, prepared, tuning_, notBuilt_, stats);
  checked([&] {
    const Stopwatch writing;
    const Places places = placesOf(job, stats.plan);
    const bool measures = tuner_.measures();
    const bool stays = held && state_->places() == places && !measures;
    if (held && !stays) {
      save(job, y);
      stats.saves++;
    }
    if (!stays)
      state_->upload(job, places, y, stats);
    const double uploading = writing.seconds();
    inputs_->uploadFields(job, stats.plan.alignment, chooseThreads(job.threads, job.components));
    stats.transfer += writing.seconds();
    if (measures)
      choose(job, request_, y, uploading, stats);
    const Stopwatch preparing;
    if (!measures)
      makeReady(job, tuning_ = tuning, ready_);
    builder_->prepareRest(job, ready_.plan, ready_.kernels);
    if (builds_.latest.isBegun()) // later they would wait for a background build
      state_->buildKernels(job);
    stats.build += preparing.seconds();
  });
  stats.setPlan(ready_.plan);
  stats.tuning.expected = plannerOf(job.model).secondsOfStep(request_, stats.plan);
  stats.deviceBytes = deviceBytes();
  return true;
}

bool OpenCL::takeFields(const Job &job) {
  checked([&] {
    inputs_->uploadFields(job, ready_.plan.alignment, chooseThreads(job.threads, job.components));
    inputs_->uploadData(job);
  });
  return true;
}

/// Reduces the values of the whole grid that a level reads, such as sums, from the level before it.
/// Values whose bits would differ on the device are computed on the host.
void OpenCL::reduceGlobals(const Job &job, std::int64_t launch) {
  const Model &model = job.model;
  const std::vector<const void *> values = job.allFields();
  StateView view{job.params.data(),
                 nullptr,
                 values.data(),
                 {},
                 {},
                 {1, 1, 1},
                 timeOfLevel(job.run, model, launch)};
  model.program.extents(job.params.data(), view.extent);
  seeBeyondEnds(view, job.grid);
  const auto copy = static_cast<std::size_t>(launch % 2);
  const Observer::State level = state_->of(copy);
  HostArray here;
  const auto onHost = [&] {
    if (here.bytes() == 0)
      state_->saveOwn(job, copy, here);
    StateView whole = view;
    whole.y = here.data();
    whole.state = whole.field = fromWhole(
        filePlaces({view.extent, view.extent + model.program.rank}, job.grid.classes), job.grid);
    whole.state.array = job.components / model.program.stateCount;
    return whole;
  };
  std::vector<std::byte> table(static_cast<std::size_t>(model.monitors.globalCount) *
                               static_cast<std::size_t>(job.realSize()));
  setGlobals(model, table.data(), [&](int number) {
    const auto &fields = inputs_->fields();
    const int threads = chooseThreads(job.threads, job.components);
    if (job.share != nullptr) {
      auto part = observer_->part(job, number, view, level, fields);
      if (!part)
        part = monitorPart(model, number, onHost(), job.share->points, job.share->all, threads);
      return job.share->join(reducedNumber(model, number).reduction, *std::move(part));
    }
    const auto reduced = observer_->monitor(job, number, view, level, fields);
    return reduced.value ? reduced.value()
                         : monitorValue(model, number, onHost(),
                                        job.components / model.program.stateCount, threads);
  });
  inputs_->writeTable(table);
}

void OpenCL::save(const Job &job, HostArray &y) {
  checked([&] { state_->save(job, y); });
}

Stepper::Copied OpenCL::copyTo(const Job &job, const CopyTarget &target) {
  return checked([&] { return state_->copyTo(job, target); });
}

bool OpenCL::read(const Job &job, std::span<const std::int64_t> components, void *to) {
  return checked([&] { return state_->read(job, components, to); });
}

std::function<double()> OpenCL::monitor(const Job &job, int number, const StateView &view) {
  Reductions::Reduced reduced =
      observer_->monitor(job, number, view, state_->of(0), inputs_->fields());
  if (!reduced.value)
    return nullptr;
  running_.readers.add(state_->first(), reduced.seen);
  return reduced.value;
}

std::optional<ReducedPart> OpenCL::part(const Job &job, int number, const StateView &view) {
  return observer_->part(job, number, view, state_->of(0), inputs_->fields());
}

double OpenCL::largest(const Job &job) {
  return checked([&] { return state_->largest(job); });
}

bool OpenCL::isFinite(const Job &job) {
  return checked([&] { return state_->isFinite(job); });
}

std::unique_ptr<Stepper> makeOpenCL(std::size_t deviceIndex, bool sharesContext) {
  return std::make_unique<OpenCL>(deviceIndex, sharesContext);
}

} // namespace eulerc
