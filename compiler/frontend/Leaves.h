// Leaves: the values on which an expression may depend, for each place.
//
//   boundary(u) = dirichlet(u[0]);   →   a boundary value cannot depend on state 'u'
#pragma once

#include "ir/Diagnostics.h"

#include <optional>
#include <string>

namespace eulerc::compiler {

/// The leaves of an expression, except numbers.
enum class Leaf {
  Param,
  State,
  Field,
  Table,
  Data,
  Index,
  Time,
  StepSize,
  Monitor,
  Random,
  Global,
  Quantity ///< of a `let`; allowed where a state is
};

/// Whether a leaf is a value at each point that steps compute.
inline bool isState(Leaf leaf) { return leaf == Leaf::State || leaf == Leaf::Quantity; }

/// The place of an expression in a program.
enum class Place {
  Param,
  Size,
  Table,
  Timespan,
  Axis,
  Boundary,
  FieldBoundary,
  Assertion,
  Initial,
  FieldInitial,
  DataInitial,
  LoopBounds,
  Derivative,
  Monitor,
  Output,
  Event,
  When,
  Stop,
};

bool mayStand(Leaf leaf, Place place);

/// The place that a declaration's first word opens: "boundary" → Boundary. A helper opens none: its
/// place is where it is called.
std::optional<Place> placeOpenedBy(const std::string &word);

/// Reports that the leaf `name` at `where` is not allowed in this place.
void refuseLeaf(Leaf leaf, const std::string &name, Place place, const SourceRange &where,
                Diagnostics &diagnostics);

/// "state 'u'", "the index 'i'"
std::string spelled(Leaf leaf, const std::string &name);

} // namespace eulerc::compiler
