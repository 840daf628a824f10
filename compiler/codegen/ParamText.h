// ParamText: expressions of params, as the host computes them when a solver starts.
//
//   param int N; param real K;  K * K / N  →  p[1].real * p[1].real / p[0].integer   in double
#pragma once

#include "ir/Affine.h"
#include "ir/Problem.h"

#include <map>
#include <string>

namespace eulerc::compiler {

class ParamText {
public:
  explicit ParamText(const Problem &problem);

  /// An expression of params, computed in double.
  std::string inDouble(const ExprPtr &expr) const;
  /// Indented statements that store an expression in `target`. Shared parts are computed once.
  std::string storeInDouble(const std::string &target, const ExprPtr &expr) const;
  /// The same in the solver's precision, as a value of the right-hand side.
  std::string storeInReal(const std::string &target, const ExprPtr &expr, bool isDouble) const;
  /// Spells the nodes of such expressions.
  Spelling spellingInReal(bool isDouble) const;
  std::string ofAffine(const Affine &affine) const;
  /// The largest ("max") or smallest ("min") of affine expressions.
  std::string bound(const std::vector<Affine> &bounds, const char *function) const;
  /// The text of a param.
  std::string ofParam(const Expr &node) const;

private:
  Spelling spellingInDouble() const;

  const Problem &problem_;
  std::map<std::string, std::size_t> index_; ///< of params, by their names
};

} // namespace eulerc::compiler
