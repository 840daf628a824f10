// VectorSpelling: how nodes that differ between the lanes of a vector are written.
//
//   i > S && y[i] > 0  →  EULERC_ORDERED(i0, …) & (y_own > EULERC_SPLAT(0.0f))
#include "FunctionText.h"

#include "AtRest.h"
#include "LaneSkips.h"
#include "NearForms.h"
#include "Spell.h"
#include "TableText.h"

#include "ir/Functions.h"

#include <map>

namespace eulerc::compiler {
namespace {

/// The suffixes of the functions that compare lanes.
const std::map<Op, const char *> comparisons = {
    {Op::Less, "less"},       {Op::LessEqual, "less_equal"},
    {Op::Greater, "greater"}, {Op::GreaterEqual, "greater_equal"},
    {Op::Equal, "equal"},     {Op::NotEqual, "not_equal"}};

/// " < "
std::string spacedSign(const ExprPtr &node) { return std::string(" ") + signOf(node->op) + " "; }

class VectorSpelling {
public:
  VectorSpelling(Spelling scalar, const Lanes &lanes, const Step &step, const StepFunction &f)
      : scalar_(std::move(scalar)), lanes_(lanes), step_(step),
        tables_(tablesArgument(step.system)), isFast_(step.isFast), isLoop_(f.body->op == Op::Loop),
        f_(f) {}

  std::string operator()(const ExprPtr &node, const ExprText &text) const {
    if (std::string leaf = laneLeaf(*node, "i" + number(step_.system.extents.size() - 1));
        !leaf.empty())
      return leaf;
    if (node->op == Op::Select && !lanes_.vary(node->operands[0]) && lanes_.vary(node))
      return "(" + text(node->operands[0]) + " ? " + whole(node, 1, text) + " : " +
             whole(node, 2, text) + ")";
    if (node->op == Op::Index && lanes_.vary(node))
      return "eulerc_lanes(" + scalar_(node, text) + ")";
    if (node->op == Op::Entry && !lanes_.vary(node) && isOfPoint(node->operands[0]))
      return entryOfRow(node, text);
    if (node->op == Op::InSomeLane)
      return "EULERC_ANY(" + text(node->operands[0]) + ")";
    if (!lanes_.vary(node) || node->operands.empty())
      return scalar_(node, text);
    switch (node->op) {
    case Op::SourceNumber: // of the one lane that blocks have
      return scalar_(node, text);
    case Op::ToReal:
      return toReal(node->operands[0], text);
    case Op::ToInt:
      return "eulerc_lanes_to_long(" + text(node->operands[0]) + ")";
    case Op::Div:
    case Op::Rem:
      if (node->type == Type::Real && isFast_)
        return "EULERC_QUOTIENT(" + whole(node, 0, text) + ", " + whole(node, 1, text) + ")";
      if (node->op == Op::Div && !isLoop_ && isZeroAtRest(node->operands[0]))
        return applied("quotient", node, text);
      return isCheckedDivision(node) ? applied(node->op == Op::Div ? "div" : "rem", node, text)
                                     : "";
    case Op::Not:
      return "((" + text(node->operands[0]) + ") == 0)";
    case Op::And: // on masks, only bits mean the same in OpenCL C and C++
      return "(" + whole(node, 0, text) + " & " + whole(node, 1, text) + ")";
    case Op::Or:
      return "(" + whole(node, 0, text) + " | " + whole(node, 1, text) + ")";
    case Op::Select:
      return select(node, text);
    case Op::Call:
      if (node->name == "fma") // takes vectors alone
        return "fma(" + whole(node, 0, text) + ", " + whole(node, 1, text) + ", " +
               whole(node, 2, text) + ")";
      if (isRandom(node->name)) // computed for the point of each lane
        return random(node, text);
      if (f_.isNear && isNearOrFar(*node))
        return applied(nearForm(*node, step_, f_), node, text, "eulerc_near_");
      if (node->name == "sqrt" && !isLoop_ && !isFast_ && isZeroAtRest(node))
        return applied(node->name, node, text);
      if (isLoop_ && (node->name == "sin" || node->name == "cos"))
        return applied(node->name + "_in_place", node, text);
      return isExactFunction(node->name) ? "" : applied(node->name, node, text);
    case Op::Entry:
      return entries(node, text);
    default:
      return isComparison(node->op) ? comparison(node, text) : "";
    }
  }

private:
  /// An operand as a vector, even if it is the same for all lanes.
  std::string whole(const ExprPtr &node, int k, const ExprText &text) const {
    const ExprPtr &operand = node->operands[k];
    const std::string value = text(operand);
    if (lanes_.vary(operand))
      return operand->operands.empty() ? value : "(" + value + ")";
    if (operand->type == Type::Bool)
      return "EULERC_ALL(" + value + ")";
    return std::string(operand->type == Type::Real ? "EULERC_SPLAT(" : "EULERC_SPLAT_LONG(") +
           value + ")";
  }

