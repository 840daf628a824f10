#include "StepText.h"

#include "Spell.h"

#include "ir/Body.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

class Text {
public:
  Text(const Step &step, bool isDouble)
      : step_(step), system_(step.system), rank_(step.system.extents.size()), isDouble_(isDouble) {}

  std::string run() {
    macros();
    tables();
    constants();
    row();
    for (std::size_t array = 0; array < system_.arrays.size(); array++)
      read(array);
    for (const StepOfEquation &equation : step_.equations) {
      equationComment(equation);
      function(equation.interior);
      if (equation.edgeDiffers)
        function(equation.edge);
    }
    points(false);
    points(true);
    return std::move(out_);
  }

private:
  static std::string number(std::size_t value) { return std::to_string(value); }
  bool isField(std::size_t array) const { return system_.arrays[array].isField; }
  std::string pointer(std::size_t array) const {
    return isField(array) ? "f_" + system_.arrays[array].name : "y";
  }

  void macros() {
    std::string parameters, arguments;
    for (std::size_t array = system_.stateCount; array < system_.arrays.size(); array++) {
      parameters += ", EULERC_GLOBAL const real *" + pointer(array);
      arguments += ", " + pointer(array);
    }
    out_ += "#define EULERC_RANK " + number(rank_) + "\n#define EULERC_FIELDS" +
            (parameters.empty() ? "" : " " + parameters) + "\n#define EULERC_PASS_FIELDS" +
            (arguments.empty() ? "" : " " + arguments) + "\n\n";
  }

  /// Tables of plain numbers; others are members of the constants block.
  void tables() {
    for (const Table &table : system_.tables) {
      if (!isPlain(table))
        continue;
      out_ += "EULERC_TABLE real t_" + table.name + "[" + number(table.values.size()) + "] = {";
      for (std::size_t k = 0; k < table.values.size(); k++)
        out_ += (k ? ", " : "") + realLiteral(table.values[k]->real, isDouble_);
      out_ += "};\n\n";
    }
  }

  void constants() {
    const std::string rank = "[" + number(rank_) + "]";
    out_ += "// Constant over a run. The first two members are eulerc::ConstantsHead.\n"
            "typedef struct {\n"
            "  long components; // n\n"
            "  long points;     // grid points; each holds " +
            number(step_.equations.size()) +
            " component(s)\n"
            "  long size;       // components of one state\n"
            "  long row;        // points along the last axis\n"
            "  long extent" +
            rank +
            ";  // components of one state along each axis, slowest first\n"
            "  long stride" +
            rank +
            ";  // components from one index to the next along each axis\n"
            "  long begin" +
            rank + ", end" + rank + "; // the interior; along the last axis in points\n";
    // Integers first: the block has the same layout on every device.
    for (const Type type : {Type::Int, Type::Real})
      for (const Uniform &uniform : step_.uniforms)
        if (uniform.value->type == type)
          out_ += std::string("  ") + (type == Type::Int ? "long" : "real") + " " + uniform.name +
                  "; " + commented(printShort(uniform.value));
    for (const Table &table : system_.tables)
      if (!isPlain(table))
        out_ += "  real t_" + table.name + "[" + number(table.values.size()) + "];\n";
    out_ += "} eulerc_constants;\n\n";
  }

  /// A row of the grid: all points with the same indices but the last.
  void row() {
    out_ += "typedef struct {\n";
    for (std::size_t axis = 0; axis + 1 < rank_; axis++)
      out_ += "  long i" + number(axis) + ";\n";
    out_ += "  long base;   // of the row's first component in each state\n"
            "  bool inside; // the interior, along all axes but the last\n"
            "} eulerc_row;\n\n"
            "EULERC_INLINE eulerc_row eulerc_make_row(const long number, const eulerc_constants "
            "*c) {\n  eulerc_row row;\n";
    if (rank_ == 1)
      out_ += "  row.base = 0;\n  row.inside = true;\n";
    if (rank_ == 2)
      out_ += "  row.i0 = number;\n";
    if (rank_ == 3)
      out_ += "  row.i0 = number / c->extent[1];\n  row.i1 = number % c->extent[1];\n";
    if (rank_ > 1) {
      out_ += "  row.base = number * c->stride[" + number(rank_ - 2) + "];\n  row.inside = ";
      for (std::size_t axis = 0; axis + 1 < rank_; axis++) {
        const std::string i = "row.i" + number(axis), k = "[" + number(axis) + "]";
        out_ +=
            std::string(axis ? " && " : "") + i + " >= c->begin" + k + " && " + i + " < c->end" + k;
      }
      out_ += ";\n";
    }
    out_ += "  return row;\n}\n\n";
  }

