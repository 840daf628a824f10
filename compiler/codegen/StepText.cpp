// StepText: the step functions, the constants block and the access to memory, in the common subset
// of OpenCL C and C++, and the vector form of the step.
#include "ModelPrinters.h"
#include "StepPrinters.h"

#include "FunctionText.h"
#include "JointFunction.h"
#include "NearForms.h"
#include "Spell.h"
#include "TableText.h"
#include "codegen/Unsupported.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

class StepPrinter : Printer {
public:
  explicit StepPrinter(const AddressMap &map) : Printer(map), edgeRows_(edgeRowsOf(map)) {}

  std::string run() {
    macros();
    tables();
    constants();
    out_ += timeFunction(map_);
    row();
    out_ += fullFunctions(system_);
    for (std::size_t array = 0; array < system_.arrays.size(); array++)
      out_ += readFunction(map_, array);
    for (const SharedLoop &loop : step_.loops)
      out_ += scalarFunction(map_, loop.function);
    std::set<std::string> printed; // classes may share functions
    for (const StepOfEquation &equation : step_.equations) {
      const bool isNew = printed.insert(equation.interior.name()).second,
                 isNewEdge = printed.insert(equation.edge.name()).second;
      if (isNew || isNewEdge)
        equationComment(equation);
      if (isNew)
        out_ += scalarFunction(map_, equation.interior);
      if (isNewEdge)
        out_ += scalarFunction(map_, equation.edge);
    }
    out_ += scalarPoint(map_, Where::Interior) + scalarPoint(map_, Where::Edge);
    if (rank_ > 1)
      edges();
    return out_.take();
  }

private:
  void macros() {
    std::string parameters, arguments;
    for (std::size_t array = system_.stateCount; array < system_.arrays.size(); array++) {
      parameters += ", EULERC_GLOBAL const real *" + map_.pointer(array);
      arguments += ", " + map_.pointer(array);
    }
    parameters += tablesParameter(system_);
    arguments += tablesArgument(system_);
    define("RANK", number(rank_), "axes of the grid");
    out_ += "// The indices of a row, and of some rows, as functions take them.\n#define "
            "EULERC_ROW(i0, i1)" +
            eachAxis(0, rank_ - 1, " i#,") + "\n#define EULERC_ROWS(i0, end0, i1, end1)" +
            eachAxis(0, rank_ - 1, " i#, end#,") + "\n";
    define("PERIOD", number(system_.period), "classes of points along the last axis");
    define("COMPONENTS", number(step_.equations.size()), "of a point");
    // In a long step, tests of points are cheap, and a second copy of it makes kernels slow to
    // build.
    const bool hasEnds = edgeRows_.ends && (map_.space() == Space::Host || !isLongStep(step_));
    define("ROW_ENDS", hasEnds ? "1" : "0", "ends of rows have a function (eulerc_row_end)");
    define("EDGE_ROWS", edgeRows_.onePoint ? "1" : "0", "so have rows at sides (eulerc_edge_row)");
    define("EDGE_VECTORS", edgeRows_.inVectors ? "1" : "0", "and vectors of them");
    out_ += "// Fields, tables and data, as parameters of functions and as arguments.\n";
    const bool mayList = std::ranges::any_of(
        step_.equations, [&](const auto &equation) { return isListed(map_, equation.state); });
    if (mayList) { // then with the list of events as well (templates/language/event_list.cl)
      out_ += "#ifdef EULERC_LISTS_EVENTS\n";
      define("FIELDS", parameters + ", global ulong *events", "");
      define("PASS_FIELDS", arguments + ", events", "");
      out_ += "#else\n";
    }
    define("FIELDS", parameters, "");
    define("PASS_FIELDS", arguments, "");
    if (mayList)
      out_ += "#endif\n";
    levelPlaces();
    fact("wraps", stencil_.isRing(0), "whether the slowest axis is a ring");
    endFacts();
    out_ += "\n";
  }

  /// Macros that all launches of levels share, and the places of states that levels do not change.
  void levelPlaces() {
    const bool isTold = stencil_.places.areTold();
    out_ += "// The copy of the state that levels write, to be read "
            "(compiler/analysis/LevelPlaces.h).\n";
    define("OTHER(type)", isTold ? ", type other" : "",
           "as a parameter, and without a type as an argument");
    if (isTold)
      out_ +=
          "// Where a state lies, which is in the other copy at some stages.\n"
          "#define EULERC_HOME(stages) ((stages) >> now.stage & 1 ? other : y)\n"
          "// A state that is in the place of another one then.\n"
          "#define EULERC_PLACED(pointer, stages, own, place) \\\n"
          "  ((pointer) + ((stages) >> now.stage & 1 ? EULERC_STATE((place) - (own), 0) : 0))\n";
    components("held_levels", stencil_.places.held,
               "levels behind which the copies keep their roles, as bits");
    const Cycle &cycle = system_.cycle;
    fact("levels_differ", !cycle.isOpen() && cycle.stages() > 1 && cycle.steps.stages.size() <= 1,
         "levels are of one stage, which computes quantities in the first ones");
  }

