// Compares the version of a model's binary layout with the runtime's.

#include "model/abi.h"

#include <fmt/format.h>

#include "base/refuse.h"

namespace eulerc {

void requireAbi(const Model &model) {
  if (model.abi != modelAbi)
    refuse(fmt::format("'{}' was compiled by another version of eulerc (models of ABI {}, this "
                       "runtime reads ABI {}); compile it again with this eulerc",
                       model.name, model.abi, modelAbi));
}

} // namespace eulerc
