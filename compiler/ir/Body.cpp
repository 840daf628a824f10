#include "ir/Body.h"

#include <algorithm>
#include <ranges>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace eulerc::compiler {
namespace {

using NodeSet = std::unordered_set<const Expr *>;

/// The deepest nesting of operations in one statement. A deeper operation gets a name.
/// Compilers of the emitted code allow for 256 brackets, and an operation on vectors takes up to
/// four.
constexpr int kDeepest = 48;
/// The most cases of a choice that are nested. Longer choices are written one case after the other.
constexpr std::size_t kMostCasesInside = 16;
/// A text of more nodes is not written twice.
constexpr double kLong = 1000;

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

/// Whether values may be computed where the program does not need them: they read no memory and
/// divide no integers.
bool mayBeComputed(const NodeSet &nodes) {
  return std::ranges::none_of(nodes, [](const Expr *each) {
    return each->op == Op::Entry || each->op == Op::Read || each->op == Op::Loop ||
           each->op == Op::LoopResult || each->op == Op::Carried || each->op == Op::Source ||
           (each->type == Type::Int && (each->op == Op::Div || each->op == Op::Rem)) ||
           (each->op == Op::Index && each->integer >= kFirstLoopAxis);
  });
}

class Former {
public:
  Former(const Spelling &spelling, const Lanes *lanes, const LoopText &loops)
      : spelling_(spelling), lanes_(lanes), loops_(loops) {}

  Body run(const ExprPtr &expr) {
    look(expr);
    std::string value = block(expr, "  ");
    std::vector<std::string> results;
    if (expr->op == Op::Loop)
      results = loopResults_.at(expr.get());
    return {std::move(statements_), std::move(value), std::move(results), deepest_};
  }

  Body run(const std::vector<ExprPtr> &values) {
    for (const ExprPtr &value : values) {
      look(value);
      uses_[value.get()]++;
    }
    std::vector<std::string> results = blocks(values, "  ");
    return {std::move(statements_), "", std::move(results), deepest_};
  }

private:
  void look(const ExprPtr &expr) {
    forEachNode(expr, [&](const ExprPtr &node) {
      if (looked_.insert(node.get()).second)
        for (const ExprPtr &operand : node->operands)
          uses_[operand.get()]++;
    });
    std::unordered_map<const Expr *, int> depths;
    forEachNode(expr, [&](const ExprPtr &node) {
      int depth = 0;
      for (const ExprPtr &operand : node->operands)
        if (uses_[operand.get()] == 1)
          depth = std::max(depth, 1 + depths[operand.get()]);
      if (depth >= kDeepest)
        cut_.insert(node.get());
      depths[node.get()] = depth < kDeepest ? depth : 0;
    });
  }

  bool varies(const ExprPtr &node) const { return lanes_ && lanes_->vary(node); }
  const char *typeName(const ExprPtr &node) const {
    return varies(node) ? vectorType(node->type) : scalarType(node->type);
  }

  /// The text of a value that is stored in a variable of `node`; a scalar is splatted to a vector.
  std::string varying(const ExprPtr &node, const ExprPtr &value, const std::string &text) const {
    return varies(node) && !varies(value) ? splat(node->type) + ("(" + text + ")") : text;
  }

  /// Whether a node decides which of its operands are evaluated.
  bool isConditional(const ExprPtr &node) const {
    return (node->op == Op::Select && !varies(node->operands[0])) ||
           ((node->op == Op::And || node->op == Op::Or) && !varies(node));
  }

