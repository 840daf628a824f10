#include "BuiltinMessages.h"

#include "OtherWords.h"

#include "frontend/Nearest.h"
#include "ir/Boundary.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// The hint that lists the boundary rules.
std::string rulesAre() { return "the rules are " + ruleExamples("and"); }

const Builtin *builtinIn(const std::string &text) {
  return builtinNamed(
      llvm::StringRef(text).take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }));
}

} // namespace

/// "boundary(y) = reflective;"
bool BuiltinMessages::unknownRule() {
  std::smatch match;
  if (error_.declaration != "boundary" || error_.before != '=' ||
      !reads(error_.text, "(?:use of|call to) undeclared .*'([^']+)'.*", &match))
    return false;
  const std::string name = match[1];
  const std::vector<std::string> rules = builtinNames(Builtin::Kind::Rule);
  if (std::ranges::find(rules, name) != rules.end())
    return say("'" + name + "' takes " + countOfValues(name), rulesAre());
  const std::string message = "there is no boundary rule '" + name + "'";
  if (const char *hint = ruleFromElsewhere(name))
    return say(message, hint);
  if (const auto meant = nearest(name, rules))
    return say(message, "did you mean '" + *meant + "'?");
  return say(message, rulesAre());
}

/// "boundary(y) = clamp;" where clamp is a helper
bool BuiltinMessages::hiddenRule() {
  const Builtin *word = builtinSpoken();
  if (error_.declaration != "boundary" || !word || word->kind != Builtin::Kind::Rule ||
      !isDeclared(word->name))
    return false;
  const std::string name = word->name;
  return say("'" + name + "' is declared in this program, which hides the boundary rule '" + name +
                 "'",
             "give what the program declares another name, for example '" + name + "_'");
}

/// "return clamp;", "2 * mirror"
bool BuiltinMessages::misplacedRule() {
  const bool isOfRule = error_.text.find("'struct eulerc_rule") != std::string::npos &&
                        !error_.text.starts_with("initializing 'const struct eulerc_rule'");
  if (!isOfRule)
    return false;
  const Builtin *word = builtinSpoken();
  for (const std::string &operand : error_.operands) // "2 * mirror"
    if (!word || word->kind != Builtin::Kind::Rule)
      word = builtinIn(operand);
  const std::string name = word ? word->name : "";
  if (!error_.text.starts_with("called object type"))
    return say(word ? "the boundary rule '" + name + "' is no number"
                    : "a boundary rule is no number",
               "rules belong in 'boundary(STATE) = RULE;'");
  if (error_.declaration == "boundary")
    return say("'" + name + "' takes no value", "write '" + name + "'");
  const char *function = wordFromElsewhere(name);
  return say("the boundary rule '" + name + "' is no function",
             function ? function : "rules belong in 'boundary(STATE) = RULE;'");
}

/// "mirror(1, 2)", "dirichlet()", "fmax(0, 1, 2)", "normal()"
bool BuiltinMessages::wrongValues() {
  const Builtin *word = builtinSpoken();
  if (!word || isDeclared(word->name) ||
      !reads(error_.text, "too (few|many) arguments to function call.*"))
    return false;
  const SourceRange &where = error_.ranges.empty() ? error_.where : error_.ranges[0];
  const std::string name = word->name;
  const bool isMore = error_.text.starts_with("too many");
  if (word->kind == Builtin::Kind::Rule)
    return say(where, "'" + name + "' takes " + countOfValues(name), rulesAre());
  if (word->kind == Builtin::Kind::Random)
    return say(where, "'" + name + "' takes one value, the number of a stream",
               !isMore            ? "write '" + name + "(0)'"
               : name == "normal" ? "write 'MEAN + DEVIATION * normal(0)'"
                                  : "write 'LOW + (HIGH - LOW) * uniform(0)'");
  const bool isChoice = name == "fmax" || name == "fmin" || name == "hypot";
  return say(where, "'" + name + "' takes " + countOfValues(name),
             isMore && isChoice     ? "write '" + name + "(a, " + name + "(b, c))'"
             : word->arguments == 1 ? "write '" + name + "(x)'"
                                    : "write '" + name + "(a, b)'");
}

/// The first word in a message that is a word of the language; null if there is none.
const Builtin *BuiltinMessages::builtinSpoken() const {
  return builtinIn(error_.operands.empty() ? error_.token : error_.operands[0]);
}

} // namespace eulerc::compiler
