// Wavefronts of processors: the functions of tiles that keep layers of a grid (rows or planes),
// with a pointer for each layer (templates/wavefront/wavefront.h).
//
//   u[y - 1][x] + u[y][x + 1]  →  eulerc_advance_in_window(window, …): window->layers[0][0] and [1]
//
// Macros give the reach of the right-hand side along each axis, the axes along which the grid is a
// ring, and the components that are mirrored beyond a side.
#include "Forms.h"

#include "FunctionText.h"
#include "Includes.h"
#include "Spell.h"
#include "WindowVectors.h"
#include "codegen/Unsupported.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

class WindowPrinter : Printer, WindowSource {
public:
  explicit WindowPrinter(const AddressMap &map)
      : Printer(map), WindowSource(windows_), windows_(map) {
    findLines();
  }

  std::string run() {
    macros();
    sideValue();
    pointsOf();
    advance();
    return out_.take();
  }

private:
  void macros() {
    const std::array<std::string, 3> names = {"deep", rank_ == 3 ? "high" : "across", "across"};
    for (std::size_t axis = 0; axis < rank_; axis++) {
      fact("reach_" + names[axis], *stencil_.reach(axis),
           "points that one looks along axis " + number(axis));
      fact("ring_" + names[axis], stencil_.isRing(axis), "whether it is a ring");
    }
    if (rank_ == 2) {
      fact("reach_high", 0, "of a plane there is none between");
      fact("ring_high", 0, "likewise");
    }
    fact("side_by_side", isShortStep(step_) ? "EULERC_WAVEFRONT_LAYERS" : "1",
         "layers computed together");
    endFacts();
    for (std::size_t axis = 0; axis < 3; axis++)
      for (const bool high : {false, true})
        components(
            "mirrors_" + (axis == 2 ? "last" : number(axis)) + (high ? "_high" : "_low"),
            axis < 2 && axis + 1 >= rank_ ? 0 : stencil_.mirrored(std::min(axis, rank_ - 1), high),
            "that are mirrored beyond this side of the axis");
    define("TRANSPOSED", isTransposed() ? "(EULERC_WAVEFRONT_LAYERS > 1)" : "0",
           "rows are transposed (wavefront_layers.h)");
    std::string last = "-1";
    for (std::size_t q = 0; q < stencil_.equations.size(); q++)
      if (const auto &of = stencil_.equations[q].lastOf)
        last = "q == " + number(q) + " ? " + number(*of) + " : " + last;
    ofComponent("int", "last_of", "", last,
                "The component whose last value component q is; -1: of none.");
    ofComponent("bool", "is_seen_along", "", seenAlong(),
                "Whether component q is read beside the point, along a row.");
    std::string noted = "0";
    for (const StepOfEquation &equation : step_.equations)
      if (isNoted(map_, equation.state))
        noted += " || q == " + map_.plane(equation.state, equation.residue);
    ofComponent("bool", "is_noted", "", noted,
                "Whether component q is an event, noted where it happens: tiles do not carry it.");
    fates();
    out_ += "\n";
  }

  /// Declares a function of component q.
  void ofComponent(const std::string &type, const std::string &name, const std::string &more,
                   const std::string &value, const std::string &what) {
    out_ += "// " + what + "\nEULERC_INLINE " + type + " eulerc_" + name + "(const int q" + more +
            ") {\n  return " + value + ";\n}\n";
  }

  /// The components that all levels keep in one place, and the components that each level has to
  /// store.
  void fates() {
    const std::size_t components = stencil_.equations.size();
    const Cycle &cycle = system_.cycle;
    const std::uint64_t all = components < 64 ? (std::uint64_t{1} << components) - 1 : 0;
    const std::uint64_t alone =
        cycle.fates.size() == 1 || stencil_.lastValues() > 0 ? 0 : all & ~readBeside();
    ofComponent("bool", "is_alone", "", bits(alone) + " >> q & 1",
                "Whether nobody reads component q beside the point.");
    const bool isOneByOne = cycle.fates.size() > 1 &&
                            cycle.fates.size() * components <= mostValues && all != 0 &&
                            stencil_.lastValues() == 0 && !isLargeStep(step_);
    if (!isOneByOne)
      return;
    std::string each, stored;
    for (std::size_t stage = 0; stage < cycle.fates.size(); stage++) {
      std::uint64_t written = 0;
      for (std::size_t q = 0; q < components; q++) {
        const Cycle::Fate fate = cycle.fates[stage][step_.equations[q].state];
        const bool isKept = fate == Cycle::Fate::Stays && alone >> q & 1;
        written |= std::uint64_t{!isKept && fate != Cycle::Fate::Dies} << q;
      }
      each += " of(" + number(stage) + ")";
      stored += "stage == " + number(stage) + " ? " + bits(written) + " : ";
    }
    define("WAVEFRONT_EACH_STAGE(of)", each, "for each of which levels of tiles may be compiled");
    ofComponent("bool", "is_stored", ", const long stage", "(" + stored + "0) >> q & 1",
                "Whether a level of a stage has to store it then.");
    const std::string last = number(cycle.stages() - 1),
                      errors = number(cycle.stages() - 1 - cycle.errorLevels);
    out_ += "EULERC_INLINE bool eulerc_may_end(const long stage) {\n  return stage == " + last +
            " || stage == " + errors + ";\n}\n";
  }

