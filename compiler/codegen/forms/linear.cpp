// The linear scheme: a launch computes a level of all points (templates/linear/linear.cl).
#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {

static std::string linearKernels(const AddressMap &) {
  return onlyIf("!defined(EULERC_TILED)", include("linear.cl"));
}

static constexpr Kernel namedLinear[] = {
    {"linear", "vector", 1, 3, {}, "EULERC_ONE=1 EULERC_BUILDS_linear_vector=1"},
    {"linear", "scalar-strided", 1, 3, {}, "EULERC_ONE=1 EULERC_BUILDS_linear_strided=1"},
    {"linear", "scalar-blocked", 1, 3, {}, "EULERC_ONE=1 EULERC_BUILDS_linear_blocked=1"}};

const FormText linearForm = {{}, nullptr, linearKernels, nullptr, namedLinear};

} // namespace eulerc::compiler
