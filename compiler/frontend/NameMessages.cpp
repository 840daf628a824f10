#include "NameMessages.h"

#include "ArgumentMessages.h"
#include "Builtins.h"
#include "DeclarationShapes.h"
#include "OtherWords.h"
#include "Words.h"

#include "frontend/Nearest.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

bool isOfArrays(const std::string &declaration) {
  return declaration == "state" || declaration == "field" || declaration == "data";
}

} // namespace

/// Reports a declared name in a place where it begins a declaration or is not known yet.
bool NameMessages::declaredName(const std::string &name, bool isType) {
  if (isType && error_.before == '(' && isOfArrays(error_.declaration))
    return say("sizes are written in square brackets",
               "write '[" + name + "]' in place of '(" + name + ")'");
  if (isType)
    return say("'" + name + "' cannot begin a declaration",
               "the derivative of y is given as 'ddt(y)(int i, real t) { return ...; }'");
  return say("'" + name + "' is used before it is declared",
             "move its declaration up, above this place");
}

/// The names that a misspelt name may mean.
std::vector<std::string> NameMessages::candidatesFor(const std::string &name, bool isType) const {
  std::vector<std::string> candidates = isType ? std::vector<std::string>() : names_.all;
  if (name.size() > 2) // 'i' is not a misspelt 'if'
    candidates.insert(candidates.end(), languageWords().begin(), languageWords().end());
  if (!isType)
    for (const Builtin &each : builtins())
      if (name.size() > 2 || each.kind != Builtin::Kind::Series) // 'a' is not a misspelt 'at'
        candidates.emplace_back(each.name);
  return candidates;
}

bool NameMessages::unknown() {
  std::smatch match;
  const bool isType = reads(error_.text, "unknown type name '([^']+)'.*", &match);
  const bool isFunction =
      !isType && reads(error_.text, "call to undeclared (?:library )?function '([^']+)'.*", &match);
  if (!isType && !isFunction &&
      !reads(error_.text, "use of undeclared identifier '([^']+)'.*", &match))
    return false;
  const bool isWord = match[1].str().starts_with("eulerc_"); // "ddt(u)", "total" of a monitor
  const std::string name = isWord ? error_.token : match[1].str();
  if (isWord && names_.monitors.contains(name))
    return say("a monitor cannot be called",
               "it is a number of the whole state: write its name alone, in 'stop(...)'");
  const auto known = names_.leaves.find(name);
  const bool isIndex = known != names_.leaves.end() && known->second == Leaf::Index; // of an axis
  if (isDeclared(name) && !isIndex && !error_.lacksPoint())
    return declaredName(name, isType);
  if (!error_.macro.empty() && (name == "event" || name == "global" || name == "size"))
    return say("'" + name + "' is in a macro", "write this declaration out");
  const std::string message =
      isType ? "unknown word '" + name + "'" : "unknown name '" + name + "'";
  ArgumentMessages arguments(error_, names_, diagnostics_);
  if (!isType && error_.isValue && arguments.ofValue(message))
    return true;
  if (std::ranges::find(names_.events, name) != names_.events.end())
    return say("'" + name + "' is an event, and nothing in the program reads it",
               "a helper may have its value: 'static real NAME(int i) { return ...; }'");
  if (isDeclaration(name) && !isReserved(name) && name != "let" && error_.macro.empty())
    return say("'" + name + "' begins a declaration", "it belongs outside of functions");
  if (error_.after == '(' && name == "size")
    return say("'size' belongs in the default of a param",
               "write 'param int n = size(row);', and use n");
  if (!isType && error_.declaration == "when" &&
      (names_.leaves.contains(name) || !nearest(name, candidatesFor(name, isType))))
    return arguments.ofWhen(message);
  if (!isType && names_.leaves.contains(name) && !error_.lacksPoint())
    return say(message, error_.macro.empty()
                            ? "here it is not known: give the function an argument of this name"
                            : "the functions of a macro name their arguments; a 'when' stands in "
                              "no macro");
  return ofElsewhere(name, message, isType);
}

/// "np.sin(y[i])", "std::max(a, b)"
std::string NameMessages::cureOfPrefix(const std::string &prefix) const {
  const std::string &name = error_.member;
  const std::string away = "a function has no '" + prefix + "' before it: ";
  if (const char *hint = wordFromElsewhere(name))
    return away + hint;
  return away + "write '" + name + "'";
}

/// Reports a name that does not exist in the program.
bool NameMessages::ofElsewhere(const std::string &name, const std::string &message, bool isType) {
  if (error_.macroHasGap)
    return say(message, "the arguments of a macro follow its name without a space: '#define " +
                            error_.macro + "(" + name + ")'");
  if (!error_.member.empty())
    return say(message, cureOfPrefix(name));
  if (const char *hint = wordFromElsewhere(name))
    return say(message, hint);
  if (name == "let")
    return say("'" + name + "' begins a declaration",
               "a quantity within steps is declared outside of functions: 'let real mu[N];'; a "
               "local is 'real a = ...;'");
  if (name == "ddt" || name == "initial" || name == "boundary")
    return say(name + "(...) takes the name of a state", "write for example '" + name + "(y)'");
  if (const auto meant = nearest(name, candidatesFor(name, isType)))
    return say(message, "did you mean '" + *meant + "'?");
  if (isType)
    return say(message, error_.where.column == 1
                            ? kDeclarations
                            : "the types are 'int' and 'real', as in '(int i, real t)'");
  if (error_.declaration == "stop")
    return say(message,
               "a 'stop' is made of monitors, params and the time: declare 'monitor(max) " + name +
                   "(int i, real t) { return ...; }'");
  if (error_.after == '[')
    return say(message, "an unknown is declared with 'state', a value at each point within a step "
                        "with 'let'; an intermediate value is a helper: 'static real " +
                            name + "(int i) { return ...; }', used as '" + name + "(i)'");
  return say(message, "declare it: a constant with 'param', an unknown with 'state', a local "
                      "inside the function");
}

} // namespace eulerc::compiler
