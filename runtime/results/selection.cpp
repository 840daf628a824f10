// Parses names and ranges of a selection, and gathers the selected values (selection.h).

#include "results/selection.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "model/model_lists.h"
#include "state/state.h"

namespace eulerc {
namespace {

DeclaredState stateNamed(const Model &model, const std::string &name) {
  if (const auto state = declaredState(model, name))
    return *state;
  std::vector<std::string> known = namesOf(statesOf(model));
  for (int k = 0; k < model.monitors.outputCount; k++)
    known.emplace_back(model.monitors.outputs[k].name);
  refuse(fmt::format("there is no state '{}'; {}", name, suggestion(name, known)));
}

[[noreturn]] void refuseRange(const std::string &range) {
  refuse(fmt::format("the range '{}' is not of the form begin:end:step with whole numbers, as "
                     "10:20, ::4 or -5:",
                     range));
}

/// A number of a range; nullopt if it is left out.
std::optional<std::int64_t> numberOf(const std::string &text, const std::string &range) {
  if (text.empty())
    return std::nullopt;
  const auto value = readInteger(text);
  if (!value)
    refuseRange(range);
  return value;
}

/// Like Python's slice(begin, end, step).indices(extent): negative numbers count from the end, and
/// the range is cut to the axis.
void takeSlice(AxisRange &axis, const std::vector<std::string> &parts, const std::string &range) {
  const std::int64_t extent = axis.end;
  const std::int64_t step = parts.size() == 3 ? numberOf(parts[2], range).value_or(1) : 1;
  if (step == 0)
    refuse(fmt::format("the range '{}' has a step of 0", range));
  const std::int64_t lower = step < 0 ? -1 : 0, upper = step < 0 ? extent - 1 : extent;
  const auto bound = [&](const std::string &text, std::int64_t otherwise) {
    const std::optional<std::int64_t> given = numberOf(text, range);
    return given ? std::clamp(*given < 0 ? *given + extent : *given, lower, upper) : otherwise;
  };
  axis.begin = bound(parts[0], step < 0 ? upper : lower);
  axis.end = bound(parts[1], step < 0 ? lower : upper);
  axis.step = std::clamp(step, -extent, extent); // avoids overflow
}

/// Applies "10:20", "::4", "-5:", "::-1" or "7" to an axis.
void takeRange(AxisRange &axis, const std::string &range) {
  const std::vector<std::string> parts = split(range, ':');
  const std::int64_t extent = axis.end;
  if (parts.size() > 3)
    refuseRange(range);
  if (parts.size() > 1) {
    takeSlice(axis, parts, range);
  } else {
    const std::optional<std::int64_t> index = numberOf(parts[0], range);
    if (!index)
      refuseRange(range);
    const bool isWithin = *index < extent && *index >= -extent;
    axis.begin = isWithin && *index < 0 ? *index + extent : *index;
    axis.end = isWithin ? axis.begin + 1 : axis.begin;
  }
  if (axis.count() <= 0)
    refuse(fmt::format("the range {} = {} holds no point of the grid, whose indices {} go from 0 "
                       "to {}",
                       axis.name, range, axis.name, extent - 1));
}

/// Applies "j=10:20,i=::4" to the axes.
void takeRegion(std::vector<AxisRange> &axes, const std::string &region) {
  std::vector<std::string> names, taken;
  for (const AxisRange &axis : axes)
    names.push_back(axis.name);
  for (const std::string &part : split(region, ',')) {
    const auto equals = part.find('=');
    const std::string name = part.substr(0, equals);
    const auto axis = std::ranges::find(axes, name, &AxisRange::name);
    if (equals == std::string::npos)
      refuse(fmt::format("the region '{}' is not of the form AXIS=begin:end:step, as {}=0:10", part,
                         names.back()));
    if (axis == axes.end())
      refuse(fmt::format("there is no axis '{}'; {}", name, suggestion(name, names)));
    if (std::ranges::find(taken, name) != taken.end())
      refuse(fmt::format("the axis '{}' is named twice", name));
    takeRange(*axis, part.substr(equals + 1));
    taken.push_back(name);
  }
}

} // namespace

std::vector<std::int64_t> Selected::shape() const {
  std::vector<std::int64_t> extents;
  for (const AxisRange &axis : axes)
    extents.push_back(axis.count());
  return extents;
}

std::int64_t Selected::points() const { return gridPoints(shape()); }

static std::optional<int> outputNamed(const Model &model, const std::string &name) {
  for (int k = 0; k < model.monitors.outputCount; k++)
    if (name == model.monitors.outputs[k].name)
      return k;
  return std::nullopt;
}

SelectedArrays selectArrays(const Model &model, const Selection &selection) {
  SelectedArrays selected;
  const auto take = [&](std::vector<int> &taken, int which, const std::string &name) {
    if (std::ranges::find(taken, which) != taken.end())
      refuse(&taken == &selected.states ? fmt::format("the state '{}' is named twice", name)
                                        : fmt::format("the output '{}' is named twice", name));
    taken.push_back(which);
  };
  const auto takeState = [&](const DeclaredState &state) {
    if (state.hasSpecies)
      selected.wholes.push_back(state.first);
    for (int k = state.first; k < state.first + state.count; k++)
      take(selected.states, k, state.name);
  };
  for (const std::string &name : selection.only) {
    if (const auto output = outputNamed(model, name)) {
      take(selected.outputs, *output, name);
      continue;
    }
    takeState(stateNamed(model, name));
  }
  if (selection.only.empty())
    std::ranges::for_each(declaredStates(model), takeState);
  for (int k = 0; selection.only.empty() && k < model.monitors.outputCount; k++)
    if (!model.monitors.outputs[k].isImplicit)
      selected.outputs.push_back(k);
  return selected;
}

Selected select(const Model &model, const std::vector<std::int64_t> &shape,
                const Selection &selection) {
  Selected selected{selectArrays(model, selection), {}};
  for (int axis = 0; axis < model.program.rank; axis++)
    selected.axes.push_back(
        {model.program.axes[axis], 0, shape[static_cast<std::size_t>(axis)], 1});
  if (!selection.region.empty())
    takeRegion(selected.axes, selection.region);
  return selected;
}

void gather(const Selected &selected, const std::vector<std::int64_t> &shape, std::size_t size,
            const std::byte *state, std::byte *out) {
  const AxisRange &last = selected.axes.back();
  const std::int64_t rows = selected.points() / last.count();
  std::vector<std::int64_t> index; // of the row, along the slower axes
  for (std::size_t axis = 0; axis + 1 < selected.axes.size(); axis++)
    index.push_back(selected.axes[axis].begin);
  for (std::int64_t row = 0; row < rows; row++) {
    std::int64_t at = 0;
    for (std::size_t axis = 0; axis < index.size(); axis++)
      at = at * shape[axis] + index[axis];
    const std::byte *from = state + static_cast<std::size_t>(at * shape.back() + last.begin) * size;
    if (last.step == 1)
      std::memcpy(out, from, static_cast<std::size_t>(last.count()) * size);
    else
      for (std::int64_t k = 0; k < last.count(); k++)
        std::memcpy(out + static_cast<std::size_t>(k) * size,
                    from + k * last.step * static_cast<std::int64_t>(size), size);
    out += static_cast<std::size_t>(last.count()) * size;
    for (std::size_t axis = index.size(); axis-- > 0;) {
      index[axis] += selected.axes[axis].step;
      if (selected.axes[axis].has(index[axis]))
        break;
      index[axis] = selected.axes[axis].begin;
    }
  }
}

std::vector<std::int64_t> selectedPoints(const Selected &selected,
                                         const std::vector<std::int64_t> &shape) {
  std::vector<std::int64_t> points = {0};
  for (std::size_t axis = 0; axis < shape.size(); axis++) {
    const AxisRange &range = selected.axes[axis];
    std::vector<std::int64_t> more;
    for (const std::int64_t before : points)
      for (std::int64_t index = range.begin; range.has(index); index += range.step)
        more.push_back(before * shape[axis] + index);
    points.swap(more);
  }
  return points;
}

namespace {

/// The index of "name[10][20]" in an array of that shape, whose last axes are the grid's.
std::int64_t placeIn(const Model &model, const std::vector<std::int64_t> &shape,
                     std::size_t gridRank, const std::vector<std::string> &parts,
                     const std::string &name) {
  const bool isWhole = parts.size() == shape.size() + 1;
  std::int64_t place = 0;
  for (std::size_t axis = 0; isWhole && axis < shape.size(); axis++) {
    const std::string &part = parts[axis + 1];
    const auto index =
        part.ends_with(']') ? readInteger(part.substr(0, part.size() - 1)) : std::nullopt;
    if (!index)
      refuse(fmt::format("'{}' names no component: an index is a whole number in []", name));
    if (*index < 0 || *index >= shape[axis])
      refuse(axis < shape.size() - gridRank
                 ? fmt::format("'{}' has no species {}, but 0 to {}", parts[0], *index,
                               shape[axis] - 1)
                 : fmt::format("'{}' is outside the grid: the index {} goes from 0 to {}", name,
                               model.program.axes[axis + gridRank - shape.size()],
                               shape[axis] - 1));
    place = place * shape[axis] + *index;
  }
  if (!isWhole)
    refuse(fmt::format("'{}' names no component: '{}' has {} {}, as {}{}", name, parts[0],
                       shape.size(), shape.size() == 1 ? "index" : "indices", parts[0],
                       indexText(shape, 0)));
  return place;
}

} // namespace

ProbedPlace placeNamed(const Model &model, const std::vector<std::int64_t> &ofGrid,
                       const std::string &name) {
  const std::vector<std::string> parts = split(name, '[');
  if (const auto output = outputNamed(model, parts[0]))
    return {placeIn(model, ofGrid, ofGrid.size(), parts, name), output};
  const DeclaredState state = stateNamed(model, parts[0]);
  return {state.first * gridPoints(ofGrid) +
              placeIn(model, state.shape(ofGrid), ofGrid.size(), parts, name),
          std::nullopt};
}

} // namespace eulerc
