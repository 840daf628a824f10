// The linear scheme with streaming, for 3-D grids on GPUs: a work-item steps through vectors that
// follow each other along the slowest axis, also at the boundary
// (templates/streaming/linear_streaming.cl).
//
//   u[z - 1][y][x], u[z + 1][y][x], u[z][y][x - 1]  →  the vectors v_u_m1_0, v_u_0_0, v_u_p1_0 of
//                             three planes, of which each turn loads one; and the neighbours of
//                             v_u_0_0
//   27 points                 →  three such columns of vectors, with the neighbours of each vector:
//                             a turn loads three vectors and six neighbours in place of 9 and 18
//
// A vector beyond the grid has the values of its boundary rule, so that no point needs a separate
// computation.
#include "Forms.h"

#include "Includes.h"
#include "Spell.h"
#include "WindowVectors.h"
#include "codegen/Unsupported.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace eulerc::compiler {
namespace {

/// A row that is read, relative to the point's own row.
struct Row {
  std::size_t array;
  Offset offset;        ///< along all axes but the last
  bool besides = false; ///< whether neighbours along the row are read as well

  bool isOfOwnColumn() const {
    return std::all_of(offset.begin() + 1, offset.end(), [](std::int64_t d) { return d == 0; });
  }
  bool isAt(const Row &other) const { return array == other.array && offset == other.offset; }
};

using Planes = std::pair<std::int64_t, std::int64_t>; ///< the first and the last one

/// The rows of a state that differ along the slowest axis alone.
struct Column {
  std::vector<Row> rows; ///< that are read
  /// The planes whose vectors a work-item keeps from turn to turn: [first, last), and `last` is
  /// loaded; nullopt: each turn loads all of `rows`.
  std::optional<Planes> kept;
  /// The same of the neighbours along the row.
  std::optional<Planes> keptBesides;

  Row at(std::int64_t plane) const {
    Row row = rows.front();
    row.offset[0] = plane;
    return row;
  }
};

class LinearStreamingPrinter : Printer, WindowSource {
public:
  explicit LinearStreamingPrinter(const AddressMap &map)
      : Printer(map), WindowSource(windows_), windows_(map, "    ") {
    for (std::size_t state = 0; state < system_.stateCount; state++)
      add(state, Offset(rank_ - 1, 0), 0);
    for (const StencilRead &read : stencil_.reads())
      if (!map.isField(read.array))
        add(read.array, offsetOf(read), *read.distance.back());
    makeColumns();
  }

  std::string run() {
    out_ += "enum { eulerc_row_reach = " + number(*map_.stencil().reach(rank_ - 1)) +
            " }; // points along the last axis\n\n" + include("row_ends.cl");
    out_ += vectors_.helpers();
    isInside();
    column();
    return out_.take();
  }

private:
  void add(std::size_t array, const Offset &offset, std::int64_t near) {
    Row *row = find(array, offset);
    if (!row) {
      rows_.push_back({array, offset});
      row = &rows_.back();
    }
    row->besides = row->besides || near != 0;
  }

  /// The most values that a work-item keeps besides its own column: registers of 27 points with two
  /// states. More would leave too few work-items on a compute unit.
  static constexpr std::int64_t mostKept = 80;

  Row *find(std::size_t array, const Offset &offset) {
    const auto row =
        std::ranges::find_if(rows_, [&](const Row &each) { return each.isAt({array, offset}); });
    return row == rows_.end() ? nullptr : &*row;
  }

  std::string nameOf(std::size_t array, const Offset &offset) const {
    return "v_" + system_.arrays[array].identifier + compiler::sides(offset);
  }
  std::string nameOf(const Row &row) const { return nameOf(row.array, row.offset); }

  void makeColumns() {
    for (const Row &row : rows_) {
      const auto column = std::ranges::find_if(
          columns_, [&](const Column &each) { return each.at(row.offset[0]).isAt(row); });
      if (column == columns_.end())
        columns_.push_back({{row}, {}, {}});
      else
        column->rows.push_back(row);
    }
    for (Column &column : columns_)
      keep(column, true);
    if (valuesKept() > mostKept)
      for (Column &column : columns_)
        keep(column, false);
  }

  /// Keeps vectors of the point's own column; and with `all` of other columns and their neighbours
  /// as well, if several planes read them.
  static void keep(Column &column, bool all) {
    column.kept = column.keptBesides = std::nullopt;
    const auto count = std::ssize(column.rows);
    const Planes planes = planesOf(column.rows);
    if (column.rows.front().isOfOwnColumn() ||
        (all && count > 1 && planes.second - planes.first < 2 * count))
      column.kept = planes;
    std::vector<Row> withBesides;
    std::ranges::copy_if(column.rows, std::back_inserter(withBesides), &Row::besides);
    if (all && column.kept && withBesides.size() > 1)
      column.keptBesides = planesOf(withBesides);
  }

