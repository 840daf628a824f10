#include "ir/Verify.h"

#include <algorithm>
#include <initializer_list>

namespace eulerc::compiler {
namespace {

/// Checks the nodes of an expression: operand types fit, only the given leaves occur.
class Checker {
public:
  Checker(const char *stage, Diagnostics &diagnostics) : stage_(stage), diagnostics_(diagnostics) {}

  void expect(bool condition, const std::string &what) {
    if (!condition && ok_) {
      diagnostics_.bug(std::string("after ") + stage_ + ": " + what);
      ok_ = false;
    }
  }

  void expression(const ExprPtr &expr, Type type, std::initializer_list<Op> leaves) {
    expect(expr != nullptr, "an expression is missing");
    if (!expr)
      return;
    expect(expr->type == type, "an expression has the wrong type");
    forEachNode(expr, [&](const ExprPtr &node) { checkNode(*node, leaves); });
  }

  bool ok() const { return ok_; }

private:
  void checkNode(const Expr &node, std::initializer_list<Op> leaves) {
    if (isLeaf(node) && node.op != Op::Constant)
      expect(std::find(leaves.begin(), leaves.end(), node.op) != leaves.end(),
             "a leaf is out of place");
    const auto type = [&](std::size_t k) { return node.operands.at(k)->type; };
    if (node.op == Op::Loop) {
      expect(node.operands.size() >= 6 && node.operands.size() % 3 == 0,
             "a loop has a variable, two bounds and three operands for each carried local");
    } else if (node.op == Op::Select) {
      expect(node.operands.size() == 3, "a select has three operands");
      expect(type(0) == Type::Bool && type(1) == type(2), "a select has operands of one type");
    } else if (node.op == Op::Read) {
      for (const ExprPtr &index : node.operands)
        expect(index->type == Type::Int, "an index is an integer");
    } else if (node.op == Op::And || node.op == Op::Or || node.op == Op::Not) {
      for (const ExprPtr &operand : node.operands)
        expect(operand->type == Type::Bool, "a logical operation has conditions as operands");
    } else if (node.op >= Op::Add && node.op <= Op::NotEqual) {
      expect(node.operands.size() == 2 && type(0) == type(1) && type(0) != Type::Bool,
             "an operation has two operands of one type");
    }
  }

