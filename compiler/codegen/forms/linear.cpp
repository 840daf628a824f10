// The linear scheme: a launch computes a level of all points (templates/linear/linear.cl).
#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {

static bool suitsAny(const AddressMap &) { return true; }

static std::string linearKernels(const AddressMap &) {
  return onlyIf("!defined(EULERC_TILED)", include("linear.cl"));
}

const FormText linearForm = {suitsAny, linearKernels};

} // namespace eulerc::compiler