  static Planes planesOf(const std::vector<Row> &rows) {
    const auto [first, last] =
        std::ranges::minmax(rows, {}, [](const Row &row) { return row.offset[0]; });
    return {first.offset[0], last.offset[0]};
  }

  /// Values of a work-item in other columns than its own, and in neighbours, with vectors of four.
  std::int64_t valuesKept() const {
    std::int64_t values = 0;
    for (const Column &column : columns_) {
      if (column.kept && !column.rows.front().isOfOwnColumn())
        values += 4 * (column.kept->second - column.kept->first);
      if (column.keptBesides)
        values += 2 * *map_.stencil().reach(rank_ - 1) *
                  (column.keptBesides->second - column.keptBesides->first);
    }
    return values;
  }

  const Sides &sides(std::size_t array, std::size_t axis) const {
    return system_.arrays[array].boundary[axis];
  }

  /// The rule of the side of an axis on which a row lies.
  const Rule &ruleOf(const Row &row, std::size_t axis) const {
    return row.offset[axis] < 0 ? sides(row.array, axis).low : sides(row.array, axis).high;
  }
  /// Whether a row may lie beyond that side, where all points have one value.
  bool mayBeConstant(const Row &row, std::size_t axis) const {
    return row.offset[axis] != 0 && !ruleOf(row, axis).hasImage();
  }

  std::string ghost(std::size_t array, std::size_t axis, bool low) const {
    const Ghosts &ghosts = step_.ghosts[array][axis];
    return "(realv)(" + map_.ghost(low ? ghosts.low : ghosts.high) + ")";
  }

  void column() {
    out_ += "// One step of points j … j + EULERC_WIDTH - 1, as far as they are of the grid, of "
            "rows (planes) i0 to\n// end - 1. Whether they are inside is constant: tests and their "
            "loads are then gone.\nEULERC_INLINE void eulerc_stream_column(global const real *y, "
            "global "
            "real *next EULERC_OTHER(EULERC_GLOBAL const real *) EULERC_FIELDS,\n    const bool "
            "inside, int i0, const int end, ";
    const std::string last = "i" + number(rank_ - 1);
    out_ += eachAxis(1, rank_, "const int i#, ") +
            "const eulerc_constants *c, const eulerc_moment now) {\n";
    for (std::size_t axis = 0; axis < rank_; axis++)
      out_ += "  const int n" + number(axis) + " = c->" +
              (axis + 1 == rank_ ? "row" : "extent[" + number(axis) + "]") + ";\n";
    if (std::ranges::any_of(rows_, [](const Row &row) { return row.besides; }))
      out_.line(
          "  const bool first = {0} == 0, final = {0} + EULERC_WIDTH >= {1},\n"
          "             ends = EULERC_LAST_POINTS ? {0} + EULERC_WIDTH + eulerc_row_reach > {1} "
          ": final;",
          last, "n" + number(rank_ - 1));
    if (needsPoint())
      out_ += "  const long j = " + last + ";\n";
    if (map_.stencil().hasGuards())
      out_ += "  const bool full = eulerc_is_full(i0, end, i1, i1 + 1, j, j + EULERC_WIDTH, c);\n";
    out_ += "  long at = eulerc_row_at(i0, " + eachAxis(1, rank_ - 1, "i#, ") + "c).base + " +
            last + ";\n";
    for (const Column &column : columns_)
      forEach(column.kept, [&](std::int64_t plane) { declare(column.at(plane), "  realv "); });
    for (const Column &column : columns_)
      forEach(column.keptBesides, [&](std::int64_t plane) { besides(column.at(plane), "  "); });
    out_ += "#pragma unroll EULERC_LINEAR_STREAMING_UNROLL\n  for (; i0 < end; i0++) {\n";
    loadPlane();
    for (const StepOfEquation &equation : storedBy(map_))
      vectors_.call(equation, Points::PartialTile, *this);
    out_ += vectors_.text();
    for (const StepOfEquation &equation : storedBy(map_))
      store(equation.state);
    keepPlanes();
    out_ += "    at += c->stride[0];\n  }\n}\n\n";
  }

  /// Loads what a turn needs in addition to what is kept.
  void loadPlane() {
    for (const Column &column : columns_) {
      if (column.kept)
        declare(column.at(column.kept->second), "    const realv ");
      for (const Row &row : column.rows)
        if (!column.kept)
          declare(row, "    const realv ");
    }
    for (const Column &column : columns_) {
      if (column.keptBesides)
        besides(column.at(column.keptBesides->second), "    ");
      for (const Row &row : column.rows)
        if (row.besides && !column.keptBesides)
          besides(row, "    ");
    }
  }

