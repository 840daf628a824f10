// PrintExpr: prints expressions as text like C, with as few parentheses as C needs.
#include "ir/Expr.h"

#include <charconv>
#include <cstdint>
#include <optional>

namespace eulerc::compiler {
namespace {

struct Operator {
  const char *text;
  int precedence; ///< as in C: larger binds tighter
};

constexpr int kSelect = 1, kUnary = 9, kPrimary = 10;

Operator binary(Op op) {
  switch (op) {
  case Op::Or:
    return {"||", 2};
  case Op::And:
    return {"&&", 3};
  case Op::Equal:
    return {"==", 4};
  case Op::NotEqual:
    return {"!=", 4};
  case Op::Less:
    return {"<", 5};
  case Op::LessEqual:
    return {"<=", 5};
  case Op::Greater:
    return {">", 5};
  case Op::GreaterEqual:
    return {">=", 5};
  case Op::Add:
    return {"+", 6};
  case Op::Sub:
    return {"-", 6};
  case Op::Mul:
    return {"*", 7};
  case Op::Div:
    return {"/", 7};
  case Op::Rem:
    return {"%", 7};
  default:
    return {nullptr, kPrimary};
  }
}

struct Text {
  std::string text;
  int precedence;
};

class Printer {
public:
  Printer(const Spelling &spelling, std::size_t nodes) : spelling_(spelling), nodes_(nodes) {}

  Text print(const ExprPtr &expr) const {
    if (nodes_ == 0)
      return {"...", kPrimary};
    nodes_--;
    if (spelling_)
      if (std::string text = spelling_( // a spelling may stand next to any operator except '?'
              expr, [this](const ExprPtr &operand) { return within(operand, kSelect + 1); });
          !text.empty())
        return {std::move(text), kPrimary};
    if (std::optional<std::string> text = leaf(*expr))
      return {std::move(*text), kPrimary};
    switch (expr->op) {
    case Op::Constant:
      return constant(*expr);
    case Op::Source:
      return {"source_" + std::to_string(expr->integer) + "[" + print(expr->operands[0]).text + "]",
              kPrimary};
    case Op::SourceIndex:
    case Op::SourceNumber:
      return {(expr->op == Op::SourceIndex ? "index(" : "number(") + print(expr->operands[0]).text +
                  ")",
              kPrimary};
    case Op::InSomeLane:
      return {"in some lane(" + print(expr->operands[0]).text + ")", kPrimary};
    case Op::Loop:
      return loop(*expr);
    case Op::LoopResult: {
      const ExprPtr &loop = expr->operands[0];
      const ExprPtr &local = loop->operands[3 + 3 * static_cast<std::size_t>(expr->integer)];
      return {print(loop).text + "." + local->localName, kPrimary};
    }
    case Op::Entry:
    case Op::Read: {
      std::string text = expr->name;
      for (const ExprPtr &index : expr->operands)
        text += "[" + print(index).text + "]";
      return {text, kPrimary};
    }
    case Op::Call: {
      std::string text = expr->name + "(";
      for (std::size_t k = 0; k < expr->operands.size(); k++)
        text += (k ? ", " : "") + print(expr->operands[k]).text;
      return {text + ")", kPrimary};
    }
    case Op::Negate:
    case Op::Not:
      return negated(*expr);
    case Op::ToReal:
      return print(expr->operands[0]);
    case Op::ToInt:
      return {"(int)" + within(expr->operands[0], kUnary), kUnary};
    case Op::Select:
      return {within(expr->operands[0], kSelect + 1) + " ? " +
                  within(expr->operands[1], kSelect + 1) + " : " +
                  within(expr->operands[2], kSelect),
              kSelect};
    default:
      return binaryText(*expr);
    }
  }

private:
  /// Nodes without operands, except constants.
  static std::optional<std::string> leaf(const Expr &expr) {
    const std::string number = std::to_string(expr.integer);
    switch (expr.op) {
    case Op::Param:
    case Op::Index:
      return expr.name;
    case Op::Time:
      return "t";
    case Op::EndTime:
      return "t_end";
    case Op::StepSize:
      return "h";
    case Op::StepNumber:
      return "step";
    case Op::Stage:
      return "stage";
    case Op::Factor:
      return "factor[" + number + "]";
    case Op::Window:
      return "w" + number;
    case Op::Uniform:
      return "c" + number;
    case Op::AtTime:
      return "at_time_" + number;
    case Op::Shared:
      return "shared_" + number;
    case Op::Column:
      return "column_" + number;
    case Op::Guard:
      return "guard_" + number;
    case Op::GuardInVector:
      return "guard_" + number + "_in_vector";
    case Op::Carried:
      return expr.localName;
    default:
      return std::nullopt;
    }
  }

