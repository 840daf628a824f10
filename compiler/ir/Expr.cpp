#include "ir/Expr.h"

#include <set>
#include <unordered_map>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

std::size_t mix(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15u + (seed << 6) + (seed >> 2));
}

ExprPtr finish(Expr expr) {
  std::size_t hash = mix(static_cast<std::size_t>(expr.op), static_cast<std::size_t>(expr.type));
  hash = mix(hash, std::hash<std::int64_t>{}(expr.integer));
  hash = mix(hash, std::hash<double>{}(expr.real));
  hash = mix(hash, std::hash<std::string>{}(expr.name));
  for (const ExprPtr &operand : expr.operands)
    hash = mix(hash, operand->hash);
  expr.hash = hash;
  expr.paramsOnly = expr.op == Op::Constant || expr.op == Op::Param || expr.op >= Op::Negate;
  expr.writtenOut = 1;
  for (const ExprPtr &operand : expr.operands) {
    expr.paramsOnly = expr.paramsOnly && operand->paramsOnly;
    expr.writtenOut += operand->writtenOut;
  }
  return std::make_shared<const Expr>(std::move(expr));
}

Type resultType(Op op, const std::vector<ExprPtr> &operands) {
  switch (op) {
  case Op::Time:
  case Op::EndTime:
  case Op::StepSize:
  case Op::Factor:
  case Op::ToReal:
    return Type::Real;
  case Op::StepNumber:
  case Op::Stage:
  case Op::ToInt:
  case Op::Rem:
    return Type::Int;
  case Op::Not:
  case Op::And:
  case Op::Or:
    return Type::Bool;
  case Op::Select:
    return operands[1]->type;
  default:
    return isComparison(op) ? Type::Bool : operands[0]->type;
  }
}

/// The value of an integer operation, unless it overflows or divides by zero.
std::optional<std::int64_t> fold(Op op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (op) {
  case Op::Add:
    return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case Op::Sub:
    return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case Op::Mul:
    return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
  case Op::Div:
    return b == 0 ? std::nullopt : std::optional(b != -1 ? a / b : a == INT64_MIN ? a : -a);
  case Op::Rem:
    return b == 0 ? std::nullopt : std::optional(b == -1 ? 0 : a % b);
  case Op::Less:
    return a < b;
  case Op::LessEqual:
    return a <= b;
  case Op::Greater:
    return a > b;
  case Op::GreaterEqual:
    return a >= b;
  case Op::Equal:
    return a == b;
  case Op::NotEqual:
    return a != b;
  default:
    return std::nullopt;
  }
}

/// Simplifications that hold for integers and conditions; null if there is none.
ExprPtr simplified(Op op, const std::vector<ExprPtr> &operands, Type type) {
  const std::optional<std::int64_t> first =
      operands.empty() ? std::nullopt : constantInt(operands[0]);
  const std::optional<std::int64_t> second =
      operands.size() < 2 ? std::nullopt : constantInt(operands[1]);
  switch (op) {
  case Op::Not:
    return first ? makeBool(*first == 0) : nullptr;
  case Op::Negate:
    return first && *first != INT64_MIN ? makeInt(-*first) : nullptr;
  case Op::And:
    if (first)
      return *first ? operands[1] : operands[0];
    if (second)
      return *second ? operands[0] : operands[1];
    return nullptr;
  case Op::Or:
    if (first)
      return *first ? operands[0] : operands[1];
    if (second)
      return *second ? operands[1] : operands[0];
    return nullptr;
  case Op::Select: {
    if (first)
      return *first ? operands[1] : operands[2];
    if (sameValue(operands[1], operands[2]))
      return operands[1];
    if (type != Type::Bool)
      return nullptr;
    const ExprPtr &condition = operands[0];
    if (const auto yes = constantInt(operands[1]))
      return *yes ? makeOp(Op::Or, {condition, operands[2]})
                  : makeOp(Op::And, {makeOp(Op::Not, {condition}), operands[2]});
    if (const auto no = constantInt(operands[2]))
      return *no ? makeOp(Op::Or, {makeOp(Op::Not, {condition}), operands[1]})
                 : makeOp(Op::And, {condition, operands[1]});
    return nullptr;
  }
  default:
    break;
  }
  // y[i + 0] is y[i], y[k + -2] is y[k - 2], y[k - -2] is y[k + 2].
  if ((op == Op::Add || op == Op::Sub) && second && type == Type::Int) {
    if (*second == 0)
      return operands[0];
    if (*second < 0 && *second != INT64_MIN && !first)
      return makeOp(op == Op::Add ? Op::Sub : Op::Add, {operands[0], makeInt(-*second)});
  }
  if (operands.size() != 2 || !first || !second)
    return nullptr;
  const auto value = fold(op, *first, *second);
  if (!value)
    return nullptr;
  return type == Type::Bool ? makeBool(*value != 0) : makeInt(*value);
}

