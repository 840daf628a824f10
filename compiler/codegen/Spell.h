// Spell: literals, conversions and divisions in emitted code.
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Expr.h"

namespace eulerc::compiler {

/// A literal of the type `real` of the emitted code: "0.1f" for float, "0.1" for double.
std::string realLiteral(double value, bool isDouble);
/// Whether the value can be written as such a literal.
bool representable(double value, bool isDouble);

/// The common part: literals, (real) and (long), integer division that yields 0 for a divisor 0.
/// `realType` is "real" or "double"; `leaf` spells Param, Window, Uniform and Index.
Spelling makeSpelling(const std::string &realType, bool isDouble, const ExprText &leaf);

/// A string literal of C++.
std::string quoted(const std::string &text);
/// The same text with every line commented out.
std::string commented(const std::string &text);

} // namespace eulerc::compiler