  /// All components if in doubt: with several classes the last point of a row may lack some.
  std::string seenAlong() const {
    if (stencil_.period > 1 || !stencil_.loops.empty() || stencil_.equations.size() >= 64)
      return "1";
    const auto isBeside = [this](const StencilRead &read) { return read.distance[rank_ - 1] != 0; };
    return bits(stencil_.componentsRead(isBeside)) + " >> q & 1";
  }

  std::uint64_t readBeside() const {
    std::uint64_t beside = 0;
    for (const StencilEquation &equation : stencil_.equations)
      for (const StencilRead &read : equation.everywhere)
        if (read.array < stencil_.stateCount && isBeside(read, equation.residue))
          beside |= bitsOf(read);
    for (const StencilLoop &loop : stencil_.loops)
      for (const StencilRead &read : loop.reads)
        if (read.array < stencil_.stateCount && isBeside(read, 0))
          beside |= bitsOf(read);
    return beside;
  }

  static std::uint64_t bitsOf(const StencilRead &read) {
    return read.component ? std::uint64_t{1} << *read.component : ~std::uint64_t{0};
  }

  /// Whether a class reads a neighbouring point, or a later class of the same point. The last point
  /// of a row may lack the later class and has a ghost in its place.
  bool isBeside(const StencilRead &read, std::int64_t residue) const {
    return !read.isAtPoint() || !read.component ||
           stencil_.equations[*read.component].residue > residue;
  }

  void sideValue() {
    out_ += "// The value of component q beyond a side of an axis, the low or the high one.\n";
    const auto body =
        out_.block("EULERC_INLINE real eulerc_side_value(const int axis, const int high, const int "
                   "q, const eulerc_constants *c)");
    for (std::size_t axis = 0; axis < rank_; axis++)
      for (const bool high : {false, true})
        for (const StepOfEquation &equation : step_.equations) {
          const Ghosts &ghosts = step_.ghosts[equation.state][axis];
          const auto &uniform = high ? ghosts.high : ghosts.low;
          if (!uniform)
            continue;
          out_.line("if (axis == {} && high == {} && q == {})", axis, high ? 1 : 0,
                    map_.plane(equation.state, equation.residue));
          out_.line("  return {};", map_.ghost(uniform));
        }
    out_.line("return 0;");
  }

  /// With several classes, the last point of a row may lack some.
  void pointsOf() {
    out_ += "// Points of a row that have component q.\n";
    const auto body =
        out_.block("EULERC_INLINE long eulerc_points_of(const int q, const eulerc_constants *c)");
    if (system_.period == 1)
      out_.line("return c->row;");
    else
      out_.line("return (c->extent[{0}] + {1} - q % {2}) / {2};", rank_ - 1, system_.period - 1,
                system_.period);
  }

  void advance() {
    const std::string row =
        std::string("c->lead + i0 * c->stride[0]") + (rank_ == 3 ? " + i1 * c->stride[1]" : "");
    out_ +=
        vectors_.helpers() +
        "// The layers that a layer is made of: those of the step before, and their neighbours.\n"
        "typedef struct {\n  EULERC_GLOBAL const real *layers[EULERC_COMPONENTS][2 * "
        "eulerc_reach_deep + 1];\n} eulerc_window;\n\n" +
        lines() +
        "// One step of points j … of row `high` of layer i0. They lie `at` values behind the "
        "first of each layer,\n// rows `pitch` values apart.\n" +
        stepInlined(step_) +
        "void eulerc_advance_in_window(const eulerc_window *window, eulerc_carried *carried,\n    "
        "const eulerc_carried *before, const eulerc_carried *behind, realv *result EULERC_FIELDS, "
        "const long i0, const long high, const long j,\n    const long at, const long pitch, const "
        "bool full, const eulerc_constants *c,\n    const eulerc_moment now) {\n";
    if (rank_ == 3)
      out_ += "  const long i1 = high;\n";
    out_ += "  const long " + map_.lastIndexAt("j") + ";\n" +
            vectors_.textInto("result", Points::PartialTile, *this, row) + "}\n\n";
  }

