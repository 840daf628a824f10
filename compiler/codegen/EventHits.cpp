#include "EventHits.h"

namespace eulerc::compiler {

/// a - b < 0  →  a < b, which holds wherever the other one does.
static ExprPtr withoutDifference(const ExprPtr &condition) {
  return rewrite(condition, [](const ExprPtr &node) -> ExprPtr {
    if (!isComparison(node->op) || node->operands[0]->op != Op::Sub ||
        node->operands[1]->op != Op::Constant || node->operands[1]->real != 0 ||
        node->operands[1]->type != Type::Real)
      return nullptr;
    return makeOp(node->op, node->operands[0]->operands);
  });
}

ExprPtr whereChanged(const ExprPtr &value) {
  if (value->op == Op::Window && value->integer == 0)
    return makeBool(false);
  if (value->op != Op::Select)
    return makeBool(true);
  const ExprPtr &condition = value->operands[0];
  const ExprPtr yes = whereChanged(value->operands[1]), no = whereChanged(value->operands[2]);
  const auto both = [](const ExprPtr &a, const ExprPtr &b) {
    return constantInt(b) == 1 ? a : constantInt(b) == 0 ? b : makeOp(Op::And, {a, b});
  };
  const ExprPtr first = both(withoutDifference(condition), yes);
  const ExprPtr second = both(makeOp(Op::Not, {condition}), no);
  return constantInt(second) == 0  ? first
         : constantInt(first) == 0 ? second
                                   : makeOp(Op::Or, {first, second});
}

namespace {

bool isJunction(const ExprPtr &condition) {
  return condition->op == Op::And || condition->op == Op::Or || condition->op == Op::Not;
}
/// Whether processors turn a comparison into bits in one operation: an order of reals over lanes.
bool isOrder(const ExprPtr &condition, const Lanes &lanes) {
  const Op op = condition->op;
  return (op == Op::Less || op == Op::LessEqual || op == Op::Greater || op == Op::GreaterEqual) &&
         condition->operands[0]->type == Type::Real && lanes.vary(condition);
}

void collect(const ExprPtr &condition, const Lanes &lanes, std::vector<ExprPtr> &compared) {
  if (isJunction(condition)) {
    for (const ExprPtr &operand : condition->operands)
      collect(operand, lanes, compared);
  } else if (isOrder(condition, lanes)) {
    compared.insert(compared.end(), condition->operands.begin(), condition->operands.end());
  } else {
    compared.push_back(condition);
  }
}

class BitsText {
public:
  BitsText(const Lanes &lanes, const std::vector<std::string> &names)
      : lanes_(lanes), name_(names.begin()) {}

  std::string operator()(const ExprPtr &condition) {
    if (condition->op == Op::Not)
      return "(eulerc_all_hits & ~" + (*this)(condition->operands[0]) + ")";
    if (isJunction(condition)) {
      const std::string first = (*this)(condition->operands[0]);
      return "(" + first + (condition->op == Op::And ? " & " : " | ") +
             (*this)(condition->operands[1]) + ")";
    }
    const std::string name = *name_++;
    if (isOrder(condition, lanes_))
      return order(condition->op, name, *name_++);
    return lanes_.vary(condition) ? "eulerc_hits_of(" + name + ")"
                                  : "((" + name + ") ? eulerc_all_hits : (eulerc_hits)(0))";
  }

private:
  static std::string order(Op op, const std::string &a, const std::string &b) {
    const bool isTurned = op == Op::Greater || op == Op::GreaterEqual;
    const bool isStrict = op == Op::Less || op == Op::Greater;
    return std::string(isStrict ? "eulerc_hits_less(" : "eulerc_hits_at_most(") +
           (isTurned ? b : a) + ", " + (isTurned ? a : b) + ")";
  }

  const Lanes &lanes_;
  std::vector<std::string>::const_iterator name_;
};

} // namespace

std::vector<ExprPtr> comparedIn(const ExprPtr &condition, const Lanes &lanes) {
  std::vector<ExprPtr> compared;
  collect(condition, lanes, compared);
  return compared;
}

std::string returnedBits(const ExprPtr &condition, const Lanes &lanes,
                         const std::vector<std::string> &names) {
  BitsText text(lanes, names);
  if (condition->op != Op::And)
    return "  return " + text(condition) + ";\n";
  const std::string before = text(condition->operands[0]), now = text(condition->operands[1]);
  return "  const eulerc_hits now_so = " + now +
         ";\n  if (EULERC_LIKELY(!eulerc_any_hit(now_so)))\n    return now_so;\n" +
         "  return now_so & " + before + ";\n";
}

} // namespace eulerc::compiler
