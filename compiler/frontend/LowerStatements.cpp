// LowerStatements: blocks, branches, returns and assignments of a function.
//
//   if (i == 0) return 0; return u[i];   →   Select(i == 0, 0, u[i])
#include "Lower.h"

#include <algorithm>

#include "clang/AST/Stmt.h"

namespace eulerc::compiler {
namespace {

/// `condition ? yes : no`. A missing value is one that no path uses.
ExprPtr select(const ExprPtr &condition, const ExprPtr &yes, const ExprPtr &no) {
  if (!yes || !no)
    return yes ? yes : no;
  return yes == no ? yes : makeOp(Op::Select, {condition, yes, no});
}

/// The value, with the name of the local to which it is assigned.
ExprPtr named(const ExprPtr &assigned, const clang::VarDecl &local) {
  const ExprPtr value = asNumber(assigned);
  return value->operands.empty() || !value->localName.empty()
             ? value
             : withLocalName(value, local.getName().str());
}

/// Whether a statement sets something: an assignment, ++ or --.
bool hasEffect(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return unary->isIncrementDecrementOp();
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr);
  return binary && binary->isAssignmentOp();
}

/// Whether every path through a statement returns, whatever the conditions are.
bool returnsAlways(const clang::Stmt *statement) {
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return branch->getElse() && returnsAlways(branch->getThen()) &&
           returnsAlways(branch->getElse());
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return std::ranges::any_of(compound->body(), returnsAlways);
  return llvm::isa<clang::ReturnStmt>(statement);
}

struct Useless {
  const clang::Stmt *statement;
  const clang::Stmt *behind; ///< the statement before it that always returns; may be null
};

/// Finds a statement without effect, or behind one that always returns, among all statements:
/// run() passes over those behind a return and those under a condition that is known not to hold.
std::optional<Useless> findUseless(const clang::Stmt *statement,
                                   const clang::Stmt *behind = nullptr) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(statement);
  if ((expr && !hasEffect(expr)) || (behind && !llvm::isa<clang::NullStmt>(statement)))
    return Useless{statement, behind};
  std::vector<const clang::Stmt *> within;
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    within = {branch->getThen(), branch->getElse()};
  else if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    within = {loop->getBody()};
  else if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
    within.assign(compound->body_begin(), compound->body_end());
  const clang::Stmt *returns = nullptr; // of compounds alone: branches do not follow each other
  for (const clang::Stmt *child : within) {
    if (const auto found = child ? findUseless(child, returns) : std::nullopt)
      return found;
    if (llvm::isa<clang::CompoundStmt>(statement) && !returns && returnsAlways(child))
      returns = child;
  }
  return std::nullopt;
}

bool always(const ExprPtr &condition) { return constantInt(condition) == 1; }
bool never(const ExprPtr &condition) { return constantInt(condition) == 0; }

} // namespace

ExprPtr Lowering::function(const clang::FunctionDecl *function,
                           const std::vector<ExprPtr> &arguments, Place place) {
  place_ = place;
  if (!function->getName().starts_with("eulerc_") && // an output, or a helper
      (!checkParameters(function) ||
       !mayBeInlined(function, function->getNumParams(), function->getLocation())))
    return nullptr;
  return returned(function, arguments);
}

bool Lowering::changes(const clang::FunctionDecl *condition, const clang::FunctionDecl *body,
                       PointStates &states) {
  place_ = Place::When;
  const ExprPtr value = returned(condition, {}, states);
  if (!value)
    return false;
  Flow flow{makeBool(false), nullptr, {}};
  flow.locals.states = states;
  if (!run(body->getBody(), flow))
    return false;
  if (const auto useless = findUseless(body->getBody()))
    return refuseUseless(useless->statement, useless->behind);
  for (auto &[name, now] : states) {
    const ExprPtr then = select(asCondition(value), flow.locals.states.at(name), now);
    now = then->op == Op::Select && then->operands[2] == now ? markReplacing(then) : then;
  }
  return true;
}

ExprPtr Lowering::returned(const clang::FunctionDecl *function,
                           const std::vector<ExprPtr> &arguments, const PointStates &states) {
  active_.insert(function);
  Flow flow{makeBool(false), nullptr, {}};
  flow.locals.states = states;
  for (unsigned k = 0; k < function->getNumParams(); k++)
    flow.locals[function->getParamDecl(k)] = arguments.at(k);
  bool ok = run(function->getBody(), flow);
  if (const auto useless = ok ? findUseless(function->getBody()) : std::nullopt)
    ok = refuseUseless(useless->statement, useless->behind);
  active_.erase(function);
  if (!ok)
    return nullptr;
  if (!always(flow.returned))
    return refuse(clang::SourceRange(function->getBody()->getEndLoc()),
                  "not every path through this function returns a value",
                  "end it with a 'return' that no condition guards");
  return flow.value;
}

