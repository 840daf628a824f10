#include "backend.h"

#include "layout/layout.h"

namespace eulerc {

Layout Job::layout(Arrangement arrangement, RowAlignment alignment) const {
  return makeLayout(grid, arrangement, alignment);
}

Places Job::statePlaces(const Layout &layout) const {
  return placesOf(grid, layout, model.stateCount, fileRow);
}

Places Job::fieldPlaces(RowAlignment alignment) const {
  return placesOf(grid, fieldLayout(grid, alignment), 1, fileRow);
}

std::vector<std::byte> Job::constants(const Layout &layout, RowAlignment alignment) const {
  std::vector<std::byte> block(model.constantsSize);
  model.constants(params.data(), layout, fieldLayout(grid, alignment), block.data());
  return block;
}

} // namespace eulerc
