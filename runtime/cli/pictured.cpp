// Selects and cuts the arrays that pictures show (pictured.h).

#include "cli/pictured.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "cli/states.h"
#include "model/model_lists.h"
#include "results/selection.h"

namespace eulerc {
namespace {

SelectedArrays chosen(const Model &model, const TimeOptions &o) {
  if (o.pictureOf.empty()) {
    SelectedArrays states;
    for (int k = 0; k < model.program.stateCount; k++)
      states.states.push_back(k);
    return states;
  }
  try {
    return selectArrays(model, {o.pictureOf, ""});
  } catch (const Error &error) {
    refuse(fmt::format("--picture-of: {}", error.what()));
  }
}

std::vector<std::string> axesOf(const Model &model) {
  return {model.program.axes, model.program.axes + model.program.rank};
}

/// The number of an axis.
std::size_t placeIn(const std::vector<std::string> &axes, const std::string &name) {
  return static_cast<std::size_t>(std::ranges::find(axes, name) - axes.begin());
}

double valueAt(const StateArray &array, std::int64_t k) {
  return std::visit([k](const auto *values) { return static_cast<double>(values[k]); },
                    array.values);
}

/// The values at an index along an axis; removes the axis from the shape.
std::vector<double> cut(StateArray &array, std::size_t axis, std::int64_t at) {
  std::int64_t inner = 1, outer = 1;
  for (std::size_t k = 0; k < array.shape.size(); k++)
    (k < axis ? outer : inner) *= k == axis ? 1 : array.shape[k];
  std::vector<double> values;
  for (std::int64_t row = 0; row < outer; row++)
    for (std::int64_t k = 0; k < inner; k++)
      values.push_back(valueAt(array, (row * array.shape[axis] + at) * inner + k));
  array.shape.erase(array.shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return values;
}

} // namespace

std::vector<std::string> namesInPictures(const Model &model, const TimeOptions &o) {
  const SelectedArrays selected = chosen(model, o);
  std::vector<std::string> names;
  for (const int state : selected.states)
    names.emplace_back(model.program.states[state].name);
  for (const int output : selected.outputs)
    names.emplace_back(model.monitors.outputs[output].name);
  return names;
}

void requirePictures(const Solver &solver, const TimeOptions &o) {
  const bool isOf = !o.pictureOf.empty();
  if (!o.picture && (isOf || !o.slices.empty()))
    refuse(fmt::format("{} says what is drawn; give --picture as well",
                       isOf ? "--picture-of" : "--slice"));
  namesInPictures(solver.model(), o);
  const std::vector<std::string> axes = axesOf(solver.model());
  const std::vector<std::int64_t> shape = solver.shape();
  std::set<std::string> cuts;
  for (const auto &[name, index] : o.slices) {
    const std::size_t axis = placeIn(axes, name);
    if (!cuts.insert(name).second)
      refuse(fmt::format("--slice: the axis '{}' is named twice", name));
    if (axis == axes.size())
      refuse(fmt::format("--slice: there is no axis '{}'; there are: {}", name, joined(axes)));
    if (index < 0 || index >= shape[axis])
      refuse(fmt::format("--slice: {} goes from 0 to {}, and {} is none of these", name,
                         shape[axis] - 1, index));
  }
  if (o.slices.size() >= axes.size())
    refuse("--slice: it leaves one point alone; cut along fewer axes");
}

Pictured picturedBy(const Solver &solver, const TimeOptions &o) {
  const Model &model = solver.model();
  const SelectedArrays selected = chosen(model, o);
  Pictured pictured;
  pictured.values.reserve(selected.outputs.size() +
                          o.slices.size() * (selected.states.size() + selected.outputs.size()));
  for (const int state : selected.states)
    pictured.arrays.push_back(
        stateArray(solver, model.program.states[state].name, state, solver.shape()));
  for (const int output : selected.outputs) {
    const char *name = model.monitors.outputs[output].name;
    pictured.values.push_back(solver.output(name));
    pictured.arrays.push_back({name, solver.shape(), pictured.values.back().data()});
  }
  for (StateArray &array : pictured.arrays) {
    std::vector<std::string> axes = axesOf(model);
    for (const auto &[name, index] : o.slices) {
      const std::size_t axis = placeIn(axes, name);
      pictured.values.push_back(cut(array, axis, index));
      array.values = pictured.values.back().data();
      axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(axis));
    }
  }
  return pictured;
}

} // namespace eulerc
