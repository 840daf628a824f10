// MonitorText: monitors and the conditions that end a run, as C++ of the host and as kernels.
//
//   monitor(sum) energy(int i, real t) { return v[i] * v[i + 1]; }
//   →  double monitor_of_energy(v, i0) { return own_state_0(v, i0) * at_state_0(v, i0 + 1); }
//      double inside_of_energy(v, i0)    the same where no read leaves the grid
//
// All are computed in double. Kernels use the same functions, for the monitors that have the same
// bits on a device.
#include "ModelPrinters.h"

#include "GridReads.h"
#include "Spell.h"

#include "ir/Affine.h"
#include "ir/Body.h"
#include "ir/Functions.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

const char *const kEnumerators[] = {"Sum", "Min", "Max", "Mean", "Norm2", "NormInf"};

/// The distances of the farthest reads before and behind a point, for each axis.
struct Reaches {
  std::vector<std::int64_t> low, high;

  bool isPoint() const {
    const auto isZero = [](std::int64_t reach) { return reach == 0; };
    return std::ranges::all_of(low, isZero) && std::ranges::all_of(high, isZero);
  }
  std::int64_t alongSlowest() const { return std::max(low.front(), high.front()); }
};

/// The distance along an axis between an index and the point's own index, if it is constant.
std::optional<std::int64_t> distance(const ExprPtr &index, std::size_t axis) {
  std::optional<Affine> affine = toAffine(index);
  if (!affine || affine->perAxis[axis] != 1)
    return std::nullopt;
  affine->perAxis[axis] = 0;
  return affine->isConstant() ? std::optional(affine->constant) : std::nullopt;
}

/// nullopt if the distance of some read is not constant.
std::optional<Reaches> reachesOf(const ExprPtr &value, std::size_t rank) {
  Reaches reaches{std::vector<std::int64_t>(rank), std::vector<std::int64_t>(rank)};
  bool isBounded = true;
  forEachNode(value, [&](const ExprPtr &node) {
    for (std::size_t axis = 0; node->op == Op::Read && axis < rank; axis++) {
      const auto far = distance(node->operands[axis], axis);
      isBounded = isBounded && far;
      reaches.low[axis] = std::max(reaches.low[axis], -far.value_or(0));
      reaches.high[axis] = std::max(reaches.high[axis], far.value_or(0));
    }
  });
  return isBounded ? std::optional(reaches) : std::nullopt;
}

class MonitorPrinter : ModelPrinter {
public:
  explicit MonitorPrinter(const ModelSource &source)
      : ModelPrinter(source), reads_(problem_, values_, step_.system.period),
        rank_(problem_.extents.size()) {
    for (const Monitor &monitor : problem_.monitors) {
      reaches_.push_back(reachesOf(monitor.value, rank_));
      onDevice_.push_back(!monitor.isOutput && !monitor.isCrossing && fitsDevice(monitor));
    }
  }

  std::string run() {
    if (!problem_.monitors.empty())
      monitors();
    if (!problem_.stops.empty())
      stops();
    return std::move(out_);
  }

private:
  using Which = std::vector<bool>; ///< a bit for each monitor

  /// Whether a device computes the same bits: its operations round as on the host, and it has all
  /// values unchanged.
  bool fitsDevice(const Monitor &monitor) const {
    bool fits = isSameInDouble(monitor.value);
    for (const std::string &name : arraysOf(monitor))
      for (const Sides &sides : reads_.rulesOf(name))
        for (const Rule *rule : {&sides.low, &sides.high})
          for (const ExprPtr &part : {rule->value, rule->factor, rule->slope})
            fits = fits && (!part || isSameInDouble(part));
    for (std::size_t k = 0; k < problem_.fields.size(); k++)
      if (step_.prepared[step_.system.stateCount + k])
        fits = fits && !arraysOf(monitor).contains(problem_.fields[k].name);
    return fits;
  }

  static bool isSameInDouble(const ExprPtr &value) {
    return !anyNode(value, [](const Expr &node) {
      return node.op == Op::Entry ||
             (node.op == Op::Call && (!isExactFunction(node.name) || !seriesOf(node.name).empty()));
    });
  }

