// Between the file's order and a layout.
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

/// Both orders, counted in values. Component (state, class) of point j of row k lies at
///   plane · (state · classes + class) + lead + k · pitch + j · step
/// in the buffer and, if class + j · classes < fileRow, at
///   state · (rows · fileRow + fileGap) + k · fileRow + j · classes + class
/// in the file's order. Rows of all slower axes are counted as one sequence.
struct Places {
  std::int64_t states = 1, classes = 1;
  std::int64_t components = 1; ///< of a point, in the buffer: the file's components, then registers
  std::int64_t rows = 1, fileRow = 0;
  std::int64_t fileGap = 0; ///< between two states in the file's order
  std::int64_t lead = 0, pitch = 0, plane = 0, step = 1;
  std::int64_t values = 0; ///< of the buffer

  bool operator==(const Places &) const = default;
  /// The same, of registers as well.
  Places ofAllComponents() const {
    Places all = *this;
    all.states = components / classes;
    return all;
  }
  std::int64_t stateSize() const { return rows * fileRow; }
  std::int64_t fileSize() const { return states * stateSize(); } ///< without gaps
  std::int64_t fileOf(std::int64_t state) const { return state * (stateSize() + fileGap); }
  /// Points of a row that have this class.
  std::int64_t length(std::int64_t residue) const {
    return (fileRow - residue + classes - 1) / classes;
  }
  /// Whether each state's values lie in one piece, in the file's order; then at firstOf(state).
  bool direct() const { return classes == 1 && step == 1 && (rows == 1 || pitch == fileRow); }
  std::int64_t firstOf(std::int64_t state) const { return state * plane + lead; }
};

/// For a state: `states` of the file, then any further components of the grid; for a field
/// 1 (its components are the classes).
Places placesOf(const Grid &grid, const Layout &layout, std::int64_t states, std::int64_t fileRow);
Places fieldPlacesOf(const Grid &grid, const Layout &layout, std::int64_t fileRow);

/// Some rows along the slowest axis, in the buffer and as slabs send them to each other: each
/// component's rows with what lies between them, one component after the other, so that rows of a
/// component need no conversion where components are apart.
constexpr std::uint64_t allComponents = ~std::uint64_t{0}; ///< a bit for each
struct SentRows {
  Places held, sent;
  bool isSame = false; ///< both hold the values of a component in the same order
  std::uint64_t components = allComponents; ///< that are sent
  bool sends(std::int64_t plane) const {
    return components == allComponents || (plane < 64 && (components >> plane & 1) != 0);
  }
  std::int64_t planes() const { return sent.states * sent.classes; }
  /// Values of the buffer from the first of the rows to behind the last one, of all components.
  std::int64_t stretch() const {
    return held.rows * held.pitch +
           (held.step > 1 ? 0 : (held.states * held.classes - 1) * held.plane);
  }
  /// Values of a component, and where they begin in the buffer.
  std::int64_t length() const { return sent.plane; }
  std::int64_t at(std::int64_t plane) const { return plane * held.plane + held.lead; }
  std::int64_t planesSent() const;
  std::size_t bytes(std::int64_t size) const {
    return static_cast<std::size_t>(planesSent() * length() * size);
  }
  /// Calls piece(component, place among those sent) of the components that are sent.
  template <class Piece> void forEachSent(Piece &&piece) const {
    std::int64_t place = 0;
    for (std::int64_t q = 0; q < planes(); q++)
      if (sends(q))
        piece(q, place++);
  }
  /// Both ways, where the orders are the same; `state` is the whole buffer.
  void copyOut(std::int64_t size, const void *state, void *to) const;
  void copyIn(std::int64_t size, const void *from, void *state) const;
};
SentRows sentRowsOf(const Places &places, const Grid &grid, Range rows,
                    std::uint64_t components = allComponents);
/// Values that are sent of so many states.
std::int64_t sentValues(const Grid &grid, std::int64_t states, Range rows,
                        std::uint64_t components = allComponents);

/// Some runs of rows, in growing order; one run is sent after the other.
class SentRuns {
public:
  SentRuns(const Places &places, const Grid &grid, std::span<const Range> runs,
           std::uint64_t components);
  /// From the first of the rows to behind the last one, those between the runs among them.
  const SentRows &stretch() const { return stretch_; }
  std::size_t bytes(std::int64_t size) const;
  // Both ways, where the orders are the same; `state` is the whole buffer.
  void copyOut(std::int64_t size, const void *state, void *to) const;
  void copyIn(std::int64_t size, const void *from, void *state) const;
  /// Where each value that is sent lies in the buffer; -1: it only fills a gap.
  std::vector<std::int64_t> heldPlaces() const;

private:
  template <class At, class Copy> void forEachPiece(std::int64_t size, At &&at, Copy &&copy) const;

  std::span<const Range> runs_;
  SentRows stretch_;
  std::int64_t row_; ///< values of a component in a row
};
/// Both ways, where the orders differ; `held` is the part of the buffer from sent rows' first value
/// on, of all components. Components that are not sent stay.
void toSent(const SentRows &rows, std::int64_t size, const void *held, void *sent);
void fromSent(const SentRows &rows, std::int64_t size, const void *sent, void *held);

/// These values of the buffer, made from `file` and written to the beginning of `out`.
void toLayout(const Places &places, std::int64_t size, const void *file, Range values, void *out,
              int threads);

/// Writes to `file` which of these values, with which `in` begins, are components.
void fromLayout(const Places &places, std::int64_t size, const void *in, Range values, void *file,
                int threads);

} // namespace eulerc
