// What is likely a mistake in a program that is right: params that nothing depends on, locals that
// hide what is declared outside of functions, and units that tools cannot read.
#include "Reading.h"

#include "Leaves.h"
#include "PreludePlace.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <regex>

namespace eulerc::compiler {
namespace {

class LocalNames : public clang::RecursiveASTVisitor<LocalNames> {
public:
  explicit LocalNames(Reading &in) : in_(in) {
    for (const auto *all :
         {&in.recorded.constants, &in.recorded.states, &in.recorded.fields, &in.recorded.data})
      for (const clang::VarDecl *declaration : *all)
        outside_[declaration->getName().str()] = declaration;
  }

  bool VisitVarDecl(clang::VarDecl *local) {
    if (!local->isLocalVarDecl())
      return true;
    const auto hidden = outside_.find(local->getName().str());
    if (hidden == outside_.end())
      return true;
    in_.diagnostics.warning(in_.nameRange(local),
                            "the local '" + hidden->first + "' hides " +
                                spelled(*kindOf(hidden->second), hidden->first));
    in_.diagnostics.hint("give the local another name, for example '" + hidden->first + "_'");
    return true;
  }

private:
  Reading &in_;
  std::map<std::string, const clang::VarDecl *> outside_;
};

bool isOfMainFile(const Reading &in, const clang::Decl *declaration) {
  const clang::SourceManager &sources = in.context.getSourceManager();
  return sources.isInMainFile(sources.getFileLoc(declaration->getLocation()));
}

/// Whether a unit is written as UDUNITS reads them: "m/s", "kg m-2 s-1", "10^3 Pa", "°C", "%".
bool isWrittenAsUnit(const std::string &unit) {
  static const std::string number = "[0-9.]+(?:[eE][+-]?[0-9]+)?",
                           name = "[A-Za-z_%'\"\\x80-\\xff]+",
                           factor =
                               "(?:" + name + "|" + number + ")(?:(?:\\^|\\*\\*)?[+-]?[0-9]+)?";
  static const std::regex product(factor + "(?:(?: *[./*] *| +|-)" + factor + ")*(?: since .*)?");
  std::string factors;
  int open = 0;
  for (const char c : unit) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open < 0)
      return false;
    if (c != '(' && c != ')')
      factors += c;
  }
  return open == 0 && std::regex_match(factors, product);
}

template <class Named> void warnOfUnit(Reading &in, const Named &named) {
  const std::string &text = named.description;
  const std::size_t bracket = text.rfind('[');
  if (bracket == std::string::npos || !text.ends_with(']'))
    return;
  const std::string unit = text.substr(bracket + 1, text.size() - bracket - 2);
  if (isWrittenAsUnit(unit))
    return;
  in.diagnostics.warning(named.where, "the unit of '" + named.name +
                                          "' is kept as text, for tools cannot read '" + unit +
                                          "'");
  in.diagnostics.hint("write it as 'm/s', 'kg m-2' or 'degC', or let something follow the bracket");
}

} // namespace

void warnOfNames(Reading &in) {
  const auto warnOfAll = [&](const auto &all) {
    for (const auto &each : all)
      warnOfUnit(in, each);
  };
  for (const State &state : in.problem.states)
    if (state.species.value_or(0) == 0)
      warnOfUnit(in, state);
  warnOfAll(in.problem.fields);
  warnOfAll(in.problem.data);
  warnOfAll(in.problem.params);
  warnOfAll(in.problem.axes);
  for (const clang::VarDecl *declaration : in.recorded.constants)
    if (kindOf(declaration) == Leaf::Param && !declaration->isReferenced() &&
        declaration->getName() != "seed" && isOfMainFile(in, declaration)) {
      const std::string name = declaration->getName().str();
      in.diagnostics.warning(in.nameRange(declaration), "the param '" + name + "' is not used");
      in.diagnostics.hint("remove it, or make something depend on it");
    }
  LocalNames names(in);
  for (clang::Decl *declaration : in.context.getTranslationUnitDecl()->decls())
    if (const clang::Stmt *body = declaration->getBody();
        body && isOfProgram(in.context.getSourceManager(), body->getBeginLoc()))
      names.TraverseDecl(declaration);
}

} // namespace eulerc::compiler
