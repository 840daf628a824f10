// Converts states and fields between the file's order and a layout, and rows of slabs between a
// layout and the order in which they are sent.
//
//   Places p = placesOf(grid, layout, states, 1001);        // 1001: extent of the file's last axis
//   toLayout(p, 4, y, {0, p.values}, buffer, threads);      // or in chunks: any range
//   fromLayout(p, 4, buffer, {0, p.values}, y, threads);
//
// In the file's order states follow each other, each in C order; index i of the last axis is
// residue class i % classes of canonical point i / classes. All other values of a buffer are
// zero. Values are real numbers of `size` bytes, 4 or 8, and keep their bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <eulerc/layout.h>

#include "base/parallel.h"

namespace eulerc {

/// Places: the positions in both orders, counted in values. Component (state, class) of point j of
/// row k lies at
///   plane · (state · classes + class) + lead + k · pitch + j · step
/// in the buffer and, if class + j · classes < fileRow, at
///   state · (rows · fileRow + fileGap) + k · fileRow + j · classes + class
/// in the file's order. Rows of all slower axes are counted as one sequence.
struct Places {
  std::int64_t states = 1, classes = 1;
  std::int64_t components = 1; ///< of a point in the buffer: the file's components, then registers
  std::int64_t rows = 1, fileRow = 0;
  std::int64_t fileGap = 0; ///< between two states in the file's order
  std::int64_t lead = 0, pitch = 0, plane = 0, step = 1;
  std::int64_t values = 0; ///< of the buffer

  bool operator==(const Places &) const = default;
  /// The same places, with registers counted as states.
  Places ofAllComponents() const {
    Places all = *this;
    all.states = components / classes;
    return all;
  }
  std::int64_t stateSize() const { return rows * fileRow; }
  std::int64_t fileSize() const { return states * stateSize(); } ///< without gaps
  std::int64_t fileOf(std::int64_t state) const { return state * (stateSize() + fileGap); }
  /// The number of values of a row that have this class.
  std::int64_t length(std::int64_t residue) const {
    return (fileRow - residue + classes - 1) / classes;
  }
  /// Whether each state's values are contiguous in the file's order, from firstOf(state) on.
  bool direct() const { return classes == 1 && step == 1 && (rows == 1 || pitch == fileRow); }
  std::int64_t firstOf(std::int64_t state) const { return state * plane + lead; }
};

/// The places of a state (`states` of the file, then further components of the grid) and of a field
/// (1 state, whose components are the classes).
Places placesOf(const Grid &grid, const Layout &layout, std::int64_t states, std::int64_t fileRow);
Places fieldPlacesOf(const Grid &grid, const Layout &layout, std::int64_t fileRow);

constexpr std::uint64_t allComponents = ~std::uint64_t{0}; ///< a bit for each
/// SentRows: some rows along the slowest axis, in the buffer and in the order in which slabs send
/// them. That order has one component after another, each with the gaps between its rows, so that
/// rows need no conversion in layouts with components apart.
struct SentRows {
  Places held, sent;
  bool isSame = false; ///< both have the values of a component in the same order
  std::uint64_t components = allComponents; ///< the components that are sent
  bool sends(std::int64_t plane) const {
    return components == allComponents || (plane < 64 && (components >> plane & 1) != 0);
  }
  std::int64_t planes() const { return sent.states * sent.classes; }
  /// The number of values in the buffer from the first value of the rows to the last, including all
  /// components.
  std::int64_t stretch() const {
    return held.rows * held.pitch +
           (held.step > 1 ? 0 : (held.states * held.classes - 1) * held.plane);
  }
  /// The number of values of a component, and their first place in the buffer.
  std::int64_t length() const { return sent.plane; }
  std::int64_t at(std::int64_t plane) const { return plane * held.plane + held.lead; }
  std::int64_t planesSent() const;
  std::size_t bytes(std::int64_t size) const {
    return static_cast<std::size_t>(planesSent() * length() * size);
  }
  /// Calls piece(component, its number among those sent) for the components that are sent.
  template <class Piece> void forEachSent(Piece &&piece) const {
    std::int64_t place = 0;
    for (std::int64_t q = 0; q < planes(); q++)
      if (sends(q))
        piece(q, place++);
  }
  /// Copy rows out of and into the buffer `state`, if isSame.
  void copyOut(std::int64_t size, const void *state, void *to) const;
  void copyIn(std::int64_t size, const void *from, void *state) const;
};
SentRows sentRowsOf(const Places &places, const Grid &grid, Range rows,
                    std::uint64_t components = allComponents);
/// The number of values that are sent for some states.
std::int64_t sentValues(const Grid &grid, std::int64_t states, Range rows,
                        std::uint64_t components = allComponents);

/// SentRuns: several runs of rows, in growing order, sent one after another.
class SentRuns {
public:
  SentRuns(const Places &places, const Grid &grid, std::span<const Range> runs,
           std::uint64_t components);
  /// All rows from the first to the last one, including those between the runs.
  const SentRows &stretch() const { return stretch_; }
  std::size_t bytes(std::int64_t size) const;
  // Copy rows out of and into the buffer `state`, if the orders are the same.
  void copyOut(std::int64_t size, const void *state, void *to) const;
  void copyIn(std::int64_t size, const void *from, void *state) const;
  /// The place in the buffer of each value that is sent; -1: the value only fills a gap.
  std::vector<std::int64_t> heldPlaces() const;

private:
  template <class At, class Copy> void forEachPiece(std::int64_t size, At &&at, Copy &&copy) const;

  std::span<const Range> runs_;
  SentRows stretch_;
  std::int64_t row_; ///< values of a component in a row
};
/// Convert rows to and from the order in which they are sent; `held` is the buffer from the rows'
/// first value on, with all components. Components that are not sent stay unchanged.
void toSent(const SentRows &rows, std::int64_t size, const void *held, void *sent);
void fromSent(const SentRows &rows, std::int64_t size, const void *sent, void *held);

/// Converts `file` to the `values` of the buffer, which are written to the beginning of `out`.
void toLayout(const Places &places, std::int64_t size, const void *file, Range values, void *out,
              int threads);

/// Writes to `file` those of the buffer's `values` that are components; `in` begins with `values`.
void fromLayout(const Places &places, std::int64_t size, const void *in, Range values, void *file,
                int threads);

} // namespace eulerc
