// Streaming: one step of a vector of points in a row, given the vectors of the rows around it in
// registers. Streaming overlapped tiles call it (templates/streaming/streaming.cl).
//
//   y[j - 1][i] + y[j][i + 1]  →  eulerc_advance(row_m1, row_0, row_p1, next, …)
//
// Macros give the reach of the right-hand side, and the rules beyond the sides of the grid.
#include "FieldReads.h"
#include "Forms.h"

#include "Includes.h"
#include "Spell.h"
#include "WindowVectors.h"
#include "codegen/Unsupported.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

namespace eulerc::compiler {
namespace {

class StreamingPrinter : Printer, WindowSource {
public:
  explicit StreamingPrinter(const AddressMap &map)
      : Printer(map), WindowSource(windows_), last_(stencil_.last()), tiles_(map),
        windows_(map, "  ", &tiles_), fields_(map, windows_) {
    rows_.insert(Offset(last_, 0));
    for (const StencilRead &read : stencil_.reads())
      if (!map.isField(read.array))
        rows_.insert(offsetOf(read));
  }

  std::string run() {
    macros();
    type();
    advance();
    ghosts();
    return out_.take();
  }

private:
  void macros() {
    components("read_by_right", shownTo(stencil_, last_, 1), "that a neighbour to the right reads");
    components("read_by_left", shownTo(stencil_, last_, -1), "that one to the left reads");
    components("mirror_left", stencil_.mirrored(last_, false), "that are mirrored before a row");
    components("mirror_right", stencil_.mirrored(last_, true), "that are mirrored behind it");
    if (last_ == 1) {
      out_ += "#ifdef EULERC_STREAMING_LEVELS\n";
      axes(0, std::nullopt);
      out_ += "#else\n";
      axes(std::nullopt, 0);
      out_ += "#endif\n\n";
    } else {
      axes(0, 1);
      out_ += "\n";
    }
  }

  /// Facts about the axis along which tiles are walked, and about the axis of the rows in a
  /// work-item's block, if it has rows.
  void axes(std::optional<std::size_t> deep, std::optional<std::size_t> down) {
    axis(last_, "along", "a row");
    if (deep) {
      axis(deep, "deep", "the walk");
      fact("reach_askew", askew(), "layers of which a point reads other columns or rows");
      mirrors(deep, "before", "behind");
    }
    axis(down, "down", "the rows of a block");
    mirrors(down, "above", "below");
    const std::size_t fromAxis = down.value_or(last_);
    fact("shown_components", static_cast<std::int64_t>(shownComponents(step_, stencil_, fromAxis)),
         "that neighbours read, at most");
    endFacts();
    components("read_by_rows",
               down ? stencil_.componentsRead(*down, -1) | stencil_.componentsRead(*down, 1) : 0,
               "that rows above or below read");
    if (deep)
      out_ += "// What points read of others but along the walk, by the stage.\n" +
              shownAtText(stencil_, fromAxis);
    else
      out_ += levelsText(step_, stencil_);
    std::string calls;
    for (const Offset &row : rows_)
      calls += (calls.empty() ? "row(" : ", row(") + number(deep ? row[*deep] : 0) + ", " +
               number(down ? row[*down] : 0) + ")";
    out_ += "// The rows that eulerc_advance takes.\n";
    define("WINDOW(row)", calls, "");
  }

  void axis(std::optional<std::size_t> axis, const std::string &name, const std::string &along) {
    fact("reach_" + name, axis ? *stencil_.reach(*axis) : 0,
         "points that one looks along " + along);
    fact("ring_" + name, axis && stencil_.isRing(*axis), "whether it is a ring");
  }

  /// The components that are mirrored beyond the sides of an axis.
  void mirrors(std::optional<std::size_t> axis, const std::string &low, const std::string &high) {
    components("mirror_" + low, axis ? stencil_.mirrored(*axis, false) : 0,
               "that are mirrored at its low side");
    components("mirror_" + high, axis ? stencil_.mirrored(*axis, true) : 0,
               "that are mirrored at its high side");
  }

  /// The distance of the farthest layer of which a point reads other columns or rows.
  std::int64_t askew() const {
    std::int64_t farthest = 0;
    for (const StencilRead &read : stencil_.reads()) {
      const bool isStraight = std::all_of(read.distance.begin() + 1, read.distance.end(),
                                          [](const auto &along) { return along == 0; });
      if (!map_.isField(read.array) && !isStraight)
        farthest = std::max(farthest, std::abs(*read.distance[0]));
    }
    return farthest;
  }

  void type() {
    out_ += "// Of a row, in registers: a work-item's own vector of each component and those of "
            "its neighbours.\ntypedef struct {\n  realv left[EULERC_COMPONENTS], "
            "own[EULERC_COMPONENTS], right[EULERC_COMPONENTS];\n} eulerc_kept_row;\n\n";
  }

