// RunLoop::resume(): continues the run of a checkpoint, perhaps to a later end.
#include "run/run_loop.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "results/checkpoint.h"
#include "schedule/times.h"

namespace eulerc {

namespace {

/// Extends a run with a fixed step size, from the state of its checkpoint.
void extend(BegunRun &begun, const Extension &extension, const std::string &path) {
  const Run &old = begun.run;
  const double now = begun.time(), dt = extension.dt.value_or(old.dt);
  const std::int64_t done = old.first + begun.done; // since old.from
  const Start first = old.begin.value_or(startOf(old));
  const std::int64_t taken = old.before + done - first.before;
  const double end = extension.tEnd.value_or(std::max(old.to, now));
  if (stepsBetween(now, end, old.dt) < 0)
    refuse(fmt::format("the end t = {} lies before t = {}, which the run of '{}' has come to", end,
                       now, path));
  if (extension.steps && *extension.steps < taken)
    refuse(fmt::format("{} steps are fewer than the {} that the run of '{}' has taken",
                       *extension.steps, taken, path));
  const bool hasEnded = begun.left() == 0;
  const bool isCut = hasEnded && old.steps > 0 && old.lastStep != old.dt;
  const bool isAnew = isCut || dt != old.dt;
  const Start start = isAnew ? Start{now, old.before + done} : startOf(old);
  const std::int64_t before = start.before - first.before;
  Run whole = extension.steps ? Solver::planSteps(start, dt, *extension.steps - before)
                              : Solver::planTimes(start, end, dt);
  if (!isAnew && whole.steps >= done)
    whole = pieceOf(whole, old.first, whole.steps - old.first);
  else if (!isAnew)
    return; // up to rounding, no step is left
  whole.begin = isAnew ? first : old.begin;
  whole.earlier = isAnew ? std::nullopt : old.earlier;
  if (isAnew && dt == old.dt)
    whole.earlier = {outputsFrom(old), (old.earlier ? old.earlier->count : 0) + done, old.from,
                     done};
  begun.run = whole;
  begun.done = isAnew ? 0 : begun.done;
  begun.isStarted = !isAnew;
  begun.endedHere = hasEnded && !isAnew;
}

/// Extends a run with step control, which is a single interval from its beginning.
void extendControlled(BegunRun &begun, const Extension &extension, const std::string &path,
                      double now) {
  if (extension.steps || extension.dt)
    refuse(fmt::format("errors control how long the steps of the run of '{}' are; give it "
                       "--t-end alone",
                       path));
  const double end = *extension.tEnd;
  if (end < now)
    refuse(fmt::format("the end t = {} lies before t = {}, which the run of '{}' has come to", end,
                       now, path));
  if (end == now)
    return;
  const Run old = begun.run;
  begun.run = Solver::planTimes(startOf(old), end, end - old.from);
  begun.done = 0;
}

} // namespace

void RunLoop::resume(const std::string &path, const Extension &extension) {
  refuseWhileRunning();
  refuseWhileChanging(store_);
  const Stopwatch watch;
  const auto allocate = [&](const CheckpointHead &head) {
    store_.forgetState();
    setup_.takeParams(head.params);
    setup_.fields.paramsChanged();
    if (setup_.shape() != head.shape)
      refuse(fmt::format("cannot resume from '{}': it is of {} points, the grid has {}", path,
                         shapeText(head.shape), shapeText(setup_.shape())));
    sizes.resumeStages(head.stages, longestStep(head.run));
    store_.makeRoom();
    return store_.y.data();
  };
  const CheckpointHead head = readCheckpoint(path, setup_.model, allocate);
  setup_.checkProblem();
  const std::vector<std::uint64_t> hashes = setup_.fieldHashes();
  for (std::size_t f = 0; f < hashes.size(); f++)
    if (f >= head.fields.size() || hashes[f] != head.fields[f])
      refuse(fmt::format("cannot resume from '{}': the {} had other values", path,
                         setup_.fields.called(static_cast<int>(f))));
  setup_.forgetFilesOfState();
  setup_.files[Setup::resumedState] = {path};
  store_.current = store_.onHost = true;
  store_.isInitial = false;
  begin(head.run);
  store_.begun->done = head.done;
  store_.begun->isStarted = store_.begun->isResumed = true;
  store_.begun->steady = head.steady;
  observers.goOn(head.files);
  if (extension.isAsked() && head.controlled)
    extendControlled(*store_.begun, extension, path, head.controlled->time);
  else if (extension.isAsked())
    extend(*store_.begun, extension, path);
  if (!store_.begun->isStarted)
    store_.forgetPast(); // slopes of steps of another length
  if (head.stages == 0)
    store_.begun->isStarted = false; // the first piece chooses the stages
  beginStats(store_.stats, setup_.components(), false);
  store_.stats.resumedAt = store_.begun->done;
  errors.goOn(head.controlled);
  store_.stats.run = pieceOf(store_.begun->run, 0, store_.begun->done);
  setup_.initialiseSeconds += watch.seconds();
  if (store_.begun->left() == 0)
    takePiece(*store_.begun, 0); // sets the device in the statistics
}

} // namespace eulerc
