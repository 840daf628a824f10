#include "MonitorText.h"

#include "DataText.h"
#include "ParamText.h"
#include "Spell.h"

#include "ir/Body.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

const char *const kEnumerators[] = {"Sum", "Min", "Max", "Mean", "Norm2", "NormInf"};

class MonitorPrinter {
public:
  explicit MonitorPrinter(const Problem &problem) : problem_(problem), values_(problem) {
    for (std::size_t axis = 0; axis < problem.extents.size(); axis++) {
      const std::string i = "i" + std::to_string(axis);
      arguments_ += ", [[maybe_unused]] " + std::string("long ") + i;
      names_ += ", " + i;
    }
  }

  std::string run() {
    if (!problem_.monitors.empty()) {
      for (std::size_t k = 0; k < lastingStates(problem_); k++)
        arrayAt("state_" + std::to_string(k), problem_.states[k].boundary,
                "y[" + std::to_string(k) + " * (" + points() + ") + " + place() + "]");
      for (std::size_t k = 0; k < problem_.fields.size(); k++)
        arrayAt("field_" + std::to_string(k), problem_.fields[k].boundary,
                "static_cast<const real *>(fields[" + std::to_string(k) + "])[" + place() + "]");
      monitors();
    }
    if (!problem_.stops.empty())
      stops();
    return std::move(out_);
  }

private:
  /// "(i0 * extent[1] + i1)"
  std::string place() const {
    std::string text = "i0";
    for (std::size_t axis = 1; axis < problem_.extents.size(); axis++)
      text =
          "(" + text + " * extent[" + std::to_string(axis) + "] + i" + std::to_string(axis) + ")";
    return text;
  }

  std::string points() const {
    std::string text;
    for (std::size_t axis = 0; axis < problem_.extents.size(); axis++)
      text += (axis ? " * extent[" : "extent[") + std::to_string(axis) + "]";
    return text;
  }

  /// The index of the image of what lies beyond a side.
  static std::string image(Rule::Kind kind, const std::string &i, const std::string &n,
                           bool isLow) {
    switch (kind) {
    case Rule::Kind::Neumann:
      return isLow ? "-1 - " + i : "2 * " + n + " - 1 - " + i;
    case Rule::Kind::Clamp:
      return isLow ? "0" : n + " - 1";
    case Rule::Kind::Periodic:
      return i + (isLow ? " + " : " - ") + n;
    default:
      return ""; // none
    }
  }

  /// Statements for an index beyond a side: the value is factor * (what they find) + sum. Without a
  /// rule no read leaves (analysis).
  std::string beyond(const Rule &rule, const std::string &i, const std::string &n,
                     bool isLow) const {
    const std::string at = image(rule.kind, i, n, isLow);
    std::string text;
    if (!at.empty())
      text += "const long at = " + at + ";\n";
    if (rule.value)
      text += "sum += factor * (" + ofRule(rule.value) + ");\n";
    if (rule.slope)
      text += "sum += factor * (" + ofRule(rule.slope) + ") * eulerc_abs(at - " + i + ");\n";
    if (rule.factor)
      text += "factor *= " + ofRule(rule.factor) + ";\n";
    return text + (at.empty() ? "return sum;\n" : i + " = at;\n");
  }

  /// A part of a rule in double. Its indices are brought back into the grid.
  std::string ofRule(const ExprPtr &part) const {
    const Spelling common = spelling();
    const Body body = formBody(part, [&](const ExprPtr &node, const ExprText &text) -> std::string {
      const bool isIndex = node->op == Op::Index && node->integer < kFirstLoopAxis;
      return isIndex ? "at" + std::to_string(node->integer) : common(node, text);
    });
    return body.statements.empty() ? body.value
                                   : "[&] {\n  typedef double real;\n" + body.statements +
                                         "  return " + body.value + ";\n}()";
  }

  /// The indices of a read brought back into the grid, which rules may depend on.
  std::string placeInRules(const std::vector<Sides> &boundary) const {
    std::string text;
    for (std::size_t axis = 0; axis < boundary.size(); axis++) {
      const std::string number = std::to_string(axis), at = "at" + number,
                        n = "extent[" + number + "]";
      const auto back = [&](const Rule &rule, bool isLow) {
        const std::string found = image(rule.kind, at, n, isLow);
        return found.empty() ? image(Rule::Kind::Clamp, at, n, isLow) : found;
      };
      text += "  [[maybe_unused]] long " + at + " = i" + number + ";\n  while (" + at + " < 0 || " +
              at + " >= " + n + ")\n    " + at + " = " + at + " < 0 ? " +
              back(boundary[axis].low, true) + " : " + back(boundary[axis].high, false) + ";\n";
    }
    return text;
  }

