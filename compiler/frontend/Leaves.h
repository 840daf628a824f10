// Leaves: what an expression may depend on, place by place.
//
//   boundary(u) = dirichlet(u[0]);   →   a boundary value cannot depend on state 'u'
#pragma once

#include "ir/Diagnostics.h"

#include <optional>
#include <string>

namespace eulerc::compiler {

/// The leaves of an expression, apart from numbers.
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
  Quantity ///< of a `let`; it stands where a state does
};

/// A value at each point that steps compute.
inline bool isState(Leaf leaf) { return leaf == Leaf::State || leaf == Leaf::Quantity; }

/// Where an expression stands.
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

/// The place that a declaration's first word opens: "boundary" → Boundary. A helper opens none: it
/// stands where it is called.
std::optional<Place> placeOpenedBy(const std::string &word);

/// Says that the leaf `name`, which stands at `where`, has no business in this place.
void refuseLeaf(Leaf leaf, const std::string &name, Place place, const SourceRange &where,
                Diagnostics &diagnostics);

/// "state 'u'", "the index 'i'"
std::string spelled(Leaf leaf, const std::string &name);

} // namespace eulerc::compiler