  /// Emits the locals of a block that computes expr; returns the text of its value.
  std::string block(const ExprPtr &expr, const std::string &indent) {
    deepest_ = std::max(deepest_, static_cast<int>(indent.size() / 2) - 1);
    std::vector<ExprPtr> order;
    NodeSet seen;
    collectUnnamed(expr, seen, order);
    NodeSet computed = certainlyEvaluated(expr);
    // Nested choices would double their texts at each level. Long values that several choices use
    // are computed beforehand, with their operands.
    for (const ExprPtr &node : order | std::views::reverse)
      if (uses_[node.get()] > 1 && node->writtenOut >= kLong && !computed.contains(node.get()) &&
          mayBeComputed(certainlyEvaluated(node)))
        collectCertain(node, computed);
    for (const ExprPtr &node : order) {
      if (!computed.contains(node.get()))
        continue;
      if (node->op == Op::Loop)
        loop(node, indent);
      else if (node->op == Op::LoopResult)
        continue; // its loop names it
      else if (const auto cases = casesOf(node); cases.size() > kMostCasesInside)
        choice(cases, indent);
      else if (isConditional(node) && branchesNeedLocals(node))
        conditional(node, indent);
      else if (isNamed(node) || (!node->localName.empty() && node != expr))
        declare(node, indent, text(node));
    }
    return text(expr);
  }

  /// The same for several values. Choices by one condition become one statement, in whose branches
  /// values share common operations.
  std::vector<std::string> blocks(const std::vector<ExprPtr> &values, const std::string &indent) {
    std::vector<std::string> results;
    for (const ExprPtr &value : values) {
      std::vector<ExprPtr> alike;
      for (const ExprPtr &other : values)
        if (isChoice(value) && isChoice(other) && sameValue(other->operands[0], value->operands[0]))
          alike.push_back(other);
      if (alike.size() > 1)
        choices(alike, indent);
      results.push_back(block(value, indent));
    }
    return results;
  }

  /// Whether a node has no name yet and decides which of its values is evaluated.
  bool isChoice(const ExprPtr &node) const {
    return node->op == Op::Select && isConditional(node) && !names_.contains(node.get());
  }

  /// Emits the choices by one condition.
  void choices(const std::vector<ExprPtr> &nodes, const std::string &indent) {
    const std::string condition = block(nodes.front()->operands[0], indent);
    std::vector<std::string> targets;
    for (const ExprPtr &node : nodes) {
      targets.push_back(newName(*node));
      statements_ += indent + typeName(node) + " " + targets.back() + ";\n";
    }
    for (const std::size_t which : {1, 2}) {
      statements_ += indent + (which == 1 ? "if (" + condition + ") {\n" : "} else {\n");
      const std::size_t outer = named_.size();
      std::vector<ExprPtr> values;
      for (const ExprPtr &node : nodes)
        values.push_back(node->operands[which]);
      const std::vector<std::string> texts = blocks(values, indent + "  ");
      for (std::size_t k = 0; k < nodes.size(); k++)
        statements_ +=
            indent + "  " + targets[k] + " = " + varying(nodes[k], values[k], texts[k]) + ";\n";
      forgetNames(outer);
    }
    statements_ += indent + "}\n";
    for (std::size_t k = 0; k < nodes.size(); k++)
      setName(nodes[k], targets[k]);
  }

  /// Collects the operations below a node that have no name yet, operands first.
  void collectUnnamed(const ExprPtr &node, NodeSet &seen, std::vector<ExprPtr> &order) const {
    if (node->operands.empty() || names_.contains(node.get()) || !seen.insert(node.get()).second)
      return;
    for (const ExprPtr &operand : node->operands)
      collectUnnamed(operand, seen, order);
    order.push_back(node);
  }

  /// Whether a node gets a name wherever it is evaluated.
  bool isNamed(const ExprPtr &node) { return uses_[node.get()] > 1 || cut_.contains(node.get()); }

  void declare(const ExprPtr &node, const std::string &indent, const std::string &value) {
    const std::string name = newName(*node);
    statements_ += indent + "const " + typeName(node) + " " + name + " = " + value + ";\n";
    setName(node, name);
  }

  void setName(const ExprPtr &node, const std::string &name) {
    if (names_.emplace(node.get(), name).second)
      named_.push_back(node.get());
  }
  /// Forgets the locals of a block that has ended: all names but the first `count`.
  void forgetNames(std::size_t count) {
    for (; named_.size() > count; named_.pop_back())
      names_.erase(named_.back());
  }