bool compare(const ExprPtr &a, const ExprPtr &b,
             std::set<std::pair<const Expr *, const Expr *>> &same) {
  if (a == b)
    return true;
  if (a->hash != b->hash || a->op != b->op || a->type != b->type || a->integer != b->integer ||
      a->real != b->real || a->name != b->name || a->operands.size() != b->operands.size())
    return false;
  if (!same.insert({a.get(), b.get()}).second)
    return true;
  for (std::size_t k = 0; k < a->operands.size(); k++)
    if (!compare(a->operands[k], b->operands[k], same))
      return false;
  return true;
}

} // namespace

ExprPtr makeInt(std::int64_t value, SourceRange where) {
  return finish({.op = Op::Constant, .type = Type::Int, .integer = value, .where = where});
}
ExprPtr makeBool(bool value) {
  return finish({.op = Op::Constant, .type = Type::Bool, .integer = value});
}
ExprPtr makeReal(double value, SourceRange where) {
  return finish({.op = Op::Constant, .type = Type::Real, .real = value, .where = where});
}
ExprPtr makeParam(std::string name, Type type, SourceRange where) {
  return finish({.op = Op::Param, .type = type, .name = std::move(name), .where = where});
}
ExprPtr makeIndex(int axis, std::string name, SourceRange where) {
  return finish({.op = Op::Index,
                 .type = Type::Int,
                 .integer = axis,
                 .name = std::move(name),
                 .where = where});
}
ExprPtr makeRead(std::string state, std::vector<ExprPtr> index, SourceRange where) {
  return finish({.op = Op::Read,
                 .type = Type::Real,
                 .operands = std::move(index),
                 .name = std::move(state),
                 .where = where});
}
ExprPtr makeWindow(std::int64_t entry, SourceRange where) {
  return finish({.op = Op::Window, .type = Type::Real, .integer = entry, .where = where});
}
ExprPtr makeFactor(std::int64_t which) {
  return finish({.op = Op::Factor, .type = Type::Real, .integer = which});
}
ExprPtr makeUniform(std::int64_t entry, Type type) {
  return finish({.op = Op::Uniform, .type = type, .integer = entry});
}
ExprPtr makeAtTime(std::int64_t number) {
  return finish({.op = Op::AtTime, .type = Type::Real, .integer = number});
}
ExprPtr makeShared(std::int64_t result, SourceRange where) {
  return finish(
      {.op = Op::Shared, .type = Type::Real, .integer = result, .where = std::move(where)});
}
ExprPtr makeColumn(std::int64_t number, Type type) {
  return finish({.op = Op::Column, .type = type, .integer = number});
}
ExprPtr makeGuard(std::int64_t number) {
  return finish({.op = Op::Guard, .type = Type::Bool, .integer = number});
}
ExprPtr makeGuardInVector(std::int64_t number) {
  return finish({.op = Op::GuardInVector, .type = Type::Bool, .integer = number});
}
ExprPtr makeSource(std::int64_t value, const ExprPtr &number) {
  return finish({.op = Op::Source, .type = Type::Real, .operands = {number}, .integer = value});
}
ExprPtr makeSourceIndex(const ExprPtr &number) {
  return finish({.op = Op::SourceIndex, .type = Type::Int, .operands = {number}});
}
ExprPtr makeSourceNumber(const ExprPtr &index) {
  return finish({.op = Op::SourceNumber, .type = Type::Int, .operands = {index}});
}
ExprPtr markInside(const ExprPtr &read) {
  Expr copy = *read;
  copy.integer = 1;
  return finish(std::move(copy));
}
ExprPtr makeEntry(std::string name, Type type, std::vector<ExprPtr> index, SourceRange where) {
  return finish({.op = Op::Entry,
                 .type = type,
                 .operands = std::move(index),
                 .name = std::move(name),
                 .where = where});
}
ExprPtr makeCarried(std::int64_t number, Type type, std::string local) {
  return finish(
      {.op = Op::Carried, .type = type, .integer = number, .localName = std::move(local)});
}
ExprPtr makeLoop(std::vector<ExprPtr> operands, SourceRange where) {
  return finish(
      {.op = Op::Loop, .type = Type::Real, .operands = std::move(operands), .where = where});
}
ExprPtr makeLoopResult(const ExprPtr &loop, std::int64_t which, Type type) {
  return finish({.op = Op::LoopResult, .type = type, .operands = {loop}, .integer = which});
}
ExprPtr makeCall(std::string function, std::vector<ExprPtr> arguments, SourceRange where) {
  return finish({.op = Op::Call,
                 .type = Type::Real,
                 .operands = std::move(arguments),
                 .name = std::move(function),
                 .where = where});
}

