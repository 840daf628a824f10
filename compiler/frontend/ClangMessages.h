// Clang's diagnostics in the user's words.
#pragma once

#include "HelperReads.h"
#include "Leaves.h"

#include "ir/Diagnostics.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace eulerc::compiler {

/// One message of Clang, kept until the names of the program are known.
struct ClangError {
  std::string text;
  SourceRange where;
  std::string token; ///< the word or sign at `where` or next after it; "**" for two stars
  SourceRange tokenWhere;
  std::string member;                ///< behind the token: "sin" of "np.sin", "std::sin"
  std::string brackets;              ///< behind the token: "(u, i, low)"
  char before = ' ', after = ' ';    ///< the nearest signs around the token
  std::string declaration;           ///< the first word of the declaration around it: "boundary"
  std::string array;                 ///< of "initial(k)(int i)": "k"
  bool isValue = false;              ///< behind the '=' of that declaration
  std::string macro;                 ///< the user's macro that the token comes from
  bool isMacroOfCommandLine = false; ///< -D
  bool macroHasGap = false;          ///< "#define SQUARE (x) x * x", which has no arguments
  std::string endingMacro;           ///< before the token: "#define G 9.81;"
  std::vector<SourceRange> ranges;   ///< operands the message speaks of
  std::vector<std::string> operands; ///< their text
  std::vector<std::pair<SourceRange, std::string>> notes;

  /// The first of them.
  std::string operand() const { return operands.empty() ? std::string() : operands.front(); }
  /// "param int N = 80;" where N is a macro
  bool nameIsMacro() const { return text == "expected identifier or '('" && !macro.empty(); }
  /// "timespan = { .to = 1, dt = 0.1 };"
  bool lacksPoint() const { return declaration == "timespan" && after == '='; }
  /// "state real u[(int) sqrt(K)];", which C takes for a size that is known at run time
  bool isOfSize() const {
    return text.starts_with("variable length array declaration not allowed");
  }
  /// "state real u[N] = {1};", "state real u[N] = sin(i);"
  bool isOfValues() const {
    return text == "'extern' variable has an initializer" ||
           text.starts_with("array initializer must be an ") ||
           (isValue && (declaration == "state" || declaration == "field" || declaration == "data"));
  }
  /// "method = 4;": the right declaration is a macro (MethodWords.h)
  bool isOfMethod() const { return declaration == "method"; }
};

/// Whether a warning of Clang means that a program does not say what its author meant: it is then
/// reported as an error or a warning of eulerc. All others are dropped.
bool matters(const std::string &clangWarning);

/// An array as it is declared: `state real v[N];` has one size.
struct DeclaredArray {
  std::size_t sizes;
  SourceRange where;
};

/// The names that a program declares.
struct KnownNames {
  std::vector<std::string> all;       ///< for did-you-mean
  std::map<std::string, Leaf> leaves; ///< what params, arrays and arguments of ddt stand for
  std::map<std::string, DeclaredArray> arrays; ///< states, fields, data, also without a size
  std::vector<std::string> events;
  std::set<std::string> localArrays;          ///< "real a[3];" in a function
  std::map<std::string, SourceRange> globals; ///< variables: "int N = 64;"
  std::string firstState;
  std::vector<std::string> arguments;          ///< of its ddt or next: "i", "t"
  std::map<std::string, SourceRange> monitors; ///< and outputs: where their names stand
  std::map<std::string, HelperRead> helpers;   ///< what they read, if there are errors
};

/// Reports Clang's messages: rephrased where Clang speaks of C and the user wrote .ode, with a hint
/// where one is known, and once for one mistake.
void reportClangErrors(const std::vector<ClangError> &errors, const KnownNames &names,
                       Diagnostics &diagnostics);

} // namespace eulerc::compiler