bool Lowering::run(const clang::Stmt *statement, Flow &flow) {
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    std::vector<Flow> exits; // statements that may return, in order
    for (const clang::Stmt *child : compound->body()) {
      if (always(flow.returned))
        break;
      Flow next{makeBool(false), nullptr, std::move(flow.locals)};
      if (!run(child, next))
        return false;
      flow.returned = makeOp(Op::Or, {flow.returned, next.returned});
      flow.locals = next.locals;
      if (!never(next.returned))
        exits.push_back(std::move(next));
    }
    // The first statement that returns decides: r1 ? v1 : r2 ? v2 : v3.
    for (std::size_t k = exits.size(); k-- > 0;)
      flow.value = select(exits[k].returned, exits[k].value, flow.value);
    return true;
  }
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return runIf(branch, flow);
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
    return runFor(loop, flow);
  if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
    return runDeclaration(declaration, flow);
  if (const auto *result = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
    if (!result->getRetValue() && place_ == Place::When && active_.empty()) {
      refuse(result->getSourceRange(), "a 'when' has no 'return'",
             "put the rest of its block under an 'if'");
      return false;
    }
    if (!result->getRetValue()) {
      refuse(result->getSourceRange(), "'return' without a value", "write 'return EXPRESSION;'");
      return false;
    }
    flow.value = lower(result->getRetValue(), flow.locals);
    flow.returned = makeBool(true);
    if (!flow.value)
      return false;
    flow.value = asNumber(flow.value);
    return true;
  }
  if (llvm::isa<clang::NullStmt>(statement))
    return true;
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(statement))
    return runExpression(expr, flow);
  const clang::SourceRange start(statement->getBeginLoc());
  if (llvm::isa<clang::WhileStmt, clang::DoStmt>(statement))
    refuse(start, "'while' is not supported",
           "write 'for (int k = 0; k < COUNT; k++)' with a count made of params");
  else if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(statement))
    refuse(start, "'break' and 'continue' are not supported",
           "put the rest of the loop's body under an 'if'");
  else if (llvm::isa<clang::SwitchStmt>(statement))
    refuse(start, "'switch' is not supported yet", "write it as if ... else if ... else");
  else
    refuse(start, "this statement is not part of the language",
           "a function consists of locals, assignments to them, if/else and return");
  return false;
}

bool Lowering::refuseUseless(const clang::Stmt *statement, const clang::Stmt *behind) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(statement);
  const bool isBehindIf = behind && llvm::isa<clang::IfStmt>(behind);
  const std::string cure =
      isBehindIf ? "every branch of the 'if' before it returns: remove this statement, or the "
                   "'return' of a branch"
                 : "a 'return' stands before it: remove one of the two, or put the 'return' under "
                   "an 'if'";
  if (!expr || hasEffect(expr) || isBehindIf) {
    refuse(clang::SourceRange(statement->getBeginLoc()), "this statement is never reached", cure);
    return false;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens());
  const bool compares = binary && binary->getOpcode() == clang::BO_EQ;
  refuse(expr->getSourceRange(), "this statement has no effect",
         behind     ? "the ';' before it ends the 'return': remove that ';', or this statement"
         : compares ? "'==' compares two values; to set one write '='"
                    : "assign the value to a local, or return it");
  return false;
}

bool Lowering::runIf(const clang::IfStmt *statement, Flow &flow) {
  const ExprPtr value = lower(statement->getCond(), flow.locals);
  if (!value)
    return false;
  const ExprPtr condition = asCondition(value);
  if (const auto known = constantInt(condition)) { // a guard in an unrolled pass
    const clang::Stmt *taken = *known ? statement->getThen() : statement->getElse();
    Flow only{makeBool(false), nullptr, std::move(flow.locals)};
    if (taken && !run(taken, only))
      return false;
    flow = std::move(only);
    return true;
  }
  Flow yes{makeBool(false), nullptr, flow.locals}, no = yes;
  if (!run(statement->getThen(), yes))
    return false;
  if (statement->getElse() && !run(statement->getElse(), no))
    return false;

  flow.value = select(condition, yes.value, no.value);
  flow.returned = select(condition, yes.returned, no.returned);
  if (always(yes.returned))
    flow.locals = std::move(no.locals);
  else if (always(no.returned))
    flow.locals = std::move(yes.locals);
  else
    for (auto &[local, merged] : flow.locals) {
      const ExprPtr a = yes.locals[local], b = no.locals[local];
      // A local without a value on one path has no value after the branches.
      merged = a && b ? named(select(condition, a, b), *local) : nullptr;
    }
  if (!always(yes.returned) && !always(no.returned))
    for (auto &[name, merged] : flow.locals.states)
      merged = select(condition, yes.locals.states.at(name), no.locals.states.at(name));
  return true;
}

