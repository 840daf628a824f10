// HostText: the tables and small functions that describe a model to the runtime, as C++: those of
// the program (ProblemText.cpp), and those of the step: the canonical grid, the constants block,
// what was compiled for vectors, and the table that names them all.
//
//   → void grid(…), void constants(…), const char kernels[] = …, host_vectors[], the_model
#include "ModelPrinters.h"

#include "ParamText.h"
#include "Spell.h"
#include "StepPrinters.h"
#include "TableText.h"
#include "codegen/Obstacles.h"

#include "ir/Body.h"
#include "ir/Methods.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

class HostPrinter {
public:
  HostPrinter(const Problem &problem, const Access &access, const Step &step,
              const Stencil &stencil, const EmitOptions &options)
      : problem_(problem), access_(access), step_(step), stencil_(stencil), options_(options),
        values_(problem) {}

  std::string run(const std::string &kernels) {
    prepared();
    grid();
    constants();
    largeTables();
    out_ += monitorText(problem_, step_, options_.isDouble);
    out_ += dataText(problem_, access_);
    out_ += traceText(problem_, step_);
    loopFlops();
    out_ += "const char kernels[] = " + rawString(kernels) + ";\n\n";
    table();
    return std::move(out_);
  }

private:
  /// What is known of a loop's first value or end from params alone, else "".
  std::string boundOf(const ExprPtr &bound) const {
    if (bound->op == Op::Constant)
      return values_.inDouble(bound);
    if (bound->op == Op::Select) // the end of a loop in some stages
      return boundOf(bound->operands[1]);
    return bound->op == Op::Uniform ? values_.inDouble(step_.uniforms[bound->integer].value) : "";
  }

  /// What the passes of loops compute an update, but for the first pass, which is counted anyway.
  void loopFlops() {
    out_ += "double loop_flops(const eulerc::ParamValue *p) {\n"
            "  double flops = 0;\n";
    for (std::size_t k = 0; k < step_.loops.size(); k++) {
      const std::vector<ExprPtr> &operands = step_.loops[k].function.body->operands;
      const std::string first = boundOf(operands[1]), end = boundOf(operands[2]);
      if (!first.empty() && !end.empty())
        out_ += "  if (const double more = (" + end + ") - (" + first +
                ") - 1; more > 0)\n    flops += more * " + printReal(stencil_.loops[k].flops) +
                ";\n";
    }
    out_ += "  return flops / " +
            printReal(static_cast<double>(step_.equations.size()) *
                      static_cast<double>(step_.system.cycle.stages())) +
            ";\n}\n\n";
  }

  /// What becomes of a field's values; null if they stay.
  const ExprPtr &preparedOf(std::size_t field) const {
    return step_.prepared[step_.system.stateCount + field];
  }

  void prepared() {
    const Spelling ofParams = values_.spellingInReal(options_.isDouble);
    const Spelling spelling = [ofParams](const ExprPtr &node, const ExprText &text) -> std::string {
      return node->op == Op::Window ? "value" : ofParams(node, text);
    };
    std::string cases, table;
    for (std::size_t k = 0; k < problem_.fields.size(); k++) {
      table += preparedOf(k) ? "true, " : "false, ";
      if (!preparedOf(k))
        continue;
      const Body body = formBody(preparedOf(k), spelling);
      cases += "  case " + number(k) + ": " + commented(problem_.fields[k].name) +
               "    for (std::int64_t k = 0; k < count; k++) {\n      const real value = of[k];\n" +
               body.statements + "      of[k] = " + body.value + ";\n    }\n    break;\n";
    }
    out_ += "const bool is_prepared[] = {" + table +
            "false};\n"
            "void prepare_field(int field,\n                   const eulerc::ParamValue *p,\n      "
            "             void *values, std::int64_t count) {\n";
    if (!cases.empty())
      out_ += "  real *of = static_cast<real *>(values);\n  switch (field) {\n" + cases + "  }\n";
    out_ += "}\n\n";
  }

  /// Points of the canonical form: along the last axis `period` indices make one.
  void grid() {
    const System &system = step_.system;
    const std::size_t last = system.extents.size() - 1;
    const std::string period = number(system.period);
    out_ += "void grid(const eulerc::ParamValue *p, eulerc::Grid *out) {\n"
            "  out->rank = EULERC_RANK;\n  out->components = " +
            number(step_.equations.size()) + ";\n  out->classes = " + period + ";\n";
    for (std::size_t axis = 0; axis <= last; axis++) {
      const std::string k = "[" + number(axis) + "]";
      const Bounds &bounds = system.interior.along[axis];
      const bool classed = axis == last && system.period > 1;
      const auto points = [&](const std::string &index, const char *how) {
        return classed ? std::string("eulerc_") + how + "_div(" + index + ", " + period + ")"
                       : index;
      };
      out_ += "  out->extent" + k + " = " + points(values_.inDouble(system.extents[axis]), "ceil") +
              ";\n  out->begin" + k + " = " + points(values_.bound(bounds.low, "max"), "ceil") +
              ";\n  out->end" + k + " = " +
              points(values_.bound(bounds.high, "min") + " + 1", "floor") + ";\n";
    }
    out_ += "}\n\n";
  }

