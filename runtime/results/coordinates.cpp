// Computes the coordinates of axes from `.from` and `.step` or from data (coordinates.h).

#include "results/coordinates.h"

#include <fmt/format.h>

#include "base/memory.h"
#include "base/refuse.h"
#include "base/units.h"
#include "input/fields.h"
#include "model/params.h"
#include "state/state.h"

namespace eulerc {
namespace {

std::vector<double> onLine(const Coordinates &axis, const std::vector<ParamValue> &params,
                           std::int64_t extent) {
  double from = 0, step = 0;
  axis.line(params.data(), &from, &step);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(extent));
  for (std::int64_t k = 0; k < extent; k++)
    values.push_back(from + static_cast<double>(k) * step);
  return values;
}

std::vector<double> fromData(const Model &model, std::int64_t extent, const void *entries) {
  std::vector<double> values;
  for (std::int64_t k = 0; k < extent; k++)
    values.push_back(realAt(model.program.precision, entries, k));
  return values;
}

} // namespace

void checkLinesOfAxes(const Model &model, const std::vector<ParamValue> &params,
                      const std::vector<std::int64_t> &shape) {
  for (std::size_t axis = 0; model.program.coordinates && axis < shape.size(); axis++) {
    const Coordinates &given = model.program.coordinates[axis];
    if (!given.line)
      continue;
    double from = 0, step = 0;
    given.line(params.data(), &from, &step);
    if (!(step > 0))
      refuse(fmt::format("the axis '{}' does not grow: its step is {}; set the params that it is "
                         "made of",
                         model.program.axes[axis], step));
    const auto at = [&](std::int64_t k) { return from + static_cast<double>(k) * step; };
    for (const std::int64_t k : {std::int64_t{1}, shape[axis] - 1}) // doubles are coarsest at ends
      if (k > 0 && k < shape[axis] && !(at(k) > at(k - 1)))
        refuseStill(model.program.axes[axis], k, at(k - 1), at(k));
  }
}

std::vector<AxisCoordinates> coordinatesOf(const Model &model,
                                           const std::vector<ParamValue> &params,
                                           const std::vector<std::int64_t> &shape,
                                           const std::vector<const void *> &fields) {
  std::vector<AxisCoordinates> all(shape.size());
  for (std::size_t axis = 0; model.program.coordinates && axis < shape.size(); axis++) {
    const Coordinates &given = model.program.coordinates[axis];
    if (!given.isGiven())
      continue;
    requireMemory(
        fmt::format("{} coordinates of the axis '{}'", shape[axis], model.program.axes[axis]),
        times(shape[axis], sizeof(double)), availableHostMemory(), "of main memory");
    const Described words = described(given.description);
    all[axis] = {
        given.line
            ? onLine(given, params, shape[axis])
            : fromData(model, shape[axis],
                       fields[static_cast<std::size_t>(model.program.fieldCount + given.data)]),
        words.text, words.unit};
    const std::vector<double> &values = all[axis].values;
    for (std::size_t k = 1; k < values.size(); k++)
      if (!(values[k] > values[k - 1]))
        refuseStill(model.program.axes[axis], static_cast<std::int64_t>(k), values[k - 1],
                    values[k]);
  }
  return all;
}

} // namespace eulerc
