// Sight: how far steps see, as planners and windows of the host ask.
//
//   y[i - 1] and y[i + 2] on a circle → pointReach 2, rings 1, "{2, -1, -1}, 1"
#pragma once

#include "codegen/Emit.h"

#include <cstdint>
#include <string>

namespace eulerc::compiler {

/// The farthest point along the slowest axis that is read, if that is the same for all params; -1.
std::int64_t pointReach(const Step &step, const Stencil &stencil);

/// A bit for each axis along which the grid goes round; or fields alone, through classes.
int rings(const Step &step, const Stencil &stencil);

/// Whether points of the interior read a component in several rows or planes. The own component is
/// read by rates alone, and where it is written.
bool rowsShare(const Step &step, const Stencil &stencil);

/// "{1, 1, -1}, 0": Model::sight and Model::circles.
std::string sightEntries(const Stencil &stencil);

} // namespace eulerc::compiler
