// Checks that a compiled model has the binary layout that this runtime reads.
#pragma once

#include <eulerc/model.h>

namespace eulerc {

/// Throws Usage unless the model was made for this runtime.
void requireAbi(const Model &model);

} // namespace eulerc
