#include "AffineChecks.h"

#include "Period.h"

#include "ir/Affine.h"
#include "ir/Functions.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

/// The size of the longest index when it is written out, because it becomes part of names, checks
/// and messages.
constexpr double kLongestIndex = 2000;

bool isAffine(const ExprPtr &index) { return toAffine(index).has_value(); }

/// Whether an index depends on a loop's result at run time, or on a random number.
bool isOfLoops(const ExprPtr &index) {
  return anyNode(index, [](const Expr &node) {
    return node.op == Op::Loop || node.op == Op::Carried ||
           (node.op == Op::Call && isRandom(node.name));
  });
}

bool isAffineOrChecked(const ExprPtr &index) { return isAffine(index) || !isOfLoops(index); }

/// For "i == 0 ? N - 1 : i - 1": the value that the read beyond the end should have.
enum class Beyond { LastPoint, OtherEnd, Unknown };

Beyond beyond(const Expr &choice) {
  const bool isFirst = choice.operands[1]->paramsOnly;
  const ExprPtr &end = choice.operands[isFirst ? 1 : 2];
  const auto inside = toAffine(choice.operands[isFirst ? 2 : 1]);
  if (!end->paramsOnly || !inside || inside->constant == 0 || !inside->terms.empty())
    return Beyond::Unknown;
  const bool isLow = inside->constant < 0;
  return isLow == (constantInt(end) == 0) ? Beyond::LastPoint : Beyond::OtherEnd;
}

} // namespace

bool AffineChecks::check(const ExprPtr &expr, const std::vector<std::string> &axisNames) {
  return check(expr, axisNames, isAffine);
}

bool AffineChecks::checkInitial(const ExprPtr &initial, const std::vector<std::string> &axisNames) {
  return check(initial, axisNames, isAffineOrChecked);
}

bool AffineChecks::check(const ExprPtr &expr, const std::vector<std::string> &axisNames,
                         Allows allows) {
  bool ok = true;
  forEachNode(expr, [&](const ExprPtr &node) {
    if (node->op != Op::Read && node->op != Op::Entry)
      return;
    const bool tooLong = node->writtenOut > kLongestIndex;
    const Data *data = node->op == Op::Entry ? find(problem_.data, node->name) : nullptr;
    const bool isChecked = data && !data->isTable(); // when data are loaded
    if (!tooLong && std::ranges::all_of(node->operands, isChecked ? allows : isAffine))
      return;
    ok = false;
    if (!reported_.insert(node->where.str()).second)
      return;
    if (tooLong) {
      diagnostics_.error(node->where, "the index of '" + node->name +
                                          "' is too long: written out it has more than " +
                                          std::to_string(static_cast<int>(kLongestIndex)) +
                                          " operations");
      diagnostics_.hint("compute it in a 'param int'");
      return;
    }
    report(node, axisNames, allows == isAffine);
  });
  return ok;
}