  /// What lies at given indices of a state or field, also outside the grid.
  void read(std::size_t array) {
    const std::string &name = system_.arrays[array].name;
    out_ += "// " + name +
            " at any indices: what lies outside the grid follows the boundary "
            "rules.\nEULERC_INLINE real eulerc_read_" +
            name + "(EULERC_GLOBAL const real *" + pointer(array);
    for (std::size_t axis = 0; axis < rank_; axis++)
      out_ += ", long i" + number(axis);
    out_ += ", const eulerc_constants *c) {\n";
    const std::vector<Sides> &boundary = system_.arrays[array].boundary;
    for (std::size_t axis = 0; axis < rank_; axis++)
      readBeyond(boundary[axis], step_.ghosts[array][axis], axis);
    for (std::size_t axis = 0; axis < rank_; axis++)
      readFolded(boundary[axis], step_.ghosts[array][axis], axis);
    out_ += "  return " + pointer(array) + "[" + offsetOfState(array);
    for (std::size_t axis = 0; axis + 1 < rank_; axis++)
      out_ += "i" + number(axis) + " * c->stride[" + number(axis) + "] + ";
    out_ += "i" + number(rank_ - 1) + "];\n}\n\n";
  }

  /// Beyond a dirichlet side lies its value, whatever the other axes say; beyond a side without
  /// rule a value that no one uses.
  void readBeyond(const Sides &sides, const Ghosts &ghosts, std::size_t axis) {
    const std::string i = "i" + number(axis);
    const auto test = [&](const Rule &rule, const std::string &outside,
                          const std::optional<std::size_t> &ghost) {
      if (rule.kind == Rule::Kind::Dirichlet || rule.kind == Rule::Kind::None)
        out_ += "  if (" + outside + ")\n    return " + ghostText(ghost) + ";\n";
    };
    test(sides.low, i + " < 0", ghosts.low);
    test(sides.high, i + " >= c->extent[" + number(axis) + "]", ghosts.high);
  }

  /// Other indices are brought back into the grid; a mirror may throw them beyond the other side.
  void readFolded(const Sides &sides, const Ghosts &ghosts, std::size_t axis) {
    const std::string i = "i" + number(axis), n = "c->extent[" + number(axis) + "]";
    const bool lowMirrors = sides.low.kind == Rule::Kind::Neumann;
    const bool highMirrors = sides.high.kind == Rule::Kind::Neumann;
    if (sides.low.kind == Rule::Kind::Periodic)
      out_ += "  " + i + " = eulerc_wrap(" + i + ", " + n + ");\n";
    else if (lowMirrors && highMirrors)
      out_ += "  " + i + " = eulerc_mirror(" + i + ", " + n + ");\n";
    else if (lowMirrors)
      out_ += "  if (" + i + " < 0)\n    " + i + " = -1 - " + i + ";\n  if (" + i + " >= " + n +
              ")\n    return " + ghostText(ghosts.high) + ";\n";
    else if (highMirrors)
      out_ += "  if (" + i + " >= " + n + ")\n    " + i + " = 2 * " + n + " - 1 - " + i +
              ";\n  if (" + i + " < 0)\n    return " + ghostText(ghosts.low) + ";\n";
  }

  std::string ghostText(const std::optional<std::size_t> &uniform) const {
    return uniform ? "c->" + step_.uniforms[*uniform].name : std::string("0");
  }

