// PrintValues: prints the values between the rooms, for --emit and tests.
#include "ir/Access.h"
#include "ir/Body.h"
#include "ir/Problem.h"
#include "ir/Step.h"
#include "ir/System.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

std::string typeName(Type type) { return type == Type::Int ? "int" : "real"; }

std::string joined(const std::vector<Affine> &bounds, const std::vector<std::string> &names) {
  std::string text;
  for (const Affine &bound : bounds)
    text += (text.empty() ? "" : ", ") + print(toExpr(bound, names));
  return bounds.size() == 1 ? text : "{" + text + "}"; // all of them hold
}

/// An expression after "name =": on one line, or as statements when it has locals.
std::string value(const ExprPtr &expr, const Spelling &spelling = {}) {
  const Body body = formBody(expr, spelling);
  std::string results;
  for (const std::string &result : body.results)
    results += (results.empty() ? "" : ", ") + result;
  if (!results.empty())
    return "\n" + body.statements + "  " + results + "\n";
  return body.statements.empty() ? " " + body.value + "\n"
                                 : "\n" + body.statements + "  " + body.value + "\n";
}

/// "interior 1 <= j <= N - 2, 3 <= i <= N - 2"
std::string box(const char *name, const IndexSet &set, const std::vector<std::string> &names) {
  std::string text = name;
  for (std::size_t axis = 0; axis < names.size(); axis++)
    text += std::string(axis ? ", " : " ") + joined(set.along[axis].low, names) +
            " <= " + names[axis] + " <= " + joined(set.along[axis].high, names);
  return text;
}

/// "full 1 <= i", "point source i = N / 2"; "" without guards.
std::string guarded(const System &system) {
  const auto bounds = [&](const char *name, const IndexSet &set) {
    std::string text;
    for (std::size_t axis = 0; axis < system.indexNames.size(); axis++) {
      const Bounds &along = set.along[axis];
      if (along.low.empty() && along.high.empty())
        continue;
      text += std::string(text.empty() ? " " : ", ") +
              (along.low.empty() ? "" : joined(along.low, system.indexNames) + " <= ") +
              system.indexNames[axis] +
              (along.high.empty() ? "" : " <= " + joined(along.high, system.indexNames));
    }
    return text.empty() ? "" : name + text + "\n";
  };
  std::string text = bounds("full", system.full);
  for (const IndexSet &source : system.pointSources)
    text += bounds("point source", source);
  return text;
}

std::string shape(const std::vector<ExprPtr> &extents) {
  std::string text;
  for (const ExprPtr &extent : extents)
    text += "[" + print(extent) + "]";
  return text;
}

std::string boundary(const std::string &state, const std::vector<Sides> &sides,
                     const std::vector<std::string> &names) {
  std::string text;
  for (std::size_t axis = 0; axis < sides.size(); axis++)
    text += "boundary " + state + " " + names[axis] + " low=" + print(sides[axis].low) +
            " high=" + print(sides[axis].high) + "\n";
  return text;
}

std::string comment(const std::string &description) {
  return description.empty() ? "\n" : "  // " + description + "\n";
}

std::string declared(const Data &data) {
  if (data.isTable()) {
    std::string out = "table " + data.name + " =";
    for (const ExprPtr &entry : data.values)
      out += " " + printShort(entry);
    return out + "\n";
  }
  return "data " + typeName(data.type) + " " + data.name + shape(data.extents) +
         comment(data.description) +
         (data.initial ? "initial " + data.name + " =" + value(data.initial) : "");
}

std::string declared(const Field &field, const std::vector<ExprPtr> &extents) {
  std::string out = "field " + field.name + shape(extents) + comment(field.description);
  if (std::ranges::any_of(field.boundary, [](const Sides &sides) {
        return sides.low.isGiven() || sides.high.isGiven();
      }))
    out += boundary(field.name, field.boundary, field.indexNames);
  return out + (field.initial ? "initial " + field.name + " =" + value(field.initial) : "");
}

} // namespace

bool readsFields(const ExprPtr &initial) {
  return anyNode(initial, [](const Expr &node) { return node.op == Op::Read; });
}

std::size_t liveOutStates(const Problem &problem) {
  return static_cast<std::size_t>(std::ranges::count_if(
      problem.states, [](const State &state) { return state.gives != Gives::Let; }));
}

bool actsBehindSteps(const Problem &problem) {
  return std::ranges::any_of(problem.states, [](const State &state) {
    return state.gives == Gives::Event || state.after;
  });
}

