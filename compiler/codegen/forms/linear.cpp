// The linear scheme: a launch computes a level of all points (templates/linear/linear.cl).
#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {

static bool suitsAny(const Places &) { return true; }

static std::string linearKernels(const Places &) {
  return onlyIf("!defined(EULERC_TILED)", include("linear.cl"));
}

const FormText linearForm = {suitsAny, linearKernels};

} // namespace eulerc::compiler
