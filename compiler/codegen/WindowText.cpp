#include "WindowText.h"

#include "FunctionText.h"
#include "WindowVectors.h"
#include "codegen/Obstacles.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

std::string number(std::int64_t value) { return std::to_string(value); }

class Text {
public:
  Text(const Step &step, bool isDouble)
      : step_(step), system_(step.system), rank_(step.system.extents.size()),
        reach_(layerReach(step)), places_(step, isDouble), vectors_(step, places_) {}

  std::string run() {
    macros();
    sideValue();
    pointsOf();
    advance();
    return std::move(out_);
  }

private:
  void define(const std::string &name, const std::string &value) {
    out_ += "#define EULERC_" + name + " " + value + "\n";
  }

  void macros() {
    const std::array<std::string, 3> names = {"DEEP", rank_ == 3 ? "HIGH" : "ACROSS", "ACROSS"};
    out_ += "// How far a point looks along each axis, and whether the grid is a ring there.\n";
    for (std::size_t axis = 0; axis < rank_; axis++) {
      define("REACH_" + names[axis], number(reach_[axis]));
      define("RING_" + names[axis], isRing(system_, axis) ? "1" : "0");
    }
    if (rank_ == 2) {
      define("REACH_HIGH", "0");
      define("RING_HIGH", "0");
    }
    out_ += "// Components that are mirrored beyond a side: bits.\n";
    for (std::size_t axis = 0; axis < rank_; axis++)
      for (const bool high : {false, true})
        define("MIRRORS_" + (axis + 1 == rank_ ? "LAST" : number(axis)) + (high ? "_HIGH" : "_LOW"),
               number(mirrored(step_, places_, axis, high)));
    out_ += "\n";
  }

  void sideValue() {
    out_ += "// The value of component q beyond a side of an axis, the low or the high one.\n"
            "EULERC_INLINE real eulerc_side_value(const int axis, const int high, const int q, "
            "const eulerc_constants *c) {\n";
    for (std::size_t axis = 0; axis < rank_; axis++)
      for (const bool high : {false, true})
        for (const StepOfEquation &equation : step_.equations) {
          const Ghosts &ghosts = step_.ghosts[equation.state][axis];
          const auto &uniform = high ? ghosts.high : ghosts.low;
          if (uniform)
            out_ += "  if (axis == " + number(static_cast<std::int64_t>(axis)) +
                    " && high == " + (high ? "1" : "0") +
                    " && q == " + places_.plane(equation.state, equation.residue) +
                    ")\n    return c->" + step_.uniforms[*uniform].name + ";\n";
        }
    out_ += "  return 0;\n}\n\n";
  }

  /// Of several classes the last point of a row may lack some.
  void pointsOf() {
    out_ += "// Points of a row that have component q.\n"
            "EULERC_INLINE long eulerc_points_of(const int q, const eulerc_constants *c) {\n";
    const std::string period = number(system_.period);
    if (system_.period == 1)
      out_ += "  return c->row;\n}\n\n";
    else
      out_ += "  return (c->extent[" + number(static_cast<std::int64_t>(rank_) - 1) + "] + " +
              number(system_.period - 1) + " - q % " + period + ") / " + period + ";\n}\n\n";
  }

  void advance() {
    out_ +=
        "// The layers that a layer is made of: those of the step before, and their neighbours.\n"
        "typedef struct {\n  EULERC_GLOBAL const real *layers[EULERC_COMPONENTS][2 * "
        "EULERC_REACH_DEEP + 1];\n} eulerc_window;\n\n"
        "// One step of points j … of row `high` of layer i0. They lie `at` values behind the "
        "first of each layer,\n// rows `pitch` values apart; fields at `place`, in points.\n" +
        stepInlined(step_) +
        "void eulerc_advance_in_window(const eulerc_window *window, realv "
        "*result EULERC_FIELDS,\n    const long i0, const long high, const long j, const long "
        "at, const long pitch,\n    const long place, const eulerc_constants *c, const real t, "
        "const real h) {\n";
    if (rank_ == 3)
      out_ += "  const long i1 = high;\n";
    out_ += "  const long " + places_.lastIndexAt("j") + ";\n" +
            vectors_.textInto("result",
                              [this](const WindowEntry &entry, std::int64_t residue) {
                                return vectorOf(entry, residue);
                              }) +
            "}\n\n";
  }

  std::string vectorOf(const WindowEntry &entry, std::int64_t residue) {
    const WindowPlace place = places_.window(entry, residue);
    const std::string pointer = places_.pointer(entry.array);
    if (places_.isField(entry.array))
      return vectors_.declared(pointer + place.plane,
                               "eulerc_load_any(" + pointer + " + " +
                                   places_.offset(entry.array, place.plane, "place") + ", 1)");
    const std::int64_t deep = *constantInt(entry.offset.front());
    const std::string layer = "window->layers[" + place.plane + "][EULERC_REACH_DEEP" +
                              Places::signedTerm(deep, "") + "]";
    const std::string row =
        rank_ == 3 ? Places::signedTerm(*constantInt(entry.offset[1]), " * pitch") : "";
    return vectors_.near(layer, "at" + row, place, "eulerc_load", "1");
  }

  const Step &step_;
  const System &system_;
  const std::size_t rank_;
  const std::array<std::int64_t, 3> reach_;
  const Places places_;
  WindowVectors vectors_;
  std::string out_;
};

} // namespace

bool isRing(const System &system, std::size_t axis) {
  return system.arrays[0].boundary[axis].low.kind == Rule::Kind::Periodic;
}

std::int64_t mirrored(const Step &step, const Places &places, std::size_t axis, bool high) {
  std::int64_t bits = 0;
  for (const StepOfEquation &equation : step.equations) {
    const Sides &sides = step.system.arrays[equation.state].boundary[axis];
    if ((high ? sides.high : sides.low).kind == Rule::Kind::Neumann)
      bits |= std::int64_t{1} << std::stol(places.plane(equation.state, equation.residue));
  }
  return bits;
}

bool canKeepLayers(const Step &step) {
  return step.system.extents.size() >= 2 && !layerObstacle(step);
}

std::array<std::int64_t, 3> layerReach(const Step &step) {
  const std::size_t last = step.system.extents.size() - 1;
  const Places places(step, false);
  std::array<std::int64_t, 3> reach = {};
  for (const StepOfEquation &equation : step.equations)
    for (const WindowEntry &entry : equation.interior.window)
      for (std::size_t axis = 0; axis <= last && !places.isField(entry.array); axis++)
        reach[axis] = std::max(reach[axis],
                               std::abs(axis == last ? *places.window(entry, equation.residue).near
                                                     : *constantInt(entry.offset[axis])));
  return reach;
}

std::string windowText(const Step &step, bool isDouble) { return Text(step, isDouble).run(); }

} // namespace eulerc::compiler
