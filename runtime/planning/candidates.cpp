// The candidates of `auto`: a few ways to run, each with the seconds of a step that a model
// expects.
//
//   String, n = 10⁷, 132 compute units → overlapped as planned, with half and with twice as many
//   vectors kept, and with half the steps a launch
//
// The first candidate is the model's choice; the runtime may measure them all (runtime/tuning).
// Candidates agree with the hints. The first one uses overlapped tiles if they are supported,
// linear steps if the model expects them to be faster, or honeycombs if no tiles overlap. Then come
// the candidates that the model is least sure of.

#include "forms/gpu_figures.h"
#include "forms/hints.h"
#include "forms/linear.h"
#include "planning/candidate_list.h"
#include "planning/code_size.h"
#include "planning/planners.h"

#include <limits>
#include <utility>

namespace eulerc {

namespace {

using namespace forms;

/// Linear steps come first unless the model expects more than this factor of their time of tiles.
/// Infinite in 3-D with a long reach or corners, where tiles compute much for each value, with
/// fields, which each step reads again, and where many tiles have guarded points; and if most of a
/// tile is ghost zone.
double doubtOfTiles(const PlanRequest &request, const Plan &tiles) {
  constexpr double mostComputed = 4, never = std::numeric_limits<double>::infinity(),
                   ofManyComponents = 1.3;
  if (request.device.isCpu)
    return 1;
  if (tiles.expected.computedShare > mostComputed)
    return never;
  if (request.grid.rank < 3)
    return 1;
  const bool looksFar =
      std::ranges::any_of(request.reachAlong, [](std::int64_t reach) { return reach > 1; });
  if (looksFar || request.stencil.planesShare || request.stencil.fields > 0 ||
      request.stencil.guards == Guards::Many)
    return never;
  return request.grid.components > 2 ? ofManyComponents : 1;
}

Tuning named(const PlanRequest &request, Scheme scheme) {
  Tuning tuning = request.tuning;
  tuning.scheme = scheme;
  return tuning;
}

template <class Hint> Tuning with(Tuning tuning, Hint Tuning::*member, Hint hint) {
  tuning.*member = hint;
  return tuning;
}

/// Whether the backend has code for the scheme: the host lacks some.
bool hasCode(const PlanRequest &request, Scheme scheme) {
  return !request.device.isHost || hasHostCode(scheme);
}

/// The first tiled scheme that reads all hints and supports the program; else the first that reads
/// the hints, whose plan says why it is unsupported.
Tuning tilesFor(const PlanRequest &request) {
  Scheme first = Scheme::Auto, before = Scheme::Linear;
  for (const Form *form : allForms()) {
    const Scheme scheme = form->scheme;
    if (scheme == std::exchange(before, scheme) || !knowsHints(scheme, request.tuning) ||
        !hasCode(request, scheme))
      continue;
    if (planWith(request, named(request, scheme)).isPossible())
      return named(request, scheme);
    first = first == Scheme::Auto ? scheme : first;
  }
  return named(request, first == Scheme::Auto ? Scheme::Linear : first);
}

/// A smaller and a larger number of steps a launch that are worth measuring. For streaming tiles of
/// planes the best number depends on the compiler's registers. Neighbours of the fastest candidate
/// follow later (neighbours.cpp).
std::pair<std::int64_t, std::int64_t> stepsBeside(const PlanRequest &request, const Form &form,
                                                  std::int64_t steps) {
  if (form.isRegisterBound && steps <= 5)
    return {steps / 2, steps + 1};
  if (steps <= 4 && (request.grid.rank > 1 || request.device.isCpu))
    return {steps - 1, steps + 1};
  return form.isRegisterBound ? std::pair(steps * 7 / 10, steps * 10 / 7)
                              : std::pair(steps / 2, 2 * steps);
}

/// Adds candidates with limited registers. The speed of streaming tiles of planes depends on the
/// registers that NVIDIA's compiler uses: limited so that four or five work-groups of 128
/// work-items fit on a compute unit, some tiles are 10 % faster, others slower ("Registers and
/// occupancy" in bench/notes.md).
void addOccupancies(CandidateList &list, const Tuning &own) {
  constexpr std::int64_t groupsPerUnit[] = {4, 5};
  if (own.groupsPerUnit == 0)
    for (const std::int64_t groups : groupsPerUnit)
      list.add(with(own, &Tuning::groupsPerUnit, groups));
}

/// Adds other shapes of overlapped tiles than the plan of `own`.
void addShapes(CandidateList &list, const PlanRequest &request, const Tuning &own,
               const Plan &planned) {
  const Form &form = *planned.form;
  // The planner chose one of several forms; if the choice is wrong, it costs much.
  if (own.tileForm == TileForm::Auto && form.rival != TileForm::Auto && !request.device.isCpu)
    list.add(with(own, &Tuning::tileForm, form.rival));
  // Persistent tiles, if a cache holds the state.
  if (own.tileForm == TileForm::Auto && request.device.coResident > 1 && isCached(request))
    for (const Form *each : allForms())
      if (each->scheme == form.scheme && each->copies == Copies::OfRounds)
        list.add(with(own, &Tuning::tileForm, each->tileForm));
  const std::int64_t kept = sizesOf(planned).kept;
  if (own.kept == 0 && kept > 1 && !request.device.isHost) // compiled in on the host
    list.add(with(own, &Tuning::kept, kept / 2));
  if (own.tileSteps == 0) {
    const std::int64_t steps = form.tiling(planned).tileSteps / request.stages;
    const auto [fewer, more] = stepsBeside(request, form, steps);
    const Tuning same = with(own, &Tuning::tileForm, form.tileForm); // at any number of steps
    if (fewer > 0)
      list.add(with(same, &Tuning::tileSteps, TimeSteps(fewer)));
    if (more * request.stages <= request.steps)
      list.add(with(same, &Tuning::tileSteps, TimeSteps(more)));
  }
  if (form.isRegisterBound)
    addOccupancies(list, own);
}

/// Work-groups of at most this many work-items are not halved.
constexpr std::int64_t leastGroup = 128;

/// Adds other shapes of linear steps on GPUs: smaller work-groups, and fewer rows a work-item.
void addLinearShapes(CandidateList &list, const PlanRequest &request, const Tuning &own,
                     const Plan &planned) {
  if (request.device.isCpu)
    return;
  if (own.workGroupSize == 0 && planned.workGroupSize > leastGroup)
    list.add(with(own, &Tuning::workGroupSize, planned.workGroupSize / 2));
  const std::int64_t deep = sizesOf(planned).vectorsDeep;
  if (own.vectorsDeep == 0 && deep > 1)
    list.add(with(own, &Tuning::vectorsDeep, deep / 2));
}

/// Whether a plan has fewer work-items than twice what a GPU holds at once, so that latency is
/// hardly hidden.
bool hardlyFills(const PlanRequest &request, const Plan &plan) {
  constexpr std::int64_t few = 2; // times the work-items that the device holds
  return plan.workGroups * plan.workGroupSize <
         few * request.device.computeUnits * figuresOf(request).items;
}

/// Adds other sizes of linear steps. For grids that hardly fill a GPU: one vector a work-item, and
/// narrower vectors. For long code, which needs many registers: narrower vectors; single values,
/// which are built soonest; and smaller work-groups, since a unit holds more of them. In 3-D also
/// work-groups of 256, if they are larger, and registers limited for 384 and for 512 work-items of
/// a unit ("What trials try" in bench/notes.md).
void addSizes(CandidateList &list, const PlanRequest &request, const Tuning &own) {
  constexpr double muchCode = 400, veryMuch = 1000;
  const Plan plan = planWith(request, own);
  if (request.device.isCpu || !plan.isPossible())
    return;
  const double code = codeOf(request, plan);
  const bool isSmall = hardlyFills(request, plan);
  const auto add = [&](const Tuning &tuning) {
    list.add(tuning);
    if (code > veryMuch && own.workGroupSize == 0 && plan.workGroupSize > leastGroup)
      list.add(with(tuning, &Tuning::workGroupSize, plan.workGroupSize / 2));
  };
  if (code > veryMuch)
    add(own);
  if (isSmall && own.vectorsDeep == 0 && sizesOf(plan).vectorsDeep > 1)
    list.add(with(own, &Tuning::vectorsDeep, std::int64_t{1}));
  const bool isOpen = own.vectorWidth == 0 && plan.vectorWidth > 1;
  if (isOpen && (isSmall || code >= muchCode))
    add(with(own, &Tuning::vectorWidth, plan.vectorWidth / 2));
  if (isOpen && (isSmall || code > veryMuch))
    list.add(with(own, &Tuning::vectorWidth, std::int64_t{1}));
  constexpr std::int64_t ofSpaces = 256;
  if (request.grid.rank == 3 && own.workGroupSize == 0 && plan.workGroupSize > ofSpaces)
    list.add(with(own, &Tuning::workGroupSize, ofSpaces));
  const bool isLarge = code >= muchCode || request.stencil.fields > 0;
  for (const std::int64_t items : {384, 512})
    if (request.grid.rank == 3 && isLarge && own.groupsPerUnit == 0 && items > plan.workGroupSize)
      list.add(with(own, &Tuning::groupsPerUnit, items / plan.workGroupSize));
}

/// Adds forms of linear steps that are worth trying in addition to the usual one, if the model
/// expects less than `others` seconds of a step.
void addUnusual(CandidateList &list, const PlanRequest &request, double others) {
  if (request.tuning.linearForm != LinearForm::Auto || !knowsHints(Scheme::Linear, request.tuning))
    return;
  Tuning tuning = named(request, Scheme::Linear);
  for (const Form *form : allForms()) {
    tuning.linearForm = form->linearForm;
    if (form->isWorthTrying != nullptr && form->isWorthTrying(request) &&
        secondsOfStep(request, planWith(request, tuning)) < others)
      list.add(tuning);
  }
}

/// Adds the tunings that forms propose where no tiles overlap.
void addFallbacks(CandidateList &list, const PlanRequest &request) {
  for (const Form *form : allForms())
    if (form->fallbacks != nullptr && knowsHints(form->scheme, request.tuning) &&
        hasCode(request, form->scheme))
      for (const Tuning &tuning : form->fallbacks(request))
        list.add(tuning);
}

/// Whether tiles pay even for a single step: on processors, with a method of several stages, whose
/// intermediate values then stay in caches.
bool paysForOne(const PlanRequest &request) {
  constexpr std::int64_t several = 4;
  return request.device.isCpu && request.levelsOfStep >= several &&
         request.steps >= request.levelsOfStep;
}

/// Measured time of a GPU's tiles over the time that the model expects ("What trials try" in
/// bench/notes.md). The model knows how much tiles compute redundantly. It knows less about what
/// overlaps in time, and about how long the levels of a work-item wait for each other. Tiles in 3-D
/// have their own model.
double takenOverExpected(const PlanRequest &request, const Plan &tiles) {
  constexpr double hidden = 1 / 1.4, hiddenOnLines = 1 / 1.1, quotients = 1.6, waiting = 1.35,
                   ofFields = 1.8;
  constexpr std::int64_t manyStages = 3, few = 3, fewFields = 2;
  if (tiles.expected.isFitted)
    return 1;
  if (request.grid.rank == 2 && request.stencil.fields > fewFields)
    return ofFields;
  if (request.grid.rank == 2 && request.stages >= manyStages)
    return waiting;
  if (request.grid.rank == 2 && request.stencil.divides)
    return quotients;
  const bool isLight =
      request.grid.rank < 3 && request.grid.components <= few && request.flops <= 300;
  return !isLight ? 1 : request.stencil.divides ? hiddenOnLines : hidden;
}

} // namespace

Candidates candidatesOf(const PlanRequest &request) {
  CandidateList list(request);
  const Tuning linear = named(request, Scheme::Linear), tiles = named(request, Scheme::Overlapped);
  const bool takesLinear = knowsHints(Scheme::Linear, request.tuning);
  constexpr std::int64_t fewSteps = 8; // with fewer, tiles do not pay for their ghost zones
  const bool takesTiles = takesLinear && knowsHints(Scheme::Overlapped, request.tuning) &&
                          (request.steps >= fewSteps || paysForOne(request));
  if (!takesLinear) { // asks for tiles
    const Tuning hinted = tilesFor(request);
    const Plan plan = list.add(hinted);
    if (hinted.scheme == Scheme::Overlapped && plan.isPossible())
      addShapes(list, request, hinted, plan);
    return list.found();
  }
  const Plan overlapped = planWith(request, tiles);
  if (!takesTiles || !overlapped.isPossible()) {
    if (!request.device.isCpu && request.steps >= fewSteps)
      addFallbacks(list, request);
    if (request.steps >= fewSteps)
      addUnusual(list, request, secondsOfStep(request, planWith(request, linear)));
    const Plan plan = list.add(linear);
    if (request.device.isCpu && request.steps >= fewSteps)
      addFallbacks(list, request);
    addSizes(list, request, linear);
    addLinearShapes(list, request, linear, plan);
    return list.found();
  }
  const double ofLinear = secondsOfStep(request, planWith(request, linear));
  const double ofTiles = secondsOfStep(request, overlapped);
  // On processors tiles were always faster, unless they compute much redundantly.
  constexpr double muchDoubt = 2;
  const double taken =
      request.device.isCpu ? 1 / muchDoubt : takenOverExpected(request, overlapped);
  addUnusual(list, request, ofLinear < ofTiles ? ofLinear : ofTiles);
  if (ofLinear < ofTiles * taken * doubtOfTiles(request, overlapped))
    list.add(linear);
  list.add(tiles);
  // If the model expects six times the time, the candidate is not the best even if the model errs.
  constexpr double near = 6;
  const bool close = ofLinear < near * ofTiles;
  if (close)
    addSizes(list, request, linear);
  if (close && (request.device.isCpu || request.grid.rank == 3)) // before shapes fill the list
    list.add(linear);
  addShapes(list, request, tiles, overlapped);
  if (close)
    list.add(linear);
  return list.found();
}

/// `auto`: the choice of the model. Hints limit it to the schemes that read them; the solver has
/// checked that there is one (requireKnownHints()).
Plan planAuto(const PlanRequest &request) {
  const Candidates found = candidatesOf(request);
  const auto reason = [&] { // a tuning whose plan says why there is no candidate
    const bool isLinear = request.tuning.linearForm != LinearForm::Auto;
    return isLinear ? named(request, Scheme::Linear) : tilesFor(request);
  };
  return planWith(request, found.count > 0 ? found.list[0].tuning : reason());
}

} // namespace eulerc