  std::string offsetOfState(std::size_t array) const {
    if (isField(array) || array == 0)
      return "";
    return (array == 1 ? "c->size" : number(array) + " * c->size") + " + ";
  }

  void equationComment(const StepOfEquation &equation) {
    std::string indices;
    for (const std::string &name : system_.indexNames)
      indices += "[" + name + "]";
    const std::string when = system_.period > 1 ? " for " + system_.indexNames.back() + " % " +
                                                      std::to_string(system_.period) +
                                                      " == " + std::to_string(equation.residue)
                                                : "";
    out_ += commented("d" + system_.arrays[equation.state].name + indices +
                      "/dt = " + equation.source + when);
  }

  void function(const StepFunction &f) {
    const Spelling common = makeSpelling("real", isDouble_, [&](const ExprPtr &node) {
      return node->op == Op::Window ? f.window[node->integer].name : leaf(node);
    });
    const Spelling spelling = [&](const ExprPtr &node, const ExprText &text) -> std::string {
      if (node->op == Op::Entry)
        return entry(*node, text);
      return node->op == Op::Read ? farRead(node, text) : common(node, text);
    };
    const Body body = formBody(f.body, spelling);
    out_ += "EULERC_INLINE real eulerc_" + f.name + "(";
    for (std::size_t axis = 0; axis < rank_; axis++)
      out_ += "const long i" + number(axis) + ", ";
    out_ += "const eulerc_constants *c, const real t, const real h";
    if (step_.readsFar)
      out_ += ", EULERC_GLOBAL const real *y EULERC_FIELDS";
    for (const WindowEntry &entry : f.window)
      out_ += ", const real " + entry.name;
    out_ += ") {\n" + body.statements + "  return " + body.value + ";\n}\n\n";
  }

  std::string leaf(const ExprPtr &node) const {
    if (node->op == Op::Uniform)
      return "c->" + step_.uniforms[node->integer].name;
    return node->op == Op::Index ? "i" + std::to_string(node->integer) : "";
  }

  std::string entry(const Expr &node, const ExprText &text) const {
    const auto table = std::ranges::find(system_.tables, node.name, &Table::name);
    return (isPlain(*table) ? "t_" : "c->t_") + node.name + "[" + text(node.operands[0]) + "]";
  }

  /// A read of a component that is not at a constant distance.
  std::string farRead(const ExprPtr &node, const ExprText &text) const {
    const std::size_t array =
        std::ranges::find(system_.arrays, node->name, &GridArray::name) - system_.arrays.begin();
    const bool safe = node->integer == 1; // markInside
    std::string indices;
    if (!safe) {
      for (const ExprPtr &index : node->operands)
        indices += text(index) + ", ";
      return "eulerc_read_" + node->name + "(" + pointer(array) + ", " + indices + "c)";
    }
    for (std::size_t axis = 0; axis < rank_; axis++)
      indices += (axis ? " + (" : "(") + text(node->operands[axis]) + ")" +
                 (axis + 1 < rank_ ? " * c->stride[" + number(axis) + "]" : "");
    return pointer(array) + "[" + offsetOfState(array) + indices + "]";
  }

  /// Calls the step functions of all components of a point.
  void points(bool atEdge) {
    const std::string last = "i" + number(rank_ - 1);
    out_ += atEdge ? "// One step of point j of a row, anywhere.\nEULERC_INLINE void eulerc_edge("
                   : "// One step of point j of a row, in the interior: no near read leaves the "
                     "grid.\nEULERC_INLINE void eulerc_interior(";
    // No `restrict` here: kernels and host loops say it once, and Oclgrind knows no inlined one.
    out_ += "EULERC_GLOBAL const real *y, EULERC_GLOBAL real *next EULERC_FIELDS,\n"
            "    const eulerc_row *row, const long j, const eulerc_constants *c, const real t, "
            "const real h) {\n";
    for (std::size_t axis = 0; axis + 1 < rank_; axis++)
      out_ += "  const long i" + number(axis) + " = row->i" + number(axis) + ";\n";
    out_ += "  const long " + last + " = " +
            (system_.period > 1 ? std::to_string(system_.period) + " * j" : std::string("j")) +
            ";\n  const long at = row->base + " + last + ";\n";
    for (const StepOfEquation &equation : step_.equations) {
      const std::string residue =
          equation.residue ? " + " + std::to_string(equation.residue) : std::string();
      if (atEdge && equation.residue)
        out_ += "  if (" + last + residue + " < c->extent[" + number(rank_ - 1) + "])\n  ";
      out_ += "  next[" + offsetOfState(equation.state) + "at" + residue +
              "] = " + call(atEdge ? equation.edge : equation.interior, equation.residue, atEdge) +
              ";\n";
    }
    out_ += "}\n\n";
  }

