// HostText: the tables and small functions that describe a model to the runtime, as C++. They cover
// the program (ProblemText.cpp), the step (canonical grid, constants block), and the table that
// refers to them all (ModelTable.cpp).
//
//   → void grid(…), void constants(…), const char kernels[] = …, the_model
#include "ModelPrinters.h"

#include "ParamText.h"
#include "Spell.h"
#include "StepPrinters.h"
#include "TableText.h"
#include "codegen/Unsupported.h"

#include "ir/Body.h"
#include "ir/Methods.h"

#include <eulerc/model/abi.h>

#include <algorithm>

namespace eulerc::compiler {
namespace {

class HostPrinter : ModelPrinter {
public:
  explicit HostPrinter(const ModelSource &source)
      : ModelPrinter(source), stencil_(source.stencil), isDouble_(source.options.isDouble) {}

  std::string run(const std::string &kernels) {
    prepared();
    grid();
    constants();
    largeTables();
    out_ += monitorText(source_);
    out_ += dataText(source_);
    out_ += rowReadsText(problem_, stencil_);
    out_ += traceText(problem_, step_);
    loopFlops();
    out_ += "const char kernels[] = " + rawString(kernels) + ";\n\n";
    out_ += modelTable(source_);
    return std::move(out_);
  }

private:
  /// The first value or the end of a loop if it depends on params alone, else "".
  std::string boundOf(const ExprPtr &bound) const {
    if (bound->op == Op::Constant)
      return values_.inDouble(bound);
    if (bound->op == Op::Select) // the end of a loop that runs in some stages only
      return boundOf(bound->operands[1]);
    return bound->op == Op::Uniform ? values_.inDouble(step_.uniforms[bound->integer].value) : "";
  }

  /// Operations in loops, per update. loop_flops omits the first pass, which is counted with the
  /// point.
  void loopFlops() {
    sumOverLoops("loop_flops", &StencilLoop::flops, " - 1");
    sumOverLoops("loop_operations", &StencilLoop::leastOperations, "");
  }

  void sumOverLoops(const char *name, double StencilLoop::*ofPass, const char *without) {
    out_ += std::string("double ") + name +
            "(const eulerc::ParamValue *p) {\n"
            "  double all = 0;\n";
    for (std::size_t k = 0; k < step_.loops.size(); k++) {
      const std::vector<ExprPtr> &operands = step_.loops[k].function.body->operands;
      const std::string first = boundOf(operands[1]), end = boundOf(operands[2]);
      if (!first.empty() && !end.empty())
        out_ += "  if (const double passes = (" + end + ") - (" + first + ")" + without +
                "; passes > 0)\n    all += passes * " + printReal(stencil_.loops[k].*ofPass) +
                ";\n";
    }
    out_ += "  return all / " +
            printReal(static_cast<double>(step_.equations.size()) *
                      static_cast<double>(step_.system.cycle.stages())) +
            ";\n}\n\n";
  }

  /// The prepared value that replaces a field's value; null: none.
  const ExprPtr &preparedOf(std::size_t field) const {
    return step_.prepared[step_.system.stateCount + field];
  }

  void prepared() {
    const Spelling ofParams = values_.spellingInReal(isDouble_);
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

  /// The shape in points of the canonical form: along the last axis, `period` indices make one
  /// point.
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
    const std::string whole = values_.inDouble(system.extents[0]);
    out_ += "void constants(const eulerc::ParamValue *p, const eulerc::Grid &shape,\n"
            "               const eulerc::Layout &state, const eulerc::Layout &fields, void *out) "
            "{\n"
            "  auto *c = static_cast<eulerc_constants *>(out);\n  c->components = " +
            number(liveOutStates(problem_)) + ";\n  c->points = 1;\n";
    if (knowsPlace(stencil_, system))
      out_ += "  c->origin = shape.origin * " + number(last == 0 ? system.period : 1) +
              ";\n  c->whole = " + whole + ";\n";
    for (std::size_t axis = 0; axis <= last; axis++) {
      const std::string k = "[" + number(axis) + "]";
      std::string extent = values_.inDouble(system.extents[axis]);
      if (axis == 0) // the last point of the grid may lack classes
        extent = "eulerc::componentsAlong(shape, " + extent + ")";
      out_ += "  c->extent" + k + " = " + extent + ";\n  c->begin" + k + " = shape.begin" + k +
              ";\n  c->end" + k + " = shape.end" + k + ";\n  c->stride" + k + " = state.stride" +
              k + ";\n  c->components *= c->extent" + k + ";\n  c->points *= shape.extent" + k +
              ";\n";
    }
    if (!readsNear(stencil_))
      out_ += "  const auto row = c->points / shape.extent[0];\n"
              "  c->computed_begin = shape.computedBegin * row;\n"
              "  c->computed_end = (shape.computedEnd > 0 ? shape.computedEnd : shape.extent[0]) * "
              "row;\n";
    out_ += "  c->row = shape.extent[" + number(last) +
            "];\n  c->lead = state.lead;\n  c->plane = state.plane;\n"
            "  c->field_plane = fields.plane;\n" +
            fullValues(system, values_);
    for (const Uniform &uniform : step_.uniforms)
      out_ += values_.storeInReal("c->" + uniform.name, uniform.value, isDouble_);
    for (const Data &table : system.data)
      if (placeOf(system, table) == TablePlace::Constants)
        entries(table, "c->t_" + table.name);
    out_ += "}\n\n";
  }

  /// Sets a table's values, computed in double and rounded once.
  void entries(const Data &table, const std::string &array) {
    for (std::size_t k = 0; k < table.values.size(); k++)
      out_ += values_.storeInDouble(array + "[" + number(k) + "]", table.values[k]);
  }

  /// Fills the buffer of large tables.
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

  const Stencil &stencil_;
  const bool isDouble_;
};

} // namespace

std::string modelText(const ModelSource &source, const std::string &kernels) {
  return problemText(source) + HostPrinter(source).run(kernels);
}

} // namespace eulerc::compiler
