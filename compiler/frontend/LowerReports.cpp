#include "LowerReports.h"

#include "Lower.h"

#include "ir/Affine.h"

#include <algorithm>
#include <cctype>

namespace eulerc::compiler {
namespace {

/// The limit for operations of a program, with helpers and short loops written out. If they double
/// with each call or loop, this ends the lowering within a second. Compilers of the emitted code
/// would take hours for fewer operations.
constexpr std::int64_t kMostOperations = 200'000;

} // namespace

bool LowerReports::spend(clang::SourceRange range) {
  if (++spent_ <= kMostOperations)
    return true;
  if (spent_ > kMostOperations + 1)
    return false; // already reported
  // The helper or loop with most of the operations. If there are many small ones, none is named.
  const Expansion *outer = expansions_.empty() ? nullptr : &expansions_.front();
  const std::int64_t share = outer ? spent_ - outer->begin : 0;
  if (share >= kMostOperations / 2)
    caller_ = nullptr; // the message is about the outermost call or loop
  if (share < kMostOperations / 2)
    refuse(range, "the program has more than " + std::to_string(kMostOperations) + " operations",
           "use a loop over a 'param int', or tables");
  else if (outer->helper)
    refuse(outer->where,
           "'" + outer->helper->getName().str() + "' grows to more than " + std::to_string(share) +
               " operations when the helpers it calls are written out",
           "a helper that calls another one twice doubles it: keep its value in a local");
  else
    refuse(outer->where,
           "this loop grows to more than " + std::to_string(share) +
               " operations when its passes are written out",
           "let it or a loop inside it run to a 'param int': such a loop is not written out");
  return false;
}

std::nullptr_t LowerReports::refuse(clang::SourceRange range, const std::string &message,
                                    const std::string &hint) {
  const SourceRange at = where(range);
  if (!told_.insert(at.str() + message).second)
    return nullptr;
  diagnostics_.error(at, message);
  if (!hint.empty())
    diagnostics_.hint(hint);
  return nullptr;
}

SourceRange LowerReports::where(clang::SourceRange range) const {
  SourceRange result = toRange(context_, range);
  result.calledFrom = caller_;
  return result;
}

bool LowerReports::checkType(clang::QualType type, clang::SourceRange range) {
  const clang::QualType plain = type.getCanonicalType().getUnqualifiedType();
  if (plain == context_.DoubleTy || plain == context_.IntTy || plain == context_.LongTy ||
      plain == context_.BoolTy)
    return true;
  if (plain == context_.FloatTy)
    return checkDeclared(type, range);
  else if (plain->isPointerType() || plain->isArrayType())
    refuse(range, "pointers and arrays are not supported here",
           "read a state by its name and index");
  else
    refuse(range, "type '" + type.getAsString() + "' is not supported",
           "the types of the language are 'int', 'real' and 'bool'");
  return false;
}

bool LowerReports::checkDeclared(clang::QualType type, clang::SourceRange range) {
  const bool isFloat = type.getCanonicalType().getUnqualifiedType() == context_.FloatTy;
  if (!isFloat && !isWrittenDouble(context_, type))
    return checkType(type, range);
  const std::string name = isFloat ? "float" : "double";
  refuse(range, "'" + name + "' is not a type of the language",
         "write 'real'; its precision is chosen with eulerc's --real");
  return false;
}

bool LowerReports::checkParameters(const clang::FunctionDecl *definition) {
  return std::ranges::all_of(definition->parameters(), [&](const clang::ParmVarDecl *parameter) {
    return checkDeclared(parameter->getType(), parameter->getSourceRange());
  });
}

bool LowerReports::admit(Leaf leaf, const std::string &name, Place place,
                         clang::SourceRange range) {
  if (mayStand(leaf, place))
    return true;
  if (const SourceRange at = where(range); told_.insert(at.str() + name).second)
    refuseLeaf(leaf, name, place, at, diagnostics_);
  return false;
}

/// Whether a quotient of integers may have a fraction: not for "6 / 2", "2 * N / 2".
static bool mayHaveFraction(const ExprPtr &dividend, const ExprPtr &divisor) {
  const auto by = constantInt(divisor);
  const auto of = toAffine(dividend);
  if (by == 0 || by == -1)
    return false;
  if (!by || !of)
    return true;
  const auto remains = [&](std::int64_t factor) { return factor % *by != 0; };
  return remains(of->constant) || std::ranges::any_of(of->perAxis, remains) ||
         std::ranges::any_of(of->terms, [&](const auto &term) { return remains(term.second); });
}

/// "i - N / 2" and "i / 2 + 1" count points; columns of matrices, which are data, also count.
void LowerReports::warnOfFractions(const clang::Expr *written, bool isInSum) {
  written = written->IgnoreParenImpCasts();
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(written))
    return warnOfFractions(sign->getSubExpr(), isInSum);
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(written)) {
    warnOfFractions(choice->getTrueExpr(), isInSum);
    return warnOfFractions(choice->getFalseExpr(), isInSum);
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(written);
  const auto quotient = binary ? quotients_.find(binary) : quotients_.end();
  if (quotient != quotients_.end()) {
    const auto &[dividend, divisor] = quotient->second;
    const bool countsPoints = isInSum && constantInt(divisor) && !constantInt(dividend);
    if (!countsPoints)
      warnOfLostRemainder(dividend, divisor, binary->getSourceRange());
  } else if (binary && (binary->isAdditiveOp() || binary->getOpcode() == clang::BO_Mul)) {
    for (const clang::Expr *side : {binary->getLHS(), binary->getRHS()})
      warnOfFractions(side, isInSum || binary->isAdditiveOp());
  }
}

void LowerReports::warnOfLostRemainder(const ExprPtr &dividend, const ExprPtr &divisor,
                                       clang::SourceRange range) {
  if (!mayHaveFraction(dividend, divisor) || !told_.insert(where(range).str()).second)
    return;
  const auto number = constantInt(dividend);
  diagnostics_.warning(where(range), "a division of integers drops the remainder");
  const auto operand = [](const ExprPtr &value) {
    const std::string text = printShort(value);
    const bool isWord = std::ranges::all_of(
        text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
    return isWord ? text : "(" + text + ")";
  };
  diagnostics_.hint("for a real result write '" +
                    (number ? std::to_string(*number) + ".0" : "(real)" + operand(dividend)) +
                    " / " + operand(divisor) +
                    "'; where the whole number is meant, keep it in an 'int'");
}

} // namespace eulerc::compiler
