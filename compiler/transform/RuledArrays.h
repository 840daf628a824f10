// RuledArrays: the arrays whose boundary rules must be written out (ResolveSides.h), and the reads
// for which that is possible.
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <cstdlib>
#include <optional>

namespace eulerc::compiler {

/// An array that is read, and the rules of its sides.
struct Ruled {
  const std::string &name;
  const std::vector<Sides> &boundary;
  bool isField;
};

class RuledArrays {
public:
  RuledArrays(const Problem &problem, const Access &access) : problem_(problem), access_(access) {}

  /// The array that is read, if its rules must be written out.
  std::optional<Ruled> ruledOf(const std::string &name) const;
  bool areWrittenOut(const State &state) const;
  static bool isPeriodic(const Sides &sides) { return sides.low.isRing(); }
  /// Whether some state is a ring along an axis.
  bool isRing(std::size_t axis) const;

  /// Whether the rules of a read cannot be written out, and steps find its ghosts.
  bool isFoundBySteps(const ReadAccess &read) const;
  /// Whether the sides of an axis keep their rules, because steps find ghosts there.
  bool isKept(const State &state, std::size_t axis) const;

  /// Reports reads whose rules can neither be written out nor be left to steps; returns whether
  /// there are any.
  bool refuseReads(Diagnostics &diagnostics) const;

  /// Whether a rule is written out only for grids with at least as many points as the read's
  /// distance.
  static bool isFar(std::int64_t offset) { return std::abs(offset) > 16; }
  /// The assertions that the grid has so many points.
  std::vector<Assertion> needs() const;

private:
  std::size_t rank() const { return problem_.extents.size(); }
  bool canBeWrittenOut(const State &state) const;

  const Problem &problem_;
  const Access &access_;
};

} // namespace eulerc::compiler