  /// What a read yields, of the value inside the grid.
  void arrayAt(const std::string &name, const std::vector<Sides> &boundary,
               const std::string &value) {
    out_ += "[[maybe_unused]] double at_" + name +
            "([[maybe_unused]] const eulerc::ParamValue *p, [[maybe_unused]] const real *y,\n"
            "    [[maybe_unused]] const void *const *fields, [[maybe_unused]] const "
            "std::int64_t *extent,\n    [[maybe_unused]] double t" +
            arguments_ + ") {\n  double factor = 1, sum = 0;\n" + placeInRules(boundary);
    for (std::size_t axis = 0; axis < boundary.size(); axis++) {
      const std::string i = "i" + std::to_string(axis), n = "extent[" + std::to_string(axis) + "]";
      const Sides &sides = boundary[axis];
      out_ += "  while (" + i + " < 0 || " + i + " >= " + n + ") {\n    if (" + i + " < 0) {\n" +
              beyond(sides.low, i, n, true) + "    } else {\n" + beyond(sides.high, i, n, false) +
              "    }\n  }\n";
    }
    out_ += "  return factor * " + value + " + sum;\n}\n";
  }

  /// In double; reads by the functions above.
  Spelling spelling() const {
    return [this, common = spellingAtPoint(problem_, values_)](
               const ExprPtr &node, const ExprText &text) -> std::string {
      if (node->op == Op::Time)
        return "t";
      if (node->op == Op::Uniform)
        return "monitors[" + std::to_string(node->integer) + "]";
      if (node->op != Op::Read)
        return common(node, text);
      std::string call = "at_" + arrayNamed(node->name) + "(p, y, fields, extent, t";
      for (const ExprPtr &index : node->operands)
        call += ", " + text(index);
      return call + ")";
    };
  }

  /// "state_0": what the function that reads it is called by.
  std::string arrayNamed(const std::string &name) const {
    for (std::size_t k = 0; k < problem_.states.size(); k++)
      if (problem_.states[k].name == name)
        return "state_" + std::to_string(k);
    const auto field = std::ranges::find(problem_.fields, name, &Field::name);
    return "field_" + std::to_string(field - problem_.fields.begin());
  }

  void monitors() {
    std::string table, cases;
    for (std::size_t k = 0; k < problem_.monitors.size(); k++) {
      const Monitor &monitor = problem_.monitors[k];
      const Body body = formBody(monitor.value, spelling());
      out_ += commented("monitor " + monitor.name + " = " + printShort(monitor.value)) +
              "double monitor_of_" + monitor.name +
              "([[maybe_unused]] const eulerc::ParamValue *p, [[maybe_unused]] const real *y,\n"
              "    [[maybe_unused]] const void *const *fields, [[maybe_unused]] const "
              "std::int64_t *extent,\n    [[maybe_unused]] double t" +
              arguments_ + ") {\n  typedef double real;\n" + body.statements + "  return " +
              body.value + ";\n}\n";
      table += "    {" + quoted(monitor.name) +
               ", eulerc::Reduction::" + kEnumerators[static_cast<int>(monitor.reduction)] + ", " +
               quoted(monitor.description) + "},\n";
      cases += "    case " + std::to_string(k) + ":\n      out[k - begin] = monitor_of_" +
               monitor.name + "(p, values, fields, extent, t" + names_ + ");\n      break;\n";
    }
    std::string indices;
    for (std::size_t axis = problem_.extents.size(); axis-- > 0;) {
      const std::string number = std::to_string(axis);
      indices += "    const std::int64_t i" + number + " = rest % extent[" + number +
                 "];\n    rest /= extent[" + number + "];\n";
    }
    out_ += "const eulerc::Monitor monitors[] = {\n" + table +
            "};\nvoid monitor_values(int monitor, const eulerc::ParamValue *p, const void *y,\n"
            "    const void *const *fields, double t, std::int64_t begin, std::int64_t end, "
            "double *out) {\n  const real *values = static_cast<const real *>(y);\n"
            "  std::int64_t extent[EULERC_RANK];\n  extents(p, extent);\n"
            "  for (std::int64_t k = begin; k < end; k++) {\n    std::int64_t rest = k;\n" +
            indices + "    switch (monitor) {\n" + cases + "    }\n  }\n}\n\n";
  }

  void stops() {
    std::string table, cases;
    for (std::size_t k = 0; k < problem_.stops.size(); k++) {
      const StopRule &stop = problem_.stops[k];
      const Body body = formBody(stop.condition, spelling());
      table += "    {" + quoted(stop.text) + ", " + quoted(stop.where.str()) + "},\n";
      cases += "  case " + std::to_string(k) + ": {\n    typedef double real;\n" + body.statements +
               "    return " + body.value + ";\n  }\n";
    }
    out_ += "const eulerc::StopRule stop_rules[] = {\n" + table +
            "};\nbool stop_holds(int stop, [[maybe_unused]] const eulerc::ParamValue *p,\n"
            "    [[maybe_unused]] const double *monitors, [[maybe_unused]] double t) {\n"
            "  switch (stop) {\n" +
            cases + "  }\n  return false;\n}\n\n";
  }

  const Problem &problem_;
  const ParamText values_;
  std::string arguments_, names_; ///< of the indices
  std::string out_;
};

} // namespace

std::string monitorText(const Problem &problem) { return MonitorPrinter(problem).run(); }

std::string monitorEntries(const Problem &problem) {
  const std::string monitors = std::to_string(problem.monitors.size());
  const std::string stops = std::to_string(problem.stops.size());
  return (problem.monitors.empty() ? "0, nullptr, nullptr"
                                   : monitors + ", monitors, monitor_values") +
         std::string(", ") +
         (problem.stops.empty() ? "0, nullptr, nullptr" : stops + ", stop_rules, stop_holds");
}

} // namespace eulerc::compiler