ExprPtr makeOp(Op op, std::vector<ExprPtr> operands, SourceRange where) {
  const Type type = resultType(op, operands);
  if (ExprPtr simple = simplified(op, operands, type))
    return simple;
  return finish({.op = op, .type = type, .operands = std::move(operands), .where = where});
}

namespace {
ExprPtr marked(const ExprPtr &node, std::int64_t integer) {
  Expr copy = *node;
  copy.integer = integer;
  return finish(std::move(copy));
}
} // namespace

ExprPtr markContracted(const ExprPtr &sum, std::int64_t k) { return marked(sum, 1 + k); }
ExprPtr markOfParams(const ExprPtr &quotient) { return marked(quotient, 1); }
ExprPtr markExponent(const ExprPtr &call, std::int64_t doubled) { return marked(call, doubled); }
ExprPtr markReplacing(const ExprPtr &choice) { return marked(choice, 1); }

ExprPtr withLocalName(const ExprPtr &expr, std::string name) {
  Expr copy = *expr;
  copy.localName = std::move(name);
  return finish(std::move(copy));
}

bool sameValue(const ExprPtr &a, const ExprPtr &b) {
  if (a == b)
    return true;
  if (a->hash != b->hash)
    return false;
  std::set<std::pair<const Expr *, const Expr *>> same; // shared nodes are compared once
  return compare(a, b, same);
}

std::optional<std::int64_t> constantInt(const ExprPtr &expr) {
  if (expr->op == Op::Constant && expr->type != Type::Real)
    return expr->integer;
  return std::nullopt;
}

bool isLeaf(const Expr &node) { return node.op < Op::Negate; }

bool isComparison(Op op) { return op >= Op::Less && op <= Op::NotEqual; }

void forEachNode(const ExprPtr &expr, const std::function<void(const ExprPtr &)> &visit) {
  std::unordered_set<const Expr *> seen;
  const std::function<void(const ExprPtr &)> walk = [&](const ExprPtr &node) {
    if (!seen.insert(node.get()).second)
      return;
    for (const ExprPtr &operand : node->operands)
      walk(operand);
    visit(node);
  };
  walk(expr);
}

