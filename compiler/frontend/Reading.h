// What the readers of a program's declarations share, and the readers: constants, arrays,
// equations.
//
//   recordDeclarations(…)  →  Reading  →  readConstants, readArrays, readEquations  →  its problem
#pragma once

#include "Lower.h"
#include "Record.h"

#include "clang/AST/DeclCXX.h"

#include <string>

namespace eulerc::compiler {

/// The program as Clang has it, and the parts of it that have been read.
struct Reading {
  Reading(const std::string &file, clang::ASTContext &context, Diagnostics &diagnostics)
      : context(context), diagnostics(diagnostics), lowering(context, names, diagnostics) {
    problem.file = file;
  }

  bool isInt(clang::QualType type) const;
  bool isReal(clang::QualType type) const;
  /// "(int j, int i, real t)" with the names of the axes, or usual ones.
  std::string signature(bool withTime, bool ofSpecies = false) const;
  SourceRange nameRange(const clang::VarDecl *declaration) const;
  /// The word a declaration made by a macro starts with: "ddt(y)".
  SourceRange wordRange(const clang::Decl *declaration) const;
  void error(const clang::VarDecl *declaration, const std::string &message,
             const std::string &hint);

  clang::ASTContext &context;
  Diagnostics &diagnostics;
  Names names;
  Lowering lowering;
  Recorded recorded;
  Problem problem;
};

/// Whether params and tables are of types that they may have: all other mistakes follow from these.
bool checkConstantTypes(Reading &reading);
/// Params, tables, assertions and the timespan.
void readConstants(Reading &reading);
/// States, fields and data: names, sizes, the grid.
void readArrays(Reading &reading);
/// Events, and changes of states behind steps.
void readEvents(Reading &reading);
/// The values of events, behind the monitors and globals.
void readCrossings(Reading &reading);
/// The tables of all globals: what is computed between two steps reads none of them.
void declareGlobals(Reading &reading);
/// Values of the whole grid; behind the monitors.
void readGlobals(Reading &reading);
/// The times of data that at() looks up, but for those that an axis gives.
void findSeries(Reading &reading);
/// Makes of each series the two fields and the data that steps read, behind all others.
void addFrames(Problem &problem);
/// Coordinates of the grid's axes, by the names of the equations' indices.
void readAxes(Reading &reading);
/// Whether ddt, next, let, initial and boundary name a state or array that may have them.
void checkNames(Reading &reading);
/// Warns of params that nothing uses, and of locals that hide other names.
void warnOfNames(Reading &reading);
/// The functions of states, and the initial values of states, fields and data.
void readEquations(Reading &reading);

} // namespace eulerc::compiler
