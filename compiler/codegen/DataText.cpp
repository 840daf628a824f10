// DataText: the shapes and initial values of data in host code, and the checks of the indices to
// which they lead, made once when data are loaded.
//
//   th[col[k]]  →  for each point and pass of the loops around: 0 <= col[k] < N
#include "ModelPrinters.h"

#include "PointVisits.h"
#include "Spell.h"
#include "TableText.h"

#include "ir/Body.h"
#include "ir/Functions.h"

#include <algorithm>
#include <set>

namespace eulerc::compiler {
namespace {

std::vector<const Data *> dataOf(const Problem &problem) {
  std::vector<const Data *> found;
  for (const Data &data : problem.data)
    if (!data.isTable())
      found.push_back(&data);
  return found;
}

/// The place of an entry: "(a * (B) + b)".
std::string placeOf(const Problem &problem, const ParamText &values, const Expr &entry,
                    const ExprText &text) {
  const Data &data = *find(problem.data, entry.name);
  std::string place = text(entry.operands[0]);
  for (std::size_t axis = 1; axis < entry.operands.size(); axis++)
    place = "((" + place + ") * (" + values.inDouble(data.extents[axis]) + ") + " +
            text(entry.operands[axis]) + ")";
  return place;
}

/// The value of an entry of a table or of data.
std::string entryInDouble(const Problem &problem, const ParamText &values, const Expr &entry,
                          const ExprText &text) {
  const Data &data = *find(problem.data, entry.name);
  if (!data.isTable()) {
    const std::string array =
        "static_cast<const " + std::string(data.type == Type::Int ? "int" : "EULERC_REAL") +
        " *>(fields[" + number(problem.fields.size() + dataNumber(problem, data.name)) + "])[" +
        placeOf(problem, values, entry, text) + "]";
    return data.type == Type::Int ? "((long)" + array + ")" : "((double)" + array + ")";
  }
  if (data.isGlobal) // globals precede other tables
    return "((double)static_cast<const EULERC_REAL *>(v->globals)[" +
           number(&data - problem.data.data()) + "])";
  const auto inDouble = [&](const ExprPtr &value) { return values.inDouble(value); };
  return "eulerc_entry({" + listOf(data.values, inDouble) + "}, " + text(entry.operands[0]) + ")";
}

/// at(wind, t): the interpolated value, where views have it (templates/language/view.h).
std::string seriesInDouble(const Problem &problem, const ParamText &values, const Expr &call,
                           const ExprText &text) {
  const auto series = std::ranges::find(problem.series, seriesOf(call.name), &Series::values);
  const auto array = [&](const std::string &name) {
    return "static_cast<const EULERC_REAL *>(fields[" +
           number(problem.fields.size() + dataNumber(problem, name)) + "])";
  };
  const Data &data = *find(problem.data, series->values);
  const std::string last =
      ", " + values.inDouble(data.extents[0]) + ", " + text(call.operands[0]) + ")";
  if (series->step)
    return "eulerc_even_series_in_double(" + array(data.name) + ", " +
           values.inDouble(series->from) + ", " + values.inDouble(series->step) + last;
  return "eulerc_series_in_double(" + array(data.name) + ", " + array(series->times) + last;
}

class DataPrinter : ModelPrinter {
public:
  explicit DataPrinter(const ModelSource &source)
      : ModelPrinter(source), access_(source.access), data_(dataOf(problem_)) {}

  std::string run() {
    shapes();
    initials();
    checks();
    return std::move(out_);
  }

private:
  void shapes() {
    std::string table, cases;
    for (std::size_t k = 0; k < data_.size(); k++) {
      const Data &data = *data_[k];
      std::string shape;
      cases += "  case " + number(k) + ":\n";
      for (std::size_t axis = 0; axis < data.extents.size(); axis++) {
        shape += "[" + print(data.extents[axis]) + "]";
        cases += "    out[" + number(axis) + "] = " + values_.inDouble(data.extents[axis]) + ";\n";
      }
      cases += "    break;\n";
      table += Aggregate()
                   .text("name", data.name)
                   .text("shape", shape)
                   .text("description", data.description)
                   .set("hasInitial", data.initial != nullptr)
                   .set("isInt", data.type == Type::Int)
                   .set("rank", data.extents.size())
                   .row();
    }
    std::string series;
    for (const Series &each : problem_.series)
      series += "    {" + number(dataNumber(problem_, each.values)) + ", " +
                (each.step ? "-1" : number(dataNumber(problem_, each.times))) + "},\n";
    out_ +=
        "const eulerc::Data data[] = {\n" + table + "};\nconst eulerc::TimeSeries series[] = {\n" +
        series +
        "    {}};\nvoid data_shape(int which, const eulerc::ParamValue *p, std::int64_t *out) {\n  "
        "switch (which) {\n" +
        cases + "  }\n}\n\n";
    lookups();
  }