  std::string applied(const std::string &function, const ExprPtr &node, const ExprText &text,
                      const std::string &family = "eulerc_lanes_") const {
    std::string arguments;
    for (std::size_t k = 0; k < node->operands.size(); k++)
      arguments += (k ? ", " : "") + whole(node, static_cast<int>(k), text);
    return family + function + "(" + arguments + (family == "eulerc_near_" ? ", near)" : ")");
  }

  std::string select(const ExprPtr &node, const ExprText &text) const {
    const std::string function = node->type == Type::Bool  ? "eulerc_lanes_choose("
                                 : node->type == Type::Int ? "EULERC_SELECT_LONG("
                                                           : "EULERC_SELECT(";
    return function + text(node->operands[0]) + ", " + whole(node, 1, text) + ", " +
           whole(node, 2, text) + ")";
  }

  static bool isOfPoint(const ExprPtr &index) {
    return anyNode(index, [](const Expr &node) { return node.op == Op::Index; });
  }

  /// An entry that is the same for all lanes. The index is clamped, because tiles also compute rows
  /// beyond the grid, for which there may be no entry.
  std::string entryOfRow(const ExprPtr &node, const ExprText &text) const {
    const Data &data = *find(step_.system.data, node->name);
    const std::string value = tableName(step_.system, data) + "[eulerc_clamp(" +
                              text(node->operands[0]) + ", 0, " + entryCount(step_, data) +
                              " - 1)]";
    return node->type == Type::Int ? "((long)" + value + ")" : value;
  }

  /// Entries of a table or of data. If lanes take consecutive entries of a buffer, one load.
  std::string entries(const ExprPtr &node, const ExprText &text) const {
    const ExprPtr &index = node->operands[0];
    const Data &data = *find(step_.system.data, node->name);
    std::string each = "eulerc_entries_" + node->name + "(c" + tables_ + ", " + text(index) + ")";
    const TablePlace place = placeOf(step_.system, data);
    if (isFew(data) && isRunOfInts(index))
      return "EULERC_RUN_LOOKED_UP(" + runOfInts(index, text) + ", eulerc_few_" + node->name +
             "(c" + tables_ + ", eulerc_load_masks(" + firstOfInts(index, text) + ")), " + each +
             ")";
    if (place == TablePlace::Program || place == TablePlace::Constants || !isRun(index))
      return each;
    return std::string("EULERC_RUN(") + elementType(data) + ", " + tableName(step_.system, data) +
           ", " + entryCount(step_, data) + ", " + indices(index) + ", " +
           ofLane(index, "FIRST", text) + ", " + each + ")";
  }

  /// Whether an index is the index along the row plus a value that is the same for all lanes (a
  /// run).
  bool isRun(const ExprPtr &index) const {
    if (index->op == Op::Index)
      return lanes_.vary(index);
    if (index->op != Op::Add && index->op != Op::Sub)
      return false;
    const ExprPtr &a = index->operands[0], &b = index->operands[1];
    return (isRun(a) && !lanes_.vary(b)) || (index->op == Op::Add && isRun(b) && !lanes_.vary(a));
  }

  /// The indices of the lanes along the row, on which a run is based.
  std::string indices(const ExprPtr &run) const {
    const ExprPtr &a = run->operands.empty() ? run : run->operands[0];
    return run->operands.empty() ? scalar_(run, [](const ExprPtr &) { return std::string(); })
                                 : indices(lanes_.vary(a) ? a : run->operands[1]);
  }

  /// The value of a run in the first or the last lane. `text` writes what is the same for all
  /// lanes, because it knows the names of locals and of counters of loops.
  std::string ofLane(const ExprPtr &run, const std::string &lane, const ExprText &text) const {
    return print(run, [&](const ExprPtr &node, const ExprText &operand) {
      if (!lanes_.vary(node))
        return node->operands.empty() ? text(node) : "(" + text(node) + ")";
      return node->op == Op::Index ? "EULERC_" + lane + "(" + scalar_(node, operand) + ")" : "";
    });
  }

  std::string toReal(const ExprPtr &value, const ExprText &text) const {
    const std::string each = "EULERC_TO_REAL(" + text(value) + ")";
    return isRun(value) ? "EULERC_REALS(" + indices(value) + ", " + ofLane(value, "FIRST", text) +
                              ", " + each + ")"
                        : each;
  }