  /// Small tables of plain numbers.
  void tables() {
    for (const Data &table : system_.data) {
      if (placeOf(system_, table) != TablePlace::Program)
        continue;
      const auto literal = [&](const ExprPtr &value) {
        return realLiteral(value->real, map_.isDouble());
      };
      out_ += "EULERC_TABLE real t_" + table.name + "[" + number(table.values.size()) + "] = {" +
              listOf(table.values, literal) + "};\n\n";
    }
  }

  void constants() {
    const std::string rank = "[" + number(rank_) + "]";
    const bool isChosen = system_.cycle.isOpen();
    out_ +=
        "// Constant over a run. The first " + std::string(isChosen ? "six" : "two") +
        " members are eulerc::" + (isChosen ? "StagedHead" : "ConstantsHead") +
        ".\n"
        "typedef struct {\n"
        "  long components; // n\n"
        "  long points;     // grid points; each holds " +
        number(step_.equations.size()) + " component(s)\n" +
        (isChosen ? "  long stages;     // levels of a step\n"
                    "  long live_out;   // components of a point that live from step to step\n"
                    "  long factors;    // address of the factors of stages, on the host\n"
                    "  long knows_slope; // whether the first slope is known, on the host\n"
                  : "") +
        "  long row;        // points along the last axis\n"
        "  long extent" +
        rank +
        "; // components of one state along each axis, slowest first\n"
        "  long begin" +
        rank + ", end" + rank +
        "; // the interior, in points\n"
        "  long lead;        // where the first point lies, in points\n"
        "  long stride" +
        rank +
        "; // from one point to the next along each axis, in points\n"
        "  long plane;       // from one component of a point to the next, in values\n"
        "  long field_plane; // the same for fields\n" +
        std::string(knowsPlace(stencil_, system_)
                        ? "  long origin, whole; // along the slowest axis, in components: where "
                          "a slab begins, and the whole grid\n"
                        : "") +
        (readsNear(stencil_) ? ""
                             : "  long computed_begin, computed_end; // points that steps compute: "
                               "those of a slab that holds all\n") +
        fullMembers(system_);
    // Integers stand first, so that the block has the same layout on every device.
    for (const Type type : {Type::Int, Type::Real})
      for (const Uniform &uniform : step_.uniforms)
        if (uniform.value->type == type)
          out_ += std::string("  ") + (type == Type::Int ? "long" : "real") + " " + uniform.name +
                  "; " + commented(printShort(uniform.value));
    for (const Data &table : system_.data)
      if (placeOf(system_, table) == TablePlace::Constants)
        out_ += "  real t_" + table.name + "[" + number(table.values.size()) + "];\n";
    out_ += "} eulerc_constants;\n\n"
            "// Of the axis between the slowest and the last one, which only spaces have.\n"
            "EULERC_INLINE long eulerc_high(const eulerc_constants *c) {\n  return " +
            std::string(rank_ == 3 ? "c->extent[1]" : "1") +
            ";\n}\nEULERC_INLINE long eulerc_stride_high(const eulerc_constants *c) {\n  return " +
            (rank_ == 3 ? "c->stride[1]" : "0") + ";\n}\n\n";
    computedPoints();
  }

  /// Slabs hold all points if they read anywhere, but compute only their own points.
  void computedPoints() {
    const bool areAll = readsNear(stencil_);
    out_ += std::string("// Points that steps compute, and whether some of a range are.\n") +
            "EULERC_INLINE long eulerc_computed_begin(const eulerc_constants *c) {\n  return " +
            (areAll ? "0" : "c->computed_begin") +
            ";\n}\nEULERC_INLINE long eulerc_computed_end(const eulerc_constants *c) {\n  return " +
            (areAll ? "c->points" : "c->points < c->computed_end ? c->points : c->computed_end") +
            ";\n}\nEULERC_INLINE bool eulerc_computes(const long begin, const long end, const "
            "eulerc_constants *c) {\n  return " +
            (areAll ? "true" : "begin < eulerc_computed_end(c) && end > eulerc_computed_begin(c)") +
            ";\n}\n\n";
  }

  /// A row of the grid: all points with the same indices but the last.
  void row() {
    out_ += "typedef struct {\n" + eachAxis(0, rank_ - 1, "  long i#;\n") +
            "  long base;   // where its first point lies, in points\n"
            "  bool inside; // the interior, along all axes but the last\n"
            "  long begin, end; // its points between these need no test of its own axis\n"
            "} eulerc_row;\n\n";
    rowAt();
    out_ += "// Rows are counted from 0, the last of their axes fastest.\n";
    const auto body =
        out_.block("EULERC_INLINE eulerc_row eulerc_make_row(const long number, const "
                   "eulerc_constants *c)");
    out_.line("return eulerc_row_at({}c);", rank_ == 1   ? ""
                                            : rank_ == 2 ? "number, "
                                                         : "number / c->extent[1], number % "
                                                           "c->extent[1], ");
  }