std::string print(const Problem &problem) {
  std::string out = "problem " + problem.file + "\n";
  for (const Param &param : problem.params)
    out += "param " + typeName(param.type) + " " + param.name + " = " + printShort(param.value) +
           comment(param.description);
  for (const Assertion &assertion : problem.assertions)
    out += "assert " + printShort(assertion.condition) + "  // " + assertion.message + "\n";
  for (const Data &data : problem.data)
    out += declared(data);
  for (const Field &field : problem.fields)
    out += declared(field, problem.extents);
  for (const State &state : problem.states) {
    static const char *const words[] = {"ddt ", "next ", "let ", "event "}; // in the order of Gives
    const bool isLet = state.gives == Gives::Let;
    out += (isLet ? "let " : "state ") + state.name + shape(problem.extents) +
           comment(state.description);
    out += boundary(state.name, state.boundary, state.indexNames);
    if (state.initial)
      out += "initial " + state.name + " =" + value(state.initial);
    out += words[static_cast<int>(state.gives)] + state.name + " =" + value(state.derivative);
    if (state.after)
      out += "after " + state.name + " =" + value(state.after);
  }
  const auto time = [&](const char *name, const ExprPtr &value) {
    if (value)
      out += std::string("timespan ") + name + " = " + printShort(value) + "\n";
  };
  time("from", problem.timespan.from);
  time("to", problem.timespan.to);
  time("dt", problem.timespan.dt);
  for (const Axis &axis : problem.axes)
    out += "axis " + axis.name +
           (axis.at.empty() ? " from=" + printShort(axis.from) + " step=" + printShort(axis.step)
                            : " at=" + axis.at) +
           "\n";
  for (const Series &series : problem.series)
    out += "series " + series.values +
           (series.times.empty()
                ? " from=" + printShort(series.from) + " step=" + printShort(series.step)
                : " at=" + series.times) +
           "\n";
  if (!problem.method.empty())
    out += "method " + problem.method + "\n";
  for (const Monitor &monitor : problem.monitors) {
    const std::string how = std::string(kReductions[static_cast<int>(monitor.reduction)]) + " ";
    if (monitor.isDeclared())
      out += (monitor.isOutput   ? "output "
              : monitor.isGlobal ? "global " + how
                                 : "monitor " + how) +
             monitor.name + " =" + value(monitor.value);
  }
  for (const StopRule &stop : problem.stops)
    out += "stop " + stop.text + "\n";
  return out;
}

std::string print(const Access &access, const std::vector<std::string> &names) {
  std::string out = "access distance ";
  out += access.bounded ? std::to_string(access.distance) : "unbounded";
  if (access.witness) {
    const ReadAccess &witness = access.reads[*access.witness];
    out += ": " + witness.text + " at " + witness.where.str();
  }
  out += "\nreach";
  for (std::size_t axis = 0; axis < access.reach.size(); axis++)
    out += " " + names[axis] + "=" +
           (access.reach[axis] < 0 ? "unbounded" : std::to_string(access.reach[axis]));
  out += "\nperiod " + std::to_string(access.period) + "\n";
  for (const ReadAccess &read : access.reads) {
    out += "read " + read.text + " at " + read.where.str() + box(" for", read.when, names);
    if (access.period > 1)
      out += ", " + names.back() + " % " + std::to_string(access.period) +
             " == " + std::to_string(read.when.residue);
    if (!read.offset) {
      out += ", far";
      for (std::size_t axis = 0; read.reach && axis < names.size(); axis++)
        out += (axis ? ", " : ", offset ") + print(toExpr((*read.reach)[axis].least, names)) +
               " to " + print(toExpr((*read.reach)[axis].most, names));
    } else {
      out += ", offset";
      for (const Affine &along : *read.offset)
        out += " " + print(toExpr(along, names));
    }
    out += read.staysInside() ? ", stays inside\n" : ", may leave\n";
  }
  for (const RangeCheck &check : access.checks)
    out += "check " + check.text + " at " + check.where.str() + " stays in [0, " +
           print(toExpr(check.extent, names)) + ")\n";
  return out;
}

