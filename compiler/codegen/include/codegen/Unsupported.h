// Unsupported: what keeps a form of tiles from a program, if anything does: the one cause that is
// found first, in the user's words. What each form asks for is one table.
//
//   u[0]   →   "needs every read to be near, and 'u[0]' is not"
#pragma once

#include "ir/Stencil.h"

#include <optional>
#include <string>

namespace eulerc::compiler {

struct Unsupported {
  std::string what; ///< what can be said of "overlapped"
  SourceRange where;

  /// "needs every read to be near, and 'u[0]' is not (bar.ode:9:7)"
  std::string text() const;
};

/// A family of forms with the same requirements.
enum class FormFamily {
  Interlocking,    ///< diamonds and honeycombs, of rows and of columns
  Registers,       ///< of one axis: overlapped tiles in registers, and skewed ones of processors
  Wavefront,       ///< of several axes: overlapped tiles of processors, which keep layers
  Streaming,       ///< of several axes: overlapped tiles of GPUs, in registers
  LinearStreaming, ///< of three axes: the linear scheme's walk along the slowest on GPUs
};

/// The first property that a form asks for and the program lacks.
std::optional<Unsupported> unsupportedBy(FormFamily form, const Stencil &stencil);

/// Whether there is none, and the grid has as many axes as the form asks for.
bool takes(FormFamily form, const Stencil &stencil);

/// Values of each point that all points read in loops over many of them, which the form `sums` of
/// linear keeps in local memory, where they are most; 0: there are no such loops.
std::size_t sourceValues(const Step &step, const Stencil &stencil);

/// Values of each pass of such a loop, where they are most, that several work-items can compute for
/// one that adds them up; 0: passes take no longer than that.
std::size_t termValues(const Step &step, const Stencil &stencil);

} // namespace eulerc::compiler
