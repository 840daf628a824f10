#include "HostText.h"

#include "FunctionText.h"
#include "LevelText.h"
#include "MarchText.h"
#include "PointText.h"
#include "Spell.h"
#include "StripsText.h"
#include "WindowText.h"

#include "ir/Body.h"

#include <algorithm>
#include <map>

namespace eulerc::compiler {
namespace {

class Text {
public:
  Text(const Problem &problem, const Access &access, const Step &step, const EmitOptions &options)
      : problem_(problem), access_(access), step_(step), options_(options) {
    for (std::size_t k = 0; k < problem.params.size(); k++)
      paramIndex_[problem.params[k].name] = k;
  }

  std::string run(const std::string &kernels) {
    params();
    requirements();
    geometry();
    timespan();
    initial();
    grid();
    constants();
    out_ += "const char kernels[] = R\"EULERC(" + kernels + ")EULERC\";\n\n";
    vectors();
    table();
    return std::move(out_);
  }

private:
  /// An expression of params as the host computes it: in double.
  std::string inDouble(const ExprPtr &expr) const {
    return print(expr, makeSpelling("double", true, [this](const ExprPtr &node) -> std::string {
                   return node->op == Op::Param ? paramText(*node) : "";
                 }));
  }

  /// The same in the solver's precision, as a value of the right-hand side.
  std::string inReal(const ExprPtr &expr) const {
    return print(
        expr, makeSpelling("real", options_.isDouble, [this](const ExprPtr &node) -> std::string {
          if (node->op != Op::Param)
            return "";
          return node->type == Type::Int ? paramText(*node) : "((real)" + paramText(*node) + ")";
        }));
  }

  std::string paramText(const Expr &node) const {
    return "p[" + std::to_string(paramIndex_.at(node.name)) +
           (node.type == Type::Int ? "].integer" : "].real");
  }

  std::string affineText(const Affine &affine) const {
    return inDouble(toExpr(affine, problem_.indexNames));
  }

  void params() {
    out_ += "void derive_params(eulerc::ParamValue *p, const bool *given) {\n";
    for (std::size_t k = 0; k < problem_.params.size(); k++) {
      const Param &param = problem_.params[k];
      const std::string number = std::to_string(k);
      out_ += "  if (!given[" + number + "])\n    p[" + number + "]." +
              (param.type == Type::Int ? "integer" : "real") + " = " + inDouble(param.value) +
              "; " + commented(param.name);
    }
    if (problem_.params.empty())
      out_ += "  (void)p, (void)given;\n";
    out_ += "}\nconst eulerc::Param params[] = {\n";
    for (const Param &param : problem_.params)
      out_ += "    {" + quoted(param.name) +
              ", eulerc::ParamType::" + (param.type == Type::Int ? "Int" : "Real") + ", " +
              quoted(param.initialiser) + ", " + quoted(param.description) + "},\n";
    out_ += "    {}};\n\n"; // never an empty array
  }

  void requirement(const std::string &body, const std::string &message, const SourceRange &where) {
    const std::string name = "requirement_" + std::to_string(requirements_.size());
    out_ += "bool " + name + "([[maybe_unused]] const eulerc::ParamValue *p) {\n" + body + "}\n";
    requirements_.push_back("    {" + name + ", " + quoted(message) + ", " + quoted(where.str()) +
                            "},\n");
  }

  void requirements() {
    for (const Assertion &assertion : problem_.assertions)
      requirement("  return " + inDouble(assertion.condition) + ";\n", assertion.message,
                  assertion.where);
    for (const RangeCheck &check : access_.checks)
      requirement(rangeCheck(check),
                  "'" + check.text + "' would leave the " + (check.ofTable ? "table" : "grid"),
                  check.where);
    out_ += "const eulerc::Requirement requirements[] = {\n";
    for (const std::string &entry : requirements_)
      out_ += entry;
    out_ += "    {}};\n\n";
  }

