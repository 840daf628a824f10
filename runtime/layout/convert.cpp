// Computes places, and converts runs of values and sent rows.

#include "layout/convert.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <numeric>

#include "base/parallel.h"
#include "layout/layout.h"
#include "layout/runs.h"

namespace eulerc {
namespace {

constexpr std::int64_t valuesPerBlock = 4096; // fit into the L1 cache

/// Calls body(begin, end) on every thread for each of its blocks of values.
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
  p.plane = p.step > 1 ? layout.plane : layout.points; // the same for a single component
  p.components = grid.components;
  p.values = layout.points * grid.components;
  if (p.step > 1) {
    p.lead *= p.step;
    p.pitch *= p.step;
    if (p.components == p.classes) { // the classes of a point alternate, as in the file's order
      p.classes = p.components = p.step = 1;
      p.plane = p.values;
    }
  }
  assert(grid.extent[last] == p.length(0) || p.classes != grid.classes);
  return p;
}

namespace {

/// The places of some rows, as if the file's order began with them.
Places rowsOf(const Places &places, const Grid &grid, Range rows) {
  Places some = places;
  const std::int64_t count = rows.end - rows.begin;
  some.fileGap = 0;
  if (grid.rank == 1) { // rows are points, each with one value for each class
    const std::int64_t step = grid.classes / places.classes * places.step;
    some.lead += rows.begin * step;
    some.fileRow = std::min(rows.end * grid.classes, places.fileRow) - rows.begin * grid.classes;
    some.pitch = count * step;
    return some;
  }
  const std::int64_t high = grid.rank == 3 ? grid.extent[1] : 1;
  some.lead += rows.begin * high * places.pitch;
  some.rows = count * high;
  return some;
}

/// The distance between rows in values, in layouts with components apart.
std::int64_t pitchOf(const Grid &grid, Range rows) {
  return grid.rank == 1 ? rows.end - rows.begin
                        : makeLayout(grid, Arrangement::SoA).stride[grid.rank - 2];
}

std::int64_t linesOf(const Grid &grid, Range rows) {
  const std::int64_t count = rows.end - rows.begin;
  return grid.rank == 1 ? 1 : grid.rank == 2 ? count : count * grid.extent[1];
}

} // namespace

SentRows sentRowsOf(const Places &places, const Grid &grid, Range rows, std::uint64_t components) {
  SentRows both{rowsOf(places, grid, rows), {}};
  Places &sent = both.sent;
  sent.states = places.states;
  sent.classes = grid.classes;
  sent.components = sent.states * sent.classes;
  sent.rows = linesOf(grid, rows);
  sent.fileRow = both.held.fileRow;
  sent.pitch = pitchOf(grid, rows);
  sent.plane = sent.rows * sent.pitch;
  sent.values = sent.components * sent.plane;
  both.isSame = places.step == 1 && places.classes == grid.classes;
  both.components = components;
  return both;
}

void SentRows::copyOut(std::int64_t size, const void *state, void *to) const {
  forEachSent([&](std::int64_t q, std::int64_t place) {
    std::memcpy(static_cast<std::byte *>(to) + place * length() * size,
                static_cast<const std::byte *>(state) + at(q) * size,
                static_cast<std::size_t>(length() * size));
  });
}

void SentRows::copyIn(std::int64_t size, const void *from, void *state) const {
  forEachSent([&](std::int64_t q, std::int64_t place) {
    std::memcpy(static_cast<std::byte *>(state) + at(q) * size,
                static_cast<const std::byte *>(from) + place * length() * size,
                static_cast<std::size_t>(length() * size));
  });
}

std::int64_t SentRows::planesSent() const {
  std::int64_t count = 0;
  forEachSent([&](std::int64_t, std::int64_t) { count++; });
  return count;
}

SentRuns::SentRuns(const Places &places, const Grid &grid, std::span<const Range> runs,
                   std::uint64_t components)
    : runs_(runs),
      stretch_(sentRowsOf(places, grid, {runs.front().begin, runs.back().end}, components)),
      row_(stretch_.length() / (runs.back().end - runs.front().begin)) {}

std::size_t SentRuns::bytes(std::int64_t size) const {
  std::int64_t rows = 0;
  for (const Range &run : runs_)
    rows += run.end - run.begin;
  return static_cast<std::size_t>(rows * row_ * stretch_.planesSent() * size);
}

/// Calls copy(offset in the buffer, offset among those sent, bytes). `at`: the place of a
/// component's first value.
template <class At, class Copy>
void SentRuns::forEachPiece(std::int64_t size, At &&at, Copy &&copy) const {
  std::int64_t sent = 0;
  for (const Range &run : runs_)
    stretch_.forEachSent([&](std::int64_t q, std::int64_t place) {
      const std::int64_t bytes = (run.end - run.begin) * row_ * size;
      copy((at(q, place) + (run.begin - runs_.front().begin) * row_) * size, sent, bytes);
      sent += bytes;
    });
}

/// memcpy, faster for single values, which are most runs of graphs.
static void copyFew(void *to, const void *from, std::int64_t bytes) {
  if (bytes == 4)
    std::memcpy(to, from, 4);
  else if (bytes == 8)
    std::memcpy(to, from, 8);
  else
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

void SentRuns::copyOut(std::int64_t size, const void *state, void *to) const {
  forEachPiece(
      size, [&](std::int64_t q, std::int64_t) { return stretch_.at(q); },
      [&](std::int64_t held, std::int64_t sent, std::int64_t bytes) {
        copyFew(static_cast<std::byte *>(to) + sent, static_cast<const std::byte *>(state) + held,
                bytes);
      });
}

void SentRuns::copyIn(std::int64_t size, const void *from, void *state) const {
  forEachPiece(
      size, [&](std::int64_t q, std::int64_t) { return stretch_.at(q); },
      [&](std::int64_t held, std::int64_t sent, std::int64_t bytes) {
        copyFew(static_cast<std::byte *>(state) + held, static_cast<const std::byte *>(from) + sent,
                bytes);
      });
}

std::vector<std::int64_t> SentRuns::heldPlaces() const {
  std::vector<std::int64_t> places(bytes(1));
  if (stretch_.isSame) {
    forEachPiece(
        1, [&](std::int64_t q, std::int64_t) { return stretch_.at(q); },
        [&](std::int64_t held, std::int64_t sent, std::int64_t count) {
          std::iota(places.begin() + sent, places.begin() + sent + count, held);
        });
    return places;
  }
  // In other layouts: sends the numbers of places, from 1 on, instead of values; gaps become 0.
  std::vector<std::int64_t> held(static_cast<std::size_t>(stretch_.stretch()));
  std::iota(held.begin(), held.end(), stretch_.held.lead + 1);
  std::vector<std::int64_t> between(stretch_.bytes(1));
  toSent(stretch_, sizeof held[0], held.data(), between.data());
  forEachPiece(
      1, [&](std::int64_t, std::int64_t place) { return place * stretch_.length(); },
      [&](std::int64_t from, std::int64_t sent, std::int64_t count) {
        for (std::int64_t k = 0; k < count; k++)
          places[static_cast<std::size_t>(sent + k)] =
              between[static_cast<std::size_t>(from + k)] - 1;
      });
  return places;
}

std::int64_t sentValues(const Grid &grid, std::int64_t states, Range rows,
                        std::uint64_t components) {
  const std::int64_t sent =
      components == allComponents ? states * grid.classes : std::popcount(components);
  return sent * linesOf(grid, rows) * pitchOf(grid, rows);
}

namespace {

/// The places of the held rows, counted from their first value.
Places alone(const SentRows &rows) {
  Places held = rows.held;
  held.lead = 0;
  held.values = rows.stretch();
  return held;
}

void convert(const Places &from, const void *in, const Places &to, void *out, std::int64_t size) {
  std::vector<std::byte> file(static_cast<std::size_t>(from.fileSize() * size));
  fromLayout(from, size, in, {0, from.values}, file.data(), 1);
  toLayout(to, size, file.data(), {0, to.values}, out, 1);
}

/// Converts all components to the order in which rows are sent.
std::vector<std::byte> allAsSent(const SentRows &rows, std::int64_t size, const void *held) {
  std::vector<std::byte> all(static_cast<std::size_t>(rows.sent.values * size));
  convert(alone(rows), held, rows.sent, all.data(), size);
  return all;
}

} // namespace

void toSent(const SentRows &rows, std::int64_t size, const void *held, void *sent) {
  if (rows.components == allComponents)
    return convert(alone(rows), held, rows.sent, sent, size);
  const std::vector<std::byte> all = allAsSent(rows, size, held);
  const std::int64_t bytes = rows.length() * size;
  rows.forEachSent([&](std::int64_t q, std::int64_t place) {
    std::memcpy(static_cast<std::byte *>(sent) + place * bytes, all.data() + q * bytes,
                static_cast<std::size_t>(bytes));
  });
}

void fromSent(const SentRows &rows, std::int64_t size, const void *sent, void *held) {
  if (rows.components == allComponents)
    return convert(rows.sent, sent, alone(rows), held, size);
  std::vector<std::byte> all = allAsSent(rows, size, held);
  const std::int64_t bytes = rows.length() * size;
  rows.forEachSent([&](std::int64_t q, std::int64_t place) {
    std::memcpy(all.data() + q * bytes, static_cast<const std::byte *>(sent) + place * bytes,
                static_cast<std::size_t>(bytes));
  });
  convert(rows.sent, all.data(), alone(rows), held, size);
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
