// Going on with the run of a checkpoint.
#include "run/solver_impl.h"

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "results/checkpoint.h"
#include "schedule/times.h"

namespace eulerc {

void Solver::Impl::resume(const std::string &path) {
  refuseWhileRunning();
  const Stopwatch watch;
  const auto allocate = [&](const CheckpointHead &head) {
    forgetState();
    for (std::size_t i = 0; i < head.params.size(); i++)
      if (model.program.params[i].type == ParamType::Int)
        params.set(model.program.params[i].name, head.params[i].integer);
      else
        params.set(model.program.params[i].name, head.params[i].real);
    fields.paramsChanged();
    if (shape() != head.shape)
      refuse(fmt::format("cannot resume from '{}': it is of {} points, the grid has {}", path,
                         shapeText(head.shape), shapeText(shape())));
    if (head.stages != model.method.methodStages && model.method.stageLevels > 0)
      takeStages(head.stages);
    chosenFor = head.run.dt;
    makeRoom();
    return y.data();
  };
  const CheckpointHead head = readCheckpoint(path, model, allocate);
  checkProblem();
  const std::vector<std::uint64_t> hashes = fieldHashes();
  for (std::size_t f = 0; f < hashes.size(); f++)
    if (f >= head.fields.size() || hashes[f] != head.fields[f])
      refuse(fmt::format("cannot resume from '{}': the {} had other values", path,
                         fields.called(static_cast<int>(f))));
  current = onHost = true;
  isInitial = false;
  begin(head.run);
  begun->done = head.done;
  begun->isStarted = true;
  startStats(components(), false);
  stats.resumedAt = head.done;
  goOnControlled(head.controlled);
  stats.run = pieceOf(begun->run, 0, head.done);
  initialiseSeconds += watch.seconds();
  if (begun->left() == 0)
    takePiece(*begun, 0); // says where it ran
}

} // namespace eulerc