  /// Whether an index stays in [0, extent) for all points of a set.
  std::string rangeCheck(const RangeCheck &check) const {
    Affine rest = check.index;
    rest.perAxis = {};
    std::string text =
        "  eulerc_span span = {" + affineText(rest) + ", " + affineText(rest) + ", false};\n";
    for (int variable = 0; variable < kMaxVariables; variable++) {
      const Bounds &bounds = check.when.along[variable];
      if (bounds.low.empty() || bounds.high.empty())
        continue;
      const bool isClassed = variable == check.when.classAxis;
      text += "  eulerc_span_add(&span, " + std::to_string(check.index.perAxis[variable]) + ", " +
              bound(bounds.low, "max") + ", " + bound(bounds.high, "min") + ", " +
              std::to_string(isClassed ? check.when.residue : 0) + ", " +
              std::to_string(isClassed ? check.when.period : 1) + ");\n";
    }
    return text + "  return span.empty || (" + (check.low ? "span.least >= 0" : "true") + " && " +
           (check.high ? "span.most < " + affineText(check.extent) : "true") + ");\n";
  }

  /// The largest ("max") or smallest ("min") of affine expressions.
  std::string bound(const std::vector<Affine> &bounds, const char *function) const {
    std::string text = "(long)(" + affineText(bounds.front()) + ")";
    for (std::size_t k = 1; k < bounds.size(); k++)
      text = std::string("eulerc_") + function + "(" + text + ", " + affineText(bounds[k]) + ")";
    return text;
  }

  std::string shapeText() const {
    std::string text;
    for (const ExprPtr &extent : problem_.extents)
      text += "[" + print(extent) + "]";
    return quoted(text);
  }

  void geometry() {
    out_ += "void extents([[maybe_unused]] const eulerc::ParamValue *p, std::int64_t *out) {\n";
    for (std::size_t axis = 0; axis < problem_.extents.size(); axis++)
      out_ += "  out[" + std::to_string(axis) + "] = " + inDouble(problem_.extents[axis]) + ";\n";
    out_ += "}\nconst char *const axes[] = {";
    for (const std::string &name : problem_.indexNames)
      out_ += quoted(name) + ", ";
    out_ += "};\nconst eulerc::State states[] = {\n";
    for (const State &state : problem_.states)
      out_ += "    {" + quoted(state.name) + ", " + shapeText() + ", " + quoted(state.description) +
              "},\n";
    out_ += "};\nconst eulerc::Field fields[] = {\n";
    for (const Field &field : problem_.fields)
      out_ += "    {" + quoted(field.name) + ", " + shapeText() + ", " + quoted(field.description) +
              ", " + (field.initial ? "true" : "false") + "},\n";
    out_ += "    {}};\n\n"; // never an empty array

    out_ += "std::int64_t access_distance([[maybe_unused]] const eulerc::ParamValue *p) {\n";
    largest("distance", [](const ReadAccess &read) { return *read.distance; });
    out_ += "}\n\nvoid reach([[maybe_unused]] const eulerc::ParamValue *p, std::int64_t *out) "
            "{\n";
    for (std::size_t axis = 0; axis < problem_.extents.size(); axis++) {
      const std::string name = std::to_string(axis);
      out_ += "  out[" + name + "] = [&]() -> long {\n";
      largest("reach", [axis](const ReadAccess &read) { return (*read.reach)[axis]; });
      out_ += "  }();\n";
    }
    out_ += "}\n\n";
  }

  /// Statements that return the largest size of an affine expression over all reads of states.
  void largest(const std::string &name, const auto &measure) {
    if (!access_.bounded) {
      out_ += "  return -1; // unbounded\n";
      return;
    }
    out_ += "  long " + name + " = 0;\n";
    std::vector<Affine> seen;
    for (const ReadAccess &read : access_.reads) {
      if (read.isField)
        continue;
      const Span span = measure(read);
      for (const Affine &size : {span.least, span.most}) {
        const auto same = [&](const Affine &other) { return sameValue(other, size); };
        if (std::ranges::any_of(seen, same))
          continue;
        seen.push_back(size);
        out_ += "  " + name + " = eulerc_max(" + name + ", eulerc_abs(" + affineText(size) +
                ")); " + commented(read.text);
      }
    }
    out_ += "  return " + name + ";\n";
  }

