// JointFunction: one function with several values, for large equations that share many operations.
//
//   the fluxes of mass, momentum and energy, which share a pair of wave speeds
//   → void eulerc_vector_joint(…, const realv rho_own, …, realv *results)
//
// Functions of many operations are not inlined (FunctionSize.h), so compilers cannot see what these
// equations share.
#pragma once

#include "AddressMap.h"
#include "ir/CommonWindow.h"

#include <optional>

namespace eulerc::compiler {

class JointFunction {
public:
  /// None if no two large equations share enough.
  static std::optional<JointFunction> of(const AddressMap &map);

  /// The number of the result that is the value of an equation in the interior.
  std::optional<std::size_t> resultOf(const StepOfEquation &equation) const;
  std::size_t results() const { return equations_.size(); }
  /// The reads of its window, in order.
  const std::vector<WindowRead> &reads() const { return reads_; }
  /// The function, over vectors of the last axis; near: for ordinary arguments (StepFunction).
  static std::string name(bool isNear) { return isNear ? "near_joint" : "vector_joint"; }
  std::string vectorText(const AddressMap &map, bool isNear = false) const;

private:
  void add(const StepOfEquation &equation, const std::vector<WindowRead> &reads);

  std::vector<const StepOfEquation *> equations_;
  CommonWindow common_;
  std::vector<WindowRead> reads_;
  StepFunction function_; ///< its body only gathers the reads of all values; it is not computed
  std::vector<ExprPtr> values_;
};

} // namespace eulerc::compiler
