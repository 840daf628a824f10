// Computes monitors, and places of values.

#include "reduction/monitors.h"

#include <algorithm>

#include "model/model_lists.h"
#include "reduction/reduce.h"
#include "state/state.h"

namespace eulerc {

double monitorValue(const Model &model, int monitor, const StateView &view, std::int64_t points,
                    int threads) {
  return reduced(reducedNumber(model, monitor).reduction, points, threads,
                 [&](std::int64_t begin, std::int64_t end, double *out) {
                   model.monitors.values(monitor, view, begin, end, out);
                 });
}

ReducedPart monitorPart(const Model &model, int monitor, const StateView &view, Range points,
                        std::int64_t count, int threads) {
  return partOf(reducedNumber(model, monitor).reduction, count, points, threads,
                [&](std::int64_t begin, std::int64_t end, double *out) {
                  model.monitors.values(monitor, view, begin, end, out);
                });
}

void setGlobals(const Model &model, void *table, const std::function<double(int)> &valueOf) {
  for (int k = 0; k < model.monitors.globalCount; k++) {
    const double value = valueOf(model.monitors.count + model.monitors.outputCount + k);
    if (model.program.precision == Precision::Float)
      static_cast<float *>(table)[k] = static_cast<float>(value);
    else
      static_cast<double *>(table)[k] = value;
  }
}

ValuePlaces valuePlaces(const Places &places, std::int64_t classes) {
  if (places.classes != classes) // classes alternate, as in the file
    return {places.lead, places.plane, places.step, places.pitch, classes * places.step};
  return {places.lead, places.classes * places.plane, places.plane, places.pitch, places.step};
}

ValuePlaces fromWhole(ValuePlaces places, const Grid &grid) {
  const std::int64_t row =
      grid.rank == 1 ? places.step : places.pitch * (grid.rank == 3 ? grid.extent[1] : 1);
  places.lead -= grid.origin * row;
  return places;
}

void seeBeyondEnds(StateView &view, const Grid &grid) {
  const std::int64_t row = grid.rank == 1 ? grid.classes : 1;
  const std::int64_t end = grid.origin + grid.extent[0];
  view.below = std::max<std::int64_t>(0, -grid.origin) * row;
  view.above = grid.isSlab() ? std::max<std::int64_t>(0, end - grid.whole) * row : 0;
}

ValuePlaces filePlaces(const std::vector<std::int64_t> &shape, std::int64_t classes) {
  return {0, gridPoints(shape), 1, shape.back(), classes};
}

} // namespace eulerc