  void timespan() {
    const TimespanDefaults &time = problem_.timespan;
    out_ += "eulerc::Timespan timespan([[maybe_unused]] const eulerc::ParamValue *p) {\n"
            "  eulerc::Timespan result;\n";
    if (time.from)
      out_ += "  result.from = " + inDouble(time.from) + ";\n";
    if (time.to)
      out_ += "  result.to = " + inDouble(time.to) + ";\n  result.hasTo = true;\n";
    if (time.dt)
      out_ += "  result.dt = " + inDouble(time.dt) + ";\n  result.hasDt = true;\n";
    out_ += "  return result;\n}\n\n";
  }

  /// Initial values are computed in double and rounded once.
  void initial() {
    std::vector<std::pair<std::string, ExprPtr>> states, fields;
    for (const State &state : problem_.states)
      states.emplace_back(state.name, state.initial);
    for (const Field &field : problem_.fields)
      fields.emplace_back(field.name, field.initial);
    initialOf("initial", states);
    initialOf("initial_field", fields);
  }

  void initialOf(const std::string &function,
                 const std::vector<std::pair<std::string, ExprPtr>> &values) {
    std::string arguments, names, indices;
    for (std::size_t axis = problem_.extents.size(); axis-- > 0;) {
      const std::string i = "i" + std::to_string(axis);
      arguments = ", [[maybe_unused]] const long " + i + arguments;
      names = ", " + i + names;
      indices += "    const std::int64_t " + i + " = rest % extent[" + std::to_string(axis) +
                 "];\n    rest /= extent[" + std::to_string(axis) + "];\n";
    }
    std::string cases;
    for (std::size_t k = 0; k < values.size(); k++) {
      const auto &[name, value] = values[k];
      if (!value)
        continue;
      const std::string called = function + "_of_" + name;
      out_ += commented("initial " + name + " = " + printShort(value)) + "double " + called +
              "([[maybe_unused]] const eulerc::ParamValue *p" + arguments +
              ") {\n  typedef double real;\n";
      const Body body = formBody(value, inDoubleAtPoint());
      out_ += body.statements + "  return " + body.value + ";\n}\n";
      cases += "    case " + std::to_string(k) + ":\n      out[k - begin] = static_cast<real>(" +
               called + "(p" + names + "));\n      break;\n";
    }
    out_ += "void " + function +
            "(int which, const eulerc::ParamValue *p, std::int64_t begin, std::int64_t end,\n"
            "    void *values) {\n"
            "  [[maybe_unused]] real *out = static_cast<real *>(values);\n"
            "  std::int64_t extent[EULERC_RANK];\n  extents(p, extent);\n"
            "  for (std::int64_t k = begin; k < end; k++) {\n    std::int64_t rest = k;\n" +
            indices + "    switch (which) {\n" + cases + "    }\n  }\n}\n\n";
  }

  Spelling inDoubleAtPoint() const {
    const Spelling common =
        makeSpelling("double", true, [this](const ExprPtr &node) -> std::string {
          if (node->op == Op::Param)
            return paramText(*node);
          return node->op == Op::Index ? "i" + std::to_string(node->integer) : "";
        });
    return [this, common](const ExprPtr &node, const ExprText &text) -> std::string {
      if (node->op != Op::Entry)
        return common(node, text);
      // In double, as all of it: not the rounded entries of the right-hand side.
      const auto table = std::ranges::find(problem_.tables, node->name, &Table::name);
      std::string list;
      for (const ExprPtr &entry : table->values)
        list += (list.empty() ? "" : ", ") + inDouble(entry);
      return "eulerc_entry({" + list + "}, " + text(node->operands[0]) + ")";
    };
  }

