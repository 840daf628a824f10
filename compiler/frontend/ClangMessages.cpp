#include "ClangMessages.h"

#include "BuiltinMessages.h"
#include "Consequences.h"
#include "DeclarationShapes.h"
#include "IndexMessages.h"
#include "NameMessages.h"
#include "OtherWords.h"
#include "Rephrasings.h"
#include "SyntaxMessages.h"
#include "Words.h"

#include <algorithm>
#include <map>
#include <set>

namespace eulerc::compiler {
namespace {

/// Clang's own text, with eulerc's internal names and C's type names replaced.
std::string plain(std::string text) {
  text = std::regex_replace(text, std::regex("eulerc_(ddt|next|let|initial|boundary)_(\\w+)"),
                            "$1($2)");
  text = std::regex_replace(text, std::regex("eulerc_timespan"), "timespan");
  text = std::regex_replace(text, std::regex("st\\$p"), "stop");
  return std::regex_replace(text, std::regex(" \\(aka '[^']*'\\)"), "");
}

class Reporter : MessageReport {
public:
  using MessageReport::MessageReport;

  void run() {
    BuiltinMessages builtins(error_, names_, diagnostics_);
    IndexMessages indices(error_, names_, diagnostics_);
    SyntaxMessages syntax(error_, names_, diagnostics_);
    if (!macroOfOption() && !method() && !endOfMacro() && !globalSize() && !builtins.hiddenRule() &&
        !builtins.misplacedRule() && !builtins.wrongValues() && !valuesOfDeclaration() &&
        !outOfPlace() && !builtins.unknownRule() &&
        !NameMessages(error_, names_, diagnostics_).unknown() && !missingFile() &&
        !indices.ofNoArray() && !indices.ofReal() && !indices.missing() && !operators() &&
        !declarationAsFunction() && !typeAsFunction() && !syntax.unexpected() && !truthOfReal() &&
        !secondRule() && !fromTable())
      diagnostics_.error(error_.where, plain(error_.text));
    noteMonitor();
    if (syntax.isAboutWord())
      return; // Clang's notes are about the bracket that it missed
    for (const auto &[where, text] : error_.notes)
      diagnostics_.note(where, text);
  }

private:
  /// Notes the declaration of a monitor that has the same name as a param, for instance. Clang
  /// knows monitors before it reads them.
  void noteMonitor() {
    std::smatch match;
    if (!error_.notes.empty() ||
        !reads(error_.text, "(?:redefinition|redeclaration) of '(\\w+)'.*", &match))
      return;
    const auto monitor = names_.monitors.find(match[1]);
    if (monitor != names_.monitors.end() && monitor->second.str() != error_.where.str())
      diagnostics_.note(monitor->second, "it is declared here, too");
  }

  /// "-D SPEED=3 -D SPEED=4", "-D __clang__=3"
  bool macroOfOption() {
    std::smatch match;
    if (error_.option.empty() || !reads(error_.text, "'(.+)' macro redefined", &match))
      return false;
    const std::string name = match[1];
    diagnostics_.warning({}, error_.option + " defines '" + name + "' again, in another way");
    diagnostics_.hint(error_.notes.empty() ? "leave it out: the compiler itself defines this macro"
                                           : "keep one -D of '" + name + "'");
    return true;
  }

  bool method() {
    return error_.isOfMethod() &&
           say("a method is declared as 'method = NAME;'", "write for example 'method = rk4;'");
  }

  /// "int N = 64; state real u[N];"
  bool globalSize() {
    static const std::regex word("[A-Za-z_]\\w*");
    const std::string size = error_.isOfSize() ? error_.operand() : "", ascii = inAscii(size);
    for (std::sregex_iterator it(ascii.begin(), ascii.end(), word), end; it != end; ++it) {
      const auto global = names_.globals.find(size.substr(it->position(), it->length()));
      if (global == names_.globals.end())
        continue;
      return std::ranges::any_of(diagnostics_.all(),
                                 [&](const Diagnostic &each) {
                                   return each.where.str() ==
                                          global->second.str(); // reported for another array
                                 }) ||
             say(global->second, "'" + global->first + "' is a global variable",
                 "declare a constant with 'param': 'param int " + global->first + " = ...;'");
    }
    return false;
  }

