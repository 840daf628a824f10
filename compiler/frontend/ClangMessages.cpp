#include "ClangMessages.h"

#include "Words.h"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace eulerc::compiler {
namespace {

/// A Clang message that matches `pattern` is reported as `message` with `hint`, where $1, $2 stand
/// for what the pattern captured and TOKEN for the word at its place. The first match counts.
struct Rephrasing {
  const char *pattern, *message, *hint;
  Severity severity = Severity::Error;
};

const char *const kDeclarations =
    "a declaration starts with param, state, field, table, boundary, initial, ddt, timespan or "
    "static";

const Rephrasing kRephrasings[] = {
    // Declarations.
    {"expected ';' after top level declarator|expected ';' at end of declaration",
     "';' is missing at the end of this declaration", ""},
    {"expected ';' after (.*)", "';' is missing after the $1", ""},
    {"(?:type specifier missing|a type specifier is required).*", "this declaration has no type",
     "write 'param int NAME', 'param real NAME', 'state real NAME[N]' or 'field real NAME[N]'"},
    {"expected function body after function declarator", "'{' is expected here",
     "a function is 'ddt(y)(int i, real t) { return ...; }'"},
    {"invalid suffix '(.*)' on (?:integer|floating) constant", "'$1' cannot follow a number",
     "write an operator between them, as in '2 * y[i]'"},
    {"'([^']+)' declared as an array with a negative size", "state '$1' has a negative size",
     "give the param in its brackets a positive default"},
    {"size of array has non-integer type.*", "the size of a state is an integer",
     "declare the param in its brackets as 'param int'"},
    {"redefinition of 'eulerc_(ddt|initial|boundary)_([^']+)'.*", "$1($2) is given twice",
     "keep one of them"},
    {"pasting formed 'eulerc_(ddt|initial|boundary)_.*", "$1(...) takes the name of a state",
     "write for example '$1(y)'"},
    {"redefinition of 'eulerc_timespan'.*", "timespan is given twice", "keep one of them"},
    {"(?:redefinition|redeclaration) of '([^']+)'.*", "'$1' is declared twice",
     "give one of the two another name"},
    {"function definition is not allowed here", "a function inside a function",
     "define helper functions by themselves, above the function that calls them"},
    {"variable length array declaration not allowed at file scope",
     "the size of this state is not a constant",
     "make it of numbers and of params such as 'param int N = 100;'"},
    // Params and what else is made of constants.
    {"constexpr initializer evaluates to (\\S+) which is not exactly representable in type "
     "'const int'",
     "$1 does not fit the default of an int param", "declare it as 'param long'"},
    {"constexpr initializer for type 'const (?:int|long)' is of type .*",
     "the default of an int param is an integer",
     "declare the param as 'param real', or convert the value: '(int)(...)'"},
    {"static assertion failed(?: due to requirement '(.*?)')?: (.*)", "$2",
     "the condition does not hold for the defaults of the params"},
    {"static assertion failed due to requirement '(.*)'", "the condition '$1' does not hold",
     "it is checked with the defaults of the params"},
    {"static assertion expression is not an integral constant expression",
     "this condition cannot be checked here",
     "a static_assert compares params with each other and with numbers, without functions"},
    // timespan and boundary.
    {"field designator '([^']+)' does not refer to any field in type .*", "timespan has no '.$1'",
     "what it has are .from, .to and .dt"},
    {"initializing 'const struct eulerc_timespan' with .*", "timespan is a list",
     "write 'timespan = { .to = 1.0, .dt = 1e-4 };'"},
    {"excess elements in struct initializer", "timespan has three values",
     "write 'timespan = { .from = 0.0, .to = 1.0, .dt = 1e-4 };'"},
    {"initializing 'const struct eulerc_rule' with .*", "a boundary rule is expected here",
     "write 'boundary(STATE) = dirichlet(VALUE);', or '= neumann(0);', or '= periodic;'"},
    {"excess elements in array initializer", "the table has more entries than its size says",
     "leave the size out, it is counted: 'table real w[] = {...};'"},
    // Expressions.
    {".*'real \\(real.*", "a function is used without its arguments", "write for example 'sin(x)'"},
    {"called object type 'real\\[.*", "a state is indexed with brackets",
     "write y[i] instead of y(i)"},
    {"array subscript is not an integer", "an index is an integer",
     "the index of ddt and initial is declared as 'int i'; convert a real with (int)(...)"},
    {"subscripted value is not an array, pointer, or vector",
     "only states, fields and tables have an index",
     "one for each axis of the grid, as in y[i + 1] or, on a plane, y[j][i + 1]"},
    {"cannot assign to variable '([^']+)' with const-qualified type.*",
     "'$1' is a param and keeps its value", "copy it to a local variable first"},
    {"too few arguments to function call, expected (?:at least )?(\\d+), have (\\d+)",
     "too few arguments: expected $1, given $2", "look at the definition of the function"},
    {"too few arguments to function call, single argument '([^']+)' was not specified",
     "too few arguments: '$1' is not given", "look at the definition of the function"},
    {"too many arguments to function call, expected (\\d+), have (\\d+)",
     "too many arguments: expected $1, given $2", "look at the definition of the function"},
    {"too many arguments to function call, expected single argument '([^']+)', have (\\d+).*",
     "too many arguments: expected '$1' alone, given $2", "look at the definition of the function"},
    {"non-void function '.*' should return a value", "'return' without a value",
     "write 'return EXPRESSION;'"},
    {"integer literal is too large to be represented in any integer type",
     "this number is too large for an integer", "write it as a real, for example 1e20"},
    {"implicit conversion from 'double' to 'int' changes value from (\\S+) to (\\S+)",
     "the int takes $2 instead of $1", "declare it as 'real'", Severity::Warning},
    {"comparisons like 'X<=Y<=Z' don't have their mathematical meaning",
     "two comparisons in a row compare the truth of the first with a number",
     "write 'a < b && b < c' for 'a < b < c'", Severity::Warning},
    {"cannot open file '(.*)': (.*)", "'$1' cannot be read: $2",
     "what is included is a text file of up to 16 MiB"},
    {"fatal: too many errors emitted, stopping now|too many errors emitted, stopping now",
     "too many errors; the rest of the file is not looked at", "mend the first ones first"},
};

/// Names from other languages and from C's library, with what to do instead.
const std::map<std::string, const char *> kElsewhere = {
    {"abs", "write 'fabs'"},
    {"max", "write 'fmax'"},
    {"min", "write 'fmin'"},
    {"mod", "write 'fmod' for reals, '%' for integers"},
    {"ln", "write 'log', the natural logarithm"},
    {"sqr", "write 'x * x'; the square root is 'sqrt'"},
    {"sign", "write 'x > 0 ? 1 : x < 0 ? -1 : 0'; copysign(a, b) is a with the sign of b"},
    {"sgn", "write 'x > 0 ? 1 : x < 0 ? -1 : 0'; copysign(a, b) is a with the sign of b"},
    {"pi", "write 'M_PI'"},
    {"PI", "write 'M_PI'"},
    {"Pi", "write 'M_PI'"},
    {"printf", "a program only computes; the solver prints and writes the result (--output)"},
    {"t", "the time is known in ddt alone, as its last argument: 'ddt(y)(int i, real t)'"},
    {"rand", "values have to depend on the index and the params; write for example "
             "'sin(12.9898 * i)'"},
    {"to", "write a point before it: '.to = ...'"},
    {"from", "write a point before it: '.from = ...'"},
    {"dt", "write a point before it in timespan: '.dt = ...'; inside ddt the step is not known"},
    {"then", "leave it out: 'if (condition) statement'"},
    {"var", "write 'int' or 'real'"},
    {"neumann", "write 'neumann(0)'"},
    {"dirichlet", "write 'dirichlet(VALUE)'"},
    {"mirror", "write 'neumann(0)'"},
    {"True", "write 'true'"},
    {"False", "write 'false'"},
};

/// What a program may say beside its own names.
const std::vector<std::string> &languageWords() {
  static const std::vector<std::string> words = {
      "return", "if",     "else",   "int",       "real",    "bool",     "true",  "false",
      "const",  "static", "param",  "dirichlet", "neumann", "periodic", "M_PI",  "M_PI_2",
      "M_PI_4", "M_E",    "M_1_PI", "M_2_PI",    "M_SQRT2", "M_LN2",    "M_LN10"};
  return words;
}

/// C's headers that users reach for; nothing of them is needed.
bool isHeaderOfC(const std::string &file) {
  static const std::set<std::string> headers = {"math.h",   "tgmath.h", "stdio.h",  "stdlib.h",
                                                "stdint.h", "stddef.h", "string.h", "stdbool.h",
                                                "float.h",  "limits.h", "assert.h", "cmath"};
  return headers.contains(file);
}

/// Clang's own text without eulerc's names for things and without C's names for types.
std::string plain(std::string text) {
  text = std::regex_replace(text, std::regex("eulerc_(ddt|initial|boundary)_(\\w+)"), "$1($2)");
  text = std::regex_replace(text, std::regex("eulerc_timespan"), "timespan");
  return std::regex_replace(text, std::regex(" \\(aka '[^']*'\\)"), "");
}

bool reads(const std::string &text, const char *pattern, std::smatch *match = nullptr) {
  std::smatch unused;
  return std::regex_match(text, match ? *match : unused, std::regex(pattern));
}

class Reporter {
public:
  Reporter(const ClangError &error, const std::vector<std::string> &names, Diagnostics &diagnostics)
      : error_(error), names_(names), diagnostics_(diagnostics) {}