bool Lowering::runDeclaration(const clang::DeclStmt *statement, Flow &flow) {
  for (const clang::Decl *declaration : statement->decls()) {
    const auto *local = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!local) {
      refuse(declaration->getSourceRange(), "only variables can be declared here",
             "write what else is to be declared outside of functions");
      return false;
    }
    if (local->hasExternalStorage()) {
      refuse(local->getSourceRange(), "an 'extern' local has no value",
             "remove 'extern', and give it one: 'real a = ...;'");
      return false;
    }
    if (local->isStaticLocal()) {
      refuse(local->getSourceRange(), "a 'static' local keeps a value between calls",
             "remove 'static'; a right-hand side depends on its arguments alone");
      return false;
    }
    if (local->getType()->isArrayType()) {
      refuse(local->getSourceRange(), "local '" + local->getName().str() + "' is an array",
             "a list of constants is a 'table' beside the functions; what depends on an index is a "
             "helper: 'static real " +
                 local->getName().str() + "(int k) { return ...; }'");
      return false;
    }
    if (!checkDeclared(local->getType(), local->getSourceRange()))
      return false;
    ExprPtr value;
    flow.locals[local] = nullptr; // "real K = 2 * K;" reads the new local
    if (local->getInit()) {
      value = lower(local->getInit(), flow.locals);
      if (!value)
        return false;
      value = named(value, *local);
    }
    flow.locals[local] = value;
  }
  return true;
}

bool Lowering::runExpression(const clang::Expr *expr, Flow &flow) {
  expr = expr->IgnoreParens();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
      unary && unary->isIncrementDecrementOp()) {
    const ExprPtr old = lower(unary->getSubExpr(), flow.locals);
    if (!old)
      return false;
    const ExprPtr one = old->type == Type::Real ? makeReal(1) : makeInt(1);
    return assign(unary->getSubExpr(),
                  makeOp(unary->isIncrementOp() ? Op::Add : Op::Sub, {old, one}), flow);
  }
  if (!hasEffect(expr))
    return refuseUseless(expr, nullptr);
  const auto *binary = llvm::cast<clang::BinaryOperator>(expr);
  ExprPtr value = lower(binary->getRHS(), flow.locals);
  if (!value)
    return false;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary)) {
    ExprPtr old = lower(binary->getLHS(), flow.locals);
    if (!old)
      return false;
    const bool toReal = compound->getComputationResultType()->isFloatingType();
    if (toReal && old->type == Type::Int)
      old = makeOp(Op::ToReal, {old});
    value = combine(clang::BinaryOperator::getOpForCompoundAssignment(binary->getOpcode()), old,
                    value, binary->getRHS(), binary->getSourceRange());
    value = asWritten(names_, value, binary->getLHS(), binary->getRHS());
    if (value && toReal && !binary->getType()->isFloatingType())
      value = makeOp(Op::ToInt, {value});
  }
  return value && assign(binary->getLHS(), value, flow);
}

bool Lowering::assign(const clang::Expr *target, const ExprPtr &value, Flow &flow) {
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
  const auto *local = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  const auto *component = llvm::dyn_cast<clang::ArraySubscriptExpr>(target->IgnoreParens());
  if (component && place_ == Place::When)
    return assignState(component, value, flow);
  if (!local || !flow.locals.contains(local))
    return refuseTarget(target);
  flow.locals[local] = named(value, *local);
  return true;
}

bool Lowering::assignState(const clang::ArraySubscriptExpr *target, const ExprPtr &value,
                           Flow &flow) {
  Locals asRead = flow.locals; // by the local's name
  asRead.states.clear();
  const ExprPtr read = lowerRead(target, asRead);
  if (!read)
    return false;
  const auto state = flow.locals.states.find(read->name);
  if (read->op != Op::Read || state == flow.locals.states.end())
    return refuseTarget(target);
  if (loopDepth_ > 0) {
    refuse(target->getSourceRange(), "a loop cannot set a state",
           "keep the value in a local, and set the state behind the loop");
    return false;
  }
  state->second = asReal(asNumber(value));
  return true;
}

} // namespace eulerc::compiler