  /// "#define G 9.81;": the semicolon ends the expression that uses G.
  bool endOfMacro() {
    return !error_.endingMacro.empty() &&
           say("the macro '" + error_.endingMacro +
                   "' ends with ';', and so does the line that uses it",
               "leave the ';' of its #define out");
  }

  /// A known name in a place where it is not allowed: "param real K = y[0];".
  bool outOfPlace() {
    auto place = placeOpenedBy(error_.declaration);
    if (const auto array = names_.leaves.find(error_.array);
        place == Place::Initial && array != names_.leaves.end())
      place = array->second == Leaf::Field  ? Place::FieldInitial
              : array->second == Leaf::Data ? Place::DataInitial
                                            : place;
    if (!place || error_.lacksPoint() ||
        reads(
            error_.text,
            "expected .*|rede.*|conflicting .*|field designator .*|initializing 'const struct .*"))
      return false;
    if (reads(error_.text, "(use of|call to) undeclared .*")) {
      const auto known = names_.leaves.find(error_.token);
      const bool isTableBelow = known != names_.leaves.end() && known->second == Leaf::Table;
      return !isTableBelow && refuseIn(error_.token, error_.where, *place);
    }
    for (std::size_t k = 0; k < error_.operands.size(); k++)
      if (refuseIn(error_.operands[k], error_.ranges[k], *place))
        return true;
    return false;
  }

  /// Refuses the first name in a text that is not allowed in this place.
  bool refuseIn(const std::string &text, const SourceRange &range, Place place) {
    static const std::regex word("[A-Za-z_]\\w*");
    const std::string ascii = inAscii(text);
    for (std::sregex_iterator it(ascii.begin(), ascii.end(), word), end; it != end; ++it) {
      const std::string name = text.substr(it->position(), it->length());
      if (refuseHelper(name, part(range, text, *it), place))
        return true;
      const auto known = names_.leaves.find(name);
      if (known == names_.leaves.end() || mayStand(known->second, place))
        continue;
      // An entry may stand where a number may, so the mistake is its type.
      if (known->second == Leaf::Table && reads(error_.text, "size of array has non-integer .*"))
        continue;
      refuseLeaf(known->second, known->first, place, part(range, text, *it), diagnostics_);
      return true;
    }
    return false;
  }

  /// Refuses the call of a helper that reads a value which is not allowed in this place.
  bool refuseHelper(const std::string &name, const SourceRange &call, Place place) {
    const auto helper = names_.helpers.find(name);
    if (helper == names_.helpers.end() || mayStand(helper->second.leaf, place))
      return false;
    auto from = std::make_shared<const SourceRange>(call);
    const std::vector<SourceRange> &calls = helper->second.calls;
    for (auto it = calls.rbegin(); it != calls.rend(); ++it) {
      SourceRange inner = *it;
      inner.calledFrom = from;
      from = std::make_shared<const SourceRange>(inner);
    }
    SourceRange where = helper->second.where;
    where.calledFrom = from;
    refuseLeaf(helper->second.leaf, helper->second.name, place, where, diagnostics_);
    return true;
  }

  bool missingFile() {
    std::smatch match;
    if (!reads(error_.text, "'([^']+)' file not found", &match))
      return false;
    if (error_.before == 'd') // "#embed <FILE>": "#include" ends with another letter
      return say("'#embed' is not supported",
                 "numbers of a file are data: 'data real K[N];', and the solver's '--data K=FILE'");
    return say(error_.text, isHeaderOfC(match[1])
                                ? "remove this line: sin, exp, M_PI and the like need no #include"
                                : "name the folder it is in with -I");
  }