  bool readsGlobals(const ExprPtr &value) const {
    return anyNode(value, [&](const Expr &node) {
      const Data *data = node.op == Op::Entry ? find(problem_.data, node.name) : nullptr;
      return data && data->isGlobal;
    });
  }

  static std::set<std::string> arraysOf(const Monitor &monitor) {
    std::set<std::string> names;
    forEachNode(monitor.value, [&](const ExprPtr &node) {
      if (node->op == Op::Read)
        names.insert(node->name);
    });
    return names;
  }

  /// The functions of these monitors, and of all states and fields that they read.
  std::string functions(const Which &which) const {
    std::set<ReadArray> arrays;
    std::string text;
    for (std::size_t k = 0; k < problem_.monitors.size(); k++) {
      if (!which[k])
        continue;
      const Monitor &monitor = problem_.monitors[k];
      for (const std::string &name : arraysOf(monitor))
        arrays.insert(reads_.arrayNamed(name));
      text += commented("monitor " + monitor.name + " = " + printShort(monitor.value));
      if (!reaches_[k] || !reaches_[k]->isPoint())
        text += "static" + function("monitor_of_", monitor, false);
      if (reaches_[k])
        text += "EULERC_INLINE" + function("inside_of_", monitor, true);
    }
    return reads_.functions(arrays) + text;
  }

  std::string function(const char *prefix, const Monitor &monitor, bool isInside) const {
    const Body body = formBody(monitor.value, reads_.spelling(isInside));
    return " double " + (prefix + monitor.name) + "(const eulerc_view *v" + reads_.parameters() +
           ") {\n  typedef double real;\n  EULERC_SEES\n" + body.statements + "  return " +
           body.value + ";\n}\n";
  }

  /// A test that no read of a monitor leaves the grid along the first `axes` axes; "true" if none
  /// can.
  std::string insideAlong(std::size_t monitor, std::size_t axes) const {
    std::string text;
    for (std::size_t axis = 0; axis < axes; axis++) {
      const std::string i = "i" + number(axis), n = "v->extent[" + number(axis) + "]";
      const std::int64_t low = reaches_[monitor]->low[axis], high = reaches_[monitor]->high[axis];
      if (low > 0)
        text += (text.empty() ? "" : " && ") + i + " >= " + number(low);
      if (high > 0)
        text += (text.empty() ? "" : " && ") + i + " < " + n + " - " + number(high);
    }
    return text.empty() ? "true" : text;
  }

  /// A call: "monitor_of_energy(v, i0)" or "inside_of_energy(v, i0)".
  std::string call(const char *prefix, std::size_t monitor) const {
    return prefix + problem_.monitors[monitor].name + "(v" + reads_.arguments() + ")";
  }

  std::string valueAt(std::size_t monitor) const {
    if (!reaches_[monitor])
      return call("monitor_of_", monitor);
    const std::string inside = call("inside_of_", monitor);
    return reaches_[monitor]->isPoint() ? inside
                                        : insideAlong(monitor, rank_) + " ? " + inside + " : " +
                                              call("monitor_of_", monitor);
  }

  std::string kernels() const {
    std::string arguments, fields, cases;
    for (std::size_t k = 0; k < problem_.fields.size(); k++) {
      arguments += ", global const EULERC_REAL *f" + number(k);
      fields += (k ? ", f" : "f") + number(k);
    }
    bool isPoint = true;
    for (std::size_t k = 0; k < problem_.monitors.size(); k++) {
      if (!onDevice_[k])
        continue;
      cases += "  case " + number(k) + ":\n    return " + valueAt(k) + ";\n";
      isPoint = isPoint && reaches_[k] && reaches_[k]->isPoint();
    }
    return std::string("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#define EULERC_REAL ") +
           (source_.options.isDouble ? "double" : "float") +
           "\n#define EULERC_IS_DOUBLE 1 // monitors are\ntypedef double real;\n"
           "#define EULERC_RANK " +
           number(rank_) + "\n#define EULERC_INDICES_OF(point) " +
           eachAxis(0, rank_, ", (point)->i[#]") + "\n#define EULERC_FIELDS " +
           number(problem_.fields.size()) + "\n#define EULERC_VIEWED_FIELDS " + arguments +
           "\n#define EULERC_VIEWED {" + (fields.empty() ? "0" : fields) +
           "}\n#define EULERC_VALUES_AT_A_TIME _Pragma(\"unroll " + (isPoint ? "8" : "2") +
           "\")\n\n#include \"prelude.cl\"\n\n#include \"indices.h\"\n\n#include \"view.cl\"\n\n" +
           functions(onDevice_) + "EULERC_INLINE double eulerc_value(const eulerc_view *v" +
           reads_.parameters() + ") {\n  switch (EULERC_MONITOR) {\n" + cases +
           "  }\n  return 0;\n}\n\n#include \"reduction.h\"\n\n#include \"reduce.cl\"\n";
  }

