// Body: an expression as statements, for emitted code (in the common subset of OpenCL C and C++)
// and for printing.
//
// Shared nodes become locals in the innermost block that certainly evaluates them. Nothing is then
// computed twice, and nothing that the program guards is computed outside its guard.
#pragma once

#include "ir/Lanes.h"

namespace eulerc::compiler {

/// An expression as the end of a function.
struct Body {
  std::string statements;           ///< indented by two spaces, may be empty
  std::string value;                ///< expression of the result
  std::vector<std::string> results; ///< the locals with the results of a Loop, or of several values
  int deepest = 0;                  ///< the deepest nesting of blocks
};

/// The text around a loop that is in no other statement.
struct LoopText {
  std::string before;           ///< text before the loop
  const char *counter = "long"; ///< type of its variable
  /// For the loop whose first carried local has the number `ended`: text at the end of each pass,
  /// after its locals are assigned, from their names.
  std::optional<std::int64_t> ended = std::nullopt;
  std::function<std::string(const std::vector<std::string> &)> end = nullptr;
};

/// `spelling` spells the nodes that are not printed the default way (ir/Expr.h).
///
/// With `lanes`, values that differ between the lanes of a vector become vectors (types realv,
/// longv and maskv). A condition that differs between lanes selects lane by lane: both branches are
/// evaluated, and `spelling` spells the selection.
///
Body formBody(const ExprPtr &expr, const Spelling &spelling, const Lanes *lanes = nullptr,
              const LoopText &loops = {});

/// Several values together; a node that they share is computed once.
Body formBodies(const std::vector<ExprPtr> &values, const Spelling &spelling, const Lanes *lanes);

} // namespace eulerc::compiler