  /// Points of the canonical form: along the last axis `period` indices make one.
  void grid() {
    const System &system = step_.system;
    const std::size_t last = system.extents.size() - 1;
    const std::string period = std::to_string(system.period);
    out_ += "void grid([[maybe_unused]] const eulerc::ParamValue *p, eulerc::Grid *out) {\n"
            "  out->rank = EULERC_RANK;\n  out->components = " +
            std::to_string(step_.equations.size()) + ";\n  out->classes = " + period + ";\n";
    for (std::size_t axis = 0; axis <= last; axis++) {
      const std::string k = "[" + std::to_string(axis) + "]";
      const Bounds &bounds = system.interior.along[axis];
      const bool classed = axis == last && system.period > 1;
      const std::string low = bound(bounds.low, "max"), high = bound(bounds.high, "min");
      const std::string extent = inDouble(system.extents[axis]);
      out_ += "  out->extent" + k + " = " +
              (classed ? "eulerc_ceil_div(" + extent + ", " + period + ")" : extent) +
              ";\n  out->begin" + k + " = " +
              (classed ? "eulerc_ceil_div(" + low + ", " + period + ")" : low) + ";\n  out->end" +
              k + " = " +
              (classed ? "eulerc_floor_div(" + high + " + 1, " + period + ")" : high + " + 1") +
              ";\n";
    }
    out_ += "}\n\n";
  }

  void constants() {
    const System &system = step_.system;
    const std::size_t last = system.extents.size() - 1;
    out_ += "void constants([[maybe_unused]] const eulerc::ParamValue *p, const eulerc::Layout "
            "&state,\n               const eulerc::Layout &fields, void *out) {\n"
            "  auto *c = static_cast<eulerc_constants *>(out);\n"
            "  eulerc::Grid shape;\n  grid(p, &shape);\n  c->components = " +
            std::to_string(system.stateCount) + ";\n  c->points = 1;\n";
    for (std::size_t axis = 0; axis <= last; axis++) {
      const std::string k = "[" + std::to_string(axis) + "]";
      out_ += "  c->extent" + k + " = " + inDouble(system.extents[axis]) + ";\n  c->begin" + k +
              " = shape.begin" + k + ";\n  c->end" + k + " = shape.end" + k + ";\n  c->stride" + k +
              " = state.stride" + k + ";\n  c->components *= c->extent" + k +
              ";\n  c->points *= shape.extent" + k + ";\n";
    }
    out_ += "  c->row = shape.extent[" + std::to_string(last) +
            "];\n  c->lead = state.lead;\n  c->plane = state.plane;\n"
            "  c->field_plane = fields.plane;\n";
    for (const Uniform &uniform : step_.uniforms)
      out_ += "  c->" + uniform.name + " = " + inReal(uniform.value) + ";\n";
    for (const Table &table : system.tables)
      if (!isPlain(table))
        for (std::size_t k = 0; k < table.values.size(); k++)
          out_ += "  c->t_" + table.name + "[" + std::to_string(k) + "] = static_cast<real>(" +
                  inDouble(table.values[k]) + ");\n";
    out_ += "}\n\n";
  }

  std::string witness() const {
    if (!access_.witness)
      return "the right-hand side reads no component";
    const ReadAccess &read = access_.reads[*access_.witness];
    return read.text + " at " + read.where.str();
  }

  /// The farthest point along the slowest axis that is read, if that is the same for all params.
  std::int64_t pointReach() const {
    const bool isFlat = problem_.extents.size() == 1;
    std::int64_t reach = 0;
    for (const StepOfEquation &equation : step_.equations)
      for (const StepFunction *function : {&equation.interior, &equation.edge})
        for (const WindowEntry &entry : function->window) {
          const auto offset = constantInt(entry.offset.front());
          if (!offset)
            return -1;
          const std::int64_t points =
              isFlat ? classOffset(equation.residue, *offset, step_.system.period).points : *offset;
          reach = std::max(reach, std::abs(points));
        }
    return reach;
  }

  /// Whether some state is periodic along the slowest axis.
  bool wraps() const {
    return std::ranges::any_of(problem_.states, [](const State &state) {
      return state.boundary.front().low.kind == Rule::Kind::Periodic;
    });
  }

  /// A bit for each axis along which the grid goes round.
  int rings() const {
    int bits = 0;
    for (std::size_t axis = 0; axis < problem_.extents.size(); axis++)
      if (problem_.states.front().boundary[axis].low.kind == Rule::Kind::Periodic)
        bits |= 1 << axis;
    return bits;
  }

