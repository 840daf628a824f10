#include "GridReads.h"

#include "ModelPrinters.h"
#include "Spell.h"

#include "ir/Body.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

std::string extentOf(std::size_t axis) { return "v->extent[" + number(axis) + "]"; }

} // namespace

GridReads::GridReads(const Problem &problem, const ParamText &values, std::int64_t classes)
    : problem_(problem), values_(values), classes_(classes),
      parameters_(eachAxis(0, problem.extents.size(), ", long i#")),
      arguments_(eachAxis(0, problem.extents.size(), ", i#")) {}

std::string ReadArray::text() const {
  return (isState ? "state_" : "field_") + compiler::number(number);
}

ReadArray GridReads::arrayNamed(const std::string &name) const {
  for (std::size_t k = 0; k < problem_.states.size(); k++)
    if (problem_.states[k].name == name)
      return {true, k};
  const auto field = std::ranges::find(problem_.fields, name, &Field::name);
  return {false, static_cast<std::size_t>(field - problem_.fields.begin())};
}

const std::vector<Sides> &GridReads::rulesOf(const std::string &name) const {
  const ReadArray array = arrayNamed(name);
  return array.isState ? problem_.states[array.number].boundary
                       : problem_.fields[array.number].boundary;
}

Spelling GridReads::spelling(bool isInside) const {
  return [this, isInside, common = spellingAtPoint(problem_, values_)](
             const ExprPtr &node, const ExprText &text) -> std::string {
    if (node->op == Op::Time)
      return "v->t";
    if (node->op != Op::Read)
      return common(node, text);
    std::string call = isInside || isReadAtPoint(*node) ? "own_" : "at_";
    call += arrayNamed(node->name).text() + "(v";
    for (const ExprPtr &index : node->operands)
      call += ", " + text(index);
    return call + ")";
  };
}

std::string GridReads::functions(const std::set<ReadArray> &arrays) const {
  std::string text;
  const auto add = [&](const std::string &name, const std::vector<Sides> &boundary) {
    const ReadArray array = arrayNamed(name);
    if (arrays.contains(array))
      text += own(array) + at(array.text(), boundary);
  };
  for (std::size_t k = 0; k < liveOutStates(problem_); k++)
    add(problem_.states[k].name, problem_.states[k].boundary);
  for (const Field &field : problem_.fields)
    add(field.name, field.boundary);
  return text;
}

/// The value at a point of the grid, from its address (eulerc::ValuePlaces).
std::string GridReads::own(const ReadArray &array) const {
  const bool isState = array.isState;
  const std::string which = number(array.number);
  const std::string places = isState ? "v->state" : "v->field";
  const std::size_t last = problem_.extents.size() - 1;
  const std::string i = "i" + number(last);
  std::string place = places + ".lead";
  if (isState)
    place += " + " + which + " * " + places + ".array";
  if (last > 0)
    place +=
        " + " + (last == 1 ? "i0" : "(i0 * " + extentOf(1) + " + i1)") + " * " + places + ".pitch";
  if (classes_ > 1) {
    const std::string classes = number(classes_);
    place += " + " + i + " % " + classes + " * " + places + ".residue + " + i + " / " + classes +
             " * " + places + ".step";
  } else {
    place += " + " + i + (isState ? " * EULERC_STEP" : "");
  }
  return "EULERC_INLINE double own_" + array.text() + "(const eulerc_view *v" +
         eachAxis(0, last + 1, ", eulerc_whole i#") +
         ") {\n  return ((EULERC_GLOBAL const EULERC_REAL *)v->" +
         (isState ? "y" : "fields[" + which + "]") + ")[" + place + "];\n}\n";
}

