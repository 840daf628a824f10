#include "Explain.h"

#include "codegen/Emit.h"
#include "codegen/Kernels.h"
#include "ir/Functions.h"

#include <algorithm>
#include <concepts>
#include <cstdio>
#include <set>

namespace eulerc::compiler {

namespace {

/// Whether an index is among the operands of a node.
bool anyIndex(const Expr &node) {
  return std::ranges::any_of(node.operands, [](const ExprPtr &operand) {
    return operand->type == Type::Int &&
           anyNode(operand, [](const Expr &part) { return part.op == Op::Index; });
  });
}

/// "N - 1", or "min(N - 1, M)" for several bounds.
std::string tightest(const char *function, const std::vector<Affine> &bounds,
                     const std::vector<std::string> &indexNames) {
  std::string text;
  for (const Affine &bound : bounds)
    text += (text.empty() ? "" : ", ") + print(toExpr(bound, indexNames));
  return bounds.size() == 1 ? text : std::string(function) + "(" + text + ")";
}

/// "'y', i % 2 == 1", or "'y'".
std::string equationName(const StencilEquation &equation, const Stencil &stencil) {
  std::string name = "'" + stencil.arrays[equation.state].name + "'";
  if (stencil.period > 1)
    name += ", " + stencil.axes.back() + " % " + std::to_string(stencil.period) +
            " == " + std::to_string(equation.residue);
  return name;
}

std::string counted(std::integral auto count, const std::string &thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

/// "'U[0]'" or "'U[0]' to 'U[3]'".
std::string namesFrom(const std::string &first, const std::string &last) {
  return "'" + first + "'" + (last == first ? "" : " to '" + last + "'");
}

/// The text of a value; "this value", at which the remark points, if the text is too long to read.
std::string textOf(const ExprPtr &value) {
  constexpr double mostRead = 60; // nodes
  return value->writtenOut > mostRead ? "this value" : "'" + printShort(value) + "'";
}

/// The cost of updating a component: it is read and written once, and each field is read once.
std::string costOf(const StencilEquation &equation, const Stencil &stencil, bool isDouble) {
  std::set<std::size_t> fields;
  for (const StencilRead &read : equation.interior)
    if (stencil.arrays[read.array].isField)
      fields.insert(read.array);
  char text[80];
  std::snprintf(text, sizeof text, "%.4g flops and %zu bytes an update", equation.operations.flops,
                (2 + fields.size()) * (isDouble ? 8 : 4));
  return text;
}

/// Explains how each equation is computed in vectors, or what prevents that.
void explainVectors(const Problem &problem, const System &system, const Stencil &stencil,
                    bool isDouble, Diagnostics &diagnostics) {
  struct Vectors {
    std::string name;
    SourceRange where;
    std::string text;
  };
  std::vector<Vectors> all;
  for (const StencilEquation &equation : stencil.equations) {
    const GridArray &array = system.arrays[equation.state];
    if (array.isRegister)
      continue;
    const SourceRange state = problem.states[array.of].where;
    const std::string name = equationName(equation, stencil);
    if (equation.scalarBecause) {
      const bool isLoop = equation.scalarBecause->op == Op::Loop;
      diagnostics.remark(equation.scalarBecause->where,
                         name + " is computed lane by lane: " +
                             (isLoop ? "a loop that is not written out"
                                     : "'" + printShort(equation.scalarBecause) +
                                           "' is not at a constant distance"));
      continue;
    }
    all.push_back({name, state,
                   "computed in vectors of " +
                       std::string(isDouble ? "2 lanes on a GPU, 8" : "4 lanes on a GPU, 16") +
                       " with AVX-512 (--vector-width): 1 lane group, " +
                       counted(equation.loads, "load") + " and " +
                       counted(equation.shuffles, "shuffle") + " a vector; " +
                       costOf(equation, stencil, isDouble)});
  }
  for (auto first = all.begin(), next = first; first != all.end(); first = next) {
    next = std::find_if(first, all.end(), [&](const Vectors &each) { // as for species
      return each.text != first->text || each.where.str() != first->where.str();
    });
    const bool isOne = next - first == 1;
    diagnostics.remark(first->where,
                       first->name + (isOne ? " is " : " to " + std::prev(next)->name + " are ") +
                           first->text);
  }
  for (const StencilLoop &loop : stencil.loops)
    if (loop.isCollected)
      diagnostics.remark(loop.where,
                         "this loop runs point by point; on CPUs the elementary functions "
                         "of its passes are computed in vectors");
}

/// The schemes that the program allows. Only the solver knows whether tiles of a size fit a device.
std::string schemesOf(const Stencil &stencil) {
  std::string names = "linear";
  if (takes(FormFamily::Interlocking, stencil))
    names += ", diamond, diamond-columns, honeycomb, honeycomb-columns";
  if (hasOverlappedTiles(stencil))
    names += ", overlapped";
  return "schemes: " + names +
         "; whether a grid's tiles fit, and why not, the solver's --describe says";
}

/// Forms with the same requirements: "registers, persistent or skewed of overlapped".
struct AskingForms {
  FormFamily asks;
  std::vector<std::string> names;
  std::string ofScheme;
};

/// For grids with this number of axes.
std::vector<AskingForms> askingForms(std::size_t axes) {
  std::vector<AskingForms> all;
  for (const Kernel &kernel : kernels()) {
    if (!kernel.asks || axes < kernel.leastAxes || axes > kernel.mostAxes)
      continue;
    auto found = std::ranges::find(all, *kernel.asks, &AskingForms::asks);
    if (found == all.end())
      found = all.insert(all.end(), {*kernel.asks, {}, ""});
    const std::string form = kernel.form;
    found->names.emplace_back(form.empty() ? kernel.scheme : form);
    found->ofScheme = form.empty() ? "" : std::string(" of ") + kernel.scheme;
  }
  return all;
}

std::string listOf(const std::vector<std::string> &names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); k++)
    text += (k == 0 ? "" : k + 1 == names.size() ? " or " : ", ") + names[k];
  return text;
}

/// Explains for each form of tiles, and for linear forms with requirements, whether it supports the
/// program, or why not.
void explainForms(const Stencil &stencil, const SourceRange &state, Diagnostics &diagnostics) {
  for (const AskingForms &forms : askingForms(stencil.axes.size())) {
    const std::optional<Unsupported> unsupported = unsupportedBy(forms.asks, stencil);
    diagnostics.remark(unsupported && unsupported->where.known() ? unsupported->where : state,
                       "form " + listOf(forms.names) + forms.ofScheme +
                           (unsupported ? ": no, it " + unsupported->what : ": yes"));
  }
}

/// Explains whether devices give the same bits, or which function prevents that.
void explainBits(const Stencil &stencil, bool isFast, const SourceRange &state,
                 Diagnostics &diagnostics) {
  if (isFast) {
    diagnostics.remark(state, "--math=fast: GPUs take functions and quotients of their own, close "
                              "to those of processors");
    return;
  }
  std::set<std::string> others;
  for (const StencilEquation &equation : stencil.equations)
    for (const auto &[name, calls] : equation.operations.functions)
      if (!isSameEverywhere(name))
        others.insert(name);
  if (others.empty()) {
    diagnostics.remark(state, "bitwise the same on every device and backend");
    return;
  }
  std::string names;
  for (const std::string &name : others)
    names += (names.empty() ? "'" : ", '") + name + "'";
  diagnostics.remark(state, names + (others.size() == 1 ? " is" : " are") +
                                " the device's own, computed lane by lane: bitwise the same on one "
                                "device, close on others");
}

/// Explains how far components read, and which distances depend on params.
void explainAccess(const Access &access, const System &system, const SourceRange &state,
                   Diagnostics &diagnostics) {
  if (!access.witness) {
    diagnostics.remark(state, "access distance 0: the right-hand side reads no component");
  } else {
    const ReadAccess &witness = access.reads[*access.witness];
    if (access.bounded)
      diagnostics.remark(witness.where, "access distance " + std::to_string(access.distance) +
                                            ", caused by '" + witness.text + "'");
    else
      diagnostics.remark(witness.where, "access distance unbounded: '" + witness.text +
                                            "' is not at a constant distance");
  }
  if (access.bounded && access.witness && system.indexNames.size() > 1) {
    std::string reach;
    for (std::size_t axis = 0; axis < access.reach.size(); axis++)
      reach += (axis ? ", " : "") + std::to_string(access.reach[axis]) + " along " +
               system.indexNames[axis];
    diagnostics.remark(state, "reach " + reach);
  }
  for (const RangeCheck &check : access.checks)
    diagnostics.remark(check.where,
                       "'" + check.text + "' stays inside for the defaults" +
                           (check.triedEverywhere ? "" : ", as tried near the ends of the grid") +
                           "; the solver checks it again when params are set");
}

void explainSums(const Step &step, const Stencil &stencil, const SourceRange &where,
                 Diagnostics &diagnostics) {
  const std::size_t values = sourceValues(step, stencil), terms = termValues(step, stencil);
  if (values > 0)
    diagnostics.remark(where, "form sums of linear, on GPUs: yes, " + counted(values, "value") +
                                  " of each point that all points read" +
                                  (terms > 0 ? "; work-items share points that are few, through " +
                                                   counted(terms, "value") + " of each pass"
                                             : ""));
}

} // namespace

