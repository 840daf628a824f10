#include "Monitors.h"

#include "Quantities.h"
#include "Record.h"

#include "frontend/Nearest.h"

#include <algorithm>
#include <cctype>

namespace eulerc::compiler {
namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The word that begins at a place, behind spaces and line ends.
std::string wordAt(const std::string &text, std::size_t &at) {
  at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
  const std::size_t begin = at;
  while (at < text.size() && isWord(text[at]))
    at++;
  return text.substr(begin, at - begin);
}

/// Makes of `spike(int i, real t) (v[i] - 1)` a function (MethodWords.h).
std::string eventPrelude(const std::string &text) {
  std::string prelude;
  for (std::size_t at = text.find("event"); at != std::string::npos; at = text.find("event", at)) {
    const bool isPart = at > 0 && isWord(text[at - 1]);
    if (wordAt(text, at) != "event" || isPart)
      continue;
    const std::string name = wordAt(text, at);
    const std::size_t open = text.find_first_not_of(" \t\r\n", at), close = text.find(')', at);
    if (name.empty() || close == std::string::npos || text[open] != '(')
      continue;
    const std::size_t equal = text.find_first_not_of(" \t\r\n", close + 1);
    const std::string once = "#define " + name + "(...)";
    if (equal != std::string::npos && text[equal] == '=' && prelude.find(once) == std::string::npos)
      prelude += once + " real eulerc_event_" + name + "(__VA_ARGS__) EULERC_EVENT\n";
  }
  return prelude;
}

/// Makes of `x(i)`, where x is an axis, a call of a function; x itself stays the declaration.
std::string axisPrelude(const std::string &text) {
  std::string prelude;
  for (std::size_t at = text.find("axis"); at != std::string::npos; at = text.find("axis", at)) {
    const bool isPart = at > 0 && isWord(text[at - 1]);
    if (wordAt(text, at) != "axis" || isPart)
      continue;
    const std::string name = wordAt(text, at);
    const std::size_t equal = text.find_first_not_of(" \t\r\n", at);
    const std::string once = "#define " + name + "(...)";
    if (!name.empty() && equal != std::string::npos && text[equal] == '=' &&
        prelude.find(once) == std::string::npos)
      prelude += once + " " + kCoordinateOf + name + "(__VA_ARGS__)\nreal " + kCoordinateOf + name +
                 "(int);\n";
  }
  return prelude;
}

class MonitorReader {
public:
  MonitorReader(const std::string &signature, Lowering &lowering, Names &names, Problem &problem,
                Diagnostics &diagnostics)
      : signature_(signature), lowering_(lowering), names_(names), problem_(problem),
        diagnostics_(diagnostics) {}

  void readMonitor(const MonitorDecl &declared) {
    Monitor monitor;
    monitor.name = declared.name;
    monitor.where = place(declared.function);
    monitor.description = descriptionAbove(declared.function->getASTContext(), declared.function);
    monitor.isOutput = declared.isOutput();
    if (!monitor.isOutput && !takeReduction(monitor, declared))
      return;
    if (!takesArguments(declared))
      return;
    for (const clang::ParmVarDecl *argument : declared.function->parameters())
      if (declaredAs(names_, argument->getName().str())) {
        diagnostics_.error(place(declared.function),
                           "the argument '" + argument->getName().str() + "' of the " +
                               declared.kind() + " '" + declared.name +
                               "' hides what is declared under this name");
        return diagnostics_.hint("give one of them another name");
      }
    std::vector<ExprPtr> arguments;
    for (int axis = 0; axis < names_.rank; axis++)
      arguments.push_back(makeIndex(axis, declared.function->getParamDecl(axis)->getName().str()));
    arguments.push_back(makeOp(Op::Time, {}));
    monitor.value = asReal(lowering_.function(declared.function, arguments,
                                              monitor.isOutput ? Place::Output : Place::Monitor));
    if (monitor.value)
      monitor.value = inStates(problem_, monitor.value);
    refuseQuantities(monitor);
    if (declared.value && !monitor.isOutput)
      names_.monitors[declared.value] = static_cast<std::int64_t>(problem_.monitors.size());
    if (monitor.value)
      problem_.monitors.push_back(std::move(monitor));
  }