  void store(std::size_t state) {
    const std::string plane = map_.plane(state, 0), last = "i" + number(rank_ - 1),
                      rest = "n" + number(rank_ - 1) + " - " + last;
    if (isListed(map_, state))
      out_ += "    " + ifStored(map_, state) + "eulerc_list_vector(" + homeOf(map_, state) +
              ", EULERC_STATE(" + plane + ", at), new_" + plane + ", 0, " + rest + ", now.step);\n";
    out_ += "    " + ifStored(map_, state) + "eulerc_store_first(" + nextOf(map_, state) +
            " + EULERC_STATE(" + plane + ", at), new_" + plane + ", EULERC_LAST_POINTS ? " + rest +
            " : EULERC_WIDTH);\n";
  }

  /// Moves what is kept by a plane.
  void keepPlanes() {
    for (const Column &column : columns_) {
      const auto move = [&](std::int64_t plane, const char *end) {
        out_ += "    " + nameOf(column.at(plane)) + end + " = " + nameOf(column.at(plane + 1)) +
                end + ";\n";
      };
      forEach(column.kept, [&](std::int64_t plane) { move(plane, ""); });
      forEach(column.keptBesides, [&](std::int64_t plane) {
        for (const char *end : {"_near", "_near_left", "_near_right"})
          move(plane, end);
      });
    }
  }

  /// Whether guards are tested, or fields are read at other points.
  bool needsPoint() const {
    return stencil_.hasGuards() || std::ranges::any_of(stencil_.reads(), [&](const auto &read) {
             return map_.isField(read.array) && !read.isAtPoint();
           });
  }

  template <class Do> static void forEach(const std::optional<Planes> &planes, Do act) {
    for (std::int64_t plane = planes ? planes->first : 0; planes && plane < planes->second; plane++)
      act(plane);
  }

  /// A test whether a row lies beyond an end of an axis.
  static std::string outside(std::size_t axis, std::int64_t offset) {
    const std::string i = "i" + number(axis);
    return "!inside && " + (offset < 0 ? i + " < " + number(-offset)
                                       : i + " + " + number(offset) + " >= n" + number(axis));
  }

  /// eulerc_is_stream_inside(): whether all rows lie in the grid that the planes of a column read.
  void isInside() {
    out_ += "// Whether a column from plane i0 to end - 1 reads no row beyond an end of the grid.\n"
            "EULERC_INLINE bool eulerc_is_stream_inside(const int i0, const int end, ";
    std::string all;
    for (std::size_t axis = 0; axis + 1 < rank_; axis++) {
      const std::string i = "i" + number(axis), last = axis == 0 ? "end - 1" : i;
      std::int64_t before = 0, behind = 0;
      for (const Row &row : rows_) {
        before = std::max(before, -row.offset[axis]);
        behind = std::max(behind, row.offset[axis]);
      }
      out_ += axis == 0 ? "" : "const int " + i + ", ";
      all += (all.empty() ? "" : " && ") + i + " >= " + number(before) + " && " + last + " + " +
             number(behind) + " < c->extent[" + number(axis) + "]";
    }
    out_ += "const eulerc_constants *c) {\n  return " + all + ";\n}\n\n";
  }

  /// The address of a row relative to the point's own. A row beyond an end of the grid is replaced
  /// by the row of its rule. Where the rule is one value it is replaced by the own row, because the
  /// neighbours of its vector are loaded as well.
  std::string place(const Row &row) const {
    std::string text = "at";
    for (std::size_t axis = 0; axis + 1 < rank_; axis++) {
      const std::int64_t d = row.offset[axis];
      if (d == 0)
        continue;
      const std::string i = "i" + number(axis), n = "n" + number(axis);
      const std::string beyond =
          mayBeConstant(row, axis) ? "0" : ruleOf(row, axis).imageIndex(d < 0).from(d).text(i, n);
      text += " + (" + outside(axis, d) + " ? " + beyond + " : " + number(d) + ") * c->stride[" +
              number(axis) + "]";
    }
    return text;
  }

  void declare(const Row &row, const std::string &declared) {
    std::string value = whereRead(map_, row.array,
                                  "eulerc_load(" + homeOf(map_, row.array) + " + EULERC_STATE(" +
                                      map_.plane(row.array, 0) + ", " + place(row) + "), 1)");
    for (std::size_t axis = rank_ - 1; axis-- > 0;) { // the rules of the first axes win
      const std::int64_t d = row.offset[axis];
      if (mayBeConstant(row, axis))
        value = outside(axis, d) + " ? " + ghost(row.array, axis, d < 0) + " : " + value;
    }
    out_ += declared + nameOf(row) + " = " + value + ";\n";
  }

