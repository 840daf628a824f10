// The linear scheme. A launch computes a level of all points (templates/linear/linear.cl), or many
// levels with a barrier of all work-groups between two (templates/persistent/persistent.cl).
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

static std::string persistentKernels(const AddressMap &) {
  return onlyIf("!defined(EULERC_TILED) && EULERC_BUILDS(linear_persistent) && "
                "defined(EULERC_PERSISTENT_ROUNDS)",
                include("persistent.cl"));
}

static constexpr Kernel namedPersistent[] = {
    {"linear",
     "persistent",
     1,
     3,
     {},
     "EULERC_ONE=1 EULERC_BUILDS_linear_persistent=1 EULERC_PERSISTENT_ROUNDS=256"}};

const FormText persistentForm = {{}, nullptr, persistentKernels, nullptr, namedPersistent};

} // namespace eulerc::compiler