  void readStop(const clang::FunctionDecl *function) {
    const ExprPtr condition = lowering_.function(function, {makeOp(Op::Time, {})}, Place::Stop);
    if (!condition)
      return;
    // The text of all that the word expands to: what was written, "stop(energy < 1)".
    std::string text = sourceText(function->getASTContext(), function->getSourceRange());
    if (text.starts_with("st$p")) // as Clang has it (MethodWords.h)
      text.replace(0, 4, "stop");
    problem_.stops.push_back(
        {makeOp(Op::NotEqual, {condition, makeInt(0)}), text, place(function)});
  }

private:
  bool takeReduction(Monitor &monitor, const MonitorDecl &declared) {
    const std::string word = declared.annotation.substr(declared.annotation.rfind(' ') + 1);
    const auto *const found = std::ranges::find(kReductions, word);
    if (found != std::end(kReductions)) {
      monitor.reduction = static_cast<Monitor::Reduction>(found - std::begin(kReductions));
      return true;
    }
    diagnostics_.error(monitor.where, "there is no reduction '" + word + "'");
    diagnostics_.hint(suggestion(word, {std::begin(kReductions), std::end(kReductions)}));
    return false;
  }

  /// A quantity has no value between two steps.
  void refuseQuantities(const Monitor &monitor) {
    for (const State &state : problem_.states)
      if (ExprPtr read = state.gives == Gives::Let ? readOf(monitor.value, state.name) : nullptr) {
        diagnostics_.error(read->where, "'" + state.name + "' lives within a step, and " +
                                            (monitor.isOutput ? "an output" : "a monitor") +
                                            " looks at what is between two");
        diagnostics_.hint("read it at the point itself, or put what it is made of into a helper "
                          "that both call");
      }
  }

  SourceRange place(const clang::FunctionDecl *function) const {
    return toRange(function->getASTContext(), clang::SourceRange(function->getBeginLoc()));
  }

  bool takesArguments(const MonitorDecl &declared) {
    const auto rank = static_cast<unsigned>(names_.rank);
    bool ok = declared.function->getNumParams() == rank + 1;
    for (unsigned k = 0; ok && k <= rank; k++) {
      const clang::QualType type = declared.function->getParamDecl(k)->getType();
      ok = k < rank ? type->isIntegerType() : type->isRealFloatingType();
    }
    if (ok)
      return true;
    diagnostics_.error(place(declared.function), "the " + std::string(declared.kind()) + " '" +
                                                     declared.name + "' has the wrong arguments");
    diagnostics_.hint("write '" + declared.name + signature_ + "', as in ddt");
    return false;
  }

  const std::string &signature_;
  Lowering &lowering_;
  Names &names_;
  Problem &problem_;
  Diagnostics &diagnostics_;
};

} // namespace

std::string monitorPrelude(const std::string &text) {
  std::string prelude;
  for (std::size_t at = text.find("monitor"); at != std::string::npos;
       at = text.find("monitor", at)) {
    const bool isPart = at > 0 && isWord(text[at - 1]);
    if (wordAt(text, at) != "monitor" || isPart)
      continue;
    const std::size_t close = text.find(')', at);
    if (text.find_first_not_of(" \t\r\n", at) != text.find('(', at) || close == std::string::npos)
      continue;
    at = close + 1;
    const std::string name = wordAt(text, at);
    const std::string once = "#define " + name + "(...)";
    if (!name.empty() && prelude.find(once) == std::string::npos)
      prelude += once + " eulerc_monitor_" + name +
                 "(__VA_ARGS__)\nextern "
                 "__attribute__((annotate(\"eulerc.monitored\"))) real " +
                 name + ";\n";
  }
  return prelude + eventPrelude(text) + axisPrelude(text);
}

void readMonitors(const Recorded &recorded, const std::string &signature, Lowering &lowering,
                  Names &names, Problem &problem, Diagnostics &diagnostics) {
  MonitorReader reader(signature, lowering, names, problem, diagnostics);
  for (const bool isOutput : {false, true})
    for (const MonitorDecl &monitor : recorded.monitors)
      if (monitor.isOutput() == isOutput)
        reader.readMonitor(monitor);
  for (const clang::FunctionDecl *stop : recorded.stops)
    reader.readStop(stop);
}

} // namespace eulerc::compiler
