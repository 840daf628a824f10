// Unsupported: the reason why a form of tiles does not support a program, in the user's words. It
// is the first reason found. One table lists the requirements of all forms.
//
//   u[0]   →   "needs every read to be near, and 'u[0]' is not"
#pragma once

#include "ir/Stencil.h"

#include <optional>
#include <string>

namespace eulerc::compiler {

struct Unsupported {
  std::string what; ///< a predicate of "overlapped", for instance
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

/// Whether a form supports the program and the number of axes of its grid.
bool takes(FormFamily form, const Stencil &stencil);

/// The number of source values of a pass, in the loop that has most. The form `sums` of linear
/// keeps them in local memory. 0: there are no such loops.
std::size_t sourceValues(const Step &step, const Stencil &stencil);

/// The number of term values of a pass, in the loop that has most. Several work-items compute them
/// for one that adds them up. 0: passes are too short for that.
std::size_t termValues(const Step &step, const Stencil &stencil);

} // namespace eulerc::compiler