  /// The cases of c1 ? v1 : c2 ? v2 : … : v, each a Select, which is the last operand of the one
  /// before.
  std::vector<ExprPtr> casesOf(const ExprPtr &first) {
    std::vector<ExprPtr> cases;
    ExprPtr node = first;
    while (isChoice(node) && (cases.empty() || uses_[node.get()] == 1)) {
      cases.push_back(node);
      node = node->operands[2];
    }
    return cases;
  }

  /// Emits a conditional with many cases: each case is tested only if no earlier case applied.
  void choice(const std::vector<ExprPtr> &cases, const std::string &indent) {
    const ExprPtr &node = cases.front();
    const std::string name = newName(*node), open = "open_" + std::to_string(count_++);
    statements_ +=
        indent + typeName(node) + " " + name + ";\n" + indent + "bool " + open + " = true;\n";
    for (const ExprPtr &each : cases) {
      const std::size_t outer = named_.size();
      statements_ += indent + "if (" + open + ") {\n";
      const std::string condition = block(each->operands[0], indent + "  ");
      branch(node, each->operands[1], name, indent + "  if (" + condition + ") {\n", indent + "  ");
      statements_ += indent + "    " + open + " = false;\n" + indent + "  }\n" + indent + "}\n";
      forgetNames(outer);
    }
    branch(node, cases.back()->operands[2], name, indent + "if (" + open + ") {\n", indent);
    statements_ += indent + "}\n";
    setName(node, name);
  }

  /// Emits a conditional whose branches need locals, as if and else.
  void conditional(const ExprPtr &node, const std::string &indent) {
    const bool isSelect = node->op == Op::Select;
    const std::string name = newName(*node);
    const std::string condition = text(node->operands[0]);
    statements_ += indent + typeName(node) + " " + name + ";\n";
    branch(node, isSelect || node->op == Op::And ? node->operands[1] : makeBool(true), name,
           indent + "if (" + condition + ") {\n", indent);
    branch(node,
           isSelect             ? node->operands[2]
           : node->op == Op::Or ? node->operands[1]
                                : makeBool(false),
           name, indent + "} else {\n", indent);
    statements_ += indent + "}\n";
    setName(node, name);
  }

  /// Emits a loop. Carried locals are variables: a pass computes all new values, then stores them.
  void loop(const ExprPtr &node, const std::string &indent) {
    const std::vector<ExprPtr> &operands = node->operands;
    const bool isChoice = operands[2]->op == Op::Select;
    const std::string first = text(operands[1]);
    const std::string end = isChoice ? "(" + text(operands[2]) + ")" : text(operands[2]);
    std::vector<std::string> results;
    for (std::size_t k = 3; k < operands.size(); k += 3) {
      results.push_back(newName(*operands[k]));
      statements_ += indent + typeName(operands[k]) + " " + results.back() + " = " +
                     varying(operands[k], operands[k + 1], text(operands[k + 1])) + ";\n";
      carried_[operands[k]->integer] = results.back();
    }
    const std::string variable = operands[0]->name + "_" + std::to_string(count_++);
    const std::string around = // for the variable of an outer loop with the same index
        std::exchange(variables_[operands[0]->integer], variable);
    const bool isOutermost = indent == "  ";
    if (isOutermost && !loops_.before.empty())
      statements_ += indent + loops_.before + "\n";
    statements_ += indent + "for (" + (isOutermost ? loops_.counter : "long") + " " + variable +
                   " = " + first + "; " + variable + " < " + end + "; " + variable + "++) {\n";
    const std::size_t outer = named_.size();
    std::vector<std::string> values;
    for (std::size_t k = 5; k < operands.size(); k += 3)
      values.push_back(varying(operands[k - 2], operands[k], block(operands[k], indent + "  ")));
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
    if (loops_.ended && operands.size() > 3 && operands[3]->integer == *loops_.ended)
      statements_ += loops_.end(results);
    statements_ += indent + "}\n";
    variables_[operands[0]->integer] = around;
    forgetNames(outer);
    setName(node, variable); // marks the loop as emitted
    loopResults_[node.get()] = results;
  }

