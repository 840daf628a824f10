// Shifts: finds values of right-hand sides that are one expression at several points.
//
//   flux(u[i], u[i + 1]) - flux(u[i - 1], u[i])   →   flux: one kind, at 0 and at -1
//
// A value has a kind and a place. Values of one kind are the same operations, in the same order, on
// the same arrays, params and times; they differ only in the points that they read, and so in their
// places.
#pragma once

#include "ir/Expr.h"

#include <array>
#include <map>

namespace eulerc::compiler {

/// The offset from the point along each axis; nullopt: the value does not depend on that index.
using Place = std::array<std::optional<std::int64_t>, kMaxAxes>;

struct ShiftedValue {
  ExprPtr node; ///< as first written
  std::size_t kind = 0;
  Place place;
  std::vector<std::size_t> operands; ///< values; empty for reads
  double cost = 0;                   ///< cost of its operation alone, in operations
  bool isNear = true; ///< made of near reads and indices; no loop, no entry that a point chooses
  bool isRounded = false; ///< false: some sum contracts it, so that it is not rounded itself
};

class Shifts {
public:
  Shifts(const std::vector<ExprPtr> &roots, std::size_t rank);

  const std::vector<ShiftedValue> &values() const { return values_; }
  std::size_t numberOf(const ExprPtr &node) const { return numbers_.at(node.get()); }
  /// False for nodes that occur only in indices.
  bool has(const ExprPtr &node) const { return numbers_.contains(node.get()); }
  std::size_t kinds() const { return kinds_.size(); }

private:
  using Key = std::vector<std::int64_t>;

  void add(const ExprPtr &node);
  void placeRead(ShiftedValue &value, Key &key) const;
  void placeIndex(ShiftedValue &value, Key &key);
  void placeOperation(ShiftedValue &value, Key &key) const;
  std::int64_t nameNumber(const std::string &name);

  const std::size_t rank_;
  std::vector<ShiftedValue> values_;
  std::unordered_map<const Expr *, std::size_t> numbers_;
  std::map<Key, std::size_t> kinds_;
  std::map<std::pair<std::size_t, Place>, std::size_t> known_;
  std::unordered_map<std::string, std::int64_t> names_;
};

/// The distance of a near read along each axis; nullopt: it is far, or depends on params.
std::optional<std::vector<std::int64_t>> distanceOf(const Expr &read);

} // namespace eulerc::compiler
