// The linear scheme in one launch for many steps: its work-groups stay on the device, and wait for
// each other between two levels (templates/persistent/persistent.cl).
#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {

static bool suitsEvery(const AddressMap &) { return true; }

static std::string persistentKernels(const AddressMap &) {
  return onlyIf("!defined(EULERC_TILED) && EULERC_BUILDS(linear_persistent) && "
                "defined(EULERC_PERSISTENT_ROUNDS)",
                include("persistent.cl"));
}

const FormText persistentForm = {suitsEvery, persistentKernels};

} // namespace eulerc::compiler
