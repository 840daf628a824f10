// Computes initial values and searches states, on all cores.

#include "state/state.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/refuse.h"
#include "base/text.h"
#include "layout/copies.h"
#include "layout/runs.h"
#include "model/model_lists.h"

namespace eulerc {
namespace {

template <class Real>
std::int64_t firstNonFiniteIn(const Real *y, std::int64_t begin, std::int64_t end) {
  const std::int64_t stretch = 1024;
  for (std::int64_t from = begin; from < end; from += stretch) {
    const std::int64_t to = std::min(from + stretch, end);
    if (!isFiniteRun(y + from, 1, to - from))
      return std::find_if(y + from, y + to, [](Real v) { return !std::isfinite(v); }) - y;
  }
  return -1;
}

/// Whether some point of the grid is computed as in the interior.
bool hasInterior(const Grid &grid) {
  for (int axis = 0; axis < grid.rank; axis++)
    if (grid.end[axis] <= grid.begin[axis])
      return false;
  return true;
}

} // namespace

std::vector<std::int64_t> checkedShape(const Model &model, const std::vector<ParamValue> &params) {
  std::vector<std::int64_t> shape(static_cast<std::size_t>(model.program.rank));
  model.program.extents(params.data(), shape.data());
  for (const std::int64_t extent : shape)
    if (extent <= 0)
      refuse(
          fmt::format("the state '{}' of shape {} would have the extent {}; it must be at least 1",
                      model.program.states[0].name, model.program.states[0].shape, extent));
  if (const std::string broken = brokenRequirement(model, params); !broken.empty())
    refuse(broken);
  return shape;
}

std::string brokenRequirement(const Model &model, const std::vector<ParamValue> &params,
                              bool isFinite) {
  if (model.program.requirementCount == 0)
    return "";
  Needed most = Needed::Perhaps;
  if (isFinite) {
    Grid grid;
    model.host.grid(params.data(), &grid);
    std::vector<std::int64_t> extents(static_cast<std::size_t>(model.program.rank));
    model.program.extents(params.data(), extents.data());
    most = hasInterior(grid)                ? Needed::Inside
           : extents.back() >= grid.classes ? Needed::Classes
                                            : Needed::Always;
  }
  for (int i = 0; i < model.program.requirementCount; i++) {
    const Requirement &requirement = model.program.requirements[i];
    if (requirement.needed <= most && !requirement.holds(params.data())) {
      const std::string message =
          fmt::format("{} (required at {})", requirement.message, requirement.location);
      return message;
    }
  }
  return "";
}

std::int64_t gridPoints(const std::vector<std::int64_t> &shape) {
  std::int64_t points = 1;
  for (const std::int64_t extent : shape)
    points = times(points, extent);
  return points;
}

std::vector<std::int64_t> DeclaredState::shape(const std::vector<std::int64_t> &ofGrid) const {
  std::vector<std::int64_t> extents = ofGrid;
  if (hasSpecies)
    extents.insert(extents.begin(), count);
  return extents;
}

std::vector<std::string> sizesOf(const Model &model, std::string_view shape) {
  std::vector<std::string> sizes;
  for (const std::string &part : split(std::string(shape), '[')) {
    const std::string name = part.substr(0, part.find(']'));
    const std::optional<int> param = placeOf(name, paramsOf(model));
    const bool isSize = param && model.program.params[*param].type == ParamType::Int;
    sizes.push_back(isSize ? name : "");
  }
  sizes.erase(sizes.begin()); // the text before the first bracket
  return sizes;
}

std::vector<DeclaredState> declaredStates(const Model &model) {
  std::vector<DeclaredState> declared;
  for (int i = 0; i < model.program.stateCount; i++) {
    const std::string name = model.program.states[i].name, array = name.substr(0, name.find('['));
    if (array != name && !declared.empty() && declared.back().name == array)
      declared.back().count++;
    else
      declared.push_back({array, i, 1, array != name});
  }
  return declared;
}

std::optional<DeclaredState> declaredState(const Model &model, std::string_view name) {
  for (const DeclaredState &declared : declaredStates(model))
    if (declared.name == name)
      return declared;
  if (const std::optional<int> place = placeOf(name, statesOf(model)))
    return DeclaredState{std::string(name), *place, 1, false};
  return std::nullopt;
}

std::string fileWord(const std::string &name, const std::vector<std::string> &all) {
  std::string word = name;
  std::erase_if(word, [](char c) { return c == '[' || c == ']'; });
  while (word != name && std::ranges::find(all, word) != all.end())
    word += "_";
  return word;
}

std::int64_t componentsOfState(const Model &model) {
  const int states =
      model.method.levelStates > 0 ? model.method.levelStates : model.program.stateCount;
  return std::max<std::int64_t>(1, model.stencil.componentsPerPoint / states);
}

void forgetSlopes(const Model &model, std::int64_t n, void *y) {
  if (model.method.unknownSlope == 0)
    return;
  if (model.program.precision == Precision::Float)
    std::fill_n(static_cast<float *>(y) + n, n, static_cast<float>(model.method.unknownSlope));
  else
    std::fill_n(static_cast<double *>(y) + n, n, model.method.unknownSlope);
}

void forgetEvents(const Model &model, std::int64_t n, void *y) {
  const auto states = statesOf(model).size(), solved = solvedStatesOf(model).size();
  const auto bytes =
      static_cast<std::size_t>(n * realSize(model.program.precision)) / states; // of each
  std::memset(static_cast<std::byte *>(y) + solved * bytes, 0, (states - solved) * bytes);
}

namespace {

/// Calls body(begin, end) on every thread with its part of the grid points, cut as the threads
/// backend cuts the canonical points.
template <class Body>
void overGrid(const Model &model, std::int64_t gridPoints, int threads, Body &&body) {
  const std::int64_t each = componentsOfState(model);
  const std::int64_t block = each * pointsPerLine(realSize(model.program.precision) * each);
  inParallel(threads, [&](int index) {
    const Range part = cutRange(gridPoints, block, threads, index);
    if (part.begin < part.end)
      body(part.begin, part.end);
  });
}

} // namespace

bool startsFromFields(const Model &model) {
  return std::ranges::any_of(statesOf(model), &State::startsFromFields);
}

void computeInitial(const Model &model, const std::vector<ParamValue> &params,
                    const std::vector<const void *> &fields, HostArray &y, int threads) {
  const std::int64_t size = realSize(model.program.precision);
  const std::int64_t points = y.bytes() / size / model.program.stateCount;
  overGrid(model, points, threads, [&](std::int64_t begin, std::int64_t end) {
    for (int state = 0; state < model.program.stateCount; state++)
      model.program.initial(state, params.data(), fields.data(), begin, end,
                            static_cast<std::byte *>(y.data()) + (state * points + begin) * size);
  });
}

void computeField(const Model &model, int which, const std::vector<ParamValue> &params,
                  const std::vector<const void *> &fields, HostArray &values, int threads) {
  const int data = which - model.program.fieldCount;
  const bool isInt = data >= 0 && model.data.list[data].isInt;
  const std::int64_t size = isInt ? sizeof(int) : realSize(model.program.precision);
  overGrid(model, values.bytes() / size, threads, [&](std::int64_t begin, std::int64_t end) {
    std::byte *to = static_cast<std::byte *>(values.data()) + begin * size;
    if (data < 0)
      model.program.initialField(which, params.data(), fields.data(), begin, end, to);
    else
      model.data.initial(data, params.data(), begin, end, to);
  });
}

std::int64_t firstNoDataInt(const void *values, std::int64_t n) {
  const auto *begin = static_cast<const int *>(values), *end = begin + n;
  const auto *found = std::find(begin, end, noDataInt);
  return found == end ? -1 : found - begin;
}

std::int64_t firstNonFinite(Precision precision, const void *y, std::int64_t n, int threads) {
  std::vector<std::int64_t> found(static_cast<std::size_t>(threads), -1);
  inParallel(threads, [&](int index) {
    const Range part = cutRange(n, 1024, threads, index);
    found[static_cast<std::size_t>(index)] =
        precision == Precision::Float
            ? firstNonFiniteIn(static_cast<const float *>(y), part.begin, part.end)
            : firstNonFiniteIn(static_cast<const double *>(y), part.begin, part.end);
  });
  const auto first =
      std::find_if(found.begin(), found.end(), [](std::int64_t i) { return i >= 0; });
  return first == found.end() ? -1 : *first;
}

namespace {

template <class Real> bool allFiniteIn(const Places &places, const Real *buffer, int threads) {
  std::atomic<bool> finite = true;
  inParallel(threads, [&](int index) {
    const Range part = cutRange(places.values, 1024, threads, index);
    if (part.begin < part.end)
      forEachRun(places, part.begin, part.end,
                 [&](std::int64_t at, std::int64_t, std::int64_t count) {
                   if (finite && !isFiniteRun(buffer + at, places.step, count))
                     finite = false;
                 });
  });
  return finite;
}

template <class Real>
double largestChangeIn(const Places &places, const Real *before, const Real *now, int threads) {
  std::vector<double> largest(static_cast<std::size_t>(threads), 0);
  inParallel(threads, [&](int index) {
    const Range part = cutRange(places.values, 1024, threads, index);
    double &mine = largest[static_cast<std::size_t>(index)];
    if (part.begin < part.end)
      forEachRun(places, part.begin, part.end,
                 [&](std::int64_t at, std::int64_t, std::int64_t count) {
                   for (std::int64_t k = at; k < at + count * places.step; k += places.step)
                     mine = std::max(mine, std::abs(static_cast<double>(now[k]) -
                                                    static_cast<double>(before[k])));
                 });
  });
  return *std::max_element(largest.begin(), largest.end());
}

} // namespace

double largestValue(Precision precision, const Places &places, const void *buffer, int threads) {
  const auto largestIn = [&]<class Real>(const Real *values) {
    std::vector<Real> largest(static_cast<std::size_t>(threads), 0);
    inParallel(threads, [&](int index) {
      const Range part = cutRange(places.values, 1024, threads, index);
      Real mine = 0;
      if (part.begin < part.end)
        forEachRun(places, part.begin, part.end,
                   [&](std::int64_t at, std::int64_t, std::int64_t count) {
                     for (std::int64_t k = at; k < at + count * places.step; k += places.step)
                       mine = std::max(mine, std::abs(values[k]));
                   });
      largest[static_cast<std::size_t>(index)] = mine;
    });
    return static_cast<double>(*std::max_element(largest.begin(), largest.end()));
  };
  return precision == Precision::Float ? largestIn(static_cast<const float *>(buffer))
                                       : largestIn(static_cast<const double *>(buffer));
}

double largestChange(Precision precision, const Places &places, const void *before, const void *now,
                     int threads) {
  return precision == Precision::Float
             ? largestChangeIn(places, static_cast<const float *>(before),
                               static_cast<const float *>(now), threads)
             : largestChangeIn(places, static_cast<const double *>(before),
                               static_cast<const double *>(now), threads);
}

bool allFinite(Precision precision, const Places &places, const void *buffer, int threads) {
  return precision == Precision::Float
             ? allFiniteIn(places, static_cast<const float *>(buffer), threads)
             : allFiniteIn(places, static_cast<const double *>(buffer), threads);
}

std::string nonFiniteText(const Model &model, const std::vector<std::int64_t> &shape,
                          const HostArray &y, int threads) {
  const std::int64_t n = y.bytes() / realSize(model.program.precision);
  const std::int64_t bad = firstNonFinite(model.program.precision, y.data(), n, threads);
  if (bad < 0)
    return "";
  return fmt::format("{} is {}", componentName(model, shape, bad),
                     exact(realAt(model.program.precision, y.data(), bad)));
}

std::string componentName(const Model &model, const std::vector<std::int64_t> &shape,
                          std::int64_t component) {
  const std::int64_t points = gridPoints(shape);
  return model.program.states[component / points].name + indexText(shape, component % points);
}

} // namespace eulerc
