#include "ir/Body.h"

#include <unordered_map>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

using NodeSet = std::unordered_set<const Expr *>;

const char *scalarType(Type type) {
  return type == Type::Real ? "real" : type == Type::Int ? "long" : "bool";
}
const char *splat(Type type) {
  return type == Type::Real  ? "EULERC_SPLAT"
         : type == Type::Int ? "EULERC_SPLAT_LONG"
                             : "EULERC_ALL";
}
const char *vectorType(Type type) {
  return type == Type::Real ? "realv" : type == Type::Int ? "longv" : "maskv";
}

class Former {
public:
  Former(const Spelling &spelling, const Lanes *lanes) : spelling_(spelling), lanes_(lanes) {}

  Body run(const ExprPtr &expr) {
    forEachNode(expr, [&](const ExprPtr &node) {
      for (const ExprPtr &operand : node->operands)
        uses_[operand.get()]++;
    });
    std::string value = block(expr, "  ");
    return {std::move(statements_), std::move(value)};
  }

private:
  bool varies(const ExprPtr &node) const { return lanes_ && lanes_->vary(node); }
  const char *typeName(const ExprPtr &node) const {
    return varies(node) ? vectorType(node->type) : scalarType(node->type);
  }

  /// Whether it decides which of its operands are evaluated.
  bool isConditional(const ExprPtr &node) const {
    return (node->op == Op::Select && !varies(node->operands[0])) ||
           ((node->op == Op::And || node->op == Op::Or) && !varies(node));
  }

  /// Emits the locals of a block that computes expr; returns the text of its value.
  std::string block(const ExprPtr &expr, const std::string &indent) {
    const NodeSet certain = certainlyEvaluated(expr);
    std::vector<ExprPtr> order;
    NodeSet seen;
    collectUnnamed(expr, seen, order);
    for (const ExprPtr &node : order) {
      if (!certain.contains(node.get()))
        continue;
      if (node->op == Op::Loop)
        loop(node, indent);
      else if (node->op == Op::LoopResult)
        continue; // named by its loop
      else if (isConditional(node) && branchesNeedLocals(node))
        conditional(node, indent);
      else if (uses_[node.get()] > 1 || (!node->localName.empty() && node != expr))
        declare(node, indent, text(node));
    }
    return text(expr);
  }

  /// The operations below that have no name yet, operands first.
  void collectUnnamed(const ExprPtr &node, NodeSet &seen, std::vector<ExprPtr> &order) const {
    if (node->operands.empty() || names_.contains(node.get()) || !seen.insert(node.get()).second)
      return;
    for (const ExprPtr &operand : node->operands)
      collectUnnamed(operand, seen, order);
    order.push_back(node);
  }

  void declare(const ExprPtr &node, const std::string &indent, const std::string &value) {
    const std::string name = newName(*node);
    statements_ += indent + "const " + typeName(node) + " " + name + " = " + value + ";\n";
    names_[node.get()] = name;
  }

  /// A conditional whose branches need locals of their own: if and else.
  void conditional(const ExprPtr &node, const std::string &indent) {
    const bool isSelect = node->op == Op::Select;
    const std::string name = newName(*node);
    const std::string condition = text(node->operands[0]);
    statements_ += indent + typeName(node) + " " + name + ";\n";
    branch(node, isSelect || node->op == Op::And ? node->operands[1] : nullptr, "true", name,
           indent + "if (" + condition + ") {\n", indent);
    branch(node,
           isSelect             ? node->operands[2]
           : node->op == Op::Or ? node->operands[1]
                                : nullptr,
           "false", name, indent + "} else {\n", indent);
    statements_ += indent + "}\n";
    names_[node.get()] = name;
  }

  /// Carried locals are variables; a pass computes all new values, then stores them.
  void loop(const ExprPtr &node, const std::string &indent) {
    const std::vector<ExprPtr> &operands = node->operands;
    const std::string first = text(operands[1]), end = text(operands[2]);
    std::vector<std::string> results;
    for (std::size_t k = 3; k < operands.size(); k += 3) {
      results.push_back(newName(*operands[k]));
      statements_ += indent + typeName(operands[k]) + " " + results.back() + " = " +
                     text(operands[k + 1]) + ";\n";
      carried_[operands[k]->integer] = results.back();
    }
    const std::string variable = operands[0]->name + "_" + std::to_string(count_++);
    variables_[operands[0]->integer] = variable;
    statements_ += indent + "for (long " + variable + " = " + first + "; " + variable + " < " +
                   end + "; " + variable + "++) {\n";
    const auto outer = names_; // locals of the body end with it
    std::vector<std::string> values;
    for (std::size_t k = 5; k < operands.size(); k += 3)
      values.push_back(block(operands[k], indent + "  "));
    for (std::size_t k = 0; k < values.size(); k++)
      if (values.size() == 1) {
        statements_ += indent + "  " + results[k] + " = " + values[k] + ";\n";
      } else {
        const std::string next = "next_" + std::to_string(count_++);
        statements_ += indent + "  const " + typeName(operands[3 + 3 * k]) + " " + next + " = " +
                       values[k] + ";\n";
        values[k] = next;
      }
    if (values.size() > 1)
      for (std::size_t k = 0; k < values.size(); k++)
        statements_ += indent + "  " + results[k] + " = " + values[k] + ";\n";
    statements_ += indent + "}\n";
    names_ = outer;
    names_[node.get()] = variable; // done
    loopResults_[node.get()] = results;
  }

