#include "Spell.h"

#include "ir/Functions.h"

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

std::string ofAxis(std::size_t axis, const std::string &text) {
  std::string all;
  for (const char letter : text)
    all += letter == '#' ? number(axis) : std::string(1, letter);
  return all;
}

std::string eachAxis(std::size_t begin, std::size_t end, const std::string &text) {
  std::string all;
  for (std::size_t axis = begin; axis < end; axis++)
    all += ofAxis(axis, text);
  return all;
}

std::string indicesOf(std::size_t axes, const std::string &indent) {
  std::string text;
  for (std::size_t axis = axes; axis-- > 0;)
    text += ofAxis(axis, indent + "const long i# = rest % extent[#];\n" + indent +
                             "rest /= extent[#];\n");
  return text;
}

std::string storeEach(const std::string &place, const std::vector<std::string> &values) {
  std::string text;
  for (std::size_t k = 0; k < values.size(); k++)
    text += "  " + ofAxis(k, place) + " = " + values[k] + ";\n";
  return text;
}

std::string side(std::int64_t offset) {
  return offset == 0 ? "_0" : (offset < 0 ? "_m" : "_p") + number(std::abs(offset));
}

std::string intLiteral(std::int64_t value) {
  // C has no negative literals, and 9223372036854775808 does not fit a long.
  return value == INT64_MIN ? "(-9223372036854775807L - 1)" : number(value);
}

bool isCheckedDivision(const ExprPtr &node) {
  if ((node->op != Op::Div && node->op != Op::Rem) || node->type != Type::Int)
    return false;
  const auto divisor = constantInt(node->operands[1]);
  return !divisor || *divisor == 0 || *divisor == -1;
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
    if (node->op == Op::Constant && node->type == Type::Int && node->integer == INT64_MIN)
      return intLiteral(node->integer);
    if (node->op == Op::ToReal)
      return "((" + realType + ")(" + operand(0) + "))";
    if (node->op == Op::ToInt)
      return "eulerc_to_long(" + operand(0) + ")";
    if (realType == "real" && node->op == Op::Call && templateOf(node->name))
      return "eulerc_" + node->name + "(" + listOf(node->operands, text) + ")";
    // Without a cast, two literals would make an int of 32 bits in C.
    if (node->op == Op::Select && node->type == Type::Int && constantInt(node->operands[1]) &&
        constantInt(node->operands[2]))
      return "(" + operand(0) + " ? (long)" + operand(1) + " : " + operand(2) + ")";
    if (isCheckedDivision(node))
      return (node->op == Op::Div ? "eulerc_div(" : "eulerc_rem(") + operand(0) + ", " +
             operand(1) + ")";
    return "";
  };
}

namespace {

/// Whether the text is valid UTF-8: each character has the bytes that its first byte announces.
bool isUtf8(const std::string &text) {
  int missing = 0;
  for (const unsigned char c : text) {
    const bool continues = (c & 0xC0) == 0x80;
    if (continues != (missing > 0))
      return false;
    missing = continues ? missing - 1 : c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
  }
  return missing == 0;
}

bool isControl(unsigned char c) { return c < 0x20 || c == 0x7F; }

} // namespace

std::string quoted(const std::string &text) {
  const bool isText = isUtf8(text);
  std::string result = "\"";
  for (const unsigned char c : text) {
    const bool isTrigraph = c == '?' && result.back() == '?';
    if (c == '"' || c == '\\' || isTrigraph)
      result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else if (isControl(c) || (c >= 0x80 && !isText)) {
      result += '\\';
      for (const int shift : {6, 3, 0}) // three digits, so that no digit after them is read
        result += static_cast<char>('0' + ((c >> shift) & 7));
    } else {
      result += static_cast<char>(c);
    }
  }
  return result + "\"";
}

std::string commented(const std::string &text) {
  const bool isText = isUtf8(text);
  std::string result = "// ";
  for (const unsigned char c : text) {
    if (c == '?' && result.back() == '?')
      result += ' '; // "??/" is a backslash, which continues the comment
    const bool isKept = !isControl(c) && c != '\\' && (c < 0x80 || isText);
    result += isKept ? static_cast<char>(c) : ' ';
  }
  return result + "\n";
}

std::string rawString(const std::string &text) {
  std::string delimiter = "EULERC";
  for (int k = 0; text.find(")" + delimiter + "\"") != std::string::npos; k++)
    delimiter = "EULERC" + number(k);
  return "R\"" + delimiter + "(" + text + ")" + delimiter + "\"";
}

} // namespace eulerc::compiler
