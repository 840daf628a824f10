#include "LowerNames.h"

#include "ImplicitNames.h"

#include "ir/Affine.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <algorithm>
#include <utility>

namespace eulerc::compiler {

std::optional<Leaf> declaredAs(const Names &names, const std::string &name) {
  const auto isNamed = [&](const auto &known) { return known.first->getName() == name; };
  if (const auto state = std::ranges::find_if(names.states, isNamed); state != names.states.end())
    return kindOf(state->first);
  if (std::ranges::any_of(names.params, isNamed))
    return Leaf::Param;
  if (std::ranges::any_of(names.fields, isNamed))
    return Leaf::Field;
  if (std::ranges::any_of(names.data, isNamed))
    return Leaf::Data;
  return std::ranges::any_of(names.tables, isNamed) ? std::optional(Leaf::Table) : std::nullopt;
}

std::string speciesName(const std::string &array, std::int64_t number) {
  return array + "[" + std::to_string(number) + "]";
}

std::optional<Leaf> arrayKind(const Names &names, const clang::VarDecl *variable) {
  if (names.states.contains(variable))
    return kindOf(variable);
  if (names.fields.contains(variable))
    return Leaf::Field;
  if (names.tables.contains(variable))
    return Leaf::Table;
  if (names.data.contains(variable))
    return Leaf::Data;
  return std::nullopt;
}

ExprPtr LowerNames::variable(const clang::VarDecl *variable, clang::SourceRange range) {
  const std::string name = variable->getName().str();
  if (isRuleName(variable))
    return ruleName(name, variable->getType() == context_.DoubleTy, range);
  variable = variable->getCanonicalDecl();
  if (isArgumentOfRule(name) &&
      (names_.monitors.contains(variable) || names_.globals.contains(variable)))
    return ruleName(name, !names_.ruleIndices.contains(name), range);
  if (variable == names_.declared)
    return refuse(range, "'" + name + "' is made of itself", "give it a value of its own");
  if (const auto it = names_.params.find(variable); it != names_.params.end())
    return makeParam(it->second->name, it->second->type, where(range));
  if (const auto kind = arrayKind(names_, variable))
    return admit(*kind, name, place_, range)
               ? refuse(range, "'" + name + "' is used without an index",
                        "write '" + name + "[...]'")
               : nullptr;
  if (variable == names_.stepSize)
    return admit(Leaf::StepSize, name, place_, range) ? makeOp(Op::StepSize, {}, where(range))
                                                      : nullptr;
  if (const auto it = names_.monitors.find(variable); it != names_.monitors.end())
    return admit(Leaf::Monitor, name, place_, range) ? makeUniform(it->second, Type::Real)
                                                     : nullptr;
  if (const auto it = names_.globals.find(variable); it != names_.globals.end())
    return admit(Leaf::Global, name, place_, range)
               ? makeEntry(name, Type::Real, {makeInt(0)}, where(range))
               : nullptr;
  return refuse(range, "'" + name + "' is a global variable",
                "declare a constant with 'param', an unknown with 'state'");
}

/// Whether a rule or a `when` reads a name as an argument of ddt, even if the name has other
/// meanings.
bool LowerNames::isArgumentOfRule(const std::string &name) const {
  return (place_ == Place::Boundary || place_ == Place::FieldBoundary || place_ == Place::When) &&
         (names_.ruleIndices.contains(name) || names_.times.contains(name));
}

ExprPtr LowerNames::ruleName(const std::string &name, bool isTime, clang::SourceRange range) {
  if (isTime) {
    if (names_.ruleHasTime)
      return makeOp(Op::Time, {}, where(range));
    return refuse(range, "the rule of a field cannot depend on the time '" + name + "'",
                  "a field keeps its values, those beyond its sides, too");
  }
  if (const auto known = names_.ruleIndices.find(name); known != names_.ruleIndices.end())
    return known->second->op == Op::Constant
               ? known->second
               : makeIndex(static_cast<int>(known->second->integer), name, where(range));
  std::string indices;
  for (const auto &[each, index] : names_.ruleIndices)
    indices += (indices.empty() ? "'" : ", '") + each + "'";
  return refuse(range,
                "'" + name + "' is no index of " +
                    (place_ == Place::When ? "the grid" : "what this rule is for"),
                "its indices are " + indices);
}

/// The point's own index for whatever equals it, as 2 * i - i; else the index as it is.
static ExprPtr plainIfOwn(const ExprPtr &index, std::int64_t axis) {
  const auto at = toAffine(index);
  if (!at || !sameValue(distanceAlong(axis, *at), Affine{}))
    return index;
  ExprPtr own;
  forEachNode(index, [&](const ExprPtr &node) {
    if (node->op == Op::Index && node->integer == axis)
      own = node;
  });
  return own;
}

ExprPtr LowerNames::element(const clang::VarDecl *array, std::vector<ExprPtr> index,
                            const PointStates &states, clang::SourceRange range) {
  const std::optional<Leaf> kind = arrayKind(names_, array);
  if (!kind)
    return refuse(range, "only states, fields, data and tables have an index",
                  "write it behind their name, as in y[i + 1] or, on a plane, y[j][i + 1]");
  if (kind == Leaf::Table)
    return entryOf(array, index, range);
  if (!admit(*kind, array->getName().str(), place_, range))
    return nullptr;
  if (kind == Leaf::Data) { // Clang has checked the number of indices
    const DataName &data = names_.data.at(array);
    return makeEntry(data.name, data.type, std::move(index), where(range));
  }
  std::string name = (isState(*kind) ? names_.states : names_.fields).at(array);
  const bool isSpecies = names_.species.contains(array);
  const int indices = names_.rank + isSpecies;
  if (static_cast<int>(index.size()) != indices)
    return refuse(range,
                  "'" + name + "' takes " + std::to_string(indices) + " indices, not " +
                      std::to_string(index.size()),
                  isSpecies ? "write the number of the species, and one index for each axis"
                            : "write one index for each axis of the grid");
  if (isSpecies)
    name = speciesRead(array, index, range);
  if (name.empty())
    return nullptr;
  for (std::size_t axis = 0; axis < index.size(); axis++)
    index[axis] = plainIfOwn(index[axis], static_cast<std::int64_t>(axis));
  const ExprPtr read = makeRead(name, std::move(index), where(range));
  return place_ == Place::Event || place_ == Place::When ? atOwnPoint(read, *kind, states, range)
                                                         : read;
}

ExprPtr LowerNames::atOwnPoint(const ExprPtr &read, Leaf kind, const PointStates &states,
                               clang::SourceRange range) {
  if (!isReadAtPoint(*read))
    return refuse(
        range,
        std::string(place_ == Place::Event ? "an event" : "a 'when'") + " sees only its own point",
        (isState(kind) ? "neighbours have new values there as well, or not yet; a state keeps what "
                         "they had before the step"
                       : "a state can hold the value of another point") +
            std::string(": 'next(STATE)(...) { return ") + print(read) + "; }'");
  const auto known = states.find(read->name);
  return known == states.end() ? read : known->second;
}

std::string LowerNames::speciesRead(const clang::VarDecl *state, std::vector<ExprPtr> &index,
                                    clang::SourceRange range) {
  const std::string &name = names_.states.at(state);
  const std::string last = std::to_string(names_.species.at(state) - 1);
  const auto number = constantInt(index.front());
  index.erase(index.begin());
  if (number && *number >= 0 && *number < names_.species.at(state))
    return speciesName(name, *number);
  if (number)
    refuse(range, "'" + name + "' has no species " + std::to_string(*number),
           "its species are numbered from 0 to " + last +
               "; a size that is a 'param int' makes an axis of the grid instead");
  else
    refuse(range, "the first index of '" + name + "' has to be a number from 0 to " + last,
           "it names one of the species: the first argument of ddt(" + name +
               ") is one, and so is the counter of a loop of up to 32 passes");
  return "";
}

ExprPtr LowerNames::entryOf(const clang::VarDecl *table, const std::vector<ExprPtr> &index,
                            clang::SourceRange range) {
  const std::vector<ExprPtr> &values = names_.tables.at(table);
  const auto at = constantInt(index[0]);
  const bool isConstant = !mayStand(Leaf::Table, place_);
  if (!at && isConstant && !admit(Leaf::Table, table->getName().str(), place_, range))
    return nullptr;
  if (!at)
    return makeEntry(table->getName().str(), Type::Real, index, where(range));
  if (*at < 0 || *at >= static_cast<std::int64_t>(values.size()))
    return refuse(range, "the table has no entry " + std::to_string(*at),
                  "its " + std::to_string(values.size()) + " entries are numbered from 0");
  // In ddt, an entry that depends on params is rounded when the table is filled, not where it is
  // used. An entry of constants is computed in double, like any expression of constants.
  const ExprPtr &value = values[static_cast<std::size_t>(*at)];
  return value->op == Op::Constant || isConstant
             ? value
             : makeEntry(table->getName().str(), Type::Real, index, where(range));
}

ExprPtr LowerNames::random(const std::string &name, const std::vector<ExprPtr> &arguments,
                           clang::SourceRange range) {
  constexpr std::int64_t mostStreams = 1 << 15; // the counter's capacity
  const auto stream = arguments.size() == 1 ? constantInt(arguments[0]) : std::nullopt;
  if (!stream || *stream < 0 || *stream >= mostStreams)
    return refuse(range, "the stream of '" + name + "' is no number from 0 to 32767",
                  "write '" + name +
                      "(0)'; random numbers that shall differ at one point take streams "
                      "of their own, '" +
                      name + "(1)' and so on");
  if (!admit(Leaf::Random, name + "(" + std::to_string(*stream) + ")", place_, range))
    return nullptr;
  return makeCall(name, {arguments[0]}, where(range));
}

std::nullptr_t LowerNames::refuseRule(const std::string &name, clang::SourceRange range) {
  return refuse(range, "the boundary rule '" + name + "' is no number",
                "rules belong in 'boundary(STATE) = RULE;'");
}

/// Reports a bound that params do not determine, and the value on which it depends.
bool LowerNames::refuseBound(const ExprPtr &bound, clang::SourceRange range) {
  std::optional<Leaf> leaf;
  std::string name;
  const auto blame = [&](Leaf found, const std::string &called) {
    if (leaf && *leaf != Leaf::Index) // the index precedes its read
      return;
    leaf = found;
    name = called;
  };
  forEachNode(bound, [&](const ExprPtr &node) {
    if (node->op == Op::Read)
      blame(declaredAs(names_, node->name).value_or(Leaf::Field), node->name);
    else if (node->op == Op::Entry && node->type == Type::Real)
      blame(declaredAs(names_, node->name).value_or(Leaf::Table), node->name);
    else if (node->op == Op::Time)
      blame(Leaf::Time, "");
    else if (node->op == Op::StepSize)
      blame(Leaf::StepSize, "dt");
    else if (node->op == Op::Index && node->integer < kFirstLoopAxis)
      blame(Leaf::Index, node->name);
  });
  if (leaf)
    return admit(*leaf, name, Place::LoopBounds, range);
  refuse(range, "the bounds of this loop depend on another loop",
         "let it run to a bound made of params, numbers and 'data int', and put the body under an "
         "'if'");
  return false;
}

/// Reports an assignment to anything but a local.
bool LowerNames::refuseTarget(const clang::Expr *target) {
  const clang::Expr *base = target->IgnoreParens();
  while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base))
    base = subscript->getBase()->IgnoreParenImpCasts();
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (const auto kind = variable ? arrayKind(names_, variable->getCanonicalDecl()) : std::nullopt)
    refuse(target->getSourceRange(),
           spelled(*kind, variable->getName().str()) + " cannot be assigned to",
           place_ == Place::When ? "a 'when' sets states at its own point: 'v[i] = 0;'"
           : !isState(*kind)
               ? "it keeps its value; what changes is a 'state', by what its ddt returns"
           : place_ == Place::Derivative
               ? "return the derivative: 'return ...;'; where 0 is returned the value stays"
               : "return the value: 'return ...;'");
  else
    refuse(target->getSourceRange(), "only locals can be assigned to",
           "keep a value in a local, 'real a = ...;', or return it");
  return false;
}

} // namespace eulerc::compiler
