// Finds events between two copies of the state, and passes them to the readers.

#include "host/event_notes.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#if defined __SSE2__
#include <emmintrin.h>
#endif

#include "backend/backend.h"

namespace eulerc {
namespace {

/// Values that are compared together.
constexpr std::int64_t few = 16;

/// A bit for each of `few` values, set if it differs; without branches.
template <class Real> unsigned differences(const Real *a, const Real *b) {
  unsigned bits = 0;
  for (int k = 0; k < few; k++)
    bits |= (a[k] != b[k] ? 1U : 0U) << k;
  return bits;
}

#if defined __SSE2__
template <> unsigned differences(const float *a, const float *b) {
  const auto four = [&](int k) {
    return _mm_castps_si128(_mm_cmpneq_ps(_mm_loadu_ps(a + k), _mm_loadu_ps(b + k)));
  };
  const __m128i low = _mm_packs_epi32(four(0), four(4)), high = _mm_packs_epi32(four(8), four(12));
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}
#endif

/// Calls note() for each of neighbouring values that differs. Since few do, whole parts are
/// compared first.
template <class Real>
void compare(const Real *before, const Real *after, std::int64_t count, auto &&note) {
  constexpr std::int64_t part = 256;
  for (std::int64_t begin = 0; begin < count; begin += part) {
    const std::int64_t end = std::min(begin + part, count);
    if (std::memcmp(before + begin, after + begin,
                    static_cast<std::size_t>(end - begin) * sizeof(Real)) == 0)
      continue;
    std::int64_t first = begin;
    for (; first + few <= end; first += few)
      for (unsigned bits = differences(before + first, after + first); bits != 0; bits &= bits - 1)
        note(first + std::countr_zero(bits), after[first + std::countr_zero(bits)]);
    for (; first < end; first++)
      if (after[first] != before[first])
        note(first, after[first]);
  }
}

template <class Real>
void noteAll(const Job &job, const ValuePlaces &places, const Real *before, const Real *after,
             Range points, std::int64_t step) {
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
            found.push_back({time, state, number * job.fileRow + index, step});
        });
      }
    first = last;
  }
  if (!found.empty())
    job.events->add(found);
}

} // namespace

void EventNotes::add(const std::vector<EventNote> &found) {
  const std::lock_guard lock(mutex_);
  for (Reader *reader : readers_)
    reader->found_.insert(reader->found_.end(), found.begin(), found.end());
}

bool EventNotes::areRead() {
  const std::lock_guard lock(mutex_);
  return !readers_.empty();
}

EventNotes::Reader::Reader(EventNotes &notes) : notes_(notes) {
  const std::lock_guard lock(notes_.mutex_);
  notes_.readers_.push_back(this);
}

EventNotes::Reader::~Reader() {
  const std::lock_guard lock(notes_.mutex_);
  std::erase(notes_.readers_, this);
}

std::vector<EventNote> EventNotes::Reader::takeAll() {
  const std::lock_guard lock(notes_.mutex_);
  std::vector<EventNote> next;
  next.reserve(found_.size());
  return std::exchange(found_, std::move(next));
}

FoundEvents &foundEvents() {
  thread_local FoundEvents found;
  return found;
}

void noteHits(const EventHit *hits, int count) {
  std::vector<EventHit> &all = foundEvents().hits;
  for (int k = 0; k < count; k++) // one or two hits: faster than a call that copies
    all.push_back(hits[k]);
}

bool areNotedInTiles() { return foundEvents().isWanted; }

/// noteFound() for layouts in which the components of a point lie side by side.
static void noteFoundInPoints(const Job &job, const ValuePlaces &places,
                              const std::vector<EventHit> &hits) {
  std::vector<EventNote> notes;
  for (const EventHit &hit : hits) {
    const std::int64_t behind = hit.at - places.lead, component = behind % places.step;
    const std::int64_t residue = component % places.array / places.residue;
    const std::int64_t index = behind % places.pitch / places.step * job.grid.classes + residue;
    if (index < job.fileRow)
      notes.push_back({hit.time, component / places.array,
                       behind / places.pitch * job.fileRow + index, hit.step});
  }
  job.events->add(notes);
}

void noteFound(const Job &job, const ValuePlaces &places, const std::vector<EventHit> &hits) {
  if (places.array < places.step)
    return noteFoundInPoints(job, places, hits);
  const std::int64_t plane = job.grid.classes > 1 ? places.residue : places.array;
  std::vector<EventNote> notes;
  notes.reserve(hits.size());
  Range row; // the row of the latest hit, in values
  std::int64_t state = 0, number = 0, residue = 0;
  for (const EventHit &hit : hits) {
    if (hit.at < row.begin || hit.at >= row.end) {
      const std::int64_t behind = hit.at - places.lead, inPlane = behind % places.array % plane;
      state = behind / places.array;
      row.begin = hit.at - inPlane % places.pitch;
      row.end = row.begin + places.pitch;
      number = inPlane / places.pitch;
      residue = behind % places.array / plane;
    }
    const std::int64_t index = (hit.at - row.begin) * job.grid.classes + residue;
    if (index < job.fileRow)
      notes.push_back({hit.time, state, number * job.fileRow + index, hit.step});
  }
  job.events->add(notes);
}

void noteChanges(const Job &job, const ValuePlaces &places, const void *before, const void *after,
                 Range points, std::int64_t step) {
  if (job.model.program.precision == Precision::Float)
    noteAll(job, places, static_cast<const float *>(before), static_cast<const float *>(after),
            points, step);
  else
    noteAll(job, places, static_cast<const double *>(before), static_cast<const double *>(after),
            points, step);
}

} // namespace eulerc
