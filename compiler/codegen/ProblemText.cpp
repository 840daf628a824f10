// ProblemText: everything that a program states besides its right-hand side, as C++ tables and
// small functions of the params.
//
//   param int N = 80; static_assert(N > 2, "…"); state real y[N];  →  derive_params(), params[],
//     requirements[], extents(), states[], access_distance(), timespan(), initial(), …
#include "ModelPrinters.h"

#include "Aggregate.h"

#include "GridReads.h"
#include "ParamText.h"
#include "Spell.h"

#include "ir/Body.h"

#include <algorithm>
#include <span>

namespace eulerc::compiler {
namespace {

class ProblemPrinter : ModelPrinter {
public:
  explicit ProblemPrinter(const ModelSource &source)
      : ModelPrinter(source), access_(source.access) {}

  std::string run() {
    params();
    requirements();
    geometry();
    timespan();
    coordinates();
    initial();
    return std::move(out_);
  }

private:
  void params() {
    out_ += "void derive_params(eulerc::ParamValue *p, const bool *given) {\n";
    for (std::size_t k = 0; k < problem_.params.size(); k++) {
      const Param &param = problem_.params[k];
      const std::string at = "[" + number(k) + "]";
      const char *member = param.type == Type::Int ? ".integer" : ".real";
      out_ += "  if (!given" + at + ") { " + commented(param.name) +
              values_.storeInDouble("p" + at + member, param.value) + "  }\n";
    }
    if (problem_.params.empty())
      out_ += "  (void)p, (void)given;\n";
    out_ += "}\nconst eulerc::Param params[] = {\n";
    for (const Param &param : problem_.params)
      out_ += Aggregate()
                  .text("name", param.name)
                  .set("type", param.type == Type::Int ? "eulerc::ParamType::Int"
                                                       : "eulerc::ParamType::Real")
                  .text("initialiser", param.initialiser)
                  .text("description", param.description)
                  .text("sizeOf", param.sizeOf)
                  .set("sizeAxis", param.sizeAxis)
                  .row();
    out_ += "    {}};\n\n"; // an array of C++ cannot be empty
  }

  void requirement(const std::string &body, const std::string &message, const SourceRange &where,
                   const char *needed = "Always") {
    const std::string name = "requirement_" + number(requirements_.size());
    out_ += "bool " + name + "(const eulerc::ParamValue *p) {\n" + body + "}\n";
    requirements_.push_back(Aggregate()
                                .set("holds", name)
                                .text("message", message)
                                .text("location", where.str())
                                .set("needed", std::string("eulerc::Needed::") + needed)
                                .row());
  }

  std::span<const State> liveOut() const {
    return {problem_.states.data(), liveOutStates(problem_)};
  }

  void requirements() {
    for (const Assertion &assertion : problem_.assertions)
      requirement("  return " + values_.inDouble(assertion.condition) + ";\n", assertion.message,
                  assertion.where);
    for (const RangeCheck &check : access_.checks)
      requirement(rangeCheck(check),
                  "'" + check.text + "' would leave the " +
                      (!check.ofTable                                ? "grid"
                       : find(problem_.data, check.array)->isTable() ? "table"
                                                                     : "data"),
                  check.where);
    for (const ValueCheck &check : valueChecks(source_))
      requirement(check.holds, check.message, check.where, check.needed);
    out_ += "const eulerc::Requirement requirements[] = {\n";
    for (const std::string &entry : requirements_)
      out_ += entry;
    out_ += "    {}};\n\n";
  }

