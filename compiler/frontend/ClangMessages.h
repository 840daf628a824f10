// ClangMessages: reports Clang's diagnostics in the user's words.
#pragma once

#include "HelperReads.h"
#include "Leaves.h"

#include "ir/Diagnostics.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace eulerc::compiler {

/// A message of Clang, kept until the names of the program are known.
struct ClangError {
  std::string text;
  SourceRange where;
  std::string token; ///< the word or sign at `where`, or the next after it; "**" for two stars
  SourceRange tokenWhere;
  std::string member;                ///< after the token: "sin" in "np.sin", "std::sin"
  std::string brackets;              ///< after the token: "(u, i, low)"
  char before = ' ', after = ' ';    ///< the nearest signs around the token
  bool isBehindReturn = false;       ///< "return *"
  std::string declaration;           ///< the first word of the surrounding declaration: "boundary"
  std::string array;                 ///< "k" in "initial(k)(int i)"
  bool isValue = false;              ///< whether the place is after the '=' of that declaration
  std::string macro;                 ///< the user's macro from which the token comes
  bool isMacroOfCommandLine = false; ///< -D
  std::string option;              ///< the option at this place: "-D SPEED=4"; then `where` is none
  bool macroHasGap = false;        ///< "#define SQUARE (x) x * x", which has no arguments
  std::string endingMacro;         ///< before the token: "#define G 9.81;"
  std::vector<SourceRange> ranges; ///< operands that the message refers to
  std::vector<std::string> operands; ///< their text
  std::vector<std::pair<SourceRange, std::string>> notes;

  /// Whether the token can be shown: the end of a line cannot.
  bool hasToken() const {
    return !token.empty() && static_cast<unsigned char>(token.front()) > 0x20;
  }
  /// The first operand.
  std::string operand() const { return operands.empty() ? std::string() : operands.front(); }
  /// "param int N = 80;" where N is a macro
  bool nameIsMacro() const { return text == "expected identifier or '('" && !macro.empty(); }
  /// "timespan = { .to = 1, dt = 0.1 };"
  bool lacksPoint() const { return declaration == "timespan" && after == '='; }
  /// "state real u[(int) sqrt(K)];", which C takes for a size known only at run time
  bool isOfSize() const {
    return text.starts_with("variable length array declaration not allowed");
  }
  /// "state real u[N] = {1};", "state real u[N] = sin(i);", "state real u[N] {1};"
  bool isOfValues() const {
    return text == "'extern' variable has an initializer" ||
           text.starts_with("array initializer must be an ") || (token == "{" && before == ']') ||
           (isValue && (declaration == "state" || declaration == "field" || declaration == "data"));
  }
  /// "method = 4;": a correct declaration is a macro (MethodWords.h)
  bool isOfMethod() const { return declaration == "method"; }
};

/// Whether a warning of Clang means that a program does not do what its author meant. Such warnings
/// are reported as errors or warnings of eulerc; others are dropped.
bool matters(const std::string &clangWarning);

/// A declared array: `state real v[N];` has one size.
struct DeclaredArray {
  std::size_t sizes;
  SourceRange where;
  bool countsSpecies = false; ///< its first size is one of a state's species

  std::size_t axes() const { return sizes - (countsSpecies ? 1 : 0); }
};

/// The names that a program declares.
struct KnownNames {
  std::vector<std::string> all;                ///< for did-you-mean
  std::map<std::string, Leaf> leaves;          ///< the kinds of params, arrays and arguments of ddt
  std::map<std::string, DeclaredArray> arrays; ///< states, fields and data, also without a size
  std::vector<std::string> events;
  std::set<std::string> localArrays;          ///< "real a[3];" in a function
  std::map<std::string, SourceRange> globals; ///< variables: "int N = 64;"
  std::string firstState;
  std::vector<std::string> arguments;          ///< of the first ddt or next: "i", "t"
  std::map<std::string, SourceRange> monitors; ///< monitors and outputs: the places of their names
  std::map<std::string, HelperRead> helpers;   ///< the states that they read, if there are errors
};

/// Reports Clang's messages, once for each mistake. Messages about C are rephrased in terms of the
/// .ode language, with a hint if one is known.
void reportClangErrors(const std::vector<ClangError> &errors, const KnownNames &names,
                       Diagnostics &diagnostics);

} // namespace eulerc::compiler