  void run() {
    if (!unknownName() && !missingFile() && !stateWithoutIndex() && !operators() && !syntax() &&
        !fromTable())
      diagnostics_.error(error_.where, plain(error_.text));
    for (const auto &[where, text] : error_.notes)
      diagnostics_.note(where, text);
  }

private:
  bool say(const SourceRange &where, const std::string &message, const std::string &hint) {
    diagnostics_.error(where, message);
    if (!hint.empty())
      diagnostics_.hint(hint);
    return true;
  }
  bool say(const std::string &message, const std::string &hint) {
    return say(error_.where, message, hint);
  }

  bool isDeclared(const std::string &name) const {
    return std::ranges::find(names_, name) != names_.end();
  }

  bool unknownName() {
    std::smatch match;
    const bool isType = reads(error_.text, "unknown type name '([^']+)'.*", &match);
    const bool isFunction =
        !isType &&
        reads(error_.text, "call to undeclared (?:library )?function '([^']+)'.*", &match);
    if (!isType && !isFunction &&
        !reads(error_.text, "use of undeclared identifier '([^']+)'.*", &match))
      return false;
    const std::string name = match[1];
    if (isDeclared(name)) {
      if (isType)
        return say("'" + name + "' cannot begin a declaration",
                   "the derivative of y is given as 'ddt(y)(int i, real t) { return ...; }'");
      return say("'" + name + "' is used before it is declared",
                 "move its declaration up, above this place");
    }
    const std::string message =
        isType ? "unknown word '" + name + "'" : "unknown name '" + name + "'";
    if (const auto known = kElsewhere.find(name); known != kElsewhere.end())
      return say(message, known->second);
    if (name == "ddt" || name == "initial" || name == "boundary")
      return say(name + "(...) takes the name of a state", "write for example '" + name + "(y)'");
    std::vector<std::string> candidates = isType ? std::vector<std::string>() : names_;
    if (name.size() > 2) // 'i' is no slip of 'if'
      candidates.insert(candidates.end(), languageWords().begin(), languageWords().end());
    if (const auto meant = nearest(name, candidates))
      return say(message, "did you mean '" + *meant + "'?");
    if (isType)
      return say(message, error_.where.column == 1
                              ? kDeclarations
                              : "the types are 'int' and 'real', as in '(int i, real t)'");
    return say(message, "declare it: a constant with 'param', an unknown with 'state', a local "
                        "inside the function");
  }