void explainDeadQuantities(const Problem &written, const Problem &needed,
                           Diagnostics &diagnostics) {
  for (const State &state : written.states)
    if (std::ranges::find(needed.states, state.name, &State::name) == needed.states.end())
      diagnostics.remark(state.where,
                         "no step reads '" + state.name + "': it is computed for outputs alone");
}

void explainSharing(const SharedProblem &shared, Diagnostics &diagnostics) {
  const std::vector<SharedValue> &all = shared.shared;
  for (auto first = all.begin(), next = first; first != all.end(); first = next) {
    // Values of one expression in a helper, which stands for many values.
    next = std::find_if(first, all.end(), [&](const SharedValue &each) {
      return each.value->where.str() != first->value->where.str() || each.points != first->points;
    });
    const bool isOne = next - first == 1;
    char saved[120];
    std::snprintf(saved, sizeof saved, "; a point takes %.4g operations in place of %.4g (--share)",
                  std::prev(next)->after, first->before);
    diagnostics.remark(first->value->where,
                       (isOne ? textOf(first->value) + " is"
                              : counted(next - first, "value") + " of this expression are") +
                           " needed at " + counted(first->points, "point") +
                           (isOne ? "" : " each") + " and computed once, as " +
                           namesFrom(first->name, std::prev(next)->name) + saved);
  }
}

