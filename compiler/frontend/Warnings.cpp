// Warnings: likely mistakes in a correct program: params that nothing depends on, locals that hide
// arguments and global names, and units that tools cannot read.
#include "Reading.h"

#include "Leaves.h"
#include "PreludePlace.h"
#include "UnitText.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

using Declarations = std::map<std::string, const clang::VarDecl *>;

Declarations outsideOfFunctions(const Reading &in) {
  Declarations result;
  for (const auto *all :
       {&in.recorded.constants, &in.recorded.states, &in.recorded.fields, &in.recorded.data})
    for (const clang::VarDecl *declaration : *all)
      result[declaration->getName().str()] = declaration;
  return result;
}

/// The indices and the time of a function, and the arguments of a helper: "the index 'i'" of "i".
std::map<std::string, std::string> argumentsOf(const Reading &in,
                                               const clang::FunctionDecl *function) {
  const bool isHelper = wordsOf(function).empty() && !function->getName().starts_with("eulerc_");
  std::map<std::string, std::string> result;
  for (const clang::ParmVarDecl *argument : function->parameters()) {
    const std::string name = argument->getName().str();
    result[name] = isHelper
                       ? "the argument '" + name + "'"
                       : spelled(in.isInt(argument->getType()) ? Leaf::Index : Leaf::Time, name);
  }
  if (!function->getName().starts_with("eulerc_then_"))
    return result;
  for (const std::string &name : in.problem.indexNames)
    result[name] = spelled(Leaf::Index, name);
  for (const std::string &name : in.names.times)
    result[name] = spelled(Leaf::Time, name);
  return result;
}

void warnOfHidden(Reading &in, const clang::FunctionDecl *function, const Declarations &outside) {
  std::map<std::string, std::string> names = argumentsOf(in, function);
  for (const auto &[name, declaration] : outside)
    names.emplace(name, spelled(*kindOf(declaration), name));
  for (const clang::Decl *declaration : function->decls()) {
    const auto *local = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!local || !local->isLocalVarDecl())
      continue;
    const auto hidden = names.find(local->getName().str());
    if (hidden == names.end())
      continue;
    in.diagnostics.warning(in.nameRange(local),
                           "the local '" + hidden->first + "' hides " + hidden->second);
    in.diagnostics.hint("give the local another name, for example '" + hidden->first + "_'");
  }
}

bool isOfMainFile(const Reading &in, const clang::Decl *declaration) {
  const clang::SourceManager &sources = in.context.getSourceManager();
  return sources.isInMainFile(sources.getFileLoc(declaration->getLocation()));
}

/// The mistake of a helper that every call of it would report: whatever its arguments are, and
/// wherever it is called.
std::vector<Diagnostic> mistakeOf(Reading &in, const clang::FunctionDecl *helper) {
  std::vector<ExprPtr> integers = {makeInt(3)};
  if (!in.problem.indexNames.empty())
    integers.push_back(makeIndex(0, in.problem.indexNames.front()));
  std::vector<Diagnostic> found;
  for (const ExprPtr &integer : integers)
    for (const Place place : {Place::Derivative, Place::Monitor, Place::Stop}) {
      std::vector<ExprPtr> arguments;
      for (const clang::ParmVarDecl *parameter : helper->parameters())
        arguments.push_back(in.isReal(parameter->getType()) ? makeOp(Op::Time, {}) : integer);
      Diagnostics said;
      if (Lowering(in.context, in.names, said).function(helper, arguments, place))
        return {};
      if (found.empty())
        found = said.all();
      if (said.all().empty() || said.all().front().message != found.front().message)
        return {};
    }
  return found;
}

bool isHelper(const clang::FunctionDecl *function) {
  return wordsOf(function).empty() && function->getDeclName().isIdentifier() &&
         !function->getName().starts_with("eulerc_");
}

using Functions = std::set<const clang::FunctionDecl *>;

/// Collects the functions that a statement calls, and those that they call.
void calledBy(const clang::Stmt *statement, Functions &found) {
  if (!statement)
    return;
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  const auto *callee = name ? llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  if (definition && found.insert(definition).second)
    calledBy(definition->getBody(), found);
  for (const clang::Stmt *child : statement->children())
    calledBy(child, found);
}

/// The mistakes of helpers that are reported: the helpers, and the places.
struct Told {
  Functions helpers;
  std::set<std::string> places;
};

/// Checks a helper that nothing but itself calls, as calls are what the language checks. Files that
/// are included may have helpers for other programs.
void checkUncalled(Reading &in, const clang::FunctionDecl *function, Told &told) {
  Functions called;
  calledBy(function->getBody(), called);
  const bool isCalled = function->isReferenced();
  if ((isCalled && !called.contains(function)) || told.helpers.contains(function))
    return;
  const std::vector<Diagnostic> mistake = mistakeOf(in, function);
  if (!mistake.empty()) {
    told.helpers.merge(called);
    if (!told.places.insert(mistake.front().where.str()).second)
      return;
  }
  for (Diagnostic each : mistake)
    if (each.severity == Severity::Error) {
      each.where.calledFrom.reset(); // the calls are among the notes
      in.diagnostics.error(each.where, each.message);
    } else if (each.severity == Severity::Note)
      in.diagnostics.note(each.where, each.message);
    else
      in.diagnostics.hint(each.message);
  if (!mistake.empty() || isCalled || !isOfMainFile(in, function))
    return;
  in.diagnostics.warning(toRange(in.context, clang::SourceRange(function->getLocation())),
                         "the function '" + function->getName().str() + "' is not called");
  in.diagnostics.hint("remove it, or call it");
}

/// Whether something reads an array without an expression that has its name: size(row), and
/// at(wind, t) of 'wind_time'.
bool isReadByName(const Problem &problem, const std::string &name) {
  return std::ranges::find(problem.params, name, &Param::sizeOf) != problem.params.end() ||
         std::ranges::find(problem.series, name, &Series::times) != problem.series.end();
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
  for (const auto *all : {&in.recorded.fields, &in.recorded.data})
    for (const clang::VarDecl *declaration : *all)
      if (const std::string name = declaration->getName().str(); !declaration->isReferenced() &&
                                                                 !isReadByName(in.problem, name) &&
                                                                 isOfMainFile(in, declaration)) {
        in.diagnostics.warning(in.nameRange(declaration),
                               spelled(*kindOf(declaration), name) + " is not read");
        in.diagnostics.hint("remove it, or read it in ddt or another function");
      }
  const Declarations outside = outsideOfFunctions(in);
  std::vector<const clang::FunctionDecl *> helpers;
  Functions called;
  for (const clang::Decl *declaration : in.context.getTranslationUnitDecl()->decls())
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        function && function->doesThisDeclarationHaveABody() &&
        isOfProgram(in.context.getSourceManager(), function->getBody()->getBeginLoc())) {
      warnOfHidden(in, function, outside);
      if (isHelper(function))
        helpers.push_back(function);
      else
        calledBy(function->getBody(), called);
    }
  // First those that no helper calls: they lead to the recursions that something calls.
  std::ranges::stable_partition(
      helpers, [](const clang::FunctionDecl *helper) { return !helper->isReferenced(); });
  Told told;
  for (const clang::FunctionDecl *helper : helpers)
    if (!called.contains(helper))
      checkUncalled(in, helper, told);
}

} // namespace eulerc::compiler
