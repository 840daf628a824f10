#include "Consequences.h"

#include "MessageReport.h"

#include <set>

namespace eulerc::compiler {
namespace {

/// "param int N = -5; state real u[N];"
bool isOfNegativeSize(const ClangError &error) {
  return error.text.ends_with("declared as an array with a negative size");
}

/// "i > 0 && && y[i] > 1", where Clang expects a label.
bool isOfLabel(const ClangError &error) {
  return error.text.starts_with("use of undeclared label");
}

/// "state real u; … u[i]"
bool isOfNoGrid(const ClangError &error, const KnownNames &names) {
  const auto array = names.arrays.find(error.operand());
  return error.text.starts_with("subscripted value is not an array") &&
         array != names.arrays.end() && array->second.sizes == 0;
}

/// "param int N = 3000000000;", which the compiler reads as a negative number.
bool isOfLongParam(const ClangError &error) {
  return error.text.starts_with("constexpr initializer evaluates to ") &&
         error.text.ends_with("in type 'const int'");
}

/// "param int N = sqrt(16);", which is reported as a separate error.
bool isOfRealDefault(const ClangError &error) {
  return reads(error.text, "constexpr initializer for type 'const (int|long)' is of type .*");
}

/// Whether a param's default does not fit its type, so that the param has another value.
bool isOfDefault(const ClangError &error) {
  return error.text.starts_with("constexpr initializer ") && error.declaration == "param";
}

/// "static_assert(N > 2, …);"
bool isOfAssertion(const ClangError &error) {
  return error.text.starts_with("static assertion failed");
}

bool isOfTooLarge(const ClangError &error) {
  return error.text.starts_with("integer literal is too large");
}

bool isOfFraction(const ClangError &error) {
  return error.text.starts_with("implicit conversion turns floating-point number into ");
}
/// "int k = floor(x);", which drops no fraction; and "param int N = K;", which is an error.
bool isWhole(const ClangError &error) {
  return isOfFraction(error) &&
         (error.declaration == "param" ||
          reads(error.operand(), "(floor|ceil|round|trunc|rint)\\s*\\(.*\\)"));
}
/// "f(real x) { return x; }", which C reads as a function of type int.
bool isUntyped(const ClangError &error) {
  return error.text.find("type specifier") != std::string::npos;
}

/// "void real a = 1;", which C reads as a variable 'real'.
bool isOfVoid(const ClangError &error) {
  return error.text == "variable has incomplete type 'void'";
}

bool isOfUnknown(const ClangError &error) { return error.text.starts_with("use of undeclared"); }

/// "param int N = (int) sqrt(Q);"
bool isUnknownInParam(const ClangError &error) {
  return isOfUnknown(error) && error.declaration == "param";
}

/// A message after "':' is not expected here", after "void real a", or after "- ^ * u", in the same
/// line.
bool isRestOfLine(const ClangError &error, const std::vector<ClangError> &errors) {
  const bool isSyntax = error.text.starts_with("expected ");
  return (isUntyped(error) || isSyntax) &&
         std::ranges::any_of(errors, [&](const ClangError &other) {
           return &other < &error && other.where.line == error.where.line &&
                  (isSyntax ? isOfVoid(other) || other.text.starts_with("type name requires ")
                            : other.text.starts_with("expected ';'"));
         });
}

/// "param int M N = 10;"
bool isOfUnreadParam(const ClangError &error) {
  return error.text.starts_with("expected ';'") && error.declaration == "param";
}

class Consequences {
public:
  Consequences(const std::vector<ClangError> &errors, const KnownNames &names)
      : errors_(errors), names_(names) {}

  bool isOne(const ClangError &error) {
    return isWhole(error) || isRepeated(error) || followsFromAny(error) || isBehindSign(error) ||
           isRestOfLine(error, errors_);
  }

private:
  bool any(bool (*is)(const ClangError &)) const { return std::ranges::any_of(errors_, is); }

  /// Whether a message repeats another one for the same name or array.
  bool isRepeated(const ClangError &error) {
    if (error.isOfValues()) // one for each line
      return !said_.insert("values " + error.where.file + std::to_string(error.where.line)).second;
    const bool isOfArray = isOfNegativeSize(error) || isOfNoGrid(error, names_) || error.isOfSize();
    if (!isOfArray && (!isOfUnknown(error) || error.declaration == "initial"))
      return false;
    return !said_.insert(error.text + (isOfArray ? error.operand() : "")).second;
  }

  bool followsFromAny(const ClangError &error) const {
    return (any(isOfMacro) && !isOfMacro(error)) || (isOfFraction(error) && any(isUntyped)) ||
           (isOfUnknown(error) && !isOfLabel(error) && (any(isOfNegativeSize) || any(isOfVoid))) ||
           (isOfNegativeSize(error) && any(isOfLongParam)) ||
           (error.isOfSize() &&
            (any(isOfRealDefault) || any(isUnknownInParam) || any(isOfUnreadParam))) ||
           (isOfAssertion(error) && any(isOfDefault)) ||
           (isOfLongParam(error) && any(isOfTooLarge)) || (!isOfLabel(error) && any(isOfLabel));
  }
  static bool isOfMacro(const ClangError &error) { return error.nameIsMacro(); }

  /// Whether a message follows a sign that is not part of the language.
  bool isBehindSign(const ClangError &error) const {
    return error.text.starts_with("expected ") &&
           std::ranges::any_of(errors_, [&](const ClangError &other) {
             return &other < &error && other.where.str() == error.tokenWhere.str();
           });
  }

  const std::vector<ClangError> &errors_;
  const KnownNames &names_;
  std::set<std::string> said_;
};

} // namespace

std::vector<ClangError> withoutConsequences(const std::vector<ClangError> &errors,
                                            const KnownNames &names) {
  for (const ClangError &error : errors)
    if (error.isOfMethod() ||
        error.text == "#include nested too deeply") // all other messages follow from it
      return {error};
  std::vector<ClangError> result;
  Consequences consequences(errors, names);
  std::ranges::copy_if(errors, std::back_inserter(result),
                       [&](const ClangError &error) { return !consequences.isOne(error); });
  return result;
}

} // namespace eulerc::compiler