  /// at(wind, t) of each series, for points that the runtime itself computes.
  void lookups() {
    if (problem_.series.empty())
      return;
    std::string cases, lines;
    for (std::size_t k = 0; k < problem_.series.size(); k++) {
      const Series &series = problem_.series[k];
      if (series.step)
        lines += "  case " + number(k) + ":\n    *first = " + values_.inDouble(series.from) +
                 ";\n    *step = " + values_.inDouble(series.step) + ";\n    break;\n";
      const ExprPtr call = makeCall(seriesCall(series.values), {makeOp(Op::Time, {})});
      cases += "  case " + number(k) + ":\n    return " +
               seriesInDouble(problem_, values_, *call, [](const ExprPtr &) { return "t"; }) +
               ";\n";
    }
    out_ +=
        "#include <eulerc/host/view.h>\n"
        "double value_at_time(int which, const eulerc::ParamValue *p, const void *const *fields, "
        "double t) {\n  (void)p;\n  switch (which) {\n" +
        cases + "  }\n  return 0;\n}\n\n";
    if (!lines.empty())
      out_ += "void even_times(int which, const eulerc::ParamValue *p, double *first, double "
              "*step) {\n  (void)p;\n  switch (which) {\n" +
              lines + "  }\n}\n\n";
  }

  /// Initial values, computed in double and rounded once. For integer data, a value that is no int
  /// becomes noDataInt.
  void initials() {
    std::string cases;
    for (std::size_t k = 0; k < data_.size(); k++) {
      const Data &data = *data_[k];
      if (!data.initial)
        continue;
      const std::size_t axes = data.extents.size();
      const std::string called = "initial_data_of_" + data.name;
      const Body body = formBody(data.initial, spellingAtPoint(problem_, values_));
      out_ += commented("initial " + data.name + " = " + printShort(data.initial)) + "double " +
              called + "(const eulerc::ParamValue *p" + eachAxis(0, axes, ", const long i#") +
              ") {\n  typedef double real;\n" + body.statements + "  return " + body.value +
              ";\n}\n";
      const std::string type = elementType(data);
      cases += "  case " + number(k) + ":\n    for (std::int64_t k = begin; k < end; k++) {\n" +
               "      std::int64_t rest = k;\n" + indicesOf(axes, "      ") + "      static_cast<" +
               type + " *>(values)[k - begin] = " +
               (data.type == Type::Int ? "eulerc::asDataInt(" : "static_cast<real>(") + called +
               "(p" + eachAxis(0, axes, ", i#") + "));\n    }\n    break;\n";
    }
    out_ += "void initial_data(int which, const eulerc::ParamValue *p,\n"
            "    std::int64_t begin, std::int64_t end,\n"
            "    void *values) {\n  std::int64_t extent[eulerc::maxRank];\n"
            "  data_shape(which, p, extent);\n  switch (which) {\n" +
            cases + "  }\n}\n\n";
  }

  void checks() {
    std::string table, cases;
    for (std::size_t k = 0; k < access_.dataChecks.size(); k++) {
      const DataCheck &check = access_.dataChecks[k];
      table += Aggregate()
                   .text("text", check.first ? printShort(check.first) : check.text)
                   .text("end", check.first ? printShort(check.index) : "")
                   .text("location", check.where.str())
                   .text("array", check.array)
                   .text("variables", names(check))
                   .set("of", mask(check))
                   .row();
      cases += "  case " + number(k) + ": {\n" + checkText(check) + "    return true;\n  }\n";
    }
    out_ += "const eulerc::DataCheck data_checks[] = {\n" + table +
            "    {}};\nbool check_data(int check, const eulerc::ParamValue *p,\n"
            "    const void *const *fields, std::int64_t begin,\n"
            "    std::int64_t end, eulerc::BadIndex *bad) {\n"
            "  std::int64_t extent[EULERC_RANK];\n  extents(p, extent);\n  switch (check) {\n" +
            cases + "  }\n  return true;\n}\n\n";
  }

  /// The variables of a check, "i, k", in the order of a BadIndex.
  std::string names(const DataCheck &check) const {
    std::string text;
    for (std::size_t axis = 0; axis < problem_.extents.size(); axis++)
      text += (axis ? ", " : "") + problem_.indexNames[axis];
    for (const ExprPtr &loop : neededLoops(visitOf(check)))
      text += ", " + loop->operands[0]->name;
    return text;
  }

