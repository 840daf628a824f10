#include "Monitors.h"

#include "Quantities.h"
#include "Record.h"
#include "Words.h"

#include "frontend/Nearest.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

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
    monitor.description =
        descriptionAbove(declared.function->getASTContext(), declared.function, diagnostics_);
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
    // the text of the whole expansion, "stop(energy < 1)", as the user wrote it
    problem_.stops.push_back({makeOp(Op::NotEqual, {condition, makeInt(0)}),
                              sourceText(function->getASTContext(), function->getSourceRange()),
                              place(function)});
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

  /// Refuses quantities, which have no value between two steps.
  void refuseQuantities(const Monitor &monitor) {
    for (const State &state : problem_.states)
      if (ExprPtr read = state.gives == Gives::Let ? readOf(monitor.value, state.name) : nullptr) {
        diagnostics_.error(read->where, "'" + state.name + "' exists only within a step, and " +
                                            (monitor.isOutput ? "an output" : "a monitor") +
                                            " is evaluated between steps");
        diagnostics_.hint(cureOf(state, read));
      }
  }

  std::string cureOf(const State &quantity, const ExprPtr &read) const {
    const std::string part = boundToSteps(problem_, quantity.derivative),
                      helper = "put what it is made of into a helper that both call";
    if (part.empty() && !isReadAtPoint(*read))
      return "read it at the point itself, or " + helper;
    if (part.starts_with("'"))
      return "it is made of " + part + ", which steps alone know; " + helper;
    return "it is made of " + part + ", which steps alone know; to look at it between steps keep " +
           "it in a state: 'next(STATE)" + signature_ + " { return " + print(read) + "; }'";
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
  const std::vector<clang::Token> tokens = lexed(text);
  const auto is = [&](std::size_t k, clang::tok::TokenKind kind) {
    return k < tokens.size() && tokens[k].is(kind);
  };
  const auto word = [&](std::size_t k) {
    return is(k, clang::tok::raw_identifier) ? tokens[k].getRawIdentifier().str() : std::string();
  };
  std::string prelude;
  const auto define = [&](const std::string &name, const std::string &rest) {
    const std::string once = "#define " + name + "(...)";
    if (!name.empty() && prelude.find(once) == std::string::npos)
      prelude += once + rest + "\n";
  };
  for (std::size_t k = 0; k + 2 < tokens.size(); k++) {
    const std::string first = word(k);
    if (first == "monitor" && is(k + 1, clang::tok::l_paren)) {
      const std::size_t name = pastBracket(tokens, k + 1);
      const std::string monitor = is(name + 1, clang::tok::l_paren) ? word(name) : "";
      define(monitor, " eulerc_monitor_" + monitor +
                          "(__VA_ARGS__)\nextern "
                          "__attribute__((annotate(\"eulerc.monitored\"))) real " +
                          monitor + ";");
    }
    if (first == "event" && is(k + 2, clang::tok::l_paren) &&
        is(pastBracket(tokens, k + 2), clang::tok::equal))
      define(word(k + 1), " real eulerc_event_" + word(k + 1) + "(__VA_ARGS__) EULERC_EVENT");
  }
  for (std::size_t k = 0; k + 2 < tokens.size(); k++)
    if (const std::string name = word(k + 1); word(k) == "axis" && is(k + 2, clang::tok::equal))
      define(name, " " + (kCoordinateOf + name) + "(__VA_ARGS__)\nreal " + kCoordinateOf + name +
                       "(int);"); // x itself stays the declaration
  return prelude;
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
