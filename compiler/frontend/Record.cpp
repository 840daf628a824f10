#include "Record.h"

#include "ImplicitNames.h"
#include "PreludePlace.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

#include <sstream>

namespace eulerc::compiler {
namespace {

std::string annotation(const clang::Decl *declaration) {
  const auto *attribute = declaration->getAttr<clang::AnnotateAttr>();
  return attribute ? attribute->getAnnotation().str() : "";
}

class Recorder {
public:
  Recorder(clang::ASTContext &context, Diagnostics &diagnostics)
      : context_(context), diagnostics_(diagnostics) {}

  Recorded record() {
    for (const clang::Decl *declaration : context_.getTranslationUnitDecl()->decls()) {
      if (!isOwn(declaration))
        continue;
      if (const auto *type = llvm::dyn_cast<clang::RecordDecl>(declaration);
          type && isOfProgram(context_.getSourceManager(), type->getLocation())) {
        diagnostics_.error(toRange(context_, clang::SourceRange(type->getBeginLoc())),
                           "there are no structures in the language");
        diagnostics_.hint("write a param, state or local for each of its parts");
      }
      if (const auto *assertion = llvm::dyn_cast<clang::StaticAssertDecl>(declaration))
        recorded_.assertions.push_back(assertion);
      else if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
        recordFunction(function);
      else if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration))
        recordVariable(variable);
    }
    recorded_.states.insert(recorded_.states.end(), lets_.begin(), lets_.end());
    recorded_.lets = {lets_.begin(), lets_.end()};
    for (MonitorDecl &monitor : recorded_.monitors)
      for (const clang::VarDecl *value : monitored_)
        if (value->getName() == monitor.name)
          monitor.value = value->getCanonicalDecl();
    return std::move(recorded_);
  }

private:
  /// Whether a declaration is the program's. A word of Builtins.h is declared at its first use; a
  /// program's own declaration of that name comes before.
  bool isOwn(const clang::Decl *declaration) {
    const auto *value = llvm::dyn_cast<clang::ValueDecl>(declaration);
    if (!value || !value->getDeclName().isIdentifier())
      return true;
    const std::string name = value->getName().str();
    if (builtinOf(value)) {
      used_[name] = value;
      return false;
    }
    if (const auto used = used_.find(name); used != used_.end()) {
      diagnostics_.error(toRange(context_, clang::SourceRange(used->second->getLocation())),
                         "'" + name + "' is used before it is declared");
      diagnostics_.hint("move its declaration up, above this place");
      note(value);
      used_.erase(used);
    }
    return true;
  }

  /// Reports repeated declarations that Clang allows: of `extern` arrays, and beside an axis, whose
  /// name may be an index's.
  void checkOnce(const clang::NamedDecl *declaration, const std::string &name) {
    const auto isAxis = [](const clang::Decl *each) { return annotation(each) == "eulerc.axis"; };
    const auto [other, isFirst] = declared_.emplace(name, declaration);
    const bool isEvent = llvm::isa<clang::FunctionDecl>(declaration); // Events.cpp has more to say
    if (isFirst || (isEvent && !isAxis(other->second)))
      return;
    diagnostics_.error(toRange(context_, clang::SourceRange(declaration->getLocation())),
                       "'" + name + "' is declared twice");
    diagnostics_.hint(isAxis(declaration) && isAxis(other->second)
                          ? "an axis has one list of coordinates"
                          : "give one of the two another name");
    note(other->second);
  }
  void note(const clang::NamedDecl *other) {
    diagnostics_.note(toRange(context_, clang::SourceRange(other->getLocation())),
                      "it is declared here, too");
  }

  void recordFunction(const clang::FunctionDecl *function) {
    llvm::StringRef name = function->getName();
    if (kindOf(function))
      refuseWord(function);
    if (!function->hasBody())
      return;
    if (annotation(function) == "eulerc.output")
      recorded_.monitors.push_back({name.str(), annotation(function), function, nullptr});
    if (name == "main") {
      diagnostics_.error(toRange(context_, clang::SourceRange(function->getLocation())),
                         "a program has no 'main'");
      diagnostics_.hint("the solver that eulerc makes has one; a program declares states, 'ddt(y)' "
                        "and 'initial(y)'");
    }
    if (name.consume_front("eulerc_ddt_"))
      recorded_.ddt[name.str()] = function;
    else if (name.consume_front("eulerc_next_"))
      recorded_.next[name.str()] = function;
    else if (name.consume_front("eulerc_let_"))
      recorded_.let[name.str()] = function;
    else if (name.consume_front("eulerc_initial_"))
      recorded_.initial[name.str()] = function;
    else if (name.consume_front("eulerc_stop_"))
      recorded_.stops.push_back(function);
    else if (name.consume_front("eulerc_event_")) {
      checkOnce(function, name.str());
      recorded_.events.push_back(function);
    } else if (name.starts_with("eulerc_when_"))
      recorded_.whens.push_back({function, nullptr});
    else if (name.starts_with("eulerc_then_"))
      recorded_.whens.back().body = function;
    else if (name.consume_front("eulerc_monitor_")) {
      checkOnce(function, name.str());
      recorded_.monitors.push_back({name.str(), annotation(function), function, nullptr});
    }
  }