void explain(const Problem &problem, const Access &access, const Step &step, const Stencil &stencil,
             bool isDouble, Diagnostics &diagnostics) {
  const SourceRange state = problem.states.front().where;
  const System &system = step.system;
  explainAccess(access, system, state, diagnostics);
  if (system.period > 1)
    diagnostics.remark(
        state, "the right-hand side distinguishes " + system.indexNames.back() + " % " +
                   std::to_string(system.period) + ": " + std::to_string(step.equations.size()) +
                   " states on a grid of 1/" + std::to_string(system.period) + " of the points");
  for (const StepOfEquation &equation : step.equations)
    if (anyNode(equation.interior.body,
                [](const Expr &node) { return isComparison(node.op) && anyIndex(node); }))
      diagnostics.remark(state, "the interior keeps a condition on the index: " + equation.source);

  std::string interior = "interior: ";
  for (std::size_t axis = 0; axis < system.indexNames.size(); axis++)
    interior += (axis ? ", " : "") +
                tightest("max", system.interior.along[axis].low, system.indexNames) +
                " <= " + system.indexNames[axis] +
                " <= " + tightest("min", system.interior.along[axis].high, system.indexNames);
  diagnostics.remark(state, interior + ", computed without a test of the boundary");

  explainVectors(problem, system, stencil, isDouble, diagnostics);

  for (std::size_t array = 0; array < step.prepared.size(); array++)
    if (step.prepared[array]) {
      const std::string &name = system.arrays[array].name;
      const Spelling spelling = [&](const ExprPtr &node, const ExprText &) -> std::string {
        return node->op == Op::Window ? name : "";
      };
      diagnostics.remark(problem.fields[array - system.stateCount].where,
                         "steps read '" + name + "' as '" +
                             printShort(step.prepared[array], spelling) +
                             "', computed once when the field is loaded");
    }

  // A step reads and writes each component once, and reads each field once; in tiles, this also
  // holds for a step of several stages.
  const double values =
      2 + static_cast<double>(problem.fields.size()) / static_cast<double>(problem.states.size());
  char cost[160];
  std::snprintf(cost, sizeof cost,
                "cost of an update: %.4g flops, %.4g bytes to and from memory (%s)",
                stencil.flopsOfStep, values * (isDouble ? 8 : 4),
                system.cycle.stages() > 1 ? "tiles of whole steps" : "linear scheme");
  diagnostics.remark(state, cost);
  diagnostics.remark(state, schemesOf(stencil));
  explainForms(stencil, state, diagnostics);
  explainSums(step, stencil, state, diagnostics);
  explainBits(stencil, step.isFast, state, diagnostics);
}

} // namespace eulerc::compiler
