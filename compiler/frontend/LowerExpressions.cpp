// LowerExpressions: values such as literals, locals, choices and calls. LowerNames.cpp lowers
// declared names, LowerOperators.cpp operators.
//
//   0.5, f(2, t)  →  Constant, the value that f returns for these arguments
#include "Lower.h"

#include "ImplicitNames.h"
#include "Words.h"

#include "ir/Functions.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

namespace eulerc::compiler {

ExprPtr Lowering::constant(const clang::Expr *expr, Place place) {
  place_ = place;
  const ExprPtr value = lower(expr, {});
  return value ? asNumber(value) : nullptr;
}

ExprPtr Lowering::lower(const clang::Expr *expr, const Locals &locals) {
  const clang::SourceRange range = expr->getSourceRange();
  if (!spend(range))
    return nullptr;
  if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(expr))
    return lower(paren->getSubExpr(), locals);
  if (const auto *constant = llvm::dyn_cast<clang::ConstantExpr>(expr))
    return lower(constant->getSubExpr(), locals);
  if (const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(expr)) {
    if (literal->getValue().getActiveBits() > 63)
      return refuse(range, "this number is too large for an integer",
                    "write it as a real, for example 1e20");
    if (!checkType(literal->getType(), range))
      return nullptr;
    return makeInt(literal->getValue().getSExtValue(), where(range));
  }
  if (const auto *literal = llvm::dyn_cast<clang::FloatingLiteral>(expr)) {
    if (literal->getType() != context_.DoubleTy && literal->getType() != context_.FloatTy)
      return refuse(range, "type '" + literal->getType().getAsString() + "' is not supported",
                    "write the number without the letters behind it");
    llvm::APFloat value = literal->getValue();
    bool lossy = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lossy);
    return makeReal(value.convertToDouble(), where(range));
  }
  if (const auto *boolean = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(expr))
    return makeBool(boolean->getValue());
  if (llvm::isa<clang::ImplicitValueInitExpr>(expr))
    return makeReal(0);
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expr))
    return lowerName(name, locals);
  if (const auto *read = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr))
    return lowerRead(read, locals);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expr))
    return lowerCall(call, locals);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
    return lowerCast(cast, locals);
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return lowerUnary(unary, locals);
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr))
    return lowerBinary(binary, locals);
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
    const ExprPtr condition = lower(choice->getCond(), locals);
    if (!condition)
      return nullptr;
    if (const auto known = constantInt(asCondition(condition))) {
      const ExprPtr taken = lower(*known ? choice->getTrueExpr() : choice->getFalseExpr(), locals);
      return taken ? asNumber(taken) : nullptr;
    }
    const ExprPtr yes = lower(choice->getTrueExpr(), locals);
    const ExprPtr no = lower(choice->getFalseExpr(), locals);
    if (!yes || !no)
      return nullptr;
    return makeOp(Op::Select, {asCondition(condition), asNumber(yes), asNumber(no)}, where(range));
  }
  return refuse(range, "this expression is not part of the language",
                "it has numbers, params, locals, states with an index, operators and functions");
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
  const auto *declared = llvm::dyn_cast<clang::VarDecl>(expr->getDecl());
  if (!declared)
    return refuse(range, "'" + name + "' is not a value", "call the function: '" + name + "(...)'");
  if (const auto it = locals.find(declared); it != locals.end()) {
    if (it->second)
      return it->second;
    return refuse(range, "'" + name + "' may be used before it has a value",
                  "give it a value where it is declared");
  }
  return variable(declared, range);
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
  const auto *array = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (array)
    array = array->getCanonicalDecl();
  if (array && array == names_.declared)
    return lowerName(name, locals);
  return element(array, std::move(index), locals.states, expr->getSourceRange());
}