  bool missingFile() {
    std::smatch match;
    if (!reads(error_.text, "'([^']+)' file not found", &match))
      return false;
    return say(error_.text, isHeaderOfC(match[1])
                                ? "remove this line: sin, exp, M_PI and the like need no #include"
                                : "name the folder it is in with -I");
  }

  /// Clang speaks of arrays when a state stands where a number should.
  bool stateWithoutIndex() {
    if (error_.text.find("real[") == std::string::npos || error_.token == "(" ||
        error_.text.starts_with("rede")) // two declarations of different types
      return false;
    for (std::size_t k = 0; k < error_.ranges.size(); k++)
      if (const std::string &name = error_.operands[k]; isDeclared(name))
        return say(error_.ranges[k], "'" + name + "' is used without an index",
                   "write '" + name + "[i]', on a plane '" + name + "[j][i]'");
    return say("the value at one grid point is expected here",
               "write one index for each axis, in brackets of its own: 'y[i]', on a plane "
               "'y[j][i]'");
  }

  bool operators() {
    if (error_.text.starts_with("invalid operands to binary expression")) {
      if (error_.token == "^")
        return say("'^' is not a power here", "write 'pow(x, 2)', or 'x * x'");
      if (error_.token == "%")
        return say("'%' is for integers", "write 'fmod(a, b)' for reals");
      return say("'" + error_.token + "' does not work on real values",
                 "the operators of the language are + - * / % and comparisons, && || ! ?:");
    }
    if (error_.text.starts_with("indirection requires pointer operand"))
      return error_.token == "**"
                 ? say("'**' is not a power here", "write 'pow(x, 2)', or 'x * x'")
                 : say("pointers are not supported", "read a state by its name and index");
    return false;
  }