void AffineChecks::report(const ExprPtr &node, const std::vector<std::string> &axisNames,
                          bool isOfStep) {
  std::string axes;
  for (const std::string &name : axisNames)
    axes += (axes.empty() ? "" : ", ") + name;
  const std::string &i = axisNames.back();
  const bool ofLoops = std::ranges::any_of(node->operands, isOfLoops);
  const std::string written = ofLoops ? diagnostics_.textAt(node->where) : "";
  diagnostics_.error(node->where, "the index of '" +
                                      (written.empty() ? printShort(node) : written) +
                                      "' is not affine in " + axes);
  const auto isIndex = [&node](Op op) {
    return std::ranges::any_of(node->operands,
                               [op](const ExprPtr &index) { return index->op == op; });
  };
  const auto choice =
      std::ranges::find(node->operands, Op::Select, [](const ExprPtr &each) { return each->op; });
  const Beyond end =
      node->op == Op::Read && choice != node->operands.end() ? beyond(**choice) : Beyond::Unknown;
  const std::size_t last = axisNames.size() - 1;
  const bool hasClass = std::ranges::any_of(
      node->operands, [&](const ExprPtr &index) { return hasRemainder(index, last); });
  const ExprPtr apart = hasClass ? readOfUnknownClass(problem_) : nullptr;
  const bool wraps = isIndex(Op::Rem) || end == Beyond::OtherEnd;
  if (ofLoops)
    diagnostics_.hint("an index has no random number, and no result of a loop at run time");
  else if (const std::string own = withOwnSizes(*node); !own.empty())
    diagnostics_.hint(own);
  else if (apart) {
    diagnostics_.note(apart->where, "'%' needs reads at known distances along '" + i +
                                        "': how far '" + printShort(apart) +
                                        "' is away depends on params");
    diagnostics_.hint("write that distance as a number (or -D it)" +
                      (node->op == Op::Read ? ""
                                            : ", or give every point its value: a 'field real', "
                                              "with '" +
                                                  printShort(node) + "' in its initial"));
  } else if (wraps && node->op == Op::Entry)
    diagnostics_.hint(
        "all '% p' in indices take one period, of 16 points at most; give every point "
        "its value: a 'field real', with '" +
        printShort(node) + "' in its initial");
  else if (wraps)
    diagnostics_.hint("for a ring, declare 'boundary(" + node->name +
                      ") = periodic;' and read beyond its end, as in " + i + " + 1");
  else if (isIndex(Op::Select) && node->op == Op::Read && end == Beyond::Unknown)
    diagnostics_.hint("choose between two reads: 'CONDITION ? " + node->name +
                      "[...] : " + node->name + "[...]'");
  else if (end == Beyond::LastPoint) // as in "i > 0 ? i - 1 : 0"
    diagnostics_.hint("to stay at the last point, declare 'boundary(" + node->name +
                      ") = clamp;' and read beyond its end, as in " + i +
                      " + 1; else choose between two reads: 'CONDITION ? y[...] : y[...]'");
  else {
    const std::string list = isOfStep ? fromList(*node, axisNames) : "";
    diagnostics_.hint("an index is a sum of " + axes +
                      ", params and integers with constant factors, as in " + i +
                      " - 1 or N - 1 - " + i + (list.empty() ? "" : "; " + list));
  }
}

/// The cure of 'u[i / 2]'; "" if states, the time or a loop decide about the index.
std::string AffineChecks::fromList(const Expr &read,
                                   const std::vector<std::string> &axisNames) const {
  std::string cure;
  for (const ExprPtr &index : read.operands) {
    if (isAffine(index))
      continue;
    std::set<std::int64_t> axes;
    const bool isOther = anyNode(index, [&](const Expr &node) {
      const bool isAxis = node.op == Op::Index && node.integer < kFirstLoopAxis;
      if (isAxis)
        axes.insert(node.integer);
      return isLeaf(node) && !isAxis && node.op != Op::Constant && node.op != Op::Param;
    });
    if (isOther || isOfLoops(index) || axes.size() != 1 || !cure.empty())
      return "";
    const auto axis = static_cast<std::size_t>(*axes.begin());
    cure = indexFromList(print(problem_.extents.at(axis)), axisNames.at(axis), print(index));
  }
  return cure;
}

/// "col[i * C + k]" → "declare 'data int col[N][C];', and read 'col[i][k]'"
std::string AffineChecks::withOwnSizes(const Expr &read) const {
  const auto data = std::ranges::find(problem_.data, read.name, &Data::name);
  const Expr *index =
      read.op == Op::Entry && read.operands.size() == 1 ? read.operands[0].get() : nullptr;
  if (data == problem_.data.end() || data->isTable() || !index)
    return "";
  const bool isSum = index->op == Op::Add;
  const Expr &product = isSum ? *index->operands[0] : *index;
  const ExprPtr column = isSum ? index->operands[1] : makeInt(0);
  if (product.op != Op::Mul || !toAffine(column))
    return "";
  const bool isRight = product.operands[1]->paramsOnly;
  const ExprPtr &columns = product.operands[isRight ? 1 : 0];
  const ExprPtr &row = product.operands[isRight ? 0 : 1];
  if (!columns->paramsOnly || !toAffine(row))
    return "";
  const ExprPtr &size = data->extents[0];
  const std::string rows = size->op == Op::Mul && sameValue(size->operands[1], columns)
                               ? print(size->operands[0])
                               : "ROWS";
  return std::string("give each index a size of its own: 'data ") +
         (data->type == Type::Int ? "int " : "real ") + read.name + "[" + rows + "][" +
         print(columns) + "];', read as '" + read.name + "[" + print(row) + "][" + print(column) +
         "]'";
}

} // namespace eulerc::compiler