  bool operators() {
    static const std::string binary = "invalid operands to binary expression";
    const bool isOther = error_.text.find("'real (") != std::string::npos || // "1 - exp - t"
                         error_.text.find("nullptr_t") != std::string::npos;
    if (error_.text.starts_with(binary) && error_.text.find("'void'") != std::string::npos)
      return say(error_.ranges.empty()                              ? error_.where
                 : error_.text.find("('void'") != std::string::npos ? error_.ranges.front()
                                                                    : error_.ranges.back(),
                 "this function returns nothing",
                 "declare it as 'static real NAME(...)', and return its value");
    if (error_.text.starts_with(binary) && !isOther) {
      if (error_.token == "^")
        return say("'^' is not a power here", "write 'pow(x, 2)', or 'x * x'");
      if (error_.token == "%")
        return say("'%' is for integers", "write 'fmod(a, b)' for reals");
      return say("'" + error_.token + "' does not work on real values",
                 "the operators of the language are + - * / % and comparisons, && || ! ?:");
    }
    if (error_.text.starts_with("called object type 'int'") && !error_.operands.empty()) {
      const auto known = names_.leaves.find(error_.operands.front());
      return known != names_.leaves.end() && known->second == Leaf::Index &&
             say("an index has no coordinates here",
                 "declare them: 'axis " + known->first +
                     " = { .from = 0.0, .step = 0.1 };', for the axis of the index " +
                     known->first);
    }
    if (error_.text.starts_with("indirection requires pointer operand"))
      return indirection();
    return false;
  }

  /// "u[i] ? 1 : 2": C warns as for 0.5, but no value is dropped there.
  bool truthOfReal() {
    if (!reads(error_.text,
               "implicit conversion turns floating-point number into .* to '\\w*[bB]ool'"))
      return false;
    const std::string real = error_.operand();
    int open = 0;
    const bool isSum = std::ranges::any_of(real, [&](char c) {
      open += (c == '(' || c == '[') - (c == ')' || c == ']');
      return open == 0 && std::string_view("+-*/%<>=&|?").find(c) != std::string_view::npos;
    });
    diagnostics_.warning(error_.where, "a real is a condition here, which holds unless it is 0");
    diagnostics_.hint("write '" + (isSum ? "(" + real + ")" : real) +
                      " != 0', or compare it with what is meant");
    return true;
  }

  bool indirection() {
    if (error_.token == "**")
      return say("'**' is not a power here", "write 'pow(x, 2)', or 'x * x'");
    if (error_.isBehindReturn ||
        std::string("+-*/%(,=?:<>").find(error_.before) != std::string::npos)
      return say("a value is missing before '*'",
                 "a value is a number, a name with its indices, or a call");
    return say("pointers are not supported", "read a state by its name and index");
  }

  /// "return ddt(u);"
  bool declarationAsFunction() {
    static const std::set<std::string> words = {"ddt", "initial", "let", "next"};
    return words.contains(error_.token) && error_.after == '(' &&
           error_.text.starts_with("unexpected type name ") &&
           say("'" + error_.token + "' declares a function, and is no value",
               "write what it computes as a helper, 'static real f(int i) { ... }', and call that");
  }

  /// "float(i)"
  bool typeAsFunction() {
    static const std::set<std::string> types = {"int", "real", "float", "double", "long", "bool"};
    return types.contains(error_.token) && error_.after == '(' &&
           reads(error_.text, "(unexpected type name .*: )?expected expression") &&
           say("a type in brackets converts a value",
               std::string("write '(") +
                   (error_.token == "int" || error_.token == "long" ? "int" : "real") + ")" +
                   error_.brackets + "'");
  }

  /// "const real a = 1; a = 2;" for a local.
  bool constLocal() {
    std::smatch match;
    return reads(error_.text, "cannot assign to variable '([^']+)' with const-qualified type.*",
                 &match) &&
           !names_.leaves.contains(match[1]) &&
           say("'" + match.str(1) + "' is const and keeps its value", "declare it without 'const'");
  }