  /// A test that an index stays in [0, extent) for all points of a set. It looks at the least and
  /// the greatest value there, and then point by point where the read's guard is open.
  std::string rangeCheck(const RangeCheck &check) const {
    Affine rest = check.index;
    rest.perAxis = {};
    const std::string start = values_.ofAffine(rest);
    std::string text = "  eulerc_span span = {" + start + ", " + start + ", false};\n";
    for (int variable = 0; variable < kMaxVariables; variable++) {
      const Bounds &bounds = check.when.along[variable];
      if (bounds.low.empty() || bounds.high.empty())
        continue;
      text += "  eulerc_span_add(&span, " + number(check.index.perAxis[variable]) + ", " +
              values_.bound(bounds.low, "max") + ", " + values_.bound(bounds.high, "min") + ", " +
              classText(check.when, variable) + ");\n";
    }
    text += "  const auto leaves = [&](long least, long most) { return " +
            std::string(check.low ? "least < 0" : "false") + " || " +
            (check.high ? "most >= " + values_.ofAffine(check.extent) : "false") +
            "; };\n  if (span.empty || !leaves(span.least, span.most))\n    return true;\n";
    return text + (constantInt(check.condition) == 1 ? "  return false;\n" : pointByPoint(check));
  }

  /// The class of a variable as text: "residue, period".
  static std::string classText(const IndexSet &set, int variable) {
    return variable == set.classAxis ? number(set.residue) + ", " + number(set.period) : "0, 1";
  }

  std::string pointByPoint(const RangeCheck &check) const {
    Affine rest = check.index;
    rest.perAxis = {};
    std::string index = values_.ofAffine(rest), text = "  typedef double real;\n";
    for (int variable = 0; variable < kMaxVariables; variable++) {
      const std::int64_t factor = check.index.perAxis[variable];
      const std::string i = "i" + number(variable);
      const bool isUsed = factor != 0 || anyNode(check.condition, [&](const Expr &node) {
                            return node.op == Op::Index && node.integer == variable;
                          });
      if (!isUsed)
        continue;
      const Bounds &bounds = check.when.along[variable];
      index += " + " + number(factor) + " * " + i;
      text += "  for (long " + i + " = eulerc_first(" + values_.bound(bounds.low, "max") + ", " +
              classText(check.when, variable) + "); " + i +
              " <= " + values_.bound(bounds.high, "min") + "; " + i +
              " += " + number(variable == check.when.classAxis ? check.when.period : 1) + ")\n";
    }
    const Body body = formBody(check.condition, spellingAtPoint(problem_, values_));
    return text + "  if (leaves(" + index + ", " + index + ")) {\n" + body.statements + "  if (" +
           body.value + ")\n    return false;\n  }\n  return true;\n";
  }

  std::string shapeText() const {
    std::string text;
    for (const ExprPtr &extent : problem_.extents)
      text += "[" + print(extent) + "]";
    return quoted(text);
  }

  /// The members that states and fields have in common.
  Aggregate declared(const auto &array) const {
    Aggregate result;
    result.text("name", array.name)
        .set("shape", shapeText())
        .text("description", array.description);
    return result;
  }

  void geometry() {
    out_ += "void extents(const eulerc::ParamValue *p, std::int64_t *out) {\n";
    for (std::size_t axis = 0; axis < problem_.extents.size(); axis++)
      out_ += "  out[" + number(axis) + "] = " + values_.inDouble(problem_.extents[axis]) + ";\n";
    out_ += "}\nconst char *const axes[] = {";
    for (const std::string &name : problem_.indexNames)
      out_ += quoted(name) + ", ";
    out_ += "};\nconst eulerc::State states[] = {\n";
    const std::vector<std::string> &sees = step_.system.cycle.sees;
    auto seen = sees.begin();
    for (const State &state : liveOut())
      out_ += declared(state)
                  .text("sees", sees.empty() ? "" : *seen++)
                  .set("isEvent", state.gives == Gives::Event)
                  .set("startsFromFields", state.initial && readsFields(state.initial))
                  .row();
    out_ += "};\nconst eulerc::Field fields[] = {\n";
    for (const Field &field : problem_.fields)
      out_ += declared(field).set("hasInitial", field.initial != nullptr).row();
    out_ += "    {}};\nconst int field_series[] = {"; // an array of C++ cannot be empty
    const auto series = std::ranges::count(problem_.fields, true, &Field::isSeries) / 2;
    for (std::size_t k = 0; k + series < problem_.fields.size(); k++)
      if (problem_.fields[k].isSeries)
        out_ += number(k) + ", ";
    out_ += "-1};\n\n";

    out_ += "std::int64_t access_distance(const eulerc::ParamValue *p) {\n";
    largest("distance", 0, [](const ReadAccess &read) { return *read.distance; });
    out_ += "}\n\nvoid reach(const eulerc::ParamValue *p, std::int64_t *out) {\n";
    for (std::size_t axis = 0; axis < problem_.extents.size(); axis++) {
      const std::string name = number(axis);
      out_ += "  out[" + name + "] = [&]() -> long {\n";
      largest("reach", reachOfShared(axis),
              [axis](const ReadAccess &read) { return (*read.reach)[axis]; });
      out_ += "  }();\n";
    }
    out_ += "}\n\n";
  }

