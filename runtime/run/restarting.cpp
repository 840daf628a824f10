// Starting from the state of a checkpoint, of whatever program it is.
#include <algorithm>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "input/file.h"
#include "input/values.h"
#include "model/model_lists.h"
#include "results/checkpoint.h"
#include "run/solver_impl.h"
#include "state/state.h"

namespace eulerc {
namespace {

[[noreturn]] void refuseRestart(const std::string &path, const std::string &why) {
  refuse(fmt::format("cannot restart from '{}': {}", path, why));
}

/// The file, or the one before it where it is damaged.
KeptState readWhole(const std::string &path, const std::function<void(const std::string &)> &note) {
  try {
    return readKeptState(path);
  } catch (const DamagedCheckpoint &damaged) {
    const std::string previous = path + ".previous";
    if (!hasFile(previous))
      throw;
    if (note)
      note(fmt::format("{}; the one before it is taken", damaged.what()));
    return readKeptState(previous);
  }
}

/// The values of a state, its species one after the other; none where the file lacks some of them.
std::vector<double> valuesOf(const KeptState &kept, const Model &model,
                             const DeclaredState &state) {
  std::vector<double> values;
  for (int k = state.first; k < state.first + state.count; k++) {
    const auto found = std::ranges::find(kept.states, std::string(model.program.states[k].name));
    if (found == kept.states.end())
      return {};
    const std::vector<double> own =
        kept.valuesOf(static_cast<std::size_t>(found - kept.states.begin()));
    values.insert(values.end(), own.begin(), own.end());
  }
  return values;
}

} // namespace

Start Solver::restartFrom(const std::string &path) {
  impl_->loop.refuseWhileRunning();
  const Model &model = impl_->setup.model;
  const KeptState kept = readWhole(path, impl_->setup.note);
  HostArray none;
  Target grid{model.program.precision, shape(), none};
  grid.sizes = sizesOf(model, model.program.states[0].shape);
  try {
    requireShape(kept.shape, grid);
  } catch (const InputError &error) {
    refuseRestart(path, error.what());
  }
  restart(kept.time);
  std::vector<std::string> taken, initial;
  for (const DeclaredState &state : declaredStates(model)) {
    const std::vector<double> values = valuesOf(kept, model, state);
    if (!values.empty())
      setValues(state.name, values);
    (values.empty() ? initial : taken).push_back(state.name);
  }
  if (taken.empty())
    refuseRestart(path, fmt::format("it has the states {}, none of which this program has",
                                    joined(kept.states)));
  if (!initial.empty() && impl_->setup.note)
    impl_->setup.note(fmt::format("'{}' has no values of {}, which begin{} as the program says",
                                  path, joined(initial), initial.size() == 1 ? "s" : ""));
  return {kept.time, kept.taken};
}

} // namespace eulerc