  /// A bit for each of the data on which the check depends, or else which it reads.
  std::string mask(const DataCheck &check) const {
    std::set<std::size_t> used;
    for (const ExprPtr &part : partsOf(visitOf(check)))
      forEachNode(part, [&](const ExprPtr &node) {
        if (node->op == Op::Entry && !find(problem_.data, node->name)->isTable())
          used.insert(dataNumber(problem_, node->name));
      });
    if (used.empty()) // an index that is not affine
      used.insert(dataNumber(problem_, check.array));
    std::uint64_t bits = 0;
    for (const std::size_t k : used)
      bits |= k < 64 ? std::uint64_t{1} << k : 0;
    return number(bits) + "u";
  }

  /// The parts of a check, without the loops around them.
  static PointVisit visitOf(const DataCheck &check) {
    PointVisit visit{{check.index}, check.condition, check.when.loops, {}};
    if (check.first)
      visit.values.push_back(check.first);
    if (check.when.period > 1)
      visit.others = "i" + number(check.when.classAxis) + " % " + number(check.when.period) +
                     " != " + number(check.when.residue);
    return visit;
  }

  std::string checkText(const DataCheck &check) const {
    const PointVisit visit = visitOf(check);
    const std::string end = dependsOnPoint(visit) ? "end" : "(begin > 0 ? 0 : 1)";
    return visitText(problem_, spellingAtPoint(problem_, values_), visit, "k < " + end,
                     [&](const std::string &values, const std::string &indent) {
                       return test(check, values, indent);
                     });
  }

  std::string test(const DataCheck &check, const std::string &values,
                   const std::string &indent) const {
    const std::string low = check.first ? written(check.first) : "0";
    std::string text = indent + "const long index = " + written(check.index) + ", low = " + low +
                       ", most = " + (check.first ? "0" : values_.inDouble(check.extent)) + ";\n" +
                       indent + "if (index < low" + (check.first ? "" : " || index >= most") +
                       ") {\n" + indent + "  *bad = {index, low, most, {" + values + "}, ";
    if (check.index->op == Op::Entry)
      text += number(dataNumber(problem_, check.index->name)) + ", " +
              placeOf(problem_, values_, *check.index,
                      [&](const ExprPtr &part) { return written(part); });
    else
      text += "-1, 0";
    return text + "};\n" + indent + "  return false;\n" + indent + "}\n";
  }

  std::string written(const ExprPtr &expr) const {
    return print(expr, spellingAtPoint(problem_, values_));
  }

  const Access &access_;
  const std::vector<const Data *> data_;
};

} // namespace

std::size_t dataNumber(const Problem &problem, const std::string &name) {
  const std::vector<const Data *> all = dataOf(problem);
  return static_cast<std::size_t>(std::ranges::find(all, name, &Data::name) - all.begin());
}

std::string dataText(const ModelSource &source) {
  return dataOf(source.problem).empty() ? "" : DataPrinter(source).run();
}

Aggregate dataTables(const Problem &problem, const Access &access) {
  Aggregate tables;
  const std::size_t count = dataOf(problem).size();
  if (count > 0)
    tables.set("count", count)
        .set("list", "data")
        .set("shape", "data_shape")
        .set("initial", "initial_data")
        .set("seriesCount", problem.series.size())
        .set("series", "series")
        .set("evenTimes",
             std::ranges::any_of(problem.series,
                                 [](const Series &each) { return each.step != nullptr; })
                 ? "even_times"
                 : "nullptr")
        .set("atTime", problem.series.empty() ? "nullptr" : "value_at_time")
        .set("checkCount", access.dataChecks.size())
        .set("checks", "data_checks")
        .set("check", "check_data");
  return tables;
}

Spelling spellingAtPoint(const Problem &problem, const ParamText &values) {
  const Spelling common =
      makeSpelling("double", true, [&values](const ExprPtr &node) -> std::string {
        if (node->op == Op::Param)
          return values.ofParam(*node);
        return node->op == Op::Index ? "i" + number(node->integer) : "";
      });
  return [&, common](const ExprPtr &node, const ExprText &text) -> std::string {
    if (node->op == Op::Call && !seriesOf(node->name).empty())
      return seriesInDouble(problem, values, *node, text);
    return node->op == Op::Entry ? entryInDouble(problem, values, *node, text) : common(node, text);
  };
}

} // namespace eulerc::compiler