  std::string layerReaches() const {
    std::string text;
    if (canKeepLayers(step_))
      for (const std::int64_t reach : layerReach(step_))
        text += (text.empty() ? "" : ", ") + std::to_string(reach);
    return text;
  }

  /// Tiles that were compiled in a namespace, and how many steps they have in flight.
  std::string tilesOf(const std::string &nameSpace) const {
    if (canOverlap(step_))
      return ",\n     " + nameSpace + "::eulerc_delayed_tiles, " + nameSpace + "::eulerc_kept";
    return canKeepLayers(step_) ? ",\n     " + nameSpace + "::eulerc_streamed_tiles" : "";
  }

  /// What was compiled for vectors, the widest first.
  void vectors() {
    out_ += "const eulerc::HostVectors host_vectors[] = {\n";
    const auto levels =
        hasVectors(step_) ? hostLevels(options_.isDouble) : std::vector<HostLevel>();
    for (const HostLevel &level : levels)
      out_ += level.condition + "    {" + std::to_string(level.width) + ", " + level.nameSpace +
              "::present, eulerc_step_range<" + level.nameSpace + "::eulerc_interior_vectors, " +
              level.nameSpace + "::eulerc_edge_row_vectors>" + tilesOf(level.nameSpace) + "},\n" +
              (level.condition.empty() ? "" : "#endif\n");
    out_ += "    {}};\n\n"; // never an empty array
  }

  void table() {
    const auto number = [](std::size_t value) { return std::to_string(value); };
    const std::string flight = ", " + number(canOverlap(step_) ? vectorsInFlight(step_) : 1);
    out_ += "const eulerc::Model the_model = {\n    " + quoted(options_.name) + ",\n    " +
            quoted(problem_.file) + ",\n    " + quoted("eulerc " + options_.version) + ",\n    " +
            (options_.isDouble ? "eulerc::Precision::Double" : "eulerc::Precision::Float") +
            ",\n    " + number(problem_.params.size()) + ", params, derive_params,\n    " +
            number(requirements_.size()) + ", requirements,\n    " +
            number(problem_.states.size()) + ", states,\n    " + number(problem_.fields.size()) +
            ", fields,\n    " + number(problem_.extents.size()) +
            ", axes, extents,\n    timespan,\n    access_distance, " + quoted(witness()) +
            ", reach,\n    initial, initial_field,\n    " + number(step_.equations.size()) +
            ", grid, sizeof(eulerc_constants), constants,\n    "
            "eulerc_step_range<eulerc_interior_range, eulerc_edge_row_range>,\n    kernels, " +
            (step_.usesTime ? "true" : "false") + ", " + (step_.readsFar ? "true" : "false") +
            ", " + (canOverlap(step_) || canStrip(step_) ? "true" : "false") + ", " +
            (wraps() ? "true" : "false") + ", " + std::to_string(pointReach()) + ", " +
            std::to_string(marchReach(step_).value_or(-1)) +
            ", eulerc::planScheme, eulerc::candidatesOf, eulerc::stepTime,\n    " +
            printReal(step_.flopsPerComponent) + ", " + (step_.exact ? "true" : "false") + ", " +
            (step_.contracts ? "true" : "false") + ", " +
            (canKeepLayers(step_) ? "true" : "false") + ", " + std::to_string(rings()) + ", {" +
            layerReaches() +
            "},\n    sizeof host_vectors / sizeof host_vectors[0] - 1, host_vectors" + flight +
            "};\n\n";
  }

  const Problem &problem_;
  const Access &access_;
  const Step &step_;
  const EmitOptions &options_;
  std::map<std::string, std::size_t> paramIndex_;
  std::vector<std::string> requirements_;
  std::string out_;
};

} // namespace

std::string modelText(const Problem &problem, const Access &access, const Step &step,
                      const EmitOptions &options, const std::string &kernels) {
  return Text(problem, access, step, options).run(kernels);
}

} // namespace eulerc::compiler