  void constants() {
    const System &system = step_.system;
    const std::size_t last = system.extents.size() - 1;
    out_ += "void constants(const eulerc::ParamValue *p, const eulerc::Layout &state,\n            "
            "   const eulerc::Layout &fields, void *out) {\n"
            "  auto *c = static_cast<eulerc_constants *>(out);\n"
            "  eulerc::Grid shape;\n  grid(p, &shape);\n  c->components = " +
            number(lastingStates(problem_)) + ";\n  c->points = 1;\n";
    for (std::size_t axis = 0; axis <= last; axis++) {
      const std::string k = "[" + number(axis) + "]";
      out_ += "  c->extent" + k + " = " + values_.inDouble(system.extents[axis]) + ";\n  c->begin" +
              k + " = shape.begin" + k + ";\n  c->end" + k + " = shape.end" + k + ";\n  c->stride" +
              k + " = state.stride" + k + ";\n  c->components *= c->extent" + k +
              ";\n  c->points *= shape.extent" + k + ";\n";
    }
    out_ += "  c->row = shape.extent[" + number(last) +
            "];\n  c->lead = state.lead;\n  c->plane = state.plane;\n"
            "  c->field_plane = fields.plane;\n" +
            alikeValues(system, values_);
    for (const Uniform &uniform : step_.uniforms)
      out_ += values_.storeInReal("c->" + uniform.name, uniform.value, options_.isDouble);
    for (const Data &table : system.data)
      if (placeOf(system, table) == TablePlace::Constants)
        entries(table, "c->t_" + table.name);
    out_ += "}\n\n";
  }

  /// Fills in a table's values, computed in double and rounded once.
  void entries(const Data &table, const std::string &array) {
    for (std::size_t k = 0; k < table.values.size(); k++)
      out_ += values_.storeInDouble(array + "[" + number(k) + "]", table.values[k]);
  }

  /// The buffer of large tables.
  void largeTables() {
    const System &system = step_.system;
    if (bufferedValues(system) == 0)
      return;
    out_ += "void large_tables(const eulerc::ParamValue *p, void *out) {\n"
            "  auto *const tables = static_cast<real *>(out);\n";
    for (const Data &table : system.data)
      if (placeOf(system, table) == TablePlace::Buffer)
        entries(table, tableName(system, table));
    out_ += "}\n\n";
  }

  std::string witness() const {
    if (!access_.witness)
      return "the right-hand side reads no component";
    const ReadAccess &read = access_.reads[*access_.witness];
    return read.text + " at " + read.where.str();
  }

  std::string layerReaches() const {
    std::string text;
    if (takes(Form::Layers, stencil_))
      for (std::size_t axis = 0; axis < kMaxAxes; axis++)
        text +=
            (axis ? ", " : "") + number(axis < stencil_.axes.size() ? *stencil_.reach(axis) : 0);
    return text;
  }

  /// Why there are no overlapped tiles in registers, and none that keep layers.
  std::string obstacles() const {
    const bool isLine = stencil_.axes.size() == 1;
    const auto inRegisters = obstacleTo(isLine ? Form::Line : Form::Strips, stencil_);
    const auto ofLayers = isLine ? std::nullopt : obstacleTo(Form::Layers, stencil_);
    return quoted(inRegisters ? inRegisters->text() : "") + ", " +
           quoted(ofLayers ? ofLayers->text() : "");
  }

  /// The method, its stages and their times; what of them the runtime has to keep or to tell.
  std::string cycleEntries() {
    const Cycle &cycle = step_.system.cycle;
    const std::string chosen = ", " + number(cycle.errorLevels) + ", " +
                               number(cycle.levelsOfStage) + ", " + number(cycle.extraLevels) +
                               ", " +
                               number(cycle.levelsOfStage > 0 ? cycle.steps.givenStages : 0) +
                               ", " + number(cycle.sparedLevels);
    std::string times;
    for (const double time : cycle.times)
      times += (times.empty() ? "" : ", ") + printReal(time);
    out_ += "const double stage_times[] = {" + times + "};\n";
    return quoted(cycle.method) + ", " + number(cycle.stages()) + ", stage_times, " +
           number(step_.system.stateCount) + ", " + boolean(stencil_.usesStep()) + ", " +
           methodEntries(cycle.steps) + chosen;
  }