  /// The values along a row; where all reads stay inside, in vectors.
  std::string rowFunction(std::size_t monitor) const {
    const std::size_t last = rank_ - 1;
    const std::string i = "i" + number(last), n = "v->extent[" + number(last) + "]";
    const auto loop = [&](const std::string &from, const std::string &to, const char *prefix) {
      return "  for (long " + i + " = " + from + "; " + i + " < " + to + "; " + i +
             "++)\n    out[" + i + " - begin] = " + call(prefix, monitor) + ";\n";
    };
    std::string text = "EULERC_LARGE void values_of_" + problem_.monitors[monitor].name +
                       "(const eulerc_view *v" + eachAxis(0, last, ", long i#") +
                       ", long begin, long end, double *restrict out) {\n";
    const auto &reaches = reaches_[monitor];
    if (!reaches)
      return text + loop("begin", "end", "monitor_of_") + "}\n";
    if (reaches->isPoint())
      return text + loop("begin", "end", "inside_of_") + "}\n";
    return text + "  const bool isInside = " + insideAlong(monitor, last) +
           ";\n  const long low = isInside ? eulerc_clamp(" + number(reaches->low[last]) +
           ", begin, end) : end;\n  const long high = eulerc_max(low, eulerc_min(end, " + n +
           " - " + number(reaches->high[last]) + "));\n" + loop("begin", "low", "monitor_of_") +
           loop("low", "high", "inside_of_") + loop("high", "end", "monitor_of_") + "}\n";
  }

  /// Whether a monitor wraps around along the slowest axis although no step does. A slab does not
  /// hold the rows for it.
  bool goesRoundAlone(const Monitor &monitor) const {
    return !source_.stencil.goesRound(0) && anyNode(monitor.value, [&](const Expr &node) {
      const auto field = std::ranges::find(problem_.fields, node.name, &Field::name);
      return node.op == Op::Read && field != problem_.fields.end() &&
             field->boundary.front().low.isRing() && distance(node.operands[0], 0) != 0;
    });
  }

  void monitors() {
    out_ += "#include <eulerc/host/view.h>\n" + functions(Which(problem_.monitors.size(), true));
    std::string table, outputs, globals, cases;
    for (std::size_t k = 0; k < problem_.monitors.size(); k++) {
      const Monitor &monitor = problem_.monitors[k];
      out_ += rowFunction(k);
      if (monitor.isOutput)
        outputs += Aggregate()
                       .text("name", monitor.name)
                       .text("description", monitor.description)
                       .set("isImplicit", monitor.isImplicit)
                       .set("readsGlobals", readsGlobals(monitor.value))
                       .row();
      else if (!monitor.isCrossing)
        (monitor.isGlobal ? globals : table) +=
            Aggregate()
                .text("name", monitor.name)
                .set("reduction", std::string("eulerc::Reduction::") +
                                      kEnumerators[static_cast<int>(monitor.reduction)])
                .text("description", monitor.description)
                .set("onDevice", static_cast<bool>(onDevice_[k]))
                .set("reach",
                     reaches_[k] && !goesRoundAlone(monitor) ? reaches_[k]->alongSlowest() : -1)
                .set("readsGlobals", readsGlobals(monitor.value))
                .row();
      cases += "    case " + number(k) + ":\n      values_of_" + monitor.name + "(&view" +
               eachAxis(0, rank_ - 1, ", i#") + ", at, at + count, out);\n      break;\n";
    }
    std::string indices;
    for (std::size_t axis = rank_ - 1; axis-- > 0;)
      indices += "    const long i" + number(axis) + " = " +
                 (axis > 0 ? "row % view.extent[" + number(axis) + "];\n    row /= view.extent[" +
                                 number(axis) + "];\n"
                           : "row;\n");
    const std::string n = "view.extent[" + number(rank_ - 1) + "]";
    const bool hasKernels = std::ranges::count(onDevice_, true) > 0;
    out_ +=
        "const eulerc::Monitor monitors[] = {\n" + table +
        "    {}};\nconst eulerc::Output outputs[] = {\n" + outputs +
        "    {}};\nconst eulerc::Monitor globals[] = {\n" + globals +
        "    {}};\nvoid monitor_values(int monitor, const eulerc::StateView &view, std::int64_t "
        "begin,\n                    std::int64_t end, double *out) {\n"
        "  while (begin < end) {\n    const long at = begin % " +
        n + ", count = eulerc_min(end - begin, " + n + " - at);\n" + "    long row = begin / " + n +
        ";\n" + indices + "    switch (monitor) {\n" + cases +
        "    }\n    begin += count;\n    out += count;\n  }\n}\n"
        "const char monitor_kernels[] = " +
        rawString(hasKernels ? kernels() : "") + ";\n\n";
  }