  /// The values beyond an end of a row with a rule that is no ring; `points`: the last ones.
  std::string beyond(const Row &row, const Rule &rule, const std::string &points, bool low) const {
    return rule.hasImage() ? "EULERC_REVERSED(" + points + ")" : ghost(row.array, rank_ - 1, low);
  }

  /// Declares a row's vectors, and the adjacent ones that neighbours are made of.
  void besides(const Row &row, const std::string &indent) {
    const std::string own = nameOf(row), near = own + "_near", at = "at" + own.substr(1);
    const std::string last = "i" + number(rank_ - 1), n = "n" + number(rank_ - 1);
    const auto load = [&](const std::string &offset) {
      return "eulerc_load(" + homeOf(map_, row.array) + " + EULERC_STATE(" +
             map_.plane(row.array, 0) + ", " + at + offset + "), 1)";
    };
    out_ += indent + "const long " + at + " = " + place(row) + ";\n" + indent + "realv " + near +
            " = " + own + ";\n";
    const std::string left = near + "_left", right = near + "_right";
    const Rule &low = sides(row.array, rank_ - 1).low, &high = sides(row.array, rank_ - 1).high;
    // The neighbours in memory. At the ends of a ring, they are vectors at its other end.
    const std::string before = n + " - EULERC_LAST_POINTS - EULERC_WIDTH", behind = "-" + last;
    const auto neighbour = [&](const Rule &rule, const char *isEnd, const std::string &around,
                               const char *beside) {
      return load(" + (" + std::string(isEnd) + " ? " + (rule.isRing() ? around : "0") + " : " +
                  beside + ")");
    };
    out_.line("{}realv {} = {};", indent, left, neighbour(low, "first", before, "-EULERC_WIDTH"));
    out_.line("{}realv {} = {};", indent, right, neighbour(high, "final", behind, "EULERC_WIDTH"));
    if (low.isRing())
      out_.line("#if EULERC_LAST_POINTS\n{0}if (first)\n{0}  {1} = "
                "EULERC_FROM(EULERC_LAST_POINTS, {1}, {2});\n#endif",
                indent, left, load(" + " + n + " - EULERC_LAST_POINTS"));
    else
      out_.line("{}{} = first ? {} : {};", indent, left, beyond(row, low, own, true), left);
    const std::string points =
        "eulerc_last_points(final, " + left + ", " + near + ", " + right + ")";
    const std::string values =
        high.isRing() ? "eulerc_ends_early && !final ? " + load(" - " + last) + " : " + right
                      : beyond(row, high, points, false);
    out_.line("{}if (ends)\n{}  eulerc_end_row(final, {}, {}, &{}, &{});", indent, indent, points,
              values, near, right);
    std::string none; // a test that the row lies where all points have one value
    for (std::size_t axis = 0; axis + 1 < rank_; axis++)
      if (mayBeConstant(row, axis))
        none += (none.empty() ? "(" : " || (") + outside(axis, row.offset[axis]) + ")";
    if (!none.empty())
      out_ += indent + "if (" + none + ")\n" + indent + "  " + near + " = " + near +
              "_left = " + near + "_right = " + own + ";\n";
  }

  std::string field(const WindowRead &read) override {
    if (!read.at.isAtPoint())
      return vectors_.field(read);
    return vectors_.declared(read.entry.name, "eulerc_load(" + map_.pointer(read.at.array) + " + " +
                                                  map_.offset(read.at.array, "0", "at") + ", 1)");
  }

  std::string load(const WindowRead &read) override {
    return nameOf(read.at.array, offsetOf(read.at));
  }

  std::string beside(const std::string &own, const WindowRead &read) override {
    return vectors_.between(own + "_near", *read.near());
  }

  WindowVectors windows_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
};

} // namespace

static std::string linearStreamingKernels(const AddressMap &map) {
  return onlyIf("defined(EULERC_LINEAR_STREAMING) && !defined(EULERC_TILED)",
                LinearStreamingPrinter(map).run() + include("linear_streaming.cl"));
}

static constexpr Kernel namedStreaming[] = {
    {"linear", "streaming", 3, 3, FormFamily::LinearStreaming,
     "EULERC_ONE=1 EULERC_BUILDS_linear_streaming=1 EULERC_LINEAR_STREAMING EULERC_LAST_POINTS=0 "
     "EULERC_LINEAR_STREAMING_UNROLL=1"}};

const FormText linearStreamingForm = {FormFamily::LinearStreaming, nullptr, linearStreamingKernels,
                                      nullptr, namedStreaming};

} // namespace eulerc::compiler
