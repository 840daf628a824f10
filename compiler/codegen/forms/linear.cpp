// The linear scheme: a launch computes a level of all points (templates/linear/linear.cl).
#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {

static bool suitsAny(const AddressMap &) { return true; }

/// Whether the levels of a step are one stage's, which computes quantities in the first ones.
static bool differ(const Cycle &cycle) {
  return !cycle.isOpen() && cycle.stages() > 1 && cycle.steps.stages.size() <= 1;
}

static std::string linearKernels(const AddressMap &map) {
  const bool levelsDiffer = differ(map.step().system.cycle);
  return onlyIf("!defined(EULERC_TILED)", std::string("enum { eulerc_levels_differ = ") +
                                              (levelsDiffer ? "1" : "0") + " };\n\n" +
                                              include("linear.cl"));
}

static constexpr Kernel namedLinear[] = {
    {"linear", "vector", 1, 3, {}, "EULERC_ONE=1 EULERC_BUILDS_linear_vector=1"},
    {"linear", "scalar-strided", 1, 3, {}, "EULERC_ONE=1 EULERC_BUILDS_linear_strided=1"},
    {"linear", "scalar-blocked", 1, 3, {}, "EULERC_ONE=1 EULERC_BUILDS_linear_blocked=1"}};

const FormText linearForm = {suitsAny, linearKernels, nullptr, namedLinear};

} // namespace eulerc::compiler
