// Spell: literals, conversions and divisions in emitted code.
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Expr.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

/// A literal of the type `real` of the emitted code: "0.1f" for float, "0.1" for double.
std::string realLiteral(double value, bool isDouble);
/// Whether the value can be written as such a literal.
bool representable(double value, bool isDouble);

/// The common part: literals, (real) and (long), integer division that yields 0 for a divisor 0.
/// `realType` is "real" or "double"; `leaf` spells Param, Window, Uniform and Index.
Spelling makeSpelling(const std::string &realType, bool isDouble, const ExprText &leaf);

/// "12", "-3"
template <class Integer> std::string number(Integer value) { return std::to_string(value); }
/// "1.0, 2.0": what `written` makes of each.
template <class Range, class Written>
std::string listOf(const Range &range, const Written &written) {
  std::string text;
  for (const auto &each : range)
    text += (text.empty() ? "" : ", ") + written(each);
  return text;
}
/// Statements that store some values: "  results[1] = b;" for the second one, of "results[#]".
std::string storeEach(const std::string &place, const std::vector<std::string> &values);
/// "true", "false"
inline std::string boolean(bool value) { return value ? "true" : "false"; }
/// A text of an axis, with its number for '#': "i1 < 0" of "i# < 0".
std::string ofAxis(std::size_t axis, const std::string &text);
/// The same for each of the axes [begin, end): "i0, i1, " of "i#, ".
std::string eachAxis(std::size_t begin, std::size_t end, const std::string &text);
/// Statements that make the indices i0, i1, … of a point of the number `rest`, which they use up.
std::string indicesOf(std::size_t axes, const std::string &indent);
/// What a distance along an axis adds to a name: "_m1" for the one before, "_0", "_p2".
std::string side(std::int64_t offset);
/// An integer of 64 bits.
std::string intLiteral(std::int64_t value);
/// Whether it is a division or remainder of ints whose divisor may be 0 or -1: C leaves open what
/// these yield, 0 or where the quotient does not fit (eulerc_div, eulerc_rem).
bool isCheckedDivision(const ExprPtr &node);

// What a user wrote, the name of the program's file among it, is put into emitted code by these
// alone.

/// A string literal of C++ that has these very bytes.
std::string quoted(const std::string &text);
/// A comment of one line, in C++ and OpenCL C.
std::string commented(const std::string &text);
/// A raw string literal of C++, of whole lines.
std::string rawString(const std::string &text);

} // namespace eulerc::compiler
