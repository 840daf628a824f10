// Solver::restartFrom(): starts from the state in a checkpoint, which may be of another program.
#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
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

/// "c[2]" → "c": the state that a species belongs to.
std::string withoutSpecies(const std::string &name) { return name.substr(0, name.find('[')); }

/// Indices of the file's states that are the state `name`, or its species.
std::vector<std::size_t> placesOf(const KeptState &kept, const std::string &name) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < kept.states.size(); k++)
    if (withoutSpecies(kept.states[k]) == name)
      places.push_back(k);
  return places;
}

/// The states of the file that the program does not declare.
std::vector<std::string> undeclared(const KeptState &kept,
                                    const std::vector<DeclaredState> &declared) {
  std::vector<std::string> names;
  for (const std::string &state : kept.states) {
    const std::string name = withoutSpecies(state);
    if (std::ranges::find(declared, name, &DeclaredState::name) == declared.end() &&
        std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  return names;
}

/// Throws Usage unless the file's states match the program's. Checked first, since no --set can
/// make them match.
void requireStates(const KeptState &kept, const std::vector<DeclaredState> &declared,
                   const std::string &path) {
  bool hasOne = false;
  for (const DeclaredState &state : declared) {
    const std::size_t count = placesOf(kept, state.name).size();
    if (count > 0 && std::cmp_not_equal(count, state.count))
      refuseRestart(path, fmt::format("its state '{}' is {} number{} a point, the program's is {}",
                                      state.name, count, count == 1 ? "" : "s", state.count));
    hasOne = hasOne || count > 0;
  }
  if (!hasOne)
    refuseRestart(path, fmt::format("it has the states {}, none of which this program has",
                                    joined(kept.states)));
}

bool isEvent(const Model &model, const DeclaredState &state) {
  return statesOf(model)[static_cast<std::size_t>(state.first)].isEvent;
}

/// The values of a state, its species one after the other; empty if the file lacks the state.
std::vector<double> valuesOf(const KeptState &kept, const DeclaredState &state) {
  std::vector<double> values;
  for (const std::size_t place : placesOf(kept, state.name)) {
    const std::vector<double> own = kept.valuesOf(place);
    values.insert(values.end(), own.begin(), own.end());
  }
  return values;
}

/// Throws Usage for values that the program's precision cannot hold.
void requireValues(const KeptState &kept, const std::vector<DeclaredState> &declared,
                   Precision precision) {
  for (const DeclaredState &state : declared) {
    const std::vector<double> values = valuesOf(kept, state);
    HostArray taken;
    if (!values.empty())
      takeValues(values, fmt::format("state '{}'", state.name),
                 {precision, {std::ssize(values)}, taken});
  }
}

/// Reads the state. Throws Usage if it does not fit the program with its current params.
KeptState takenFrom(const std::string &path, const Setup &setup,
                    const std::function<void(const std::string &)> &note) {
  const Model &model = setup.model;
  KeptState kept = firstWhole(path, note, readKeptState);
  const std::vector<DeclaredState> declared = declaredStates(model);
  requireStates(kept, declared, path);
  HostArray none;
  Target grid{model.program.precision, setup.shape(), none};
  grid.sizes = sizesOf(model, model.program.states[0].shape);
  setup.tellWhoGives(grid);
  try {
    requireShape(kept.shape, grid);
  } catch (const InputError &error) {
    refuseRestart(path, error.what());
  }
  requireValues(kept, declared, model.program.precision);
  return kept;
}

} // namespace

void Solver::checkRestartFrom(const std::string &path) const { takenFrom(path, impl_->setup, {}); }

Start Solver::restartFrom(const std::string &path, std::optional<double> from) {
  impl_->requireIdle();
  const KeptState kept = takenFrom(path, impl_->setup, impl_->setup.note);
  const std::vector<DeclaredState> declared = declaredStates(impl_->setup.model);
  const double time = from.value_or(kept.time);
  restart(time);
  std::vector<std::string> initial;
  for (const DeclaredState &state : declared) {
    if (isEvent(impl_->setup.model, state) && time != kept.time)
      continue; // its times are of another axis of time
    const std::vector<double> values = valuesOf(kept, state);
    if (values.empty())
      initial.push_back(state.name);
    else
      setValues(state.name, values);
  }
  if (!initial.empty() && impl_->setup.note)
    impl_->setup.note(fmt::format("'{}' has no values of {}, which begin{} as the program says",
                                  path, joined(initial), initial.size() == 1 ? "s" : ""));
  if (const auto left = undeclared(kept, declared); !left.empty() && impl_->setup.note)
    impl_->setup.note(fmt::format("{} of '{}' is not taken: the program declares no such state",
                                  joined(left), path));
  impl_->setup.files[Setup::resumedState] = {path};
  return {time, kept.taken, kept.origin};
}

} // namespace eulerc
