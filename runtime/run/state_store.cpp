// Computes, loads, saves and replaces the state of a solver (state_store.h).

#include "run/state_store.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "backend/select_backend.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/refuse.h"
#include "base/text.h"
#include "layout/layout.h"
#include "layout/whole.h"
#include "model/stages.h"
#include "reduction/monitors.h"
#include "run/at_once.h"
#include "run/job_of_run.h"
#include "schedule/times.h"
#include "slabs/cut.h"
#include "state/state.h"

namespace eulerc {

std::int64_t BegunRun::taken() const { return numberOf(run) + done; }

double BegunRun::time() const {
  return amid ? *amid : left() == 0 ? run.to : timeOfStep(run, done);
}

void BegunRun::endHere() {
  const double start = timeOfStep(run, done);
  run = pieceOf(run, 0, done);
  if (amid) {
    run.steps = ++done;
    run.lastStep = *amid - start;
    run.to = *amid;
    isCut = true;
  }
  amid.reset();
}

void StateStore::updateEventNotes() {
  if (events)
    events->areKept = !setup.control && stepper && stepper->notesEvents(setup.model, setup.tuning);
}

std::int64_t StateStore::travellingBytes() const {
  return y.bytes() / setup.model.program.stateCount * travellingStates(setup.model);
}

void refuseWhileChanging(const StateStore &store) {
  if (store.changes)
    refuse("together() is under way, which sets params, fields, data, and how to run; read or "
           "replace the state and run before it or after it");
}

void StateStore::ensureState() {
  if (!current)
    computeInitialState();
  else if (!onHost)
    save();
}

const HostArray &StateStore::shownState() {
  refuseWhileChanging(*this);
  if (between)
    return between->y;
  ensureState();
  return y;
}

bool StateStore::leavesInitial() {
  if (current || !stepper->staysInParts() || startsFromFields(setup.model)) // parts lack rows
    return false;
  y.release();
  allocate();
  current = isInitial = isLeft = true;
  onHost = held = false;
  return true;
}

void StateStore::inPieces(std::int64_t state, const UsePiece &use) {
  const std::int64_t size = realSize(setup.model.program.precision);
  const std::int64_t count = setup.components() / setup.model.program.stateCount;
  if (!isInParts())
    return use(0, count,
               static_cast<const std::byte *>(shownState().data()) + state * count * size);
  finishSteps();
  const Stopwatch reading;
  const std::int64_t most = std::min(count, bytesOfPiece / size);
  HostArray piece;
  piece.allocate(most * size);
  for (std::int64_t begin = 0; begin < count; begin += most) {
    const Range some{begin, std::min(begin + most, count)};
    withJob(stats.run, false,
            [&](const Job &job) { stepper->savePiece(job, state, some, piece.data()); });
    use(some.begin, some.end - some.begin, piece.data());
  }
  stats.transfer += reading.seconds();
}

void StateStore::dropState() {
  isLeft = false;
  current = onHost = held = false;
  between.reset();
  good.y.release();
  good.done = -1;
  replaced++;
  unsettle();
}

void StateStore::forgetState() {
  dropState();
  begun.reset();
}

void StateStore::paramsChanged(std::string_view name, const std::vector<std::int64_t> &before) {
  setup.fields.paramsChanged();
  const std::vector<std::int64_t> extents = setup.uncheckedShape();
  const bool isKept = current && !isInitial;
  if (extents != before) {
    if (isKept && setup.note)
      setup.note(fmt::format(
          "{} changes the grid from {} to {} points: the state cannot stay, and the next "
          "run starts from the initial values",
          name, shapeText(before), shapeText(extents)));
    return forgetState();
  }
  if (!isKept)
    return dropState();
  startsAnew();
  unsettle();
}

void StateStore::replaceState(const DeclaredState &state, const HostArray &values) {
  refuseWhileChanging(*this);
  if (between && !setup.control)
    refuse("the state between two steps of a fixed length is not the run's own; replace the state "
           "at a step, or leave interpolate() out");
  goOnFromShown();
  ensureState();
  isInitial = held = false;
  startsAnew();
  std::memcpy(static_cast<std::byte *>(y.data()) + state.first * (values.bytes() / state.count),
              values.data(), static_cast<std::size_t>(values.bytes()));
}

void StateStore::startsAnew() {
  good.done = -1;
  replaced++;
  if (begun)
    begun->fromInitial = false;
  forgetPast();
}

void StateStore::forgetPast(bool isOtherTime) {
  const bool hasTimes = isOtherTime && hasEvents(setup.model);
  if ((setup.model.method.unknownSlope == 0 && !hasTimes) || !current)
    return;
  if (hasTimes)
    goOnFromShown();
  ensureState();
  held = false;
  forgetSlopes(setup.model, setup.components(), y.data());
  if (hasTimes)
    forgetEvents(setup.model, setup.components(), y.data());
}

void StateStore::goOnFromShown() {
  if (!between)
    return;
  std::memcpy(y.data(), between->y.data(), static_cast<std::size_t>(y.bytes()));
  current = onHost = true;
  held = false;
  if (begun) {
    if (!begun->amid) // the step has met the end of its interval
      begun->done--;
    begun->amid = between->time;
    stats.run = pieceOf(begun->run, 0, begun->done);
  }
  between.reset();
}

void StateStore::dropStepper() {
  if (current)
    ensureState();
  stepper.reset();
  held = false;
  unsettle();
}

void StateStore::allocate() {
  const std::int64_t n = setup.components();
  const std::int64_t size = realSize(setup.model.program.precision);
  const std::int64_t room = times(stateValues(setup.grid()), size); // host backends step in it
  requireMemory(componentsText(n), room, plus(availableHostMemory(), y.room()), "of main memory");
  y.allocate(n * size, room);
}

void StateStore::makeRoom() {
  allocate();
  const std::int64_t n = setup.components();
  const std::int64_t size = realSize(setup.model.program.precision);
  placePages(placesOf(setup.grid(), makeLayout(setup.grid(), Arrangement::SoA),
                      setup.model.program.stateCount, setup.shape().back()),
             size, y.data(), chooseThreads(setup.threads, n));
}

void StateStore::computeInitialState() {
  if (setup.model.data.count > 0 || startsFromFields(setup.model))
    setup.prepareFields(); // initial values may depend on fields and data
  const Stopwatch watch;
  makeRoom();
  computeInitial(setup.model, setup.params.values(), setup.fields.pointers(), y,
                 chooseThreads(setup.threads, setup.components()));
  forgetSlopes(setup.model, setup.components(), y.data());
  setup.initialiseSeconds += watch.seconds();
  current = onHost = isInitial = true;
  held = false;
}

void StateStore::save() {
  finishSteps();
  const Stopwatch reading;
  withJob(stats.run, false, [&](const Job &job) { stepper->save(job, y); });
  stats.transfer += reading.seconds();
  stats.saves++;
  onHost = true;
}

Stepper::Copied StateStore::copyTo(const CopyTarget &target) {
  if (between || !held || onHost) {
    const HostArray &shown = shownState();
    const std::int64_t each = y.bytes() / setup.model.program.stateCount;
    for (std::int64_t state = 0; state < setup.model.program.stateCount; state++)
      std::memcpy(static_cast<std::byte *>(target.first) + state * target.stateBytes,
                  static_cast<const std::byte *>(shown.data()) + state * each,
                  static_cast<std::size_t>(each));
    return {};
  }
  finishSteps();
  const Stopwatch reading;
  Stepper::Copied copied =
      withJob(stats.run, false, [&](const Job &job) { return stepper->copyTo(job, target); });
  stats.transfer += reading.seconds();
  stats.saves++;
  return copied;
}

namespace {

Footprint footprintOf(const Setup &setup) {
  const std::int64_t size = realSize(setup.model.program.precision);
  const std::int64_t field = times(gridPoints(setup.shape()), size);
  const std::vector<std::int64_t> each = dataBytes(setup.model, setup.params.values());
  std::int64_t data = 0;
  for (const std::int64_t bytes : each)
    data = plus(data, bytes);
  const auto largest = std::max_element(each.begin(), each.end());
  return {setup.components(),
          times(stateValues(setup.grid()), size),
          times(field, setup.model.program.fieldCount),
          times(times(fieldValues(setup.grid()), size), setup.model.program.fieldCount),
          data,
          each.empty() ? "" : setup.model.data.list[largest - each.begin()].name,
          each.empty() ? 0 : *largest,
          readsFar({setup.model, setup.grid(), setup.shape().back()})};
}

} // namespace

void StateStore::checkMemory() const {
  const Footprint all = footprintOf(setup);
  MemoryNeeds needs(all.who());
  needs.add(plus(stepper->staysInParts() ? 0 : all.state, plus(all.fields, all.data)),
            plus(y.room(), setup.fields.bytes()));
  stepper->addNeeds(all, needs);
  needs.check();
}

void StateStore::load(const Run &rest, bool isHeld, bool told) {
  const bool isNew = std::exchange(isLeft, false);
  withJob(rest, told, [&](const Job &whole) {
    Job job = whole;
    job.isInitial = isNew;
    try {
      held = stepper->load(job, y, isHeld, stats);
    } catch (const Unusable &unusable) {
      if (setup.backend != Backend::Auto || setup.device || setup.slabs.isAsked() ||
          !setup.buildOptions.empty())
        throw;
      if (isHeld)
        stepper->save(job, y);
      stepper = insteadOf(unusable, setup.note);
      checkMemory();
      held = stepper->load(job, y, false, stats);
    }
  });
  onHost = !held;
  settledFor = held ? rest.steps : 0;
  frames.areTaken();
  if (isNew && !held)
    computeInitialState();
  if (stepper->staysInParts())
    stats.pieces = [this](std::int64_t state, const UsePiece &use) { inPieces(state, use); };
}

void StateStore::advance(const Run &piece, bool told) {
  frames.advance(piece, told);
  const bool isOld = onHost && piece.steps > 0;
  onHost = onHost && piece.steps == 0;
  if (isOld && stepper->staysInParts()) {
    y.release(); // frees its pages
    allocate();
  }
}

void tellAmidSteps(StateStore &store, std::int64_t steps) {
  try {
    store.setup.progress(store.begun->done + steps, store.begun->run.steps);
  } catch (const AtOnce &) {
    throw;
  } catch (...) {
    if (!store.thrown)
      store.thrown = std::current_exception();
  }
}

double StateStore::largestValue() {
  if (held && !onHost) {
    finishSteps();
    return withJob(stats.run, false, [&](const Job &job) { return stepper->largest(job); });
  }
  const std::int64_t n = setup.components();
  Places inFile;
  inFile.fileRow = inFile.pitch = inFile.plane = inFile.values = n;
  return eulerc::largestValue(setup.model.program.precision, inFile, y.data(),
                              chooseThreads(setup.threads, n));
}

ViewedState viewOf(StateStore &store) { return viewAt(store, store.time()); }

ViewedState viewAt(StateStore &store, double t) {
  const Setup &setup = store.setup;
  store.frames.turnTo(t);
  const std::vector<std::int64_t> extents = setup.shape();
  const ValuePlaces inFile = filePlaces(extents, setup.grid().classes);
  ViewedState state{setup.params.values(), setup.fields.pointers(), {}};
  state.view = {state.params.data(), nullptr, state.fields.data(), inFile, inFile, {},
                store.time()};
  std::copy(extents.begin(), extents.end(), state.view.extent);
  return state;
}

std::string nonFiniteIn(const StateStore &store) {
  const Setup &setup = store.setup;
  return nonFiniteText(setup.model, setup.shape(), store.y,
                       chooseThreads(setup.threads, setup.components()));
}

void beginStats(RunRecord &stats, std::int64_t components, bool isSettled) {
  if (!isSettled)
    stats = RunRecord();
  stats.components = components;
  stats.initialise = stats.build = stats.transfer = stats.estimate = stats.watch = stats.seconds =
      stats.deviceSeconds = 0;
  stats.tuning.seconds = 0;
  stats.work = {};
  stats.spectrum = {};
  stats.stabilityLimit = 0;
  stats.steps = {};
  stats.slabs.exchange = stats.slabs.waiting = 0;
  stats.slabs.bytes = 0;
  stats.slabs.each.clear();
  stats.loads = stats.saves = 0;
}

} // namespace eulerc
