// Going on with the run of a checkpoint.
#include "run/run_loop.h"

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "results/checkpoint.h"
#include "schedule/times.h"

namespace eulerc {

void RunLoop::resume(const std::string &path) {
  refuseWhileRunning();
  const Stopwatch watch;
  const auto allocate = [&](const CheckpointHead &head) {
    store_.forgetState();
    for (std::size_t i = 0; i < head.params.size(); i++)
      if (setup_.model.program.params[i].type == ParamType::Int)
        setup_.params.set(setup_.model.program.params[i].name, head.params[i].integer);
      else
        setup_.params.set(setup_.model.program.params[i].name, head.params[i].real);
    setup_.fields.paramsChanged();
    if (setup_.shape() != head.shape)
      refuse(fmt::format("cannot resume from '{}': it is of {} points, the grid has {}", path,
                         shapeText(head.shape), shapeText(setup_.shape())));
    if (head.stages != setup_.model.method.methodStages && setup_.model.method.stageLevels > 0)
      sizes.takeStages(head.stages);
    sizes.keepStagesFor(head.run.dt);
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
  store_.current = store_.onHost = true;
  store_.isInitial = false;
  begin(head.run);
  store_.begun->done = head.done;
  store_.begun->isStarted = true;
  store_.startStats(setup_.components(), false);
  store_.stats.resumedAt = head.done;
  errors.goOn(head.controlled);
  store_.stats.run = pieceOf(store_.begun->run, 0, head.done);
  setup_.initialiseSeconds += watch.seconds();
  if (store_.begun->left() == 0)
    takePiece(*store_.begun, 0); // says where it ran
}

} // namespace eulerc
