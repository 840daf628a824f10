#include "reduction/monitors.h"

#include "reduction/reduce.h"
#include "state/state.h"

namespace eulerc {

double monitorValue(const Model &model, int monitor, const StateView &view, std::int64_t points,
                    int threads) {
  return reduced(model.monitors.list[monitor].reduction, points, threads,
                 [&](std::int64_t begin, std::int64_t end, double *out) {
                   model.monitors.values(monitor, view, begin, end, out);
                 });
}

ValuePlaces valuePlaces(const Places &places, std::int64_t classes) {
  if (places.classes != classes) // they follow each other, as in the file
    return {places.lead, places.plane, places.step, places.pitch, classes * places.step};
  return {places.lead, places.classes * places.plane, places.plane, places.pitch, places.step};
}

ValuePlaces filePlaces(const std::vector<std::int64_t> &shape, std::int64_t classes) {
  return {0, gridPoints(shape), 1, shape.back(), classes};
}

} // namespace eulerc