ExprPtr Lowering::lowerCall(const clang::CallExpr *expr, const Locals &locals) {
  const clang::SourceRange range = expr->getSourceRange();
  const clang::FunctionDecl *callee = expr->getDirectCallee();
  if (!callee)
    return refuse(range, "only functions can be called, by their name", "write 'name(...)'");
  if (const Builtin *word = builtinOf(callee); word && word->kind == Builtin::Kind::Series)
    return lowerSeries(expr, locals);
  if (llvm::StringRef called = callee->getName(); called.consume_front(kCoordinateOf))
    if (const auto axis = names_.axes.find(called.str()); axis != names_.axes.end())
      return lowerCoordinate(expr, axis->second, locals);
  if (callee->getName() == "__builtin_strlen")
    return lowerSize(expr);
  const clang::FunctionDecl *definition = callee->getDefinition();
  if (definition && !checkParameters(definition))
    return nullptr;
  std::vector<ExprPtr> arguments;
  for (const clang::Expr *argument : expr->arguments()) {
    if (!checkType(argument->getType(), argument->getSourceRange()))
      return nullptr;
    const ExprPtr value = lower(argument, locals);
    if (!value)
      return nullptr;
    arguments.push_back(asNumber(value));
  }
  const std::string name = callee->getName().str();
  const Builtin *builtin = builtinOf(callee);
  if (builtin && builtin->kind == Builtin::Kind::Rule)
    return refuseRule(name, range);
  if (builtin && builtin->kind == Builtin::Kind::Random)
    return random(name, arguments, range);
  if (builtin) {
    const ExprPtr call = makeCall(name, std::move(arguments), where(range));
    return name == "pow" ? powAsWritten(names_, call, expr->getArg(1)) : call;
  }
  if (!mayBeInlined(callee, arguments.size(), range))
    return nullptr;
  const auto key = std::tuple(place_, definition, arguments);
  const bool isOfStates = !locals.states.empty(); // whose values may have changed
  if (const auto it = inlined_.find(key); it != inlined_.end() && !isOfStates)
    return it->second;
  const auto caller = std::exchange(caller_, std::make_shared<SourceRange>(where(range)));
  expansions_.push_back({definition, range, spent_});
  const ExprPtr value = returned(definition, arguments, locals.states);
  expansions_.pop_back();
  caller_ = caller;
  if (value && !isOfStates)
    inlined_.emplace(key, value);
  return value;
}

/// x(i): from + step · i, or an entry of the axis' data.
ExprPtr Lowering::lowerCoordinate(const clang::CallExpr *expr, const clang::VarDecl *axis,
                                  const Locals &locals) {
  const clang::SourceRange range = expr->getSourceRange();
  const auto *list = llvm::dyn_cast_if_present<clang::InitListExpr>(axis->getInit());
  const auto given = [&](unsigned which) {
    const bool isGiven = list && which < list->getNumInits() &&
                         !llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(which));
    return isGiven ? list->getInit(which) : nullptr;
  };
  if (expr->getNumArgs() != 1 || !admit(Leaf::Index, axis->getName().str(), place_, range))
    return nullptr;
  const ExprPtr lowered = lower(expr->getArg(0), locals);
  if (!lowered)
    return nullptr;
  const ExprPtr index = asNumber(lowered);
  if (const clang::Expr *at = given(2)) {
    const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(at->IgnoreParenImpCasts());
    const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    const auto data = variable ? names_.data.find(variable->getCanonicalDecl()) : names_.data.end();
    if (data == names_.data.end())
      return nullptr; // reported for the axis
    return admit(Leaf::Data, data->second.name, place_, range)
               ? makeEntry(data->second.name, Type::Real, {index}, where(range))
               : nullptr;
  }
  const ExprPtr step = given(1) ? lower(given(1), {}) : nullptr;
  const ExprPtr from = given(0) ? lower(given(0), {}) : makeReal(0);
  if (!step || !from)
    return nullptr;
  const ExprPtr along = makeOp(Op::Mul, {asReal(asNumber(step)), asReal(index)}, where(range));
  return markContracted(makeOp(Op::Add, {asReal(asNumber(from)), along}, where(range)), 1);
}

