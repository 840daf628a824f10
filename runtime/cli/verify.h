// --verify: repeats the run with the serial reference, and compares the two results.
#pragma once

#include <string>

#include "cli/options.h"

namespace eulerc {

struct Verification {
  bool bitwise = false;  ///< every component has the same bits
  double difference = 0; ///< largest absolute difference
  std::string where;     ///< the component with it: "y[17]"
  double scale = 0;      ///< largest magnitude of the reference
  double tolerance = 0;  ///< relative to `scale`
  bool passed = false;
  double relative() const { return difference == 0 ? 0 : difference / scale; }
};

/// Runs the reference with the params, files and run of `solver`, which has just run.
Verification verify(const Solver &solver, const Options &options, const Run &run);
std::string verificationText(const Verification &verification);

} // namespace eulerc
