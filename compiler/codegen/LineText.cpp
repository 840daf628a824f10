// LineText: the rows that a row of the grid reads, found once for all its points. It serves rows at
// the boundary, which read rows outside of the grid.
//
//   u[y - 1][x + 1] in row y = 0  →  lines->u_m1: the row that the rule of axis y selects, or its
//                                    constant value
#include "StepPrinters.h"

#include "FunctionSize.h"
#include "Spell.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

/// Whether an edge function reads no farther along an axis than some function of the interior. Its
/// read then stays in the grid wherever the point is inside along that axis.
bool staysInside(const Step &step, const WindowEntry &entry, std::size_t axis) {
  const auto offset = constantInt(entry.offset[axis]);
  if (offset == 0)
    return true;
  return std::ranges::any_of(step.equations, [&](const StepOfEquation &equation) {
    return std::ranges::any_of(equation.interior.window, [&](const WindowEntry &other) {
      if (sameValue(other.offset[axis], entry.offset[axis]))
        return true;
      const auto far = constantInt(other.offset[axis]);
      return offset && far && (*offset < 0 ? *far <= *offset : *far >= *offset);
    });
  });
}

bool endsStayInside(const Step &step) {
  for (const StepOfEquation &equation : step.equations)
    for (const WindowEntry &entry : equation.edge.window)
      for (std::size_t axis = 0; axis + 1 < entry.offset.size(); axis++)
        if (!staysInside(step, entry, axis))
          return false;
  return true;
}

} // namespace

Lines::Lines(const AddressMap &map) : map_(map) {
  const Step &step = map.step();
  for (const StepOfEquation &equation : step.equations)
    for (const WindowEntry &entry : equation.edge.window) {
      const auto begin = entry.offset.begin(), end = entry.offset.end() - 1;
      const bool own =
          std::all_of(begin, end, [](const ExprPtr &along) { return constantInt(along) == 0; });
      if (own || nameOf(entry))
        continue;
      std::string name = step.system.arrays[entry.array].identifier, place;
      const bool isConstant = std::all_of(
          begin, end, [](const ExprPtr &along) { return constantInt(along).has_value(); });
      for (auto along = begin; along != end && isConstant; along++)
        place += side(*constantInt(*along));
      name += isConstant ? place : "_near" + number(lines_.size());
      lines_.push_back({entry.array, {begin, end}, name});
    }
}

bool Lines::same(const Line &line, const WindowEntry &entry) {
  return line.array == entry.array &&
         std::equal(line.offset.begin(), line.offset.end(), entry.offset.begin(),
                    [](const ExprPtr &a, const ExprPtr &b) { return sameValue(a, b); });
}

const std::string *Lines::nameOf(const WindowEntry &entry) const {
  const auto line =
      std::ranges::find_if(lines_, [&](const Line &each) { return same(each, entry); });
  return line == lines_.end() ? nullptr : &line->name;
}

std::string Lines::text() const {
  std::string text =
      "// A row that another one reads: where its first point lies; or, outside of the grid, the "
      "value\n// that all its points have (then a row that may be read, but for nothing).\n"
      "typedef struct {\n  long base;\n  bool inside;\n  real value;\n} eulerc_line;\n\n"
      "EULERC_INLINE eulerc_line eulerc_constant_line(const eulerc_row *own, const real value) {\n "
      " const eulerc_line line = {own->base, false, value};\n"
      "  return line;\n}\n"
      "EULERC_INLINE real eulerc_on_line(const eulerc_line *line, const real value) {\n  return "
      "line->inside ? value : line->value;\n}\n\n";
  std::set<std::size_t> arrays;
  for (const Line &line : lines_)
    if (arrays.insert(line.array).second)
      text += lineFunction(map_, line.array);
  std::string members, values;
  for (const Line &line : lines_) {
    const std::string &array = map_.step().system.arrays[line.array].identifier;
    members += "  eulerc_line " + line.name + ";\n";
    values += "  lines." + line.name + " = eulerc_line_" + array + "(row";
    for (std::size_t axis = 0; axis < line.offset.size(); axis++)
      values += ", row->" + map_.index(axis, line.offset[axis], 0);
    values += ", c);\n";
  }
  if (members.empty())
    members = "  int none;\n", values = "  lines.none = 0;\n";
  return text + "// The rows that a row reads, its own aside.\ntypedef struct {\n" + members +
         "} eulerc_lines;\n\nEULERC_INLINE eulerc_lines eulerc_find_lines(const eulerc_row *row, "
         "const eulerc_constants *c) {\n  eulerc_lines lines;\n" +
         values + "  return lines;\n}\n\n";
}

EdgeRows edgeRowsOf(const AddressMap &map) {
  const Stencil &stencil = map.stencil();
  EdgeRows rows;
  if (stencil.axes.size() == 1)
    return rows;
  rows.ends = endsStayInside(map.step()) && !isHugeStep(map.step());
  rows.inLines = rows.inVectors = true;
  for (const StencilEquation &equation : stencil.equations) {
    rows.inVectors = rows.inVectors && !equation.edgeScalarBecause;
    if (!equation.edgeDiffers)
      continue; // the ends that the interior leaves out suffice
    for (const StencilRead &read : equation.edge) {
      const std::optional<std::int64_t> &near = read.distance.back();
      if (!near) {
        rows.inLines = rows.inVectors = false;
        rows.left = rows.right = 0;
        return rows;
      }
      rows.left = std::max(rows.left, -*near);
      rows.right = std::max(rows.right, *near);
    }
    // The last point may lack classes.
    if (stencil.period > 1)
      rows.right = std::max<std::int64_t>(rows.right + 1, 1);
  }
  rows.onePoint = !(rows.inVectors && isLargeStep(map.step()));
  return rows;
}

} // namespace eulerc::compiler