  void branch(const ExprPtr &node, const ExprPtr &value, const std::string &target,
              const std::string &head, const std::string &indent) {
    statements_ += head;
    const std::size_t outer = named_.size();
    const std::string result = varying(node, value, block(value, indent + "  "));
    statements_ += indent + "  " + target + " = " + result + ";\n";
    forgetNames(outer);
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
    if (isNamed(node) || node->op == Op::Loop)
      return true;
    for (const ExprPtr &operand : node->operands)
      if (needsLocals(operand))
        return true;
    return false;
  }

  /// The nodes that evaluating expr evaluates under all conditions.
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
    // Nodes that both branches evaluate are certainly evaluated. Most of them are known already, so
    // only the operations above these are visited.
    NodeSet onlyYes, onlyNo;
    std::vector<ExprPtr> conditionals;
    collectShallow(node->operands[1], result, onlyYes, conditionals);
    collectShallow(node->operands[2], result, onlyNo, conditionals);
    for (const Expr *shared : onlyYes.size() < onlyNo.size() ? onlyYes : onlyNo)
      if (onlyYes.contains(shared) && onlyNo.contains(shared) && !isOneOf(conditionals, shared))
        result.insert(shared);
    // A conditional in both branches, as in s = c ? s + 1 : s for a conditional s, adds its own
    // certain nodes.
    for (const ExprPtr &each : conditionals)
      if (onlyYes.contains(each.get()) && onlyNo.contains(each.get()))
        collectCertain(each, result);
    const auto isOpen = [&](const ExprPtr &each) { return !result.contains(each.get()); };
    if (std::ranges::none_of(conditionals, isOpen) || result.contains(node->operands[1].get()) ||
        result.contains(node->operands[2].get()))
      return;
    const NodeSet &yes = branchSet(node->operands[1]), &no = branchSet(node->operands[2]);
    for (const Expr *shared : yes.size() < no.size() ? yes : no)
      if (yes.contains(shared) && no.contains(shared))
        result.insert(shared);
  }

  /// Collects the nodes that a branch evaluates in addition to `known`, down to its conditionals.
  void collectShallow(const ExprPtr &node, const NodeSet &known, NodeSet &found,
                      std::vector<ExprPtr> &conditionals) const {
    if (known.contains(node.get()) || names_.contains(node.get()) ||
        !found.insert(node.get()).second)
      return;
    if (isConditional(node) || node->op == Op::Loop) {
      conditionals.push_back(node);
      return;
    }
    for (const ExprPtr &operand : node->operands)
      collectShallow(operand, known, found, conditionals);
  }

  static bool isOneOf(const std::vector<ExprPtr> &nodes, const Expr *wanted) {
    return std::ranges::any_of(nodes, [&](const ExprPtr &node) { return node.get() == wanted; });
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
      const auto variable = variables_.find(node->integer);
      if (node->op == Op::Index && variable != variables_.end() && !variable->second.empty())
        return variable->second;
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
  const LoopText loops_;
  std::unordered_map<const Expr *, int> uses_;
  NodeSet looked_;
  NodeSet cut_; ///< deep operations, which get a name
  std::unordered_map<const Expr *, std::string> names_;
  std::vector<const Expr *> named_; ///< in the order of naming
  std::unordered_map<const Expr *, std::vector<std::string>> loopResults_;
  std::unordered_map<std::int64_t, std::string> carried_, variables_; ///< of the loops around
  std::unordered_map<const Expr *, NodeSet> branchSets_;              ///< certain nodes of branches
  std::string statements_;
  int count_ = 0, deepest_ = 0;
};

} // namespace

Body formBody(const ExprPtr &expr, const Spelling &spelling, const Lanes *lanes,
              const LoopText &loops) {
  return Former(spelling, lanes, loops).run(expr);
}

Body formBodies(const std::vector<ExprPtr> &values, const Spelling &spelling, const Lanes *lanes) {
  return Former(spelling, lanes, {}).run(values);
}

} // namespace eulerc::compiler
