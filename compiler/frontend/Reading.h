// Reading: the data that the readers of a program's declarations share, and these readers.
//
//   recordDeclarations(…)  →  Reading  →  readConstants, readArrays, readEquations  →  its problem
#pragma once

#include "Lower.h"
#include "Record.h"

#include "clang/AST/DeclCXX.h"

#include <string>

namespace eulerc::compiler {

/// The program as an AST of Clang, and the parts of it that have been read.
struct Reading {
  Reading(const std::string &file, clang::ASTContext &context, Diagnostics &diagnostics)
      : context(context), diagnostics(diagnostics), lowering(context, names, diagnostics) {
    problem.file = file;
  }

  bool isInt(clang::QualType type) const;
  bool isReal(clang::QualType type) const;
  /// "(int j, int i, real t)" with the names of the axes, or default names.
  std::string signature(bool withTime, bool ofSpecies = false) const;
  SourceRange nameRange(const clang::VarDecl *declaration) const;
  /// The place of the word that starts a declaration made by a macro: "ddt(y)".
  SourceRange wordRange(const clang::Decl *declaration) const;
  void error(const clang::VarDecl *declaration, const std::string &message,
             const std::string &hint);
  /// Whether a value of a list has no name, as in "{ 0, 1 }", which is reported.
  bool lacksNames(const clang::InitListExpr *list, const std::string &example);

  clang::ASTContext &context;
  Diagnostics &diagnostics;
  Names names;
  Lowering lowering;
  Recorded recorded;
  Problem problem;
};

/// Whether params and tables have allowed types. Other mistakes would follow from wrong types.
bool checkConstantTypes(Reading &reading);
/// Reads params, tables, assertions and the timespan.
void readConstants(Reading &reading);
/// Reads states, fields and data: names, sizes, the grid.
void readArrays(Reading &reading);
/// Reads events, and changes of states after steps.
void readEvents(Reading &reading);
/// Adds the values of events, which follow the monitors and globals.
void readCrossings(Reading &reading);
/// Declares the tables of all globals, which monitors may read.
void declareGlobals(Reading &reading);
/// Reads values of the whole grid, which follow the monitors.
void readGlobals(Reading &reading);
/// Finds the times of data that at() looks up, unless an axis gives them.
void findSeries(Reading &reading);
/// Makes for each series the two fields and the data that steps read; these follow all others.
void addFrames(Problem &problem);
/// Reads coordinates of the grid's axes, by the names of the equations' indices.
void readAxes(Reading &reading);
/// Checks that ddt, next, let, initial and boundary name a state or array that may have them.
void checkNames(Reading &reading);
/// Warns of params that nothing uses, and of locals that hide other names.
void warnOfNames(Reading &reading);
/// Reads the functions of states, and the initial values of states, fields and data.
void readEquations(Reading &reading);

} // namespace eulerc::compiler