  /// "state real f(int i) { ... }"
  void refuseWord(const clang::FunctionDecl *function) {
    const std::string name = function->getName().str(),
                      word = wordsOf(function).front().substr(7); // "eulerc.state"
    diagnostics_.error(toRange(context_, clang::SourceRange(function->getLocation())),
                       "'" + name + "' is a function, and '" + word + "' declares none");
    diagnostics_.hint("a helper is 'static real " + name + "(...) { ... }'; what '" + word +
                      "' declares has sizes, as in '" + word + " real " + name + "[N];'");
  }

  void recordVariable(const clang::VarDecl *variable) {
    const std::vector<std::string> words = wordsOf(variable);
    const bool isBoundary = !words.empty() && words[0] == "eulerc.boundary";
    const std::optional<Leaf> kind = kindOf(variable);
    if (kind || (!words.empty() && (words[0] == "eulerc.axis" || words[0] == "eulerc.global")))
      checkOnce(variable, variable->getName().str());
    if (kind == Leaf::Param || kind == Leaf::Table)
      recorded_.constants.push_back(variable);
    else if (kind == Leaf::Quantity)
      lets_.push_back(variable);
    else if (kind == Leaf::State)
      recorded_.states.push_back(variable);
    else if (kind == Leaf::StepSize)
      recorded_.stepSize = variable->getCanonicalDecl();
    else if (kind == Leaf::Field)
      recorded_.fields.push_back(variable);
    else if (kind == Leaf::Data)
      recorded_.data.push_back(variable);
    else if (isBoundary && words.size() < 2)
      error(variable, words[0].substr(7) + "(...) takes the name of a state",
            "write for example 'boundary(y)'");
    else if (isBoundary)
      recorded_.boundaries.push_back(
          {words[1], words.size() > 2 ? words[2] : "", words.size() > 3 ? words[3] : "", variable});
    else if (!words.empty() && words[0] == "eulerc.monitored")
      monitored_.push_back(variable);
    else if (!words.empty() && words[0] == "eulerc.axis")
      recorded_.axes.push_back(variable);
    else if (!words.empty() && words[0] == "eulerc.global")
      recorded_.globals.push_back(variable);
    else if (variable->getName() == "eulerc_timespan")
      recorded_.timespan = variable;
    else if (variable->getName() == "eulerc_method")
      recorded_.method = variable;
    else
      reportGlobal(variable);
  }

  void reportGlobal(const clang::VarDecl *variable) {
    const std::string name = variable->getName().str();
    if (!variable->getType()->isArrayType())
      return error(variable, "'" + name + "' is a global variable",
                   "declare a constant with 'param', an unknown with 'state'");
    error(variable, "'" + name + "' is a global array",
          "a list of constants is 'table real " + name +
              "[] = {...};', an unknown is 'state real " + name +
              "[N];', a coefficient at each point is 'field real " + name +
              "[N];', constants from a file are 'data real " + name + "[N];'");
  }

  void error(const clang::VarDecl *declaration, const std::string &message,
             const std::string &hint) {
    diagnostics_.error(toRange(context_, clang::SourceRange(declaration->getBeginLoc())), message);
    diagnostics_.hint(hint);
  }

  clang::ASTContext &context_;
  Diagnostics &diagnostics_;
  Recorded recorded_;
  std::map<std::string, const clang::ValueDecl *> used_; ///< words, and their first uses
  std::map<std::string, const clang::NamedDecl *> declared_;
  std::vector<const clang::VarDecl *> lets_;
  std::vector<const clang::VarDecl *> monitored_; ///< the names of monitors in conditions
};

} // namespace

std::vector<std::string> wordsOf(const clang::Decl *declaration) {
  std::istringstream in(annotation(declaration));
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

std::optional<Leaf> kindOf(const clang::Decl *declaration) {
  static const std::map<std::string, Leaf> kinds = {
      {"eulerc.param", Leaf::Param},  {"eulerc.state", Leaf::State}, {"eulerc.let", Leaf::Quantity},
      {"eulerc.dt", Leaf::StepSize},  {"eulerc.field", Leaf::Field}, {"eulerc.table", Leaf::Table},
      {"eulerc.series", Leaf::Field}, {"eulerc.data", Leaf::Data}};
  const auto it = kinds.find(annotation(declaration));
  return it == kinds.end() ? std::nullopt : std::optional(it->second);
}

Recorded recordDeclarations(clang::ASTContext &context, Diagnostics &diagnostics) {
  return Recorder(context, diagnostics).record();
}

} // namespace eulerc::compiler