std::size_t operationsIn(const ExprPtr &expr) {
  std::size_t count = 0;
  forEachNode(expr, [&](const ExprPtr &node) { count += !node->operands.empty(); });
  return count;
}

bool anyNode(const ExprPtr &expr, const std::function<bool(const Expr &)> &predicate) {
  bool found = false;
  forEachNode(expr, [&](const ExprPtr &node) { found = found || predicate(*node); });
  return found;
}

std::vector<ExprPtr> withSharedNodes(std::vector<ExprPtr> values) {
  std::unordered_set<ExprPtr, ExprHash, ExprSame> nodes;
  for (ExprPtr &value : values)
    value = rewrite(value, [&](const ExprPtr &node) { return *nodes.insert(node).first; });
  return values;
}

ExprPtr readOf(const ExprPtr &value, const std::string &array) {
  ExprPtr found;
  if (value)
    forEachNode(value, [&](const ExprPtr &node) {
      if (node->op == Op::Read && node->name == array)
        found = node;
    });
  return found;
}

bool isReadAtPoint(const Expr &read) {
  for (std::size_t axis = 0; axis < read.operands.size(); axis++)
    if (read.operands[axis]->op != Op::Index ||
        read.operands[axis]->integer != static_cast<std::int64_t>(axis))
      return false;
  return true;
}

bool isOfData(const ExprPtr &expr) {
  bool readsData = false;
  const bool isOther = anyNode(expr, [&](const Expr &node) {
    const bool isEntry = node.op == Op::Entry && node.type == Type::Int;
    readsData = readsData || isEntry;
    return node.type == Type::Real || node.op >= Op::Call ||
           (isLeaf(node) && !isEntry && node.op != Op::Constant && node.op != Op::Param &&
            node.op != Op::Index);
  });
  return readsData && !isOther;
}

bool boundsAreOfData(const Expr &loop) {
  return isOfData(loop.operands[1]) || isOfData(loop.operands[2]);
}

ExprPtr withOperands(const ExprPtr &node, std::vector<ExprPtr> operands) {
  const bool isOperation = node->op >= Op::Negate && node->op <= Op::ToInt;
  if (!isOperation) {
    Expr copy = *node;
    copy.operands = std::move(operands);
    return finish(std::move(copy));
  }
  ExprPtr result = makeOp(node->op, std::move(operands), node->where);
  if (node->integer > 0 && result->op == node->op)
    result = marked(result, node->integer);
  if (!node->localName.empty() && !result->operands.empty())
    result = withLocalName(result, node->localName);
  return result;
}

ExprPtr rewrite(const ExprPtr &expr, const std::function<ExprPtr(const ExprPtr &)> &replace) {
  std::unordered_map<const Expr *, ExprPtr> done;
  const std::function<ExprPtr(const ExprPtr &)> walk = [&](const ExprPtr &node) -> ExprPtr {
    if (const auto it = done.find(node.get()); it != done.end())
      return it->second;
    std::vector<ExprPtr> operands;
    bool changed = false;
    for (const ExprPtr &operand : node->operands) {
      operands.push_back(walk(operand));
      changed = changed || operands.back() != operand;
    }
    ExprPtr result = node;
    if (changed)
      result = withOperands(node, std::move(operands));
    if (ExprPtr replacement = replace(result))
      result = replacement;
    done.emplace(node.get(), result);
    return result;
  };
  return walk(expr);
}

ExprPtr TopDown::operator()(const ExprPtr &node) {
  if (const auto it = done_.find(node.get()); it != done_.end())
    return it->second;
  ExprPtr result = replace_(node);
  if (!result) {
    std::vector<ExprPtr> operands;
    for (const ExprPtr &operand : node->operands)
      operands.push_back((*this)(operand));
    result = operands == node->operands ? node : withOperands(node, std::move(operands));
  }
  keepAlive_.push_back(node);
  done_.emplace(node.get(), result);
  return result;
}

} // namespace eulerc::compiler
