#include "ParamText.h"

#include "Spell.h"

#include "ir/Body.h"

namespace eulerc::compiler {
namespace {

std::string store(const std::string &target, const Body &body, const std::string &types) {
  std::string assignment = "  " + target + " = " + body.value + ";\n";
  if (body.statements.empty())
    return assignment;
  return "  {\n" + types + body.statements + assignment + "  }\n";
}

} // namespace

ParamText::ParamText(const Problem &problem) : problem_(problem) {
  for (std::size_t k = 0; k < problem.params.size(); k++)
    index_[problem.params[k].name] = k;
}

Spelling ParamText::spellingInDouble() const {
  return makeSpelling("double", true, [this](const ExprPtr &node) -> std::string {
    return node->op == Op::Param ? ofParam(*node) : "";
  });
}

std::string ParamText::inDouble(const ExprPtr &expr) const {
  return print(expr, spellingInDouble());
}

std::string ParamText::storeInDouble(const std::string &target, const ExprPtr &expr) const {
  return store(target, formBody(expr, spellingInDouble()), "    typedef double real;\n");
}

std::string ParamText::storeInReal(const std::string &target, const ExprPtr &expr,
                                   bool isDouble) const {
  return store(target, formBody(expr, spellingInReal(isDouble)), "");
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
  return "p[" + number(index_.at(node.name)) + (node.type == Type::Int ? "].integer" : "].real");
}

} // namespace eulerc::compiler