/// size(row), size(K, 1): a param that the solver sets when it reads the file. Its text is "row",
/// spaces, "1" (prelude/eulerc/ode.h).
ExprPtr Lowering::lowerSize(const clang::CallExpr *expr) {
  const auto *literal =
      llvm::dyn_cast<clang::StringLiteral>(expr->getArg(0)->IgnoreParenImpCasts());
  std::istringstream words(literal ? literal->getString().str() : "");
  Param size;
  words >> size.sizeOf >> size.sizeAxis;
  const bool isWhole = words.eof();
  const bool isName =
      !size.sizeOf.empty() && std::isdigit(static_cast<unsigned char>(size.sizeOf[0])) == 0 &&
      std::ranges::all_of(inAscii(size.sizeOf),
                          [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (!isName || !isWhole || size.sizeAxis < 0)
    return refuse(expr->getSourceRange(), "'size' takes the name of data or of a field",
                  "write 'size(row)', or 'size(K, 1)' for the second of its extents");
  size.name = size.sizeOf + "_size" + (size.sizeAxis > 0 ? std::to_string(size.sizeAxis) : "");
  size.type = Type::Int;
  constexpr std::int64_t untilKnown = 16;
  size.value = makeInt(untilKnown);
  size.initialiser =
      "size(" + size.sizeOf + (size.sizeAxis > 0 ? ", " + std::to_string(size.sizeAxis) : "") + ")";
  size.description = "extent of '" + size.sizeOf + "', of its file";
  size.where = where(expr->getSourceRange());
  sizes_.push_back(size);
  return makeParam(size.name, Type::Int);
}

/// at(wind, t): a call that depends on the time only; steps make it once in each stage.
ExprPtr Lowering::lowerSeries(const clang::CallExpr *expr, const Locals &locals) {
  const clang::SourceRange range = expr->getSourceRange();
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expr->getArg(0)->IgnoreParenImpCasts());
  const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  const auto data = variable ? names_.data.find(variable->getCanonicalDecl()) : names_.data.end();
  if (data == names_.data.end())
    return refuse(range, "'at' looks up data of real",
                  "declare 'data real wind[K];' and its times, and write 'at(wind, t)'");
  if (place_ != Place::Derivative && place_ != Place::Boundary && place_ != Place::FieldBoundary &&
      place_ != Place::Event && place_ != Place::When && place_ != Place::Monitor &&
      place_ != Place::Output)
    return refuse(range, "'at' has no place here",
                  "it is for ddt, next, let, boundary, event, when, monitor and output");
  const ExprPtr lowered = lower(expr->getArg(1), locals);
  if (!lowered)
    return nullptr;
  const ExprPtr time = asReal(asNumber(lowered));
  bool isOfTime = true, hasTime = false;
  forEachNode(time, [&](const ExprPtr &node) {
    hasTime = hasTime || node->op == Op::Time;
    isOfTime = isOfTime && (!isLeaf(*node) || node->op == Op::Constant || node->op == Op::Param ||
                            node->op == Op::Time);
  });
  if (isOfTime && !hasTime)
    return refuse(range, "'at' looks up the time of the run, and this one does not depend on t",
                  "a value at a fixed time is an entry, as in '" + data->second.name +
                      "[0]', or a param; what changes in time is 'at(" + data->second.name +
                      ", t - delay)'");
  if (!isOfTime)
    return refuse(range, "'at' looks up a time, which is the same at all points",
                  "make its second argument of t, and of params beside it, as in 'at(" +
                      data->second.name + ", t - delay)'");
  series_.emplace(data->second.name, where(range));
  return makeCall(seriesCall(data->second.name), {time}, where(range));
}

/// Reports why a call of the program's function cannot be inlined.
bool Lowering::mayBeInlined(const clang::FunctionDecl *callee, std::size_t arguments,
                            clang::SourceRange range) {
  const std::string name = callee->getName().str();
  const clang::FunctionDecl *definition = callee->getDefinition();
  const auto say = [&](const std::string &message, const std::string &hint) {
    refuse(range, message, hint);
    return false;
  };
  if (!definition && callee->getBuiltinID() != 0)
    return say("'" + name + "' is a function of C compilers",
               "the functions of the language are sin, exp, sqrt and the like; write others as "
               "helpers");
  if (!definition)
    return say("function '" + name + "' is declared but not defined",
               "define it as 'static real " + name + "(...) { ... }'");
  if (name.starts_with("eulerc_monitor_"))
    return say("a monitor cannot be called",
               "it is a number of the whole state: write its name alone, in 'stop(...)'");
  if (name.starts_with("eulerc_"))
    return say("ddt and initial cannot be called", "move the common part into a helper function");
  if (definition->isVariadic() || arguments != definition->getNumParams())
    return say("'" + name + "' does not take these arguments",
               "a function has a fixed number of arguments: 'static real f(real a, real b)'");
  if (active_.contains(definition))
    return say("'" + name + "' calls itself", "write the repetition out, or find a formula");
  return checkDeclared(definition->getReturnType(),
                       clang::SourceRange(definition->getReturnTypeSourceRange()));
}

} // namespace eulerc::compiler