  /// Finds the lines of vectors whose neighbours are read, as pointers and offsets. None if there
  /// are more than registers hold.
  void findLines() {
    constexpr std::size_t manyLines = 4;
    if (!isShortStep(step_))
      return;
    const auto find = [this](const std::vector<WindowRead> &reads) {
      for (const WindowRead &read : reads)
        if (!map_.isField(read.at.array) && hasNeighbour(*read.near()))
          if (std::ranges::find(lines_, placeOf(read)) == lines_.end())
            lines_.push_back(placeOf(read));
    };
    for (std::size_t loop = 0; loop < step_.loops.size(); loop++)
      find(map_.loop(loop));
    for (const StepOfEquation &equation : step_.equations) {
      find(map_.interior(equation));
      find(map_.edge(equation));
    }
    if (lines_.size() > manyLines)
      lines_.clear();
  }

  /// Whether rows may be transposed (wavefront_layers.h). Points must be on a plane, read only
  /// their direct neighbours, and need nothing else in their order. Only one line may have
  /// neighbours: registers do not hold more.
  bool isTransposed() const {
    const std::size_t last = stencil_.last();
    const bool isInOrder = stencil_.arrays.size() > stencil_.stateCount || !step_.loops.empty() ||
                           stencil_.usesIndex(last) || stencil_.hasGuards();
    return rank_ == 2 && stencil_.period == 1 && stencil_.reach(last) == 1 && !isInOrder &&
           lines_.size() == 1 && waitsForLoads();
  }

  /// Whether a step waits for loads more than for computations. Otherwise sorting a row costs more
  /// than it saves; it also has to be done for each component.
  bool waitsForLoads() const {
    constexpr double mostFlops = 3; // for each vector that is loaded
    const auto isComputed = [](const StencilEquation &each) { return !each.lastOf; };
    const auto computed = std::ranges::find_if(stencil_.equations, isComputed);
    return std::ranges::count_if(stencil_.equations, isComputed) == 1 &&
           computed->operations.flops <= mostFlops * computed->loads;
  }

  static bool hasNeighbour(std::int64_t distance) {
    return distance != 0 && std::abs(distance) <= 4;
  }

  /// The carried vectors of lines. Processors with vectors of 64 bytes load the left vector, and
  /// form the right one from two aligned vectors. An unaligned load takes two cache accesses, and
  /// only one is free while a step computes. Layers made side by side are read once. In transposed
  /// rows, both neighbours are whole vectors.
  std::string lines() const {
    std::string begin;
    for (std::size_t k = 0; k < lines_.size(); k++) {
      const std::string at =
          "[" + number(k) + "] = eulerc_load(" + lines_[k].first + " + " + lines_[k].second;
      begin += "  carried->own" + at + " - EULERC_WIDTH, 1);\n  carried->next" + at + ", 1);\n";
    }
    const std::string count = number(std::max<std::size_t>(1, lines_.size()));
    return "// Lines of vectors one after the other, of which neighbours are read: the one "
           "that was computed last,\n// and the next one.\n"
           "typedef struct {\n  realv own[" +
           count + "], next[" + count +
           "];\n} eulerc_carried;\n"
           "#undef EULERC_LINE // another one for each width\n#undef EULERC_RIGHT_OF\n"
           "#undef EULERC_LEFT_OF\n"
           "#if EULERC_WAVEFRONT_LAYERS > 1\n"
           "#define EULERC_LINE(k, v, p) \\\n"
           "  const realv v##_left = carried->own[k]; \\\n"
           "  const realv v = carried->next[k]; \\\n"
           "  const realv v##_right = eulerc_load(p + EULERC_WIDTH, 1); \\\n"
           "  carried->own[k] = v; \\\n  carried->next[k] = v##_right;\n"
           "#define EULERC_RIGHT_OF(v, p, n) EULERC_FROM(n, v, v##_right)\n#else\n"
           "#define EULERC_LINE(k, v, p) const realv v = eulerc_load(p, 1);\n"
           "#define EULERC_RIGHT_OF(v, p, n) eulerc_load_any(p + n, 1)\n#endif\n"
           "#define EULERC_LEFT_OF(v, p, n) eulerc_load_any(p - n, 1)\n"
           "#if EULERC_TRANSPOSED\n#undef EULERC_RIGHT_OF\n#undef EULERC_LEFT_OF\n"
           "#define EULERC_RIGHT_OF(v, p, n) v##_right\n"
           "#define EULERC_LEFT_OF(v, p, n) v##_left\n#endif\n"
           "// Vector k of the own row of the layer before, or behind, if that one is made as "
           "well.\n"
           "#define EULERC_OF_LAYER(beside, vector, k, p) \\\n"
           "  ((beside) ? (beside)->vector[k] : eulerc_load(p, 1))\n"
           "EULERC_INLINE void eulerc_carry_first(const eulerc_window *window, eulerc_carried "
           "*carried,\n    const long at, const long pitch) {\n" +
           begin + "}\n\n";
  }