  void rowAt() {
    // The first condition begins without "&&".
    const std::string inside = eachAxis(0, rank_ - 1, " && i# >= c->begin[#] && i# < c->end[#]");
    const auto body =
        out_.block("EULERC_INLINE eulerc_row eulerc_row_at({}const eulerc_constants *c)",
                   eachAxis(0, rank_ - 1, "const long i#, "));
    out_.line("eulerc_row row;");
    out_ += eachAxis(0, rank_ - 1, "  row.i# = i#;\n");
    out_.line("row.base = c->lead{};", eachAxis(0, rank_ - 1, " + i# * c->stride[#]"));
    out_.line("row.inside = {};", rank_ == 1 ? "true" : inside.substr(4));
    out_.line("row.begin = c->begin[{}];", rank_ - 1);
    out_.line("row.end = c->end[{}];", rank_ - 1);
    const auto onlyIf = [this](const std::string &condition, const std::string &then) {
      out_.line("if (!row.inside{})", condition);
      out_.line("  {};", then);
    };
    const std::int64_t left = edgeRows_.left, right = edgeRows_.right;
    if (rank_ > 1 && !edgeRows_.inLines)
      onlyIf("", "row.begin = row.end = 0");
    if (left > 0)
      onlyIf(fmt::format(" && row.begin < {}", left), fmt::format("row.begin = {}", left));
    if (right > 0)
      onlyIf(fmt::format(" && row.end > c->row - {}", right),
             fmt::format("row.end = c->row - {}", right));
    out_.line("return row;");
  }

  /// Functions of points at the boundary that need only some of its tests.
  void edges() {
    if (edgeRows_.ends || takes(FormFamily::LinearStreaming, map_.stencil()))
      for (std::size_t array = 0; array < system_.arrays.size(); array++)
        if (isReadAlong(array))
          out_ += readAlongFunction(map_, array);
    if (edgeRows_.ends)
      out_ += scalarPoint(map_, Where::RowEnd);
    if (edgeRows_.inLines)
      out_ += Lines(map_).text();
    if (edgeRows_.onePoint)
      out_ += scalarPoint(map_, Where::EdgeRow);
  }

  bool isReadAlong(std::size_t array) const {
    const auto readsAlong = [&](const StepFunction &function) {
      return std::ranges::any_of(function.window, [&](const WindowEntry &entry) {
        return entry.array == array && constantInt(entry.offset.back()) != 0;
      });
    };
    return std::ranges::any_of(step_.equations, readsAlong, &StepOfEquation::edge) ||
           std::ranges::any_of(step_.loops, readsAlong, &SharedLoop::function);
  }

  void equationComment(const StepOfEquation &equation) {
    std::string indices;
    for (const std::string &name : system_.indexNames)
      indices += "[" + name + "]";
    const std::string when = system_.period > 1
                                 ? " for " + system_.indexNames.back() + " % " +
                                       number(system_.period) + " == " + number(equation.residue)
                                 : "";
    const GridArray &state = system_.arrays[equation.state];
    const bool isRate = state.gives == Gives::Rate && !state.isRegister;
    out_ += commented((isRate ? "d" : "") + state.name + indices + (isRate ? "/dt = " : " <- ") +
                      equation.source + when);
  }

  const EdgeRows edgeRows_;
};

} // namespace

std::string stepText(const AddressMap &map) { return StepPrinter(map).run(); }

std::string vectorText(const AddressMap &map) {
  const Step &step = map.step();
  const Stencil &stencil = map.stencil();
  std::string text = vectorHelpers(map);
  for (std::size_t k = 0; k < step.loops.size(); k++)
    if (stencil.loops[k].isCollected)
      text += collectedLoop(map, step.loops[k].function);
    else if (!stencil.loops[k].scalarBecause)
      text += vectorFunction(map, step.loops[k].function);
  const std::optional<JointFunction> joint = JointFunction::of(map);
  const bool nearFirst = computesNearFirst(map);
  if (joint)
    text += joint->vectorText(map) + (nearFirst ? joint->vectorText(map, true) : "");
  std::set<std::string> printed; // classes may share functions
  for (const StepOfEquation &equation : step.equations) {
    const auto functions = [&](const StepFunction &function) -> std::string {
      if (!printed.insert(function.vectorName()).second)
        return "";
      return isEvent(map, equation.state) ? eventFunctions(map, function)
                                          : vectorFunction(map, function);
    };
    if (!stencil.of(equation).scalarBecause && !(joint && joint->resultOf(equation)))
      text += functions(equation.interior) + (nearFirst && !isEvent(map, equation.state)
                                                  ? functions(nearFunction(equation.interior))
                                                  : "");
    if (equation.edgeDiffers && hasEdgeVector(map, equation))
      text += functions(equation.edge);
  }
  text += vectorPoint(map);
  if (edgeRowsOf(map).inVectors)
    text += "EULERC_INLINE realv eulerc_vector_on_line(const eulerc_line *line, const realv value) "
            "{\n  return line->inside ? value : EULERC_SPLAT(line->value);\n}\n\n" +
            vectorPoint(map, Where::EdgeRow);
  return text;
}

} // namespace eulerc::compiler
