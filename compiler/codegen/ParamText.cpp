#include "ParamText.h"

#include "Spell.h"

namespace eulerc::compiler {

ParamText::ParamText(const Problem &problem) : problem_(problem) {
  for (std::size_t k = 0; k < problem.params.size(); k++)
    index_[problem.params[k].name] = k;
}

std::string ParamText::inDouble(const ExprPtr &expr) const {
  return print(expr, makeSpelling("double", true, [this](const ExprPtr &node) -> std::string {
                 return node->op == Op::Param ? ofParam(*node) : "";
               }));
}

std::string ParamText::inReal(const ExprPtr &expr, bool isDouble) const {
  return print(expr, spellingInReal(isDouble));
}

Spelling ParamText::spellingInReal(bool isDouble) const {
  return makeSpelling("real", isDouble, [this](const ExprPtr &node) -> std::string {
    if (node->op != Op::Param)
      return "";
    return node->type == Type::Int ? ofParam(*node) : "((real)" + ofParam(*node) + ")";
  });
}

std::string ParamText::ofAffine(const Affine &affine) const {
  return inDouble(toExpr(affine, problem_.indexNames));
}

std::string ParamText::bound(const std::vector<Affine> &bounds, const char *function) const {
  std::string text = "(long)(" + ofAffine(bounds.front()) + ")";
  for (std::size_t k = 1; k < bounds.size(); k++)
    text = std::string("eulerc_") + function + "(" + text + ", " + ofAffine(bounds[k]) + ")";
  return text;
}

std::string ParamText::ofParam(const Expr &node) const {
  return "p[" + std::to_string(index_.at(node.name)) +
         (node.type == Type::Int ? "].integer" : "].real");
}

} // namespace eulerc::compiler
