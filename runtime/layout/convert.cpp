#include "layout/convert.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "base/parallel.h"
#include "layout/runs.h"

namespace eulerc {
namespace {

constexpr std::int64_t valuesPerBlock = 4096; // stay in the L1 cache while they are put together

/// Calls body(begin, end) on every thread, for its blocks of the values.
template <class Body> void overBlocks(Range values, int threads, Body &&body) {
  inParallel(threads, [&](int index) {
    const Range part = cutRange(values.end - values.begin, valuesPerBlock, threads, index);
    for (std::int64_t at = part.begin; at < part.end; at += valuesPerBlock)
      body(values.begin + at, values.begin + std::min(at + valuesPerBlock, part.end));
  });
}

template <class Real>
void toLayoutOf(const Places &p, const Real *file, Range values, Real *out, int threads) {
  overBlocks(values, threads, [&](std::int64_t from, std::int64_t to) {
    gatherRuns(p, file, from, to, out + (from - values.begin));
  });
}

template <class Real>
void fromLayoutOf(const Places &p, const Real *in, Range values, Real *file, int threads) {
  overBlocks(values, threads, [&](std::int64_t from, std::int64_t to) {
    scatterRuns(p, in + (from - values.begin), from, to, file);
  });
}

} // namespace

Places fieldPlacesOf(const Grid &grid, const Layout &layout, std::int64_t fileRow) {
  Grid one = grid;
  one.components = grid.classes;
  return placesOf(one, layout, 1, fileRow);
}

Places placesOf(const Grid &grid, const Layout &layout, std::int64_t states, std::int64_t fileRow) {
  const int last = grid.rank - 1;
  Places p;
  p.states = states;
  p.classes = grid.classes;
  for (int axis = 0; axis < last; axis++)
    p.rows *= grid.extent[axis];
  p.fileRow = fileRow;
  p.lead = layout.lead;
  p.pitch = last > 0 ? layout.stride[last - 1] : grid.extent[0];
  p.step = layout.step;
  p.plane = p.step > 1 ? layout.plane : layout.points; // a single component is both
  p.components = grid.components;
  p.values = layout.points * grid.components;
  if (p.step > 1) {
    p.lead *= p.step;
    p.pitch *= p.step;
    if (p.components == p.classes) { // the classes of a point in turn: the file's order again
      p.classes = p.components = p.step = 1;
      p.plane = p.values;
    }
  }
  assert(grid.extent[last] == p.length(0) || p.classes != grid.classes);
  return p;
}

Places rowsOf(const Places &places, const Grid &grid, Range rows) {
  Places some = places;
  const std::int64_t count = rows.end - rows.begin;
  some.fileGap = 0;
  if (grid.rank == 1) { // of a line's points each is as many components of a row as it has classes
    some.lead += rows.begin * (grid.classes / places.classes) * places.step;
    some.fileRow = std::min(rows.end * grid.classes, places.fileRow) - rows.begin * grid.classes;
    some.pitch = count * (grid.classes / places.classes) * places.step;
    return some;
  }
  const std::int64_t high = grid.rank == 3 ? grid.extent[1] : 1;
  some.lead += rows.begin * high * places.pitch;
  some.rows = count * high;
  return some;
}

std::vector<Range> stretchesOf(const Places &rows) {
  const std::int64_t length = rows.rows * rows.pitch;
  std::vector<Range> stretches;
  const std::int64_t planes = rows.step > 1 ? 1 : rows.states * rows.classes;
  for (std::int64_t q = 0; q < planes; q++)
    stretches.push_back({q * rows.plane + rows.lead, q * rows.plane + rows.lead + length});
  return stretches;
}

void toLayout(const Places &places, std::int64_t size, const void *file, Range values, void *out,
              int threads) {
  if (size == 4)
    toLayoutOf(places, static_cast<const float *>(file), values, static_cast<float *>(out),
               threads);
  else
    toLayoutOf(places, static_cast<const double *>(file), values, static_cast<double *>(out),
               threads);
}

void fromLayout(const Places &places, std::int64_t size, const void *in, Range values, void *file,
                int threads) {
  if (size == 4)
    fromLayoutOf(places, static_cast<const float *>(in), values, static_cast<float *>(file),
                 threads);
  else
    fromLayoutOf(places, static_cast<const double *>(in), values, static_cast<double *>(file),
                 threads);
}

} // namespace eulerc