  void branch(const ExprPtr &node, const ExprPtr &value, const std::string &otherwise,
              const std::string &target, const std::string &head, const std::string &indent) {
    statements_ += head;
    const auto outer = names_; // locals of the branch end with it
    std::string result = value ? block(value, indent + "  ") : otherwise;
    if (varies(node) && !(value && varies(value)))
      result = splat(node->type) + ("(" + result + ")");
    statements_ += indent + "  " + target + " = " + result + ";\n";
    names_ = outer;
  }

  bool branchesNeedLocals(const ExprPtr &node) {
    for (std::size_t k = 1; k < node->operands.size(); k++)
      if (needsLocals(node->operands[k]))
        return true;
    return false;
  }

  bool needsLocals(const ExprPtr &node) {
    if (node->operands.empty() || names_.contains(node.get()))
      return false;
    if (uses_[node.get()] > 1 || node->op == Op::Loop)
      return true;
    for (const ExprPtr &operand : node->operands)
      if (needsLocals(operand))
        return true;
    return false;
  }

  /// The nodes that evaluating expr evaluates whatever its conditions are.
  NodeSet certainlyEvaluated(const ExprPtr &expr) {
    NodeSet result;
    collectCertain(expr, result);
    return result;
  }

  void collectCertain(const ExprPtr &node, NodeSet &result) {
    if (!result.insert(node.get()).second || names_.contains(node.get()))
      return;
    const std::size_t always = isConditional(node) ? 1 : node->operands.size();
    for (std::size_t k = 0; k < always; k++)
      if (node->op != Op::Loop || k == 1 || k == 2 || k % 3 == 1) // a body may never run
        collectCertain(node->operands[k], result);
    if (node->op != Op::Select || !isConditional(node))
      return;
    // What both branches evaluate is evaluated for certain. Mostly that is known already, and only
    // some operations on top of it are to be looked at.
    NodeSet onlyYes, onlyNo;
    const bool shallow = collectShallow(node->operands[1], result, onlyYes) &&
                         collectShallow(node->operands[2], result, onlyNo);
    const NodeSet &yes = shallow ? onlyYes : branchSet(node->operands[1]);
    const NodeSet &no = shallow ? onlyNo : branchSet(node->operands[2]);
    for (const Expr *shared : yes.size() < no.size() ? yes : no)
      if (yes.contains(shared) && no.contains(shared))
        result.insert(shared);
  }

  /// Collects what a branch without conditions evaluates on top of `known`; false if it has one.
  bool collectShallow(const ExprPtr &node, const NodeSet &known, NodeSet &found) const {
    if (known.contains(node.get()) || names_.contains(node.get()) ||
        !found.insert(node.get()).second)
      return true;
    if (isConditional(node) || node->op == Op::Loop)
      return false;
    for (const ExprPtr &operand : node->operands)
      if (!collectShallow(operand, known, found))
        return false;
    return true;
  }

  const NodeSet &branchSet(const ExprPtr &branch) {
    if (const auto it = branchSets_.find(branch.get()); it != branchSets_.end())
      return it->second;
    NodeSet set = certainlyEvaluated(branch);
    return branchSets_[branch.get()] = std::move(set);
  }

  std::string text(const ExprPtr &expr) const {
    return print(expr, [this](const ExprPtr &node, const ExprText &operand) -> std::string {
      if (node->op == Op::LoopResult)
        return loopResults_.at(node->operands[0].get()).at(node->integer);
      if (node->op == Op::Carried)
        return carried_.at(node->integer);
      if (node->op == Op::Index && node->integer >= kFirstLoopAxis)
        return variables_.at(node->integer);
      if (const auto it = names_.find(node.get()); it != names_.end())
        return it->second;
      return spelling_ ? spelling_(node, operand) : "";
    });
  }

  std::string newName(const Expr &node) {
    return (node.localName.empty() ? "v" : node.localName) + "_" + std::to_string(count_++);
  }

  const Spelling &spelling_;
  const Lanes *lanes_;
  std::unordered_map<const Expr *, int> uses_;
  std::unordered_map<const Expr *, std::string> names_;
  std::unordered_map<const Expr *, std::vector<std::string>> loopResults_;
  std::unordered_map<std::int64_t, std::string> carried_, variables_; ///< of the loops around
  std::unordered_map<const Expr *, NodeSet> branchSets_; ///< of branches, whatever has a name
  std::string statements_;
  int count_ = 0;
};

} // namespace

Body formBody(const ExprPtr &expr, const Spelling &spelling, const Lanes *lanes) {
  return Former(spelling, lanes).run(expr);
}

} // namespace eulerc::compiler