  const char *stage_;
  Diagnostics &diagnostics_;
  bool ok_ = true;
};

bool isWithin(const Stencil &stencil, const StencilRead &read, std::size_t axis) {
  const StencilAxis &along = stencil.arrays[read.array].along[axis];
  const std::optional<std::int64_t> &distance = read.distance[axis];
  return distance ? !along.before || (-*distance <= *along.before && *distance <= *along.behind)
                  : !along.before;
}

void checkRead(Checker &check, const Stencil &stencil, const StencilRead &read, bool isInterior) {
  const std::size_t rank = stencil.axes.size();
  check.expect(read.array < stencil.arrays.size(), "a read is of an array");
  check.expect(read.distance.size() == rank, "a read has a distance for every axis");
  if (!check.ok())
    return;
  const bool isField = stencil.arrays[read.array].isField;
  const std::size_t first = isField ? 0 : read.array * static_cast<std::size_t>(stencil.period);
  check.expect(!read.component ||
                   (*read.component >= first &&
                    *read.component < first + static_cast<std::size_t>(stencil.period)),
               "a read is of a component of its array");
  check.expect(read.component || !read.distance.back(), "a read at a number has a component");
  for (std::size_t axis = 0; axis < rank && isInterior; axis++)
    check.expect(isWithin(stencil, read, axis), "no read is farther than the reach");
}

void checkRules(Checker &check, const std::vector<Sides> &boundary, std::size_t rank,
                bool hasTime) {
  check.expect(boundary.size() == rank, "a state or field has a boundary for every axis");
  for (std::size_t axis = 0; axis < boundary.size(); axis++)
    for (const Rule *rule : {&boundary[axis].low, &boundary[axis].high})
      for (const ExprPtr &part : {rule->value, rule->factor, rule->slope}) {
        if (!part)
          continue;
        check.expression(part, Type::Real, {Op::Param, Op::Index, Op::Time, Op::Carried});
        check.expect(!anyNode(part,
                              [&](const Expr &node) {
                                return (node.op == Op::Time && !hasTime) ||
                                       (node.op == Op::Index &&
                                        node.integer == static_cast<std::int64_t>(axis));
                              }),
                     "a rule does not depend on the index across its side");
      }
}

} // namespace

bool verify(const Problem &problem, Diagnostics &diagnostics) {
  Checker check("the front end", diagnostics);
  for (const Param &param : problem.params)
    check.expression(param.value, param.type, {Op::Param});
  for (const Assertion &assertion : problem.assertions)
    check.expression(assertion.condition, Type::Bool, {Op::Param});
  for (const Data &data : problem.data) {
    for (const ExprPtr &entry : data.values)
      check.expression(entry, Type::Real, {Op::Param});
    if (data.initial)
      check.expression(data.initial, Type::Real, {Op::Param, Op::Index, Op::Carried, Op::Entry});
  }
  const std::size_t rank = problem.extents.size();
  check.expect(!problem.states.empty(), "a problem has a state");
  check.expect(rank >= 1 && rank <= kMaxAxes && problem.indexNames.size() == rank,
               "a grid has one to three axes, each with a name");
  for (const ExprPtr &extent : problem.extents)
    check.expression(extent, Type::Int, {Op::Param});
  for (const Field &field : problem.fields) {
    checkRules(check, field.boundary, rank, false);
    if (field.initial)
      check.expression(field.initial, Type::Real, {Op::Param, Op::Index, Op::Carried, Op::Entry});
  }
  for (const State &state : problem.states) {
    checkRules(check, state.boundary, rank, true);
    check.expect(state.indexNames.size() == rank, "a state has a name for every axis");
    check.expect(state.initial || state.gives == Gives::Let, "a state has initial values");
    if (state.initial)
      check.expression(state.initial, Type::Real,
                       {Op::Param, Op::Index, Op::Carried, Op::Entry, Op::Read});
    for (const ExprPtr &value : {state.derivative, state.after ? state.after : state.derivative})
      check.expression(value, Type::Real,
                       {Op::Param, Op::Index, Op::Time, Op::StepSize, Op::StepNumber, Op::Read,
                        Op::Carried, Op::Entry});
  }
  return check.ok();
}

bool verify(const Access &access, Diagnostics &diagnostics) {
  Checker check("the access analysis", diagnostics);
  check.expect(access.period >= 1, "the period is positive");
  check.expect(!access.witness || *access.witness < access.reads.size(),
               "the witness is one of the reads");
  for (const ReadAccess &read : access.reads) {
    check.expect(!access.bounded || read.isField || read.reach.has_value(),
                 "a bounded read has a reach");
    check.expect(read.index.size() == access.reach.size(), "a read has an index for every axis");
  }
  return check.ok();
}

bool verify(const System &system, Diagnostics &diagnostics) {
  Checker check("canonicalisation", diagnostics);
  check.expect(system.equations.size() ==
                   system.stateCount * static_cast<std::size_t>(system.period),
               "there is one equation for each state and class");
  for (std::size_t axis = 0; axis < system.extents.size(); axis++)
    check.expect(!system.interior.along[axis].low.empty() &&
                     !system.interior.along[axis].high.empty(),
                 "the interior has two ends along every axis");
  for (const Equation &equation : system.equations)
    for (const ExprPtr &expr : {equation.interior, equation.edge})
      check.expression(expr, Type::Real,
                       {Op::Param, Op::Index, Op::Time, Op::EndTime, Op::StepSize, Op::StepNumber,
                        Op::Stage, Op::Factor, Op::Read, Op::Carried, Op::Entry});
  return check.ok();
}

static const std::initializer_list<Op> allowedInSteps = {
    Op::Window,   Op::Uniform,    Op::AtTime, Op::Shared, Op::Index, Op::Time,    Op::EndTime,
    Op::StepSize, Op::StepNumber, Op::Stage,  Op::Factor, Op::Read,  Op::Carried, Op::Entry};

bool verify(const Step &step, Diagnostics &diagnostics) {
  Checker check("forming the step", diagnostics);
  for (const Uniform &uniform : step.uniforms)
    check.expression(uniform.value, uniform.value->type, {Op::Param});
  for (const ExprPtr &value : step.atTime)
    check.expression(value, Type::Real, {Op::Time, Op::EndTime, Op::StepSize, Op::Uniform});
  check.expect(step.ghosts.size() == step.system.arrays.size(), "every array has its ghosts");
  check.expect(step.prepared.size() == step.system.arrays.size(), "every array may be prepared");
  for (const ExprPtr &value : step.prepared)
    if (value)
      check.expression(value, Type::Real, {Op::Window, Op::Param});
  std::vector<const StepFunction *> functions;
  std::int64_t results = 0;
  for (const SharedLoop &loop : step.loops) {
    check.expect(loop.function.body->op == Op::Loop && loop.first == results,
                 "shared loops number their results");
    results += loop.results();
    functions.push_back(&loop.function);
  }
  for (const StepOfEquation &equation : step.equations)
    for (const StepFunction *function : {&equation.interior, &equation.edge}) {
      check.expect(!function->window.empty(), "a window holds the component itself");
      check.expression(function->body, Type::Real, allowedInSteps);
      functions.push_back(function);
    }
  for (const StepFunction *function : functions) {
    for (const WindowEntry &entry : function->window)
      for (const ExprPtr &along : entry.offset)
        check.expression(along, Type::Int, {Op::Uniform});
    forEachNode(function->body, [&](const ExprPtr &node) {
      if (node->op == Op::Window)
        check.expect(node->integer < static_cast<std::int64_t>(function->window.size()),
                     "a window entry exists");
      if (node->op == Op::Uniform)
        check.expect(node->integer < static_cast<std::int64_t>(step.uniforms.size()),
                     "a uniform exists");
      if (node->op == Op::AtTime)
        check.expect(node->integer < static_cast<std::int64_t>(step.atTime.size()),
                     "a value of the time exists");
      if (node->op == Op::Shared)
        check.expect(node->integer < results, "a shared result exists");
    });
  }
  return check.ok();
}

bool verify(const Stencil &stencil, Diagnostics &diagnostics) {
  Checker check("finding the stencil", diagnostics);
  const std::size_t rank = stencil.axes.size(), period = static_cast<std::size_t>(stencil.period);
  check.expect(stencil.equations.size() == stencil.stateCount * period,
               "every component has its equation");
  for (const StencilArray &array : stencil.arrays)
    check.expect(array.along.size() == rank, "an array has every axis");
  for (std::size_t k = 0; k < stencil.equations.size() && check.ok(); k++) {
    const StencilEquation &equation = stencil.equations[k];
    check.expect(k == equation.state * period + static_cast<std::size_t>(equation.residue),
                 "equations stand in the order of their components");
    for (const auto *reads : {&equation.interior, &equation.edge}) {
      check.expect(!reads->empty() && reads->front().component == k && reads->front().isAtPoint(),
                   "the first read is the component itself");
      for (const StencilRead &read : *reads)
        checkRead(check, stencil, read, reads == &equation.interior);
    }
    check.expect(equation.usesIndex.size() == rank, "the use of every index is known");
  }
  return check.ok();
}

} // namespace eulerc::compiler
