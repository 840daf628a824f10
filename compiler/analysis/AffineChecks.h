// AffineChecks: reports indices of reads and entries that are not affine in the grid's indices.
#pragma once

#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <set>
#include <string>
#include <vector>

namespace eulerc::compiler {

class AffineChecks {
public:
  AffineChecks(const Problem &problem, Diagnostics &diagnostics)
      : problem_(problem), diagnostics_(diagnostics) {}

  /// False after an error. Reports each place once.
  bool check(const ExprPtr &expr, const std::vector<std::string> &axisNames);
  /// The same for an initial value. In it, entries of data (but not of tables) may have any index
  /// that a solver can check at each point.
  bool checkInitial(const ExprPtr &initial, const std::vector<std::string> &axisNames);

private:
  using Allows = bool (*)(const ExprPtr &index);
  bool check(const ExprPtr &expr, const std::vector<std::string> &axisNames, Allows allows);
  void report(const ExprPtr &node, const std::vector<std::string> &axisNames, bool isOfStep);
  std::string withOwnSizes(const Expr &read) const;
  std::string fromList(const Expr &read, const std::vector<std::string> &axisNames) const;

  const Problem &problem_;
  Diagnostics &diagnostics_;
  std::set<std::string> reported_;
};

} // namespace eulerc::compiler