  static std::string nameOf(const Offset &row) { return "row" + sides(row); }

  void advance() {
    std::string parameters;
    for (const Offset &row : rows_)
      parameters += "const eulerc_kept_row *" + nameOf(row) + ", ";
    const std::string indices = eachAxis(0, last_, "const long i#, ");
    const std::string text = vectors_.textInto("next", Points::PartialTile, *this);
    out_ += tiles_.text(windows_.indicesAlong(0, true)) + vectors_.helpers() +
            fields_.text(indices) +
            "// One step of points j … j + EULERC_WIDTH - 1 of a row, of which the fields are "
            "loaded.\n";
    const auto body = out_.block(
        "EULERC_INLINE void eulerc_advance({}const realv *fields, realv *next EULERC_FIELDS,\n    "
        "{}const long j, const bool full, const ulong guards, const eulerc_column *column,\n    "
        "const eulerc_constants *c, const eulerc_moment now)",
        parameters, indices);
    out_.line("const long {};", map_.lastIndexAt("j"));
    out_ += text;
  }

  std::string field(const WindowRead &read) override { return fields_.nameOf(read); }

  std::string member(const WindowRead &read, const char *name) const {
    return nameOf(offsetOf(read.at)) + name + "[" + map_.window(read).plane + "]";
  }

  std::string load(const WindowRead &read) override {
    return vectors_.declared(member(read, ""), member(read, "->own"));
  }

  std::string beside(const std::string &own, const WindowRead &read) override {
    const std::int64_t near = *read.near();
    vectors_.beside(own, near, member(read, near < 0 ? "->left" : "->right"));
    return vectors_.between(own, near);
  }

  /// Applies the rules of the last axis first, so that the rules of the first axes win, as in reads
  /// (ReadText.cpp).
  void ghosts() {
    out_ += "// Lanes from one on have another value, or all have.\n"
            "EULERC_INLINE realv eulerc_replace(const realv v, const bool all, const int from, "
            "const real value) {\n#define EULERC_REPLACED(v, k) (all || 0x##k >= from ? value : "
            "EULERC_LANE(v, k))\n  return EULERC_MAKE(realv, EULERC_EACH(EULERC_REPLACED, "
            "v));\n#undef EULERC_REPLACED\n}\n\n"
            "// Points outside of the grid have the values of a dirichlet rule: those of points j "
            "… of a row, which\n// may lie beyond the low or the high side of other axes.\n"
            "EULERC_INLINE void eulerc_set_ghosts(realv *own, " +
            eachAxis(0, last_, "const bool low#, const bool high#, ") +
            "const long j, const eulerc_constants *c) {\n";
    for (const StepOfEquation &equation : step_.equations)
      ghostsOf(equation);
    out_ += "}\n\n";
  }

  void ghostsOf(const StepOfEquation &equation) {
    const Ghosts &columns = step_.ghosts[equation.state][last_];
    const std::string own = "own[" + map_.plane(equation.state, equation.residue) + "]";
    const std::string across = eitherOf(columns, "left", "right");
    const std::string value = across.empty() ? "" : valueOf(columns, "j < 0");
    std::string alike, others; // sides with the value of the ends of rows; other sides
    for (std::size_t axis = last_; axis-- > 0;) {
      const Ghosts &ghosts = step_.ghosts[equation.state][axis];
      const std::string low = "low" + number(axis), high = "high" + number(axis);
      const std::string isOutside = eitherOf(ghosts, low, high);
      if (isOutside.empty())
        continue;
      if (others.empty() && valueOf(ghosts, low) == value)
        alike += (alike.empty() ? "" : " || ") + isOutside;
      else
        others += "  " + own + " = " + isOutside + " ? (realv)(" + valueOf(ghosts, low) +
                  ") : " + own + ";\n";
    }
    if (!across.empty()) {
      const std::string extent = "c->extent[" + number(last_) + "]";
      const std::string points =
          system_.period == 1
              ? extent
              : "eulerc_floor_div(" + extent +
                    AddressMap::signedTerm(system_.period - 1 - equation.residue, "") + ", " +
                    number(system_.period) + ")";
      std::string from = columns.high ? "(int)clamp(" + points + " - j, 0L, 16L)" : "16";
      if (columns.low)
        from = "j < 0 ? 0 : " + from;
      out_ += "  " + own + " = eulerc_replace(" + own + ", " + (alike.empty() ? "false" : alike) +
              ", " + from + ", " + value + ");\n";
    }
    out_ += others;
  }

