// Body: an expression as statements, for emitted code (in the common subset of OpenCL C and C++)
// and for printing.
//
// Shared nodes become locals in the innermost block that surely evaluates them, so that nothing is
// computed twice and nothing that the program guards is computed outside its guard.
#pragma once

#include "ir/Lanes.h"

namespace eulerc::compiler {

/// An expression, ready to be the end of a function.
struct Body {
  std::string statements;           ///< indented by two spaces, may be empty
  std::string value;                ///< expression of the result
  std::vector<std::string> results; ///< of a Loop: the locals with its results; of several values
  int deepest = 0;                  ///< blocks inside each other
};

/// Of each loop that stands in no other statement.
struct LoopText {
  std::string before;           ///< is written in front of it
  const char *counter = "long"; ///< type of its variable
  /// Of the loop whose first carried local has the number `ended`: what each pass ends with, after
  /// its locals have their values, of their names.
  std::optional<std::int64_t> ended = std::nullopt;
  std::function<std::string(const std::vector<std::string> &)> end = nullptr;
};

/// `spelling` spells the nodes that are not printed the default way (ir/Expr.h).
///
/// With `lanes`, what varies over the lanes of a vector becomes a vector (types realv, longv and
/// maskv). A condition that varies chooses lane by lane: both its branches are evaluated, and
/// `spelling` spells the choice.
///
Body formBody(const ExprPtr &expr, const Spelling &spelling, const Lanes *lanes = nullptr,
              const LoopText &loops = {});

/// Several values at once; a node that they share is computed once.
Body formBodies(const std::vector<ExprPtr> &values, const Spelling &spelling, const Lanes *lanes);

} // namespace eulerc::compiler
