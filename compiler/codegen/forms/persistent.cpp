// The linear scheme in one launch for many steps: its work-groups stay on the device, and wait for
// each other between two levels (templates/persistent/persistent.cl).
#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {

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