/// The value of a read: factor · (a value of the grid) + sum. It has the precision of all values of
/// the array, because steps read it in that precision.
std::string GridReads::at(const std::string &array, const std::vector<Sides> &boundary) const {
  std::string walk, parts, inside;
  for (std::size_t axis = 0; axis < boundary.size(); axis++) {
    const std::string i = "i" + number(axis), n = extentOf(axis);
    const bool hasMore = axis == 0 && boundary[axis].low.isRing(); // rows of a slab
    const std::string low = hasMore ? "-v->below" : "0", end = hasMore ? n + " + v->above" : n;
    inside += (axis ? " && " : "") + i + " >= " + low + " && " + i + " < " + end;
    walk += "  while (" + i + " < " + low + " || " + i + " >= " + end + ") {\n    if (" + i +
            " < 0) {\n" + beyond(array, boundary[axis].low, axis, true, parts) + "    } else {\n" +
            beyond(array, boundary[axis].high, axis, false, parts) + "    }\n  }\n";
  }
  const std::string call = "own_" + array + "(v" + arguments_ + ")";
  return parts + "static double at_" + array + "(const eulerc_view *v" + parameters_ +
         ") {\n  EULERC_SEES\n  if (" + inside + ")\n    return " + call +
         ";\n  double factor = 1, sum = 0;\n" + placeInRules(boundary) + walk +
         "  return (EULERC_REAL)(factor * " + call + " + sum);\n}\n";
}

/// The indices of a read after its rules have moved them into the grid; rules may depend on them.
std::string GridReads::placeInRules(const std::vector<Sides> &boundary) const {
  std::string text;
  for (std::size_t axis = 0; axis < boundary.size(); axis++) {
    const std::string at = "at" + number(axis), n = extentOf(axis);
    const auto back = [&](const Rule &rule, bool isLow) {
      return rule.hasImage() ? rule.imageIndex(isLow).text(at, n) : isLow ? "0" : n + " - 1";
    };
    text += "  long " + at + " = i" + number(axis) + ";\n  while (" + at + " < 0 || " + at +
            " >= " + n + ")\n    " + at + " = " + at + " < 0 ? " + back(boundary[axis].low, true) +
            " : " + back(boundary[axis].high, false) + ";\n";
  }
  return text;
}

/// Statements for an index beyond a side. Without a rule no read leaves the grid (proved by
/// analysis).
std::string GridReads::beyond(const std::string &array, const Rule &rule, std::size_t axis,
                              bool isLow, std::string &parts) const {
  const std::string i = "i" + number(axis);
  const std::string function = array + "_" + number(axis) + (isLow ? "_low" : "_high");
  std::string text;
  if (rule.hasImage())
    text += "const long at = " + rule.imageIndex(isLow).text(i, extentOf(axis)) + ";\n";
  if (rule.value)
    text += "sum += factor * (" + ofRule("value_" + function, rule.value, parts) + ");\n";
  if (rule.slope)
    text += "sum += factor * (" + ofRule("slope_" + function, rule.slope, parts) +
            ") * eulerc_abs(at - " + i + ");\n";
  if (rule.factor)
    text += "factor *= " + ofRule("factor_" + function, rule.factor, parts) + ";\n";
  return text + (rule.hasImage() ? i + " = at;\n" : "return (EULERC_REAL)sum;\n");
}

/// A part of a rule in double; as a call of a new function if it takes statements. Its indices are
/// those after the rules have moved them into the grid.
std::string GridReads::ofRule(const std::string &function, const ExprPtr &part,
                              std::string &parts) const {
  const Spelling common = spelling(false);
  const Body body = formBody(part, [&](const ExprPtr &node, const ExprText &text) -> std::string {
    const bool isIndex = node->op == Op::Index && node->integer < kFirstLoopAxis;
    return isIndex ? "at" + number(node->integer) : common(node, text);
  });
  if (body.statements.empty())
    return body.value;
  const std::size_t rank = problem_.extents.size();
  parts += "static double " + function + "(const eulerc_view *v" + eachAxis(0, rank, ", long at#") +
           ") {\n  typedef double real;\n  EULERC_SEES\n" + body.statements + "  return " +
           body.value + ";\n}\n";
  return function + "(v" + eachAxis(0, rank, ", at#") + ")";
}

} // namespace eulerc::compiler