  /// "state real u[N] = {1};", "data real d[3] = {1, 2, 3};": C would drop the values.
  bool valuesOfDeclaration() {
    static const std::map<std::string, std::string> cures = {
        {"state", "write 'initial(NAME)(int i) { return ...; }'"},
        {"field", "write 'initial(NAME)(int i) { return ...; }'"},
        {"data", "write 'initial(NAME)(int k) { return ...; }'; a list of constants is a 'table'"},
        {"l$t", "write 'let(NAME)(int i, real t) { return ...; }'"},
        {"series", "its values are those of a file: '--field NAME=FILE'"}};
    const auto cure = cures.find(error_.declaration);
    return cure != cures.end() && error_.isOfValues() &&
           say("this declaration takes no values", cure->second);
  }

  bool untyped() {
    static const std::map<std::string, const char *> typed = {
        {"l$t", "write 'let real NAME[N]'"},
        {"param", "write 'param int NAME' or 'param real NAME'"},
        {"state", "write 'state real NAME[N]'"},
        {"data", "write 'data real NAME[N]' or 'data int NAME[N]'"},
        {"table", "write 'table real NAME[] = {1, 2, 3}'"},
        {"field",
         "write 'field real NAME[N]'; 'initial(NAME)(int i) { return ...; }' computes it"}};
    const auto hint = typed.find(error_.declaration);
    if (error_.text.find("type specifier") != std::string::npos && error_.after == '(')
      return say("this declaration has no type",
                 "a helper is a function of reals and ints: 'static real f(real x) { return x; }'");
    return hint != typed.end() && error_.text.find("type specifier") != std::string::npos &&
           say("this declaration has no type", hint->second);
  }

  /// A text of Rephrasings.h with its placeholders replaced.
  std::string formatted(const std::smatch &match, const char *text) const {
    std::string out = match.format(text);
    if (const std::size_t token = out.find("'%t'"); token != std::string::npos)
      out.replace(token, 4, error_.hasToken() ? "'" + error_.token + "'" : "the end of the line");
    return out;
  }

  /// A second "boundary(u, i, low)".
  bool secondRule() {
    return error_.token == "boundary" && !error_.brackets.empty() &&
           reads(error_.text, "redefinition of 'eulerc_boundary_.*") &&
           say(error_.token + error_.brackets + " is given twice", "keep one of them");
  }

  bool fromTable() {
    if (untyped() || constLocal())
      return true;
    for (const Rephrasing &r : rephrasings()) {
      std::smatch match;
      if (!std::regex_match(error_.text, match, std::regex(r.pattern)))
        continue;
      if (r.severity == Severity::Warning)
        diagnostics_.warning(error_.where, formatted(match, r.message));
      else
        diagnostics_.error(error_.where, formatted(match, r.message));
      if (*r.hint)
        diagnostics_.hint(formatted(match, r.hint));
      return true;
    }
    return false;
  }
};

} // namespace

bool matters(const std::string &clangWarning) {
  return clangWarning == "'extern' variable has an initializer" ||
         clangWarning == "excess elements in struct initializer" ||
         clangWarning == "excess elements in array initializer" ||
         clangWarning.starts_with("#warning ") ||
         clangWarning.starts_with("magnitude of floating-point constant too ") ||
         clangWarning.starts_with("initializer overrides prior initialization") ||
         clangWarning == "declaration does not declare anything" ||
         clangWarning.ends_with("macro redefined") ||
         clangWarning.starts_with("comparisons like 'X<=Y<=Z'") ||
         clangWarning.ends_with(" has empty body") ||
         clangWarning.starts_with("implicit conversion turns floating-point number into ") ||
         reads(clangWarning, "implicit conversion from 'double' to 'int' changes value .*");
}

void reportClangErrors(const std::vector<ClangError> &errors, const KnownNames &names,
                       Diagnostics &diagnostics) {
  for (const ClangError &error : withoutConsequences(errors, names))
    Reporter(error, names, diagnostics).run();
}

} // namespace eulerc::compiler