  /// How far steps read shared values. A shared value that is made of fields alone may be read
  /// farther away than any state of the program.
  std::int64_t reachOfShared(std::size_t axis) const {
    std::int64_t points = 0; // of a class
    for (const StencilRead &read : source_.stencil.reads())
      if (!source_.stencil.arrays[read.array].isField)
        points = std::max(points, std::abs(read.distance[axis].value_or(0)));
    const std::int64_t classes = axis == source_.stencil.last() ? source_.stencil.period : 1;
    return points > 0 ? (points - 1) * classes + 1 : 0;
  }

  /// Statements that return the largest magnitude of an affine expression over all reads of states,
  /// but not less than `least`.
  void largest(const std::string &name, std::int64_t least, const auto &measure) {
    if (!access_.bounded) {
      out_ += "  return -1; // unbounded\n";
      return;
    }
    out_ += "  long " + name + " = 0;\n";
    std::vector<std::pair<Affine, std::string>> seen; // of the constant ones, only the largest
    for (const ReadAccess &read : access_.reads) {
      if (read.isField)
        continue;
      const Span span = measure(read);
      for (const Affine &size : {span.least, span.most}) {
        const auto same = std::ranges::find_if(seen, [&](const auto &other) {
          return sameValue(other.first, size) || (other.first.isConstant() && size.isConstant());
        });
        if (same == seen.end())
          seen.emplace_back(size, read.text);
        else if (std::abs(size.constant) > std::abs(same->first.constant))
          *same = {size, read.text};
      }
    }
    if (least > 0 && std::ranges::none_of(seen, [&](const auto &other) {
          return other.first.isConstant() && std::abs(other.first.constant) >= least;
        }))
      seen.emplace_back(constantAffine(least), "a shared value");
    for (const auto &[size, text] : seen)
      out_ += "  " + name + " = eulerc_max(" + name + ", eulerc_abs(" + values_.ofAffine(size) +
              ")); " + commented(text);
    out_ += "  return " + name + ";\n";
  }

  void timespan() {
    const TimespanDefaults &time = problem_.timespan;
    out_ += "eulerc::Timespan timespan(const eulerc::ParamValue *p) {\n"
            "  eulerc::Timespan result;\n";
    if (time.from)
      out_ += values_.storeInDouble("result.from", time.from);
    if (time.to)
      out_ += values_.storeInDouble("result.to", time.to) + "  result.hasTo = true;\n";
    if (time.dt)
      out_ += values_.storeInDouble("result.dt", time.dt) + "  result.hasDt = true;\n";
    out_ += "  return result;\n}\n\n";
  }

  /// An entry for each axis of the grid, also for an axis without coordinates in the program.
  void coordinates() {
    std::string entries;
    for (std::size_t k = 0; k < problem_.extents.size(); k++) {
      const auto given = std::ranges::find(problem_.axes, k, &Axis::number);
      Aggregate entry;
      if (given != problem_.axes.end()) {
        const Data *at = find(problem_.data, given->at);
        entry.text("description",
                   given->description.empty() && at ? at->description : given->description);
        if (given->at.empty())
          entry.set("line", lineOf(*given));
        else
          entry.set("data", dataNumber(problem_, given->at));
      }
      entries += entry.row();
    }
    out_ += "const eulerc::Coordinates coordinates[] = {\n" + entries + "};\n\n";
  }

