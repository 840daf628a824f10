#include "Declarations.h"

#include "Boundaries.h"
#include "Monitors.h"
#include "Quantities.h"
#include "Randoms.h"
#include "Reading.h"

namespace eulerc::compiler {
namespace {

/// Registers all names before the first expression is read.
void nameAll(Reading &in) {
  for (const clang::VarDecl *declaration : in.recorded.states)
    in.names.states[declaration->getCanonicalDecl()] = declaration->getName().str();
  for (const clang::VarDecl *declaration : in.recorded.fields)
    in.names.fields[declaration->getCanonicalDecl()] = declaration->getName().str();
  for (const clang::VarDecl *declaration : in.recorded.data) // readArrays() sets their types
    in.names.data[declaration->getCanonicalDecl()] = {declaration->getName().str(), Type::Real};
  for (const MonitorDecl &monitor : in.recorded.monitors)
    if (monitor.value)
      in.names.monitors[monitor.value] = 0; // numbered when they are read
  for (const clang::VarDecl *global : in.recorded.globals)
    in.names.globals[global->getCanonicalDecl()] = global->getName().str();
  for (const auto *functions : {&in.recorded.ddt, &in.recorded.next})
    for (const auto &[name, function] : *functions)
      if (function->getNumParams() > 0)
        in.names.times.insert(function->parameters().back()->getName().str());
  for (const clang::VarDecl *axis : in.recorded.axes)
    in.names.axes[axis->getName().str()] = axis;
  in.names.stepSize = in.recorded.stepSize;
}

} // namespace

std::optional<Problem> readDeclarations(const std::string &file, clang::ASTContext &context,
                                        Diagnostics &diagnostics) {
  Reading in(file, context, diagnostics);
  in.recorded = recordDeclarations(context, diagnostics);
  nameAll(in);
  if (!checkConstantTypes(in))
    return std::nullopt;
  readConstants(in);
  readArrays(in);
  checkNames(in);
  if (diagnostics.hasErrors())
    return std::nullopt;
  readEquations(in);
  if (diagnostics.hasErrors())
    return std::nullopt;
  readAxes(in);
  readBoundaries(in.recorded.boundaries, context, in.lowering, in.names, in.problem, diagnostics);
  readEvents(in);
  declareGlobals(in);
  readMonitors(in.recorded, in.signature(true), in.lowering, in.names, in.problem, diagnostics);
  readGlobals(in);
  addImplicitOutputs(in.problem);
  readCrossings(in);
  findSeries(in);
  addFrames(in.problem);
  numberRandoms(in.problem, diagnostics);
  if (!diagnostics.hasErrors())
    warnOfNames(in);
  if (diagnostics.hasErrors())
    return std::nullopt;
  return std::move(in.problem);
}

} // namespace eulerc::compiler