std::string print(const System &system) {
  std::string out = "system";
  for (const GridArray &array : system.arrays)
    out += (array.isField ? " field " : " ") + array.name + shape(system.extents);
  out += ", period " + std::to_string(system.period) + "\n";
  for (std::size_t state = 0; state < system.stateCount; state++)
    out += boundary(system.arrays[state].name, system.arrays[state].boundary, system.indexNames);
  out += box("interior", system.interior, system.indexNames) + "\n" + guarded(system);
  for (const Equation &equation : system.equations) {
    out += "equation " + system.arrays[equation.state].name;
    if (system.period > 1)
      out += " " + std::to_string(equation.residue);
    out += " =" + value(equation.interior);
    if (!sameValue(equation.interior, equation.edge))
      out += "  at the edge =" + value(equation.edge);
  }
  return out;
}

static std::string valuesOfTime(const Step &step) {
  std::string out;
  for (std::size_t k = 0; k < step.atTime.size(); k++)
    out += "at_time_" + std::to_string(k) + " = " +
           printShort(step.atTime[k],
                      [&](const ExprPtr &node, const ExprText &) -> std::string {
                        return node->op == Op::Uniform ? step.uniforms[node->integer].name : "";
                      }) +
           "\n";
  return out;
}

/// The beginnings of function names, by role.
static const char *const verbs[] = {"step_",  "step_", "tile_",  "loop_",     "source_",
                                    "block_", "fold_", "terms_", "rest_loop_"};

std::string StepFunction::name() const {
  return (isNear ? "near_" : "") + std::string(verbs[static_cast<int>(role)]) + of +
         (role == Role::Edge ? "_edge" : "");
}

std::string StepFunction::vectorName() const {
  const bool isOfStep = role == Role::Interior || role == Role::Edge;
  return "vector_" + (isOfStep && !isNear ? of + (role == Role::Edge ? "_edge" : "") : name());
}

std::string print(const Step &step) {
  const System &system = step.system;
  std::string out = "step of";
  for (std::size_t state = 0; state < system.stateCount; state++)
    out += " " + system.arrays[state].name + shape(system.extents);
  out += ", " + std::to_string(step.equations.size()) + " component(s) a point\n";
  for (const Uniform &uniform : step.uniforms)
    out += "uniform " + uniform.name + " = " + printShort(uniform.value) + "\n";
  for (std::size_t array = 0; array < step.ghosts.size(); array++)
    for (std::size_t axis = 0; axis < step.ghosts[array].size(); axis++) {
      const std::string place = system.arrays[array].name + " " + system.indexNames[axis];
      const Ghosts &ghosts = step.ghosts[array][axis];
      if (ghosts.low)
        out += "ghost " + place + " low = " + step.uniforms[*ghosts.low].name + "\n";
      if (ghosts.high)
        out += "ghost " + place + " high = " + step.uniforms[*ghosts.high].name + "\n";
    }
  for (std::size_t array = 0; array < step.prepared.size(); array++)
    if (step.prepared[array])
      out += "prepared " + system.arrays[array].name + " = " +
             printShort(step.prepared[array],
                        [](const ExprPtr &node, const ExprText &) -> std::string {
                          return node->op == Op::Window ? "value" : "";
                        }) +
             "\n";
  out += valuesOfTime(step);
  out += box("interior", system.interior, system.indexNames) + "\n";
  std::set<std::string> printed;
  const auto function = [&](const StepFunction &f) {
    if (!printed.insert(f.name()).second)
      return;
    const Spelling spelling = [&](const ExprPtr &node, const ExprText &) -> std::string {
      if (node->op == Op::Uniform)
        return step.uniforms[node->integer].name;
      return node->op == Op::Window ? f.window[node->integer].name : "";
    };
    out += f.name() + "(";
    for (std::size_t k = 0; k < f.window.size(); k++) {
      const WindowEntry &entry = f.window[k];
      out += (k ? ", " : "") + entry.name + " = " + system.arrays[entry.array].name;
      for (std::size_t axis = 0; axis < entry.offset.size(); axis++) {
        const ExprPtr own = makeIndex(static_cast<int>(axis), system.indexNames[axis]);
        const auto offset = constantInt(entry.offset[axis]);
        const ExprPtr index = offset && *offset < 0 ? makeOp(Op::Sub, {own, makeInt(-*offset)})
                              : offset == 0         ? own
                                                    : makeOp(Op::Add, {own, entry.offset[axis]});
        out += "[" + print(index, spelling) + "]";
      }
    }
    out += ") =" + value(f.body, spelling);
  };
  for (const SharedLoop &loop : step.loops)
    function(loop.function);
  for (const StepOfEquation &equation : step.equations) {
    function(equation.interior);
    if (equation.edgeDiffers)
      function(equation.edge);
  }
  return out;
}

} // namespace eulerc::compiler