  /// The method's stages as numbers (Model::cycle), and what else is told of it.
  std::string methodEntries(const Method &method) {
    const bool hasMaps = std::ranges::any_of(
        problem_.states, [](const State &state) { return state.gives == Gives::Next; });
    if (hasMaps || method.stages.empty())
      return "nullptr, 0, 0, false, 0, " + printReal(method.pastSlope != 0 ? unknownSlope : 0);
    if (method.factors > 0)
      return "nullptr, " + number(method.registers) + ", 0, false, 0, 0";
    std::vector<double> numbers;
    for (const MethodStage &stage : method.stages) {
      numbers.push_back(static_cast<double>(stage.updates.size()));
      for (const Update &given : stage.updates) {
        const Update update = flat(given);
        numbers.insert(numbers.end(), {static_cast<double>(update.to), update.rate.number,
                                       static_cast<double>(update.terms.size())});
        for (const Term &term : update.terms)
          numbers.insert(numbers.end(), {static_cast<double>(term.of), term.factor.number});
      }
    }
    std::string text;
    for (const double number : numbers)
      text += (text.empty() ? "" : ", ") + printReal(number);
    out_ += "const double cycle[] = {" + text + "};\n";
    return "cycle, " + number(method.registers) + ", " + number(method.stages.size()) + ", " +
           boolean(method.inTurn) + ", " + number(method.errorOrder) + ", " +
           printReal(method.pastSlope != 0 ? unknownSlope : 0);
  }

  void table() {
    const std::string cycle = cycleEntries();
    const std::string flight =
        ", " +
        number(takes(Form::Line, stencil_)     ? vectorsInFlight(step_, stencil_)
               : takes(Form::Strips, stencil_) ? layersInFlight(stencil_)
                                               : 1) +
        ", " + number(takes(Form::Line, stencil_) ? vectorsTogether(step_, stencil_) : 1) +
        (takes(Form::Strips, stencil_) ? ", " + number(shownComponents(stencil_, 1)) + ", " +
                                             number(shownComponents(stencil_, 0))
                                       : ", 0, 0");
    out_ +=
        "const eulerc::Model the_model = {\n    " + quoted(options_.name) + ",\n    " +
        quoted(problem_.file) + ",\n    " + quoted("eulerc " + options_.version) + ",\n    " +
        (options_.isDouble ? "eulerc::Precision::Double" : "eulerc::Precision::Float") + ",\n    " +
        number(problem_.params.size()) + ", params, derive_params,\n    " +
        "sizeof requirements / sizeof requirements[0] - 1, requirements,\n    " +
        number(lastingStates(problem_)) + ", states,\n    " + number(problem_.fields.size()) +
        ", fields,\n    " + number(problem_.extents.size()) +
        ", axes, extents,\n    timespan,\n    access_distance, " + quoted(witness()) +
        ", reach,\n    initial, initial_field, is_prepared, prepare_field,\n    " +
        number(step_.equations.size()) +
        ", grid, sizeof(eulerc_constants), constants,\n    "
        "eulerc_step_range<eulerc_interior_range, eulerc_edge_row_range, eulerc_end_range, 1>,\n   "
        " kernels, " +
        boolean(stencil_.usesTime()) + ", " + boolean(stencil_.readsFar()) + ", " +
        boolean(takes(Form::Line, stencil_) || takes(Form::Strips, stencil_)) + ", " +
        boolean(stencil_.isRing(0)) + ", " + number(pointReach(step_, stencil_)) + ", " +
        number(takes(Form::March, stencil_) ? *stencil_.reach(stencil_.last()) : -1) + ",\n    " +
        printReal(stencil_.flopsPerComponent() / static_cast<double>(step_.system.cycle.stages())) +
        ", " + printReal(stencil_.flopsOfStep) + ", " + boolean(stencil_.exact() && !step_.isFast) +
        ", " + boolean(step_.contracts) + ", " + boolean(step_.isFast) + ", " +
        guardsOf(step_.system) + ", " + boolean(stencil_.divides()) + ", " +
        boolean(takes(Form::Layers, stencil_)) + ", " + number(rings(step_, stencil_)) + ", {" +
        layerReaches() + "}, " + boolean(rowsShare(step_, stencil_)) + ", " +
        number(stencil_.lastValues()) + ",\n    " +
        (hasVectors(stencil_) ? "host_levels, host_vectors" : "0, nullptr") + flight + ",\n    " +
        obstacles() + ",\n    " + rawString(options_.text) + ",\n    " + monitorEntries(problem_) +
        ", " + number(bufferedValues(step_.system)) +
        (bufferedValues(step_.system) > 0 ? ", large_tables" : ", nullptr") + ",\n    " + cycle +
        ", loop_flops, " + number(sourceValues(step_, stencil_)) + ", " +
        number(termValues(step_, stencil_)) + ", " + traceEntry(problem_) + ", " +
        sightEntries(stencil_) + dataEntries(problem_, access_) + "};\n\n";
  }

  const Problem &problem_;
  const Access &access_;
  const Step &step_;
  const Stencil &stencil_;
  const EmitOptions &options_;
  const ParamText values_;
  std::string out_;
};

} // namespace

std::string modelText(const Problem &problem, const Access &access, const Step &step,
                      const Stencil &stencil, const EmitOptions &options,
                      const std::string &kernels) {
  const ParamText params(problem);
  return problemText(problem, access, step.system.cycle,
                     valueChecks(step, params, options.isDouble)) +
         HostPrinter(problem, access, step, stencil, options).run(kernels);
}

} // namespace eulerc::compiler
