#include "host/event_notes.h"

#include <algorithm>
#include <cstring>

#include "backend/backend.h"

namespace eulerc {
namespace {

/// The values of an event at neighbouring points. Few are new: whole parts are compared first.
template <class Real>
void compare(const Real *before, const Real *after, std::int64_t count, auto &&note) {
  constexpr std::int64_t part = 256;
  for (std::int64_t begin = 0; begin < count; begin += part) {
    const std::int64_t end = std::min(begin + part, count);
    if (std::memcmp(before + begin, after + begin,
                    static_cast<std::size_t>(end - begin) * sizeof(Real)) == 0)
      continue;
    for (std::int64_t k = begin; k < end; k++)
      if (after[k] != before[k])
        note(k, after[k]);
  }
}

template <class Real>
void noteAll(const Job &job, const ValuePlaces &places, const Real *before, const Real *after,
             Range points) {
  const std::int64_t row = job.grid.extent[job.model.program.rank - 1];
  std::vector<EventNote> found;
  for (std::int64_t first = points.begin; first < points.end;) {
    const std::int64_t number = first / row, j = first % row;
    const std::int64_t last = std::min(points.end, (number + 1) * row);
    for (int state = 0; state < job.model.program.stateCount; state++)
      for (int residue = 0; job.model.program.states[state].isEvent && residue < job.grid.classes;
           residue++) {
        const std::int64_t at = places.lead + state * places.array + residue * places.residue +
                                number * places.pitch + j;
        compare(before + at, after + at, last - first, [&](std::int64_t k, Real time) {
          const std::int64_t index = (j + k) * job.grid.classes + residue;
          if (index < job.fileRow)
            found.push_back({time, state, number * job.fileRow + index});
        });
      }
    first = last;
  }
  if (!found.empty())
    job.events->add(found);
}

} // namespace

void noteEvents(const Job &job, const ValuePlaces &places, const void *before, const void *after,
                Range points) {
  if (job.model.program.precision == Precision::Float)
    noteAll(job, places, static_cast<const float *>(before), static_cast<const float *>(after),
            points);
  else
    noteAll(job, places, static_cast<const double *>(before), static_cast<const double *>(after),
            points);
}

} // namespace eulerc