  std::string call(const StepFunction &f, std::int64_t residue, bool atEdge) {
    std::string text = "eulerc_" + f.name + "(";
    for (std::size_t axis = 0; axis < rank_; axis++)
      text += index(axis, nullptr, residue) + ", ";
    text += "c, t, h";
    if (step_.readsFar)
      text += ", y EULERC_PASS_FIELDS";
    for (std::size_t k = 0; k < f.window.size(); k++)
      text += ",\n      " + windowText(f.window[k], residue, atEdge && k > 0);
    return text + ")";
  }

  std::string windowText(const WindowEntry &entry, std::int64_t residue, bool tested) {
    const bool isOwn = std::ranges::all_of(
        entry.offset, [](const ExprPtr &along) { return constantInt(along) == 0; });
    if (tested && !isOwn) {
      std::string text =
          "eulerc_read_" + system_.arrays[entry.array].name + "(" + pointer(entry.array) + ", ";
      for (std::size_t axis = 0; axis < rank_; axis++)
        text += index(axis, entry.offset[axis], residue) + ", ";
      return text + "c)";
    }
    std::string at = offsetOfState(entry.array) + "at";
    for (std::size_t axis = 0; axis < rank_; axis++) {
      const bool isLast = axis + 1 == rank_;
      const auto offset = constantInt(entry.offset[axis]);
      const std::string stride = " * c->stride[" + number(axis) + "]";
      if (!offset)
        at += " + " + leafOrParentheses(entry.offset[axis]) + (isLast ? "" : stride) +
              (isLast && residue ? " + " + std::to_string(residue) : "");
      else
        at += signedTerm(*offset + (isLast ? residue : 0), isLast ? "" : stride);
    }
    return pointer(entry.array) + "[" + at + "]";
  }

  /// " + 2 * c->stride[0]", " - 1", or nothing for 0.
  static std::string signedTerm(std::int64_t value, const std::string &factor) {
    if (value == 0)
      return "";
    const std::int64_t size = value < 0 ? -value : value;
    const std::string sign = value < 0 ? " - " : " + ";
    if (size == 1 && !factor.empty())
      return sign + factor.substr(3);
    return sign + std::to_string(size) + factor;
  }

  /// Index of a point along an axis, plus an offset and, along the last axis, the residue.
  std::string index(std::size_t axis, const ExprPtr &offset, std::int64_t residue) {
    std::string text = "i" + number(axis);
    const std::int64_t own = axis + 1 == rank_ ? residue : 0;
    if (offset && !constantInt(offset))
      return text + " + " + leafOrParentheses(offset) + signedTerm(own, "");
    return text + signedTerm(own + (offset ? *constantInt(offset) : 0), "");
  }

  std::string leafOrParentheses(const ExprPtr &expr) const {
    const std::string text = print(
        expr, makeSpelling("real", isDouble_, [&](const ExprPtr &node) { return leaf(node); }));
    return expr->operands.empty() ? text : "(" + text + ")";
  }

  const Step &step_;
  const System &system_;
  const std::size_t rank_;
  const bool isDouble_;
  std::string out_;
};

} // namespace

bool isPlain(const Table &table) {
  return std::ranges::all_of(table.values,
                             [](const ExprPtr &value) { return value->op == Op::Constant; });
}

std::string stepText(const Step &step, bool isDouble) { return Text(step, isDouble).run(); }

} // namespace eulerc::compiler