  /// A test whether a point is beyond a side with a dirichlet rule: "is_above || is_below"; "":
  /// never.
  static std::string eitherOf(const Ghosts &sides, const std::string &low,
                              const std::string &high) {
    if (sides.low && sides.high)
      return "(" + low + " || " + high + ")";
    return sides.low ? low : sides.high ? high : "";
  }

  /// The value beyond a side.
  std::string valueOf(const Ghosts &sides, const std::string &isLow) const {
    const std::string low = map_.ghost(sides.low ? sides.low : sides.high);
    const std::string high = map_.ghost(sides.high ? sides.high : sides.low);
    return low == high ? low : isLow + " ? " + low + " : " + high;
  }

  const std::size_t last_; ///< axis along which the lanes of a vector lie
  std::set<Offset> rows_;  ///< the rows that are read
  const TileFunctions tiles_;
  WindowVectors windows_;
  FieldReads fields_;
};

} // namespace

std::size_t layersInFlight(const Stencil &stencil) {
  const std::int64_t reach = *stencil.reach(0);
  std::size_t vectors = 0;
  for (std::size_t stage = 0; stage < stencil.stages; stage++) {
    vectors += static_cast<std::size_t>(std::popcount(stencil.live[stage]) * (reach + 1));
    for (std::int64_t before = 1; before <= reach; before++)
      vectors += static_cast<std::size_t>(
          std::popcount(stencil.componentsRead([&](const StencilRead &read) {
            return read.isAt(stage) && read.distance[0] <= -before;
          })));
  }
  // A row of a field that a level keeps but does not compute counts half. Measured on an H200, in
  // Gcomp/s: vectors of 2, and 2, 3, … steps. One field 4096²: 436 to 512 at 8 steps, then 469;
  // three fields 8192²: 261, 282, 380, 399, 312; two fields and one of the point 4096²: 246, 323,
  // 342, 435, 344.
  const std::set<std::size_t> walked = walkedFields(stencil);
  std::map<std::size_t, std::int64_t> before;
  std::set<std::pair<std::size_t, std::vector<std::optional<std::int64_t>>>> loaded;
  for (const StencilRead &read : stencil.reads())
    if (walked.contains(read.array))
      before[read.array] = std::max(before[read.array], -*read.distance[0]);
    else if (stencil.arrays[read.array].isField)
      loaded.emplace(read.array, read.distance);
  std::size_t rows = 0;
  for (const auto &[field, count] : before)
    rows += static_cast<std::size_t>(reach + 1 + count);
  return (vectors + stencil.stages - 1) / stencil.stages + loaded.size() + (rows + 1) / 2;
}

/// Kernels of streaming tiles, with the functions that they share with planes kept in registers.
static std::string streamingKernels(const AddressMap &map) {
  const bool isPlane = map.stencil().axes.size() == 2;
  return onlyIf(isPlane ? "defined(EULERC_STREAMING_LEVELS) || defined(EULERC_KEPT)"
                        : "defined(EULERC_STREAMING_LEVELS)",
                include("boxes.h") + "\n" + StreamingPrinter(map).run() +
                    include("tile_vectors.cl")) +
         when("EULERC_STREAMING_LEVELS",
              includes({"streaming_layers.cl", "streaming.cl", "streaming_kernels.cl"}));
}

static bool suitsPlanes(const AddressMap &map) { return map.stencil().axes.size() == 2; }

static std::string planeKernels(const AddressMap &) {
  return onlyIf("defined(EULERC_KEPT) && !defined(EULERC_STREAMING_LEVELS)",
                include("registers_plane.cl"));
}

static constexpr Kernel namedTiles[] = {
    {"overlapped", "streaming", 2, 3, FormFamily::Streaming,
     "EULERC_TILED EULERC_STREAMING_LEVELS=4 EULERC_STREAMING_PHASES=1 EULERC_KEPT=1 "
     "EULERC_BUFFERS=2 EULERC_LAST_POINTS=0 EULERC_LAST_ROWS=0"}};
static constexpr Kernel namedPlanes[] = {
    {"overlapped", "registers", 2, 2, FormFamily::Streaming,
     "EULERC_TILED EULERC_KEPT=2 EULERC_BUFFERS=2 EULERC_LAST_POINTS=0 EULERC_LAST_ROWS=0"},
    {"overlapped", "persistent", 2, 2, FormFamily::Streaming,
     "EULERC_TILED EULERC_KEPT=2 EULERC_BUFFERS=2 EULERC_LAST_POINTS=0 EULERC_LAST_ROWS=0 "
     "EULERC_PERSISTENT_ROUNDS=64"}};

const FormText streamingForm = {FormFamily::Streaming, nullptr, streamingKernels, nullptr,
                                namedTiles};
const FormText planesInRegistersForm = {FormFamily::Streaming, suitsPlanes, planeKernels, nullptr,
                                        namedPlanes};

} // namespace eulerc::compiler
