// Makes one stepper for the whole grid of several steppers, each of which steps a slab.
//
//   {stepper of device 0, of device 1} → makeSlabs → a stepper of the whole grid
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <eulerc/slabs.h>

#include "slabs/remote_slab.h"

namespace eulerc {

/// A slab for each of these steppers, in threads of this process. `isRing`: the first and the last
/// slab are neighbours.
std::unique_ptr<Stepper> makeSlabs(std::vector<std::unique_ptr<Stepper>> steppers,
                                   const Slabs &hints, bool isRing);

/// A slab on each rank.
std::unique_ptr<Stepper> makeSlabsOfRanks(Ranks &ranks, Precision precision, const RankPlace &place,
                                          const Slabs &hints, bool isRing,
                                          const std::function<void(const std::string &)> &note);

} // namespace eulerc