  /// The layer of a read of a state, and the offset of the row in it.
  std::pair<std::string, std::string> placeOf(const WindowRead &read) const {
    return placeIn(read, *read.at.distance.front());
  }

  /// The same as if the read were `deep` layers away.
  std::pair<std::string, std::string> placeIn(const WindowRead &read, std::int64_t deep) const {
    const WindowPlace place = map_.window(read);
    const std::string row =
        rank_ == 3 ? AddressMap::signedTerm(*read.at.distance[1], " * pitch") : "";
    return {"window->layers[" + place.plane + "][eulerc_reach_deep" +
                AddressMap::signedTerm(deep, "") + "]",
            "at" + row};
  }

  std::string field(const WindowRead &read) override {
    if (rank_ == 3)
      vectors_.fetchField(read, rowsAhead);
    return vectors_.field(read);
  }

  std::string beside(const std::string &own, const WindowRead &) override { return own; }

  /// The vector at the point, or its neighbour.
  std::string load(const WindowRead &read) override {
    const auto place = placeOf(read);
    const auto line = std::ranges::find(lines_, place);
    if (line != lines_.end() && (*read.near() == 0 || hasNeighbour(*read.near())))
      return vectors_.inLine(static_cast<std::size_t>(line - lines_.begin()), place.first,
                             place.second, *read.near());
    if (const auto beside = besideLayer(read))
      return vectors_.declared(place.first + place.second,
                               "EULERC_OF_LAYER(" + beside->second + ", " + number(beside->first) +
                                   ", " + place.first + " + " + place.second + ")");
    return vectors_.near(place.first, place.second, *read.near(), "eulerc_load", "1");
  }

  /// For a read of the own row in the layer before or behind: the row's line, and the name of that
  /// layer.
  std::optional<std::pair<std::size_t, std::string>> besideLayer(const WindowRead &read) const {
    const std::int64_t deep = *read.at.distance.front();
    if (std::abs(deep) != 1 || *read.near() != 0)
      return std::nullopt;
    const auto line = std::ranges::find(lines_, placeIn(read, 0));
    if (line == lines_.end())
      return std::nullopt;
    return std::pair(static_cast<std::size_t>(line - lines_.begin()),
                     std::string(deep < 0 ? "before, own" : "behind, next"));
  }

  /// Fields lie in distant caches or in memory, and rows are too short for the hardware prefetcher
  /// ("Linear steps" in bench/notes.md).
  static constexpr std::int64_t rowsAhead = 2;
  /// The limit for new values of all stages together. The cost of more, compiled one by one, has
  /// not been measured.
  static constexpr std::size_t mostValues = 128;

  WindowVectors windows_;
  std::vector<std::pair<std::string, std::string>> lines_; ///< layers and row offsets
};

} // namespace

static std::string wavefrontKernels(const AddressMap &map) {
  return when("EULERC_WAVEFRONT", include("boxes.h") + "\n" + WindowPrinter(map).run() +
                                      includes({"wavefront_layers.h", "wavefront_levels.h",
                                                "wavefront.h", "wavefront.cl"}));
}

static std::string wavefrontTiles(const AddressMap &map) {
  return WindowPrinter(map).run() + includeHost("wavefront_layers.h") +
         includeHost("wavefront_levels.h") + includeHost("launch.h") + includeHost("wavefront.h") +
         "#define EULERC_HOST_TILE eulerc_stream_tile\n#define EULERC_HOST_TURNS "
         "eulerc_stream_turns\n#define EULERC_IN_FLIGHT 0\n" +
         includeHost("tiles_host.h");
}

static constexpr Kernel namedWavefront[] = {
    {"overlapped", "wavefront", 2, 3, FormFamily::Wavefront, "EULERC_TILED EULERC_WAVEFRONT"}};

const FormText wavefrontForm = {FormFamily::Wavefront, nullptr, wavefrontKernels, wavefrontTiles,
                                namedWavefront};

} // namespace eulerc::compiler
