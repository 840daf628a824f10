#include "Spell.h"

#include <charconv>
#include <cmath>

namespace eulerc::compiler {

bool representable(double value, bool isDouble) {
  return std::isfinite(value) && (isDouble || std::isfinite(static_cast<float>(value)));
}

std::string realLiteral(double value, bool isDouble) {
  if (isDouble)
    return printReal(value);
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(value)).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text + "f";
}

Spelling makeSpelling(const std::string &realType, bool isDouble, const ExprText &leaf) {
  return [=](const ExprPtr &node, const ExprText &text) -> std::string {
    if (std::string spelled = leaf(node); !spelled.empty())
      return spelled;
    const auto operand = [&](int k) { return text(node->operands[k]); };
    if (node->op == Op::Constant && node->type == Type::Real) {
      const std::string literal = realLiteral(node->real, isDouble);
      return literal.starts_with('-') ? "(" + literal + ")" : literal;
    }
    if (node->op == Op::ToReal)
      return "((" + realType + ")(" + operand(0) + "))";
    if (node->op == Op::ToInt)
      return "((long)(" + operand(0) + "))";
    const bool divides = node->op == Op::Div || node->op == Op::Rem;
    if (divides && node->type == Type::Int && !constantInt(node->operands[1]))
      return (node->op == Op::Div ? "eulerc_div(" : "eulerc_rem(") + operand(0) + ", " +
             operand(1) + ")";
    return "";
  };
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20)
      result += ' ';
    else
      result += c;
  }
  return result + "\"";
}

std::string commented(const std::string &text) {
  std::string result = "// ";
  for (const char c : text)
    result += c == '\n' || c == '\r' || c == '\\' ? ' ' : c;
  return result + "\n";
}

} // namespace eulerc::compiler
