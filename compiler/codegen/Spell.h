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

/// Spells what all emitted code shares: literals, (real) and (long), integer division that yields 0
/// for a divisor 0. `realType` is "real", in which ddt computes, with eulerc's elementary
/// functions; or "double", with those of the C library. `leaf` spells Param, Window, Uniform and
/// Index.
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
/// Statements that store several values: "  results[1] = b;" for the second value and the place
/// "results[#]".
std::string storeEach(const std::string &place, const std::vector<std::string> &values);
/// "true", "false"
inline std::string boolean(bool value) { return value ? "true" : "false"; }
/// A text for one axis, with the axis' number in place of '#': "i1 < 0" from "i# < 0".
std::string ofAxis(std::size_t axis, const std::string &text);
/// The same for each of the axes [begin, end): "i0, i1, " from "i#, ".
std::string eachAxis(std::size_t begin, std::size_t end, const std::string &text);
/// Statements that turn the number `rest` of a point into its indices i0, i1, …. They modify
/// `rest`.
std::string indicesOf(std::size_t axes, const std::string &indent);
/// The suffix that a distance along an axis gives to names: "_m1" for -1, "_0", "_p2".
std::string side(std::int64_t offset);
/// An integer of 64 bits.
std::string intLiteral(std::int64_t value);
/// Whether a node is a division or remainder of ints whose divisor may be 0 or -1. C does not
/// define the result for 0 or for a quotient that does not fit (eulerc_div, eulerc_rem).
bool isCheckedDivision(const ExprPtr &node);

// Only these functions put a user's text into emitted code, the name of the program's file
// included.

/// A string literal of C++ with exactly these bytes.
std::string quoted(const std::string &text);
/// A comment of one line, in C++ and OpenCL C.
std::string commented(const std::string &text);
/// A raw string literal of C++, of whole lines.
std::string rawString(const std::string &text);

} // namespace eulerc::compiler
