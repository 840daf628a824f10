// Layouts, constants and tables of a Job, and the text of a Footprint.

#include "backend/backend.h"

#include <numeric>

#include <fmt/format.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "layout/layout.h"
#include "model/stages.h"
#include "state/state.h"

namespace eulerc {

std::string Footprint::who() const {
  std::string components = componentsText(this->components);
  if (largestData <= state)
    return components;
  return fmt::format("{} and data '{}' of {}", components, largestName, sizeText(largestData));
}

std::int64_t Job::dataBytes() const {
  return std::accumulate(data.begin(), data.end(), std::int64_t{0},
                         [](std::int64_t sum, const DataValues &each) { return sum + each.bytes; });
}

std::vector<const void *> Job::allFields() const {
  std::vector<const void *> all = fields;
  for (const DataValues &each : data)
    all.push_back(each.values);
  return all;
}

Job Job::linearOnHost(const Run &steps) const {
  static const Tuning linear = [] {
    Tuning tuning;
    tuning.scheme = Scheme::Linear;
    return tuning;
  }();
  Job job{model,      params, grid,    fileRow, components,   points, fields, fieldRevisions,  data,
          fieldBytes, steps,  threads, linear,  buildOptions, {},     {},     Measuring::Never};
  return job;
}

Job Job::of(const Model &other) const {
  Job job{other,          params, grid,       fileRow,     components, points,   fields,
          fieldRevisions, data,   fieldBytes, run,         threads,    tuning,   buildOptions,
          progress,       note,   measuring,  savedStates, oneByOne,   interval, share};
  job.ghosts = ghosts;
  return job;
}

Layout Job::layout(Arrangement arrangement, RowAlignment alignment) const {
  return makeLayout(grid, arrangement, alignment);
}

Places Job::statePlaces(const Layout &layout) const {
  return placesOf(grid, layout, travellingStates(model), fileRow);
}

Places Job::fieldPlaces(RowAlignment alignment) const {
  return fieldPlacesOf(grid, fieldLayout(grid, alignment), fileRow);
}

void Job::prepareField(std::size_t field, void *values, std::int64_t count, int team) const {
  if (!model.host.isPrepared[field])
    return;
  inParallel(team, [&](int index) {
    const Range part = cutRange(count, pointsPerLine(realSize()), team, index);
    model.host.prepareField(static_cast<int>(field), params.data(),
                            static_cast<std::byte *>(values) + part.begin * realSize(),
                            part.end - part.begin);
  });
}

std::vector<std::byte> Job::constants(const Layout &layout, RowAlignment alignment) const {
  return constants(layout, fieldLayout(grid, alignment));
}

std::vector<std::byte> Job::constants(const Layout &state, const Layout &fields) const {
  std::vector<std::byte> block(model.host.constantsSize);
  model.host.constants(params.data(), grid, state, fields, block.data());
  if (isOpen(model))
    tellStages(model, grid, block.data());
  return block;
}

std::vector<std::byte> Job::tables() const {
  std::vector<std::byte> values(static_cast<std::size_t>(model.host.tableValues * realSize()));
  if (model.host.tableValues > 0)
    model.host.tables(params.data(), values.data());
  return values;
}

} // namespace eulerc
