// LowerLoops: unrolls short loops with constant bounds; other loops become Loop nodes.
#include "Lower.h"

#include "clang/AST/Stmt.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// The most passes of a loop with constant bounds that is unrolled. Its indices become constants,
/// its table entries literals, and its reads near.
constexpr std::uint64_t kMostUnrolled = 32;

/// The number of passes of a loop from `first` to `end`, exclusive. Any two bounds are allowed.
std::uint64_t passes(std::int64_t first, std::int64_t end, std::int64_t step) {
  if (end <= first)
    return 0;
  const std::uint64_t distance =
      static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(first);
  return (distance - 1) / static_cast<std::uint64_t>(step) + 1;
}

/// Collects the locals that a statement or a part of it assigns.
void assignedIn(const clang::Stmt *statement, std::set<const clang::VarDecl *> &found) {
  if (!statement)
    return;
  const clang::Expr *target = nullptr;
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
      binary && binary->isAssignmentOp())
    target = binary->getLHS();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(statement);
      unary && unary->isIncrementDecrementOp())
    target = unary->getSubExpr();
  if (target)
    if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens()))
      if (const auto *local = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
        found.insert(local);
  for (const clang::Stmt *child : statement->children())
    assignedIn(child, found);
}

/// The first of these locals that an expression uses; null: none.
const clang::VarDecl *namedIn(const clang::Stmt *part,
                              const std::set<const clang::VarDecl *> &locals) {
  if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(part))
    if (const auto *local = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
      return locals.contains(local) ? local : nullptr;
  for (const clang::Stmt *child : part->children())
    if (const clang::VarDecl *found = child ? namedIn(child, locals) : nullptr)
      return found;
  return nullptr;
}

/// Refuses a body that changes a value which is evaluated once, before the loop.
template <class Refuse>
bool refusesChange(const clang::ForStmt *loop, const clang::VarDecl *counter, Refuse &&refuse) {
  std::set<const clang::VarDecl *> assigned;
  assignedIn(loop->getBody(), assigned);
  const clang::VarDecl *const bound = namedIn(loop->getCond(), assigned);
  const clang::VarDecl *const step = namedIn(loop->getInc(), assigned);
  const char *const cure = "copy it to another local before the loop, and write that one here";
  if (assigned.contains(counter))
    refuse("the body changes the loop's counter", "use another local");
  else if (bound)
    refuse("the body changes the loop's bound '" + bound->getName().str() + "'", cure);
  else if (step)
    refuse("the body changes the loop's step '" + step->getName().str() + "'", cure);
  return assigned.contains(counter) || bound || step;
}

} // namespace

/// for (int variable = first; variable < end; variable += step)
struct Lowering::Counter {
  const clang::VarDecl *variable = nullptr;
  ExprPtr first, end; ///< end is exclusive
  std::int64_t step = 1;
};

bool Lowering::readCounter(const clang::ForStmt *statement, const Flow &flow, Counter &counter) {
  const clang::SourceRange start(statement->getBeginLoc());
  const auto refuseShape = [&] {
    refuse(start, "this loop has no simple counter",
           "write it as 'for (int k = FIRST; k < END; k++)'");
    return false;
  };
  const auto *init = llvm::dyn_cast_if_present<clang::DeclStmt>(statement->getInit());
  const auto *condition = llvm::dyn_cast_if_present<clang::BinaryOperator>(statement->getCond());
  const clang::Expr *step = statement->getInc();
  if (!init || !init->isSingleDecl() || !condition || !step)
    return refuseShape();
  counter.variable = llvm::dyn_cast<clang::VarDecl>(init->getSingleDecl());
  if (!counter.variable || !counter.variable->getInit() ||
      !counter.variable->getType()->isIntegerType())
    return refuseShape();
  const auto isCounter = [&](const clang::Expr *expr) {
    const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
    return name && name->getDecl() == counter.variable;
  };
  const auto kind = condition->getOpcode();
  if (!isCounter(condition->getLHS()) || (kind != clang::BO_LT && kind != clang::BO_LE))
    return refuseShape();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(step->IgnoreParens())) {
    if (!unary->isIncrementOp() || !isCounter(unary->getSubExpr()))
      return refuseShape();
  } else {
    const auto *add = llvm::dyn_cast<clang::CompoundAssignOperator>(step->IgnoreParens());
    if (!add || add->getOpcode() != clang::BO_AddAssign || !isCounter(add->getLHS()))
      return refuseShape();
    const ExprPtr size = lower(add->getRHS(), flow.locals);
    if (!size)
      return false;
    if (constantInt(size).value_or(0) < 1)
      return refuseShape();
    counter.step = *constantInt(size);
  }
  counter.first = lower(counter.variable->getInit(), flow.locals);
  counter.end = lower(condition->getRHS(), flow.locals);
  if (!counter.first || !counter.end)
    return false;
  counter.first = asNumber(counter.first);
  counter.end = asNumber(counter.end);
  if (counter.end->type != Type::Int) {
    const clang::SourceRange end = condition->getRHS()->getSourceRange();
    refuse(end, "the end of a loop is an integer",
           "declare it as an 'int', or convert it: '(int)(" + sourceText(context_, end) + ")'");
    return false;
  }
  if (kind == clang::BO_LE && constantInt(counter.end) == INT64_MAX) {
    refuse(condition->getRHS()->getSourceRange(), "this number is too large for the end of a loop",
           "write '<' in place of '<=', or a smaller number");
    return false;
  }
  if (kind == clang::BO_LE)
    counter.end = makeOp(Op::Add, {counter.end, makeInt(1)});
  return true;
}

