#include "SyntaxMessages.h"

#include "DeclarationShapes.h"
#include "NameMessages.h"

#include <cctype>
#include <map>
#include <set>

namespace eulerc::compiler {
namespace {

/// What to write instead of a word of other languages; "": the word is no such word.
std::string cureOfForeign(const std::string &word) {
  static const std::map<std::string, std::string> cures = {
      {"and", "write '&&'"}, {"or", "write '||'"}, {"then", "leave out 'then'"}};
  const auto found = cures.find(word);
  return found == cures.end() ? "" : found->second;
}

} // namespace

bool SyntaxMessages::unexpected() { return operatorInMacro() || ofGrammar(); }

bool SyntaxMessages::operatorInMacro() {
  const char first = error_.token.empty() ? ' ' : error_.token[0];
  isAboutWord_ = error_.text == "expected ')'" && isMacro(error_.declaration) &&
                 (std::isalnum(static_cast<unsigned char>(first)) != 0 || first == '_');
  return isAboutWord_ && say(error_.tokenWhere, "'" + error_.token + "' is not expected here",
                             "an operator or a ';' is missing before it");
}

bool SyntaxMessages::ofGrammar() {
  if (!error_.text.starts_with("expected "))
    return false;
  if (error_.before == '.' && std::string("*/^").find(error_.token) != std::string::npos)
    return say("'." + error_.token + "' is not an operator here",
               error_.token == "^" ? "write 'pow(x, 2)', or 'x * x'"
                                   : "write '" + error_.token + "': a value is one number");
  if (error_.token == ":" && error_.declaration == "boundary")
    return say("':' is not expected here", "write '='");
  if (const std::string cure = cureOfForeign(error_.token); !cure.empty()) {
    isAboutWord_ = true;
    return say("'" + error_.token + "' is not a word of the language", cure);
  }
  if (error_.text == "expected expression") {
    const std::string two = {error_.before, error_.token.empty() ? ' ' : error_.token[0]};
    static const std::map<std::string, const char *> comparisons = {
        {"=<", "write '<='"},
        {"<>", "write '!='"},
        {"==", "remove one of the two, or write '==' to compare"}};
    if (const auto meant = comparisons.find(two); meant != comparisons.end())
      return say("'" + error_.token + "' is not expected here", meant->second);
  }
  if (error_.token == "auto" && error_.declaration == "timespan")
    return say("'auto' is not expected here", "the solver finds a step: '--dt auto'");
  if (error_.token == "else")
    return say("'else' without an 'if'",
               "several statements after 'if (...)' need braces: { ... }");
  if (error_.nameIsMacro())
    return macroAsName();
  if (error_.token.size() == 1 && error_.token.find_first_of("@#`\\$") == 0)
    return say(error_.tokenWhere, "'" + error_.token + "' is not part of the language",
               "the operators of the language are + - * / % and comparisons, && || ! ?:");
  const char first = error_.token.empty() ? ';' : error_.token[0];
  if (error_.text == "expected identifier or '('" && first == '\'') // y' = -y
    return say("'" + error_.token.substr(0, 1) + "' is not expected here",
               "the derivative of y is given as 'ddt(y)(int i, real t) { return ...; }'");
  if (first >= '0' && first <= '9' && reads(error_.token, "[0-9]+[A-Za-z_]\\w*"))
    return say(error_.tokenWhere, "a name begins with a letter",
               "give it another one, for example 'y" + error_.token + "'");
  if (error_.text == "expected identifier or '('" && first >= '0' && first <= '9')
    return say("a name is expected here", "a decimal number has a point: 1.5");
  if (error_.text == "expected identifier or '('" && error_.where.column == 1 && error_.hasToken())
    return say("'" + error_.token + "' cannot begin a declaration", kDeclarations);
  if (error_.text.starts_with("expected ';'") && (first == ')' || first == ']'))
    return say(error_.tokenWhere, "'" + error_.token + "' closes nothing",
               "remove it, or open a bracket before it");
  static const std::set<std::string> arrays = {"state", "field", "data", "table", "series"};
  if (error_.token == "{" && arrays.contains(error_.declaration) && error_.before != ']')
    return say(error_.tokenWhere, "sizes are written in square brackets",
               "write '" + error_.declaration + " real u[N];'");
  if (error_.token == "{" && error_.text.ends_with("after top level declarator"))
    return say(error_.tokenWhere, "'=' is missing before '{'",
               error_.declaration == "table" ? "write 'table real w[] = { ... };'"
                                             : "write 'timespan = { ... };'");
  if (error_.text.starts_with("expected ';'") && first != ';' && first != '}')
    return say(error_.tokenWhere, "'" + error_.token + "' is not expected here",
               "an operator or a ';' is missing before it");
  return false;
}

bool SyntaxMessages::macroAsName() {
  const std::string &name = error_.macro;
  const std::string away =
      error_.isMacroOfCommandLine ? "leave -D " + name + " out" : "leave its #define out";
  return say("the macro '" + name + "' has the name that is declared here",
             error_.declaration == "param" ? away +
                                                 "; a param is no macro, it is set when the "
                                                 "solver runs: '--set " +
                                                 name + "=VALUE'"
                                           : away + ", or take another name");
}

} // namespace eulerc::compiler
