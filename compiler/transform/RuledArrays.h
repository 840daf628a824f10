// RuledArrays: the arrays whose boundary rules are to be written out (ResolveSides.h), and which of
// their reads that is possible for.
#pragma once

#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <cstdlib>
#include <optional>

namespace eulerc::compiler {

/// An array that is read, with the rules of its sides.
struct Ruled {
  const std::string &name;
  const std::vector<Sides> &boundary;
  bool isField;
};

class RuledArrays {
public:
  RuledArrays(const Problem &problem, const Access &access) : problem_(problem), access_(access) {}

  /// The array that is read, if its rules have to be written out.
  std::optional<Ruled> ruledOf(const std::string &name) const;
  bool areWrittenOut(const State &state) const;
  static bool isPeriodic(const Sides &sides) { return sides.low.isRing(); }
  /// Whether the grid is a ring along an axis, for some state.
  bool isRing(std::size_t axis) const;

  /// Reports reads whose rules cannot be written out; whether there are some.
  bool refuseReads(Diagnostics &diagnostics) const;

  /// Whether a rule is written out only for grids of as many points as the read is away.
  static bool isFar(std::int64_t offset) { return std::abs(offset) > 16; }
  /// That the grid has these.
  std::vector<Assertion> needs() const;

private:
  std::size_t rank() const { return problem_.extents.size(); }
  bool canBeWrittenOut(const State &state) const;

  const Problem &problem_;
  const Access &access_;
};

} // namespace eulerc::compiler
