#include "backend.h"

#include "layout/layout.h"

namespace eulerc {

Layout Job::layout(Arrangement arrangement) const { return makeLayout(grid, arrangement); }

Places Job::statePlaces(const Layout &layout) const {
  return placesOf(grid, layout, model.stateCount, fileRow);
}

Places Job::fieldPlaces() const { return placesOf(grid, fieldLayout(grid), 1, fileRow); }

std::vector<std::byte> Job::constants(const Layout &layout) const {
  std::vector<std::byte> block(model.constantsSize);
  model.constants(params.data(), layout, fieldLayout(grid), block.data());
  return block;
}

} // namespace eulerc