  std::string lineOf(const Axis &axis) {
    const std::string name = "coordinates_of_" + axis.name;
    out_ += "void " + name + "(const eulerc::ParamValue *p, double *from, double *step) {\n" +
            values_.storeInDouble("*from", axis.from) + values_.storeInDouble("*step", axis.step) +
            "  (void)p;\n}\n";
    return name;
  }

  /// Initial values, computed in double and rounded once.
  void initial() {
    fieldReads();
    initialOf("initial", liveOut());
    initialOf("initial_field", problem_.fields);
  }

  /// The functions with which initial values read fields. Monitors have functions of the same
  /// names.
  void fieldReads() {
    std::set<ReadArray> fields;
    for (const State &state : liveOut())
      if (state.initial)
        forEachNode(state.initial, [&](const ExprPtr &node) {
          if (node->op == Op::Read)
            fields.insert(reads_.arrayNamed(node->name));
        });
    if (!fields.empty())
      out_ += "#include <eulerc/host/view.h>\nnamespace at_start {\n" + reads_.functions(fields) +
              "}\n";
  }

  void initialOf(const std::string &function, const auto &arrays) {
    const std::size_t axes = problem_.extents.size();
    std::string cases;
    bool views = false;
    for (std::size_t k = 0; k < arrays.size(); k++) {
      const std::string &name = arrays[k].name;
      const ExprPtr &value = arrays[k].initial;
      if (!value)
        continue;
      const bool isSpecies = name.ends_with(']'); // no identifier ends so
      const std::string called = function + (isSpecies ? "_" + number(k) : "_of_" + name);
      const bool isOfFields = readsFields(value);
      const std::string sees = isOfFields ? "const eulerc_view *v"
                                          : "const eulerc::ParamValue *p,\n"
                                            "    const void *const *fields";
      out_ += commented("initial " + name + " = " + printShort(value)) + "double " + called + "(" +
              sees + eachAxis(0, axes, ", const long i#") + ") {\n  typedef double real;\n" +
              (isOfFields ? "  EULERC_SEES\n  using namespace at_start;\n" : "");
      const Body body = formBody(value, reads_.spelling(false));
      out_ += body.statements + "  return " + body.value + ";\n}\n";
      cases += "    case " + number(k) + ":\n      out[k - begin] = static_cast<real>(" + called +
               (isOfFields ? "(&view" : "(p, fields") + eachAxis(0, axes, ", i#") +
               "));\n      break;\n";
      views = views || isOfFields;
    }
    out_ += "void " + function +
            "(int which, const eulerc::ParamValue *p, const void *const *fields,\n"
            "    std::int64_t begin, std::int64_t end, void *values) {\n"
            "  real *out = static_cast<real *>(values);\n"
            "  std::int64_t extent[EULERC_RANK];\n  extents(p, extent);\n" +
            (views ? viewOfFields() : "") +
            "  for (std::int64_t k = begin; k < end; k++) {\n    std::int64_t rest = k;\n" +
            indicesOf(axes, "    ") + "    switch (which) {\n" + cases + "    }\n  }\n}\n\n";
  }

  /// Declares the fields in the order of the file.
  std::string viewOfFields() const {
    const std::string last = number(problem_.extents.size() - 1);
    return "  eulerc_view view{p, nullptr, fields, {}, {0, 0, 1, extent[" + last + "], " +
           number(step_.system.period) +
           "}, {}, 0};\n  std::copy_n(extent, EULERC_RANK, view.extent);\n";
  }

  const Access &access_;
  const GridReads reads_{problem_, values_, step_.system.period};
  std::vector<std::string> requirements_;
};

} // namespace

std::string problemText(const ModelSource &source) { return ProblemPrinter(source).run(); }

} // namespace eulerc::compiler
