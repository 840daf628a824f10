// Whether a model has the layout that this runtime reads.
#pragma once

#include <fmt/format.h>

#include <eulerc/model.h>

#include "base/refuse.h"

namespace eulerc {

/// Throws Usage unless the model was made for this runtime.
inline void requireAbi(const Model &model) {
  if (model.abi != modelAbi)
    refuse(fmt::format("'{}' was compiled by another version of eulerc (models of ABI {}, this "
                       "runtime reads ABI {}); compile it again with this eulerc",
                       model.name, model.abi, modelAbi));
}

} // namespace eulerc
