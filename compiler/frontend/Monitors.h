// Monitors: reads numbers of the whole state, and conditions on them that end a run.
//
//   monitor(sum) energy(int i, real t) { return 0.5 * v[i] * v[i]; }
//   stop(energy < 1e-3 && t > 1);
//
// In C a name cannot be both a function and a number. Before Clang sees the program,
// monitorPrelude() makes each monitor's name a macro with arguments for the function, and declares
// a variable for the number.
#pragma once

#include "Lower.h"

#include "ir/Problem.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

struct Recorded;

struct MonitorDecl {
  std::string name;
  std::string annotation;              ///< "eulerc.monitor sum", "eulerc.output"
  const clang::FunctionDecl *function; ///< its value at a point
  const clang::VarDecl *value;         ///< its name as a number, in conditions
  bool isOutput() const { return annotation == "eulerc.output"; }
  const char *kind() const { return isOutput() ? "output" : "monitor"; }
};

/// The text that precedes a program.
std::string monitorPrelude(const std::string &text);

/// Reads the monitors, then the outputs, and then the conditions. A monitor has the same arguments
/// as ddt. `signature`: "(int j, int i, real t)".
void readMonitors(const Recorded &recorded, const std::string &signature, Lowering &lowering,
                  Names &names, Problem &problem, Diagnostics &diagnostics);

} // namespace eulerc::compiler