  std::string random(const ExprPtr &node, const ExprText &text) const {
    const ExprPtr &point = node->operands[0];
    const std::string rest = whole(node, 0, text) + ", " + text(node->operands[1]) + ", " +
                             text(node->operands[2]) + ", " + text(node->operands[3]) + ")";
    return isRun(point) ? "EULERC_OF_RUN(" + node->name + ", " + indices(point) + ", " +
                              ofLane(point, "FIRST", text) + ", " + rest
                        : "eulerc_lanes_" + node->name + "(" + rest;
  }

  /// Whether a node is a run of entries of integer data, which one load takes.
  bool isRunOfInts(const ExprPtr &node) const {
    return node->op == Op::Entry && node->type == Type::Int && isRun(node->operands[0]) &&
           placeOf(step_.system, *find(step_.system.data, node->name)) == TablePlace::Own;
  }

  /// The address of its first entry; and the arguments of the test whether the entries are a run.
  std::string firstOfInts(const ExprPtr &entry, const ExprText &text) const {
    return tableName(step_.system, *find(step_.system.data, entry->name)) + " + (" +
           ofLane(entry->operands[0], "FIRST", text) + ")";
  }
  std::string runOfInts(const ExprPtr &entry, const ExprText &text) const {
    const ExprPtr &index = entry->operands[0];
    return entryCount(step_, *find(step_.system.data, entry->name)) + ", " + indices(index) + ", " +
           ofLane(index, "FIRST", text);
  }

  /// Such entries compared with one number, in the width in which they are stored.
  std::string comparedInts(const ExprPtr &node, const ExprText &text,
                           const std::string &each) const {
    const ExprPtr &entry = node->operands[0];
    return "EULERC_RUN_COMPARED(" + runOfInts(entry, text) + ", " + firstOfInts(entry, text) + "," +
           spacedSign(node) + ", (" + text(node->operands[1]) + "), " + each + ")";
  }

  /// A comparison of integers. A run and one number are compared lane by lane only if lanes differ.
  std::string compared(const ExprPtr &node, const ExprText &text) const {
    std::string each = applied(comparisons.at(node->op), node, text);
    const ExprPtr &a = node->operands[0], &b = node->operands[1];
    if (isRunOfInts(a) && !lanes_.vary(b))
      return comparedInts(node, text, each);
    const bool isLeft = isRun(a) && !lanes_.vary(b);
    if (!isLeft && (!isRun(b) || lanes_.vary(a)))
      return each;
    const ExprPtr &run = isLeft ? a : b, &number = isLeft ? b : a;
    const std::string first = ofLane(run, "FIRST", text), last = ofLane(run, "LAST", text),
                      value = "(" + text(number) + ")", sign = spacedSign(node);
    if (node->op == Op::Equal || node->op == Op::NotEqual)
      return "EULERC_MEET_" + std::string(node->op == Op::Equal ? "EQUAL(" : "DIFFERENT(") +
             indices(run) + ", " + first + ", " + last + ", " + value + ", " + each + ")";
    const auto at = [&](const std::string &lane) {
      return isLeft ? "(" + lane + ")" + sign + value : value + sign + "(" + lane + ")";
    };
    return "EULERC_ORDERED(" + indices(run) + ", " + at(first) + ", " + at(last) + ", " + each +
           ")";
  }

  std::string comparison(const ExprPtr &node, const ExprText &text) const {
    const bool ofInts = node->operands[0]->type == Type::Int;
    if (node->operands[1]->op == Op::SourceNumber)
      return "EULERC_MASK(" + text(node->operands[0]) + spacedSign(node) + text(node->operands[1]) +
             ")";
    if (ofInts && isLoop_ && (node->op == Op::Equal || node->op == Op::NotEqual))
      for (const int k : {0, 1})
        if (node->operands[k]->operands.empty() && lanes_.vary(node->operands[k]) &&
            !lanes_.vary(node->operands[1 - k])) { // the index, which is constant in a loop
          const std::string mask = "EULERC_INDEX_IS(" + text(node->operands[k]) + ", " +
                                   text(node->operands[1 - k]) + ")";
          return node->op == Op::Equal ? mask : "(" + mask + " == 0)";
        }
    if (ofInts)
      return compared(node, text);
    return "(" + whole(node, 0, text) + spacedSign(node) + whole(node, 1, text) + ")";
  }

  Spelling scalar_;
  const Lanes &lanes_;
  const Step &step_;
  const std::string tables_; ///< the argument that passes them
  const bool isFast_, isLoop_;
  const StepFunction &f_;
};

} // namespace

Spelling vectorSpelling(const Spelling &scalar, const Lanes &lanes, const Step &step,
                        const StepFunction &f) {
  return VectorSpelling(scalar, lanes, step, f);
}

} // namespace eulerc::compiler