  /// "(for j = 0 .. N: s = 0.0 -> s + y[j])"
  Text loop(const Expr &expr) const {
    std::string text = "(for " + print(expr.operands[0]).text + " = " +
                       print(expr.operands[1]).text + " .. " + print(expr.operands[2]).text + ":";
    for (std::size_t k = 3; k < expr.operands.size(); k += 3)
      text += (k > 3 ? ", " : " ") + print(expr.operands[k]).text + " = " +
              print(expr.operands[k + 1]).text + " -> " + print(expr.operands[k + 2]).text;
    return {text + ")", kPrimary};
  }

  /// Without a space, "--x" would be another operator.
  Text negated(const Expr &expr) const {
    const std::string inner = within(expr.operands[0], kUnary);
    const char *sign = expr.op == Op::Not ? "!" : "-";
    return {sign + (inner.starts_with('-') ? "(" + inner + ")" : inner), kUnary};
  }

  static Text constant(const Expr &expr) {
    if (expr.type == Type::Bool)
      return {expr.integer ? "true" : "false", kPrimary};
    const std::string text =
        expr.type == Type::Int ? std::to_string(expr.integer) : printReal(expr.real);
    return {text, text.starts_with('-') ? kUnary : kPrimary};
  }

  std::string within(const ExprPtr &expr, int precedence) const {
    const Text inner = print(expr);
    return inner.precedence < precedence ? "(" + inner.text + ")" : inner.text;
  }

  Text binaryText(const Expr &expr) const {
    const Operator op = binary(expr.op);
    // && inside || gets parentheses, as compilers recommend.
    const int left = expr.op == Op::Or ? op.precedence + 2 : op.precedence;
    const Expr &last = *expr.operands[1];
    if (expr.op == Op::Add && last.op == Op::Constant && last.type == Type::Int &&
        last.integer < 0 && last.integer != INT64_MIN) // i + -1, from an unrolled loop
      return {within(expr.operands[0], left) + " - " + std::to_string(-last.integer),
              op.precedence};
    return {within(expr.operands[0], left) + " " + op.text + " " +
                within(expr.operands[1], expr.op == Op::Or ? left : op.precedence + 1),
            op.precedence};
  }

  const Spelling &spelling_;
  mutable std::size_t nodes_; ///< nodes still to be printed; shared nodes count each time
};

} // namespace

const char *signOf(Op op) { return binary(op).text; }

std::string printReal(double value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".en") == std::string::npos)
    text += ".0";
  return text;
}

std::string print(const ExprPtr &expr, const Spelling &spelling) {
  return Printer(spelling, SIZE_MAX).print(expr).text;
}

std::string printShort(const ExprPtr &expr, const Spelling &spelling) {
  constexpr std::size_t most = 200;
  // The text of a long sum begins with its deepest operand.
  ExprPtr begin = expr;
  while (begin->writtenOut > most && (begin->op == Op::Add || begin->op == Op::Sub))
    begin = begin->operands[0];
  std::string text = Printer(spelling, most).print(begin).text;
  const bool isWhole = begin == expr && text.size() <= most;
  return isWhole ? text : text.substr(0, most) + " ...";
}

} // namespace eulerc::compiler
