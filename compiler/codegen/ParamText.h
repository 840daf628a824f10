// ParamText: expressions of params as the host computes them when a solver starts.
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
  /// Statements of one indent that store it in `target`: what is shared in it is computed once.
  std::string storeInDouble(const std::string &target, const ExprPtr &expr) const;
  /// The same in the solver's precision, as a value of the right-hand side.
  std::string storeInReal(const std::string &target, const ExprPtr &expr, bool isDouble) const;
  /// How to spell what it is made of.
  Spelling spellingInReal(bool isDouble) const;
  std::string ofAffine(const Affine &affine) const;
  /// The largest ("max") or smallest ("min") of affine expressions.
  std::string bound(const std::vector<Affine> &bounds, const char *function) const;
  /// A param by itself.
  std::string ofParam(const Expr &node) const;

private:
  Spelling spellingInDouble() const;

  const Problem &problem_;
  std::map<std::string, std::size_t> index_; ///< of params, by their names
};

} // namespace eulerc::compiler