  /// Where the grammar breaks, the word at that place tells more than what was expected.
  bool syntax() {
    if (!error_.text.starts_with("expected "))
      return false;
    static const std::map<std::string, const char *> words = {
        {"and", "write '&&'"}, {"or", "write '||'"}, {"then", "leave out 'then'"}};
    if (const auto word = words.find(error_.token); word != words.end())
      return say("'" + word->first + "' is not a word of the language", word->second);
    if (error_.token == "else")
      return say("'else' without an 'if'",
                 "several statements after 'if (...)' need braces: { ... }");
    if (error_.token == "," && error_.text == "expected ']'")
      return say("each pair of brackets holds one index", "write '[j][i]' instead of '[j, i]'");
    const char first = error_.token.empty() ? ';' : error_.token[0];
    if (error_.text == "expected identifier or '('" && first >= '0' && first <= '9')
      return say("a name is expected here", "a decimal number has a point: 1.5");
    if (error_.text.starts_with("expected ';'") && (first == ')' || first == ']'))
      return say(error_.tokenWhere, "'" + error_.token + "' closes nothing",
                 "remove it, or open a bracket before it");
    if (error_.token == "{" && error_.text.ends_with("after top level declarator"))
      return say(error_.tokenWhere, "'=' is missing before '{'", "write 'timespan = { ... };'");
    if (error_.text.starts_with("expected ';'") && first != ';' && first != '}')
      return say(error_.tokenWhere, "'" + error_.token + "' is not expected here",
                 "an operator or a ';' is missing before it");
    return false;
  }

  bool fromTable() {
    for (const Rephrasing &r : kRephrasings) {
      std::smatch match;
      if (!std::regex_match(error_.text, match, std::regex(r.pattern)))
        continue;
      if (r.severity == Severity::Warning)
        diagnostics_.warning(error_.where, match.format(r.message));
      else
        diagnostics_.error(error_.where, match.format(r.message));
      if (*r.hint)
        diagnostics_.hint(match.format(r.hint));
      return true;
    }
    return false;
  }

  const ClangError &error_;
  const std::vector<std::string> &names_;
  Diagnostics &diagnostics_;
};

} // namespace

bool matters(const std::string &clangWarning) {
  return clangWarning == "excess elements in struct initializer" ||
         clangWarning == "excess elements in array initializer" ||
         clangWarning.starts_with("comparisons like 'X<=Y<=Z'") ||
         reads(clangWarning, "implicit conversion from 'double' to 'int' changes value .*");
}

void reportClangError(const ClangError &error, const std::vector<std::string> &names,
                      Diagnostics &diagnostics) {
  Reporter(error, names, diagnostics).run();
}

} // namespace eulerc::compiler
