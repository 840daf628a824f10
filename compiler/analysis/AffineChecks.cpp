#include "AffineChecks.h"

#include "ir/Affine.h"
#include "ir/Functions.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// The longest index, written out: it is part of names, checks and messages.
constexpr double kLongestIndex = 2000;

bool isAffine(const ExprPtr &index) { return toAffine(index).has_value(); }

bool isAffineOrChecked(const ExprPtr &index) {
  return isAffine(index) || !anyNode(index, [](const Expr &node) {
           return node.op == Op::Loop || node.op == Op::Carried ||
                  (node.op == Op::Call && isRandom(node.name));
         });
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
    const bool isChecked = data && !data->isTable(); // when it is given
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
    report(node, axisNames);
  });
  return ok;
}

void AffineChecks::report(const ExprPtr &node, const std::vector<std::string> &axisNames) {
  std::string axes;
  for (const std::string &name : axisNames)
    axes += (axes.empty() ? "" : ", ") + name;
  const std::string &i = axisNames.back();
  diagnostics_.error(node->where,
                     "the index of '" + printShort(node) + "' is not affine in " + axes);
  const auto isIndex = [&node](Op op) {
    return std::ranges::any_of(node->operands,
                               [op](const ExprPtr &index) { return index->op == op; });
  };
  const bool wraps = isIndex(Op::Rem);
  if (const std::string own = withOwnSizes(*node); !own.empty())
    diagnostics_.hint(own);
  else if (wraps && node->op == Op::Entry)
    diagnostics_.hint(
        "all '% p' in indices take one period, of 16 points at most; give every point "
        "its value: a 'field real', with '" +
        printShort(node) + "' in its initial");
  else if (wraps)
    diagnostics_.hint("for a ring, declare 'boundary(" + node->name +
                      ") = periodic;' and read beyond its end, as in " + i + " + 1");
  else if (isIndex(Op::Select) && node->op == Op::Read) // "i > 0 ? i - 1 : 0"
    diagnostics_.hint("to stay at the last point, declare 'boundary(" + node->name +
                      ") = clamp;' and read beyond its end, as in " + i +
                      " + 1; else choose between two reads: 'CONDITION ? y[...] : y[...]'");
  else
    diagnostics_.hint("an index is a sum of " + axes +
                      ", params and integers with constant factors, as in " + i +
                      " - 1 or N - 1 - " + i);
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
