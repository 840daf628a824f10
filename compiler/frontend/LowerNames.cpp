// Expressions that are declared names: params, states and fields with an index, entries of tables
// and data.
//
//   K, y[i - 1], table[2]  →  Param(K), Read(y, i - 1), the table's value
#include "Lower.h"

#include "ImplicitNames.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <algorithm>
#include <utility>

namespace eulerc::compiler {

std::optional<Leaf> declaredAs(const Names &names, const std::string &name) {
  const auto isNamed = [&](const auto &known) { return known.first->getName() == name; };
  if (std::ranges::any_of(names.params, isNamed))
    return Leaf::Param;
  if (std::ranges::any_of(names.states, isNamed))
    return Leaf::State;
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
    return Leaf::State;
  if (names.fields.contains(variable))
    return Leaf::Field;
  if (names.tables.contains(variable))
    return Leaf::Table;
  if (names.data.contains(variable))
    return Leaf::Data;
  return std::nullopt;
}

ExprPtr Lowering::lowerName(const clang::DeclRefExpr *expr, const Locals &locals) {
  const clang::SourceRange range = expr->getSourceRange();
  const std::string name = expr->getDecl()->getName().str();
  if (const auto *constant = llvm::dyn_cast<clang::EnumConstantDecl>(expr->getDecl()))
    return makeInt(constant->getInitVal().getSExtValue(), where(range));
  const Builtin *builtin = builtinOf(expr->getDecl());
  if (builtin && builtin->kind == Builtin::Kind::Constant)
    return makeReal(builtin->value, where(range));
  if (builtin && builtin->kind == Builtin::Kind::Rule)
    return refuseRule(name, range);
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(expr->getDecl());
  if (!variable)
    return refuse(range, "'" + name + "' is not a value", "call the function: '" + name + "(...)'");
  if (const auto it = locals.find(variable); it != locals.end()) {
    if (it->second)
      return it->second;
    return refuse(range, "'" + name + "' may be used before it has a value",
                  "give it a value where it is declared");
  }
  if (isRuleName(variable))
    return lowerRuleName(variable, range);
  variable = variable->getCanonicalDecl();
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

ExprPtr Lowering::lowerRuleName(const clang::VarDecl *variable, clang::SourceRange range) {
  const std::string name = variable->getName().str();
  if (variable->getType() == context_.DoubleTy) {
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

ExprPtr Lowering::lowerRead(const clang::ArraySubscriptExpr *expr, const Locals &locals) {
  std::vector<ExprPtr> index;
  const clang::Expr *base = expr;
  while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base)) {
    const ExprPtr value = lower(subscript->getIdx(), locals);
    if (!value)
      return nullptr;
    index.insert(index.begin(), asNumber(value));
    base = subscript->getBase()->IgnoreParenImpCasts();
  }
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (variable)
    variable = variable->getCanonicalDecl();
  if (variable && variable == names_.declared)
    return lowerName(name, locals);
  const std::optional<Leaf> kind = arrayKind(names_, variable);
  if (kind == Leaf::Table)
    return lowerEntry(variable, index, expr->getSourceRange());
  if (kind && !admit(*kind, variable->getName().str(), place_, expr->getSourceRange()))
    return nullptr;
  if (kind == Leaf::Data) { // Clang has counted the indices
    const DataName &data = names_.data.at(variable);
    return makeEntry(data.name, data.type, std::move(index), where(expr->getSourceRange()));
  }
  for (const auto *arrays : {&names_.states, &names_.fields}) {
    const auto it = arrays->find(variable);
    if (it == arrays->end())
      continue;
    const bool isSpecies = names_.species.contains(variable);
    const int indices = names_.rank + isSpecies;
    if (static_cast<int>(index.size()) != indices)
      return refuse(expr->getSourceRange(),
                    "'" + it->second + "' takes " + std::to_string(indices) + " indices, not " +
                        std::to_string(index.size()),
                    isSpecies ? "write the number of the species, and one index for each axis"
                              : "write one index for each axis of the grid");
    const std::string array =
        isSpecies ? speciesRead(variable, index, expr->getSourceRange()) : it->second;
    if (array.empty())
      return nullptr;
    const ExprPtr read = makeRead(array, std::move(index), where(expr->getSourceRange()));
    return place_ == Place::Event || place_ == Place::When
               ? atOwnPoint(read, locals, expr->getSourceRange())
               : read;
  }
  return refuse(expr->getSourceRange(), "only states, fields, data and tables have an index",
                "write it behind their name, as in y[i + 1] or, on a plane, y[j][i + 1]");
}

ExprPtr Lowering::atOwnPoint(const ExprPtr &read, const Locals &locals, clang::SourceRange range) {
  if (!isReadAtPoint(*read))
    return refuse(range,
                  std::string(place_ == Place::Event ? "an event" : "a 'when'") +
                      " sees its own point alone",
                  "neighbours have new values there as well, or not yet; what depends on them is "
                  "computed in ddt, or in a 'let'");
  const auto known = locals.states.find(read->name);
  return known == locals.states.end() ? read : known->second;
}

std::string Lowering::speciesRead(const clang::VarDecl *state, std::vector<ExprPtr> &index,
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

ExprPtr Lowering::lowerEntry(const clang::VarDecl *table, const std::vector<ExprPtr> &index,
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
  // In ddt an entry that depends on params is rounded when the table is filled, not where it is
  // used; an entry of constants is computed in double like any expression of constants.
  const ExprPtr &value = values[static_cast<std::size_t>(*at)];
  return value->op == Op::Constant || isConstant
             ? value
             : makeEntry(table->getName().str(), Type::Real, index, where(range));
}

} // namespace eulerc::compiler