bool Lowering::runFor(const clang::ForStmt *statement, Flow &flow) {
  const clang::SourceRange start(statement->getBeginLoc());
  Counter counter;
  if (!readCounter(statement, flow, counter))
    return false;
  const auto refuseHere = [&](const std::string &message, const char *cure) {
    refuse(start, message, cure);
  };
  if (refusesChange(statement, counter.variable, refuseHere))
    return false;
  const auto first = constantInt(counter.first), end = constantInt(counter.end);
  if (first && end && passes(*first, *end, counter.step) <= kMostUnrolled) {
    expansions_.push_back({nullptr, start, spent_});
    const bool ok = unroll(statement, counter, flow);
    expansions_.pop_back();
    return ok;
  }
  if (counter.step != 1) {
    refuse(start, "a long loop counts by one", "count by one and multiply the counter in the body");
    return false;
  }
  const auto *init = llvm::cast<clang::DeclStmt>(statement->getInit());
  const auto *condition = llvm::cast<clang::BinaryOperator>(statement->getCond());
  if (!counter.first->paramsOnly && !isOfData(counter.first))
    return refuseBound(counter.first, init->getSourceRange());
  if (!counter.end->paramsOnly && !isOfData(counter.end))
    return refuseBound(counter.end, condition->getRHS()->getSourceRange());
  return runLoop(statement, counter, flow);
}

bool Lowering::unroll(const clang::ForStmt *statement, const Counter &counter, Flow &flow) {
  const std::int64_t first = *constantInt(counter.first), end = *constantInt(counter.end);
  std::vector<Flow> exits; // passes that may return, in order
  const auto count = static_cast<std::int64_t>(passes(first, end, counter.step));
  for (std::int64_t k = 0; k < count && constantInt(flow.returned) != 1; k++) {
    Flow pass{makeBool(false), nullptr, std::move(flow.locals)};
    pass.locals[counter.variable] = makeInt(first + k * counter.step);
    if (!run(statement->getBody(), pass))
      return false;
    flow.returned = makeOp(Op::Or, {flow.returned, pass.returned});
    flow.locals = pass.locals;
    if (constantInt(pass.returned) != 0)
      exits.push_back(std::move(pass));
  }
  for (std::size_t k = exits.size(); k-- > 0;)
    flow.value = flow.value ? makeOp(Op::Select, {exits[k].returned, exits[k].value, flow.value})
                            : exits[k].value;
  return true;
}

/// The locals that a loop assigns, in the order of their declarations.
static std::vector<const clang::VarDecl *>
assignedOf(const std::map<const clang::VarDecl *, ExprPtr> &known, const clang::ForStmt *loop) {
  std::set<const clang::VarDecl *> assigned;
  assignedIn(loop->getBody(), assigned);
  std::vector<const clang::VarDecl *> locals;
  for (const auto &[local, value] : known)
    if (assigned.contains(local))
      locals.push_back(local);
  std::ranges::sort(locals, {}, [](const clang::VarDecl *local) {
    return local->getLocation().getRawEncoding();
  });
  return locals;
}

bool Lowering::runLoop(const clang::ForStmt *statement, const Counter &counter, Flow &flow) {
  const clang::SourceRange start(statement->getBeginLoc());
  if (kFirstLoopAxis + loopDepth_ >= kMaxVariables) {
    refuse(start, "loops are nested too deeply", "three long loops inside each other are the most");
    return false;
  }
  if (place_ == Place::Param || place_ == Place::Table) {
    refuse(start, "a param and a table know no loop at run time",
           "let it run from a number to a number, of up to 32 passes");
    return false;
  }
  const ExprPtr index = makeIndex(kFirstLoopAxis + loopDepth_, counter.variable->getName().str());
  Flow body{makeBool(false), nullptr, flow.locals};
  body.locals[counter.variable] = index;
  std::vector<std::pair<const clang::VarDecl *, ExprPtr>> carried;
  for (const clang::VarDecl *local : assignedOf(flow.locals, statement)) {
    const ExprPtr value = flow.locals.at(local);
    const std::string name = local->getName().str();
    if (!value) {
      refuse(start, "'" + name + "' has no value before this loop",
             "give it a value where it is declared");
      return false;
    }
    carried.emplace_back(local, makeCarried(carriedCount_++, value->type, name));
    body.locals[local] = carried.back().second;
  }
  loopDepth_++;
  const bool ok = run(statement->getBody(), body);
  loopDepth_--;
  if (!ok)
    return false;
  if (constantInt(body.returned) != 0) {
    refuse(start, "'return' inside a long loop is not supported",
           "collect the value in a local and return it after the loop");
    return false;
  }
  if (carried.empty())
    return true; // a loop without effect
  std::vector<ExprPtr> operands = {index, counter.first, counter.end};
  for (const auto &[local, node] : carried) {
    const ExprPtr after = body.locals.at(local);
    if (!after) {
      refuse(start, "'" + local->getName().str() + "' may have no value after a pass of this loop",
             "give it a value in every branch");
      return false;
    }
    operands.insert(operands.end(), {node, flow.locals.at(local), after});
  }
  const ExprPtr loop = makeLoop(std::move(operands), where(start));
  for (std::size_t k = 0; k < carried.size(); k++)
    flow.locals[carried[k].first] =
        makeLoopResult(loop, static_cast<std::int64_t>(k), carried[k].second->type);
  return true;
}

} // namespace eulerc::compiler