  void stops() {
    std::string table, cases;
    const auto monitors = std::ranges::count_if(problem_.monitors, [](const Monitor &each) {
      return !each.isOutput && !each.isGlobal && !each.isCrossing;
    });
    const Spelling spelling = [this, monitors, common = spellingAtPoint(problem_, values_)](
                                  const ExprPtr &node, const ExprText &text) -> std::string {
      if (node->op == Op::Time)
        return "t";
      if (readsGlobals(node) && node->op == Op::Entry) // they follow the monitors
        return "((double)(EULERC_REAL)monitors[" +
               number(monitors + (find(problem_.data, node->name) - problem_.data.data())) + "])";
      return node->op == Op::Uniform ? "monitors[" + number(node->integer) + "]"
                                     : common(node, text);
    };
    for (std::size_t k = 0; k < problem_.stops.size(); k++) {
      const StopRule &stop = problem_.stops[k];
      const Body body = formBody(stop.condition, spelling);
      table += Aggregate()
                   .text("text", stop.text)
                   .text("location", stop.where.str())
                   .set("readsGlobals", readsGlobals(stop.condition))
                   .row();
      cases += "  case " + number(k) + ": {\n    typedef double real;\n" + body.statements +
               "    return " + body.value + ";\n  }\n";
    }
    out_ += "const eulerc::StopRule stop_rules[] = {\n" + table +
            "};\nbool stop_holds(int stop, const eulerc::ParamValue *p,\n"
            "    const double *monitors, double t) {\n"
            "  switch (stop) {\n" +
            cases + "  }\n  return false;\n}\n\n";
  }

  const GridReads reads_;
  const std::size_t rank_;
  std::vector<std::optional<Reaches>> reaches_; ///< of each monitor
  Which onDevice_;
};

} // namespace

std::string monitorText(const ModelSource &source) { return MonitorPrinter(source).run(); }

Aggregate monitorTables(const Problem &problem) {
  Aggregate tables;
  const auto outputs = std::ranges::count(problem.monitors, true, &Monitor::isOutput);
  const auto globals = std::ranges::count(problem.monitors, true, &Monitor::isGlobal);
  const auto crossings = std::ranges::count(problem.monitors, true, &Monitor::isCrossing);
  if (!problem.monitors.empty())
    tables.set("count", std::ssize(problem.monitors) - outputs - globals - crossings)
        .set("list", "monitors")
        .set("values", "monitor_values")
        .set("kernels", "monitor_kernels")
        .set("outputCount", outputs)
        .set("outputs", "outputs")
        .set("globalCount", globals)
        .set("globals", "globals");
  if (!problem.stops.empty())
    tables.set("stopCount", problem.stops.size())
        .set("stops", "stop_rules")
        .set("stopHolds", "stop_holds");
  return tables;
}

} // namespace eulerc::compiler
