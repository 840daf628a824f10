// TraceText: the functions of states and the rules of boundaries as tables. With them the runtime
// computes a single point and finds the operation that made a value infinite or NaN:
//
//   a / (b - c)  →  {.name = "-", .type = 'r', …}, {.name = "/", …, .line = 12, .column = 9, …}
//
// They are tables because these cost the host compiler almost nothing, and hardly any run needs
// them.
#include "ModelPrinters.h"

#include "AddedRandoms.h"
#include "Spell.h"

#include "ir/Functions.h"

#include <algorithm>
#include <map>

namespace eulerc::compiler {
namespace {

constexpr std::size_t mostOperations = 20000;

class TracePrinter {
public:
  explicit TracePrinter(const Problem &problem) : problem_(problem) {}

  std::string run(const System &system) {
    std::size_t entries = problem_.states.size(); // of tables, which follow the states
    for (const Data &data : problem_.data) {
      tables_[data.name] = entries;
      entries += data.values.size();
    }
    for (const State &state : problem_.states)
      add(state.gives == Gives::Event ? makeReal(0) : state.derivative);
    for (const Data &data : problem_.data)
      std::ranges::for_each(data.values, [&](const ExprPtr &value) { add(value); });
    for (const State &state : problem_.states)
      rules(state.boundary);
    for (const Field &field : problem_.fields)
      rules(field.boundary);
    std::string origins;
    for (std::size_t k = 0; k < system.stateCount; k++)
      origins += number(system.arrays[k].of) + ", ";
    return table("eulerc::Operation traced_operations", operations_) +
           table("int traced_operands", operands_) + table("int traced_ends", ends_) +
           table("eulerc::TracedRule traced_rules", rules_) + table("int traced_origins", origins) +
           "const eulerc::Traced traced = " +
           Aggregate()
               .set("operations", "traced_operations")
               .set("operands", "traced_operands")
               .set("ends", "traced_ends")
               .set("rules", "traced_rules")
               .set("origins", "traced_origins")
               .set("quantities", problem_.states.size() - liveOutStates(problem_))
               .str() +
           ";\n\n";
  }

private:
  static std::string table(const std::string &declared, const std::string &entries) {
    return "const " + declared + "[] = {" + entries + "{}};\n";
  }

  /// Adds an expression and returns its number.
  std::size_t add(const ExprPtr &root) {
    std::map<const Expr *, std::size_t> numbers;
    forEachNode(root, [&](const ExprPtr &node) {
      std::string operands;
      for (const ExprPtr &operand : node->operands)
        operands += number(numbers.at(operand.get())) + ", ";
      const std::size_t first = operandCount_;
      operands_ += operands;
      operandCount_ += node->operands.size();
      numbers.emplace(node.get(), numbers.size());
      const bool isHere = node->where.known() && node->where.file == problem_.file;
      Aggregate operation;
      operation.text("name", nameOf(*node)).set("type", std::string("'") + typeOf(*node) + "'");
      if (!node->operands.empty())
        operation.set("first", first).set("count", node->operands.size());
      if (const std::int64_t integer = integerOf(*node); integer != 0)
        operation.set("integer", intLiteral(integer));
      if (const std::string real = realOf(*node); !real.empty())
        operation.set("real", real);
      if (isHere)
        operation.set("line", node->where.line)
            .set("column", node->where.column)
            .set("behind", static_cast<int>(node->where.endColumn));
      operations_ += operation.str() + ",\n";
    });
    operationCount_ += numbers.size();
    ends_ += number(operationCount_) + ", ";
    return expressionCount_++;
  }

  void rules(const std::vector<Sides> &boundary) {
    for (const Sides &sides : boundary)
      for (const Rule *rule : {&sides.low, &sides.high}) {
        Aggregate traced;
        if (rule->hasImage()) {
          const ImageIndex image = rule->imageIndex(rule == &sides.low);
          traced.set("hasImage", true)
              .set("ofIndex", image.ofIndex)
              .set("ofExtent", image.ofExtent)
              .set("constant", image.constant);
        }
        const auto part = [&](const char *member, const ExprPtr &value) {
          if (value)
            traced.set(member, add(value));
        };
        part("value", rule->value);
        part("factor", rule->factor);
        part("slope", rule->slope);
        rules_ += traced.str() + ", ";
      }
  }

  /// Values of params alone are computed in double.
  static char typeOf(const Expr &node) {
    if (node.type != Type::Real)
      return 'i';
    return node.paramsOnly ? 'd' : 'r';
  }

  std::int64_t integerOf(const Expr &node) const {
    const auto of = [&](const auto &all) {
      const auto found =
          std::ranges::find_if(all, [&](const auto &x) { return x.name == node.name; });
      return static_cast<std::int64_t>(found - all.begin());
    };
    if (node.op == Op::Param)
      return of(problem_.params);
    if (isOfTable(node))
      return static_cast<std::int64_t>(tables_.at(node.name));
    if (node.op == Op::Entry)
      return static_cast<std::int64_t>(dataNumber(problem_, node.name));
    if (isLookup(node))
      return std::ranges::find(problem_.series, seriesOf(node.name), &Series::values) -
             problem_.series.begin();
    if (node.op != Op::Read)
      return node.integer;
    const std::int64_t state = of(problem_.states);
    const auto states = static_cast<std::int64_t>(problem_.states.size());
    return state < states ? state : states + of(problem_.fields);
  }

  /// The `real` of an operation: a constant's value, or the number of entries of a table; else "".
  std::string realOf(const Expr &node) const {
    if (isOfTable(node))
      return number(find(problem_.data, node.name)->values.size());
    return node.op == Op::Constant ? printReal(node.real) : "";
  }

  bool isOfTable(const Expr &node) const {
    return node.op == Op::Entry && find(problem_.data, node.name)->isTable();
  }

  /// at(wind, t)
  static bool isLookup(const Expr &node) {
    return node.op == Op::Call && !seriesOf(node.name).empty();
  }

  std::string nameOf(const Expr &node) const {
    if (isOfTable(node))
      return "table";
    if (isLookup(node))
      return "at";
    if (const char *sign = signOf(node.op))
      return sign;
    static const std::map<Op, const char *> names = {{Op::Constant, "constant"},
                                                     {Op::Param, "param"},
                                                     {Op::Index, "index"},
                                                     {Op::Time, "t"},
                                                     {Op::StepSize, "dt"},
                                                     {Op::StepNumber, "step"},
                                                     {Op::Read, "read"},
                                                     {Op::Entry, "entry"},
                                                     {Op::Carried, "carried"},
                                                     {Op::Negate, "negate"},
                                                     {Op::Not, "!"},
                                                     {Op::Select, "?:"},
                                                     {Op::ToReal, "real"},
                                                     {Op::ToInt, "int"},
                                                     {Op::Loop, "loop"},
                                                     {Op::LoopResult, "result"}};
    const auto found = names.find(node.op);
    return found == names.end() ? node.name : found->second;
  }

  const Problem &problem_;
  std::map<std::string, std::size_t> tables_; ///< number of the first entry's expression
  std::string operations_, operands_, ends_, rules_;
  std::size_t operandCount_ = 0, operationCount_ = 0, expressionCount_ = 0;
};

/// Whether the runtime can compute a point, or at least its slopes: no random number changes a
/// slope, and no value is of the whole grid.
bool isTraced(const Problem &problem) {
  std::size_t count = 0;
  for (const State &state : problem.states)
    forEachNode(state.derivative, [&](const ExprPtr &) { count++; });
  for (const Data &data : problem.data)
    count += data.values.size();
  return count <= mostOperations && std::ranges::none_of(problem.data, &Data::isGlobal) &&
         areRandomsOnlyAdded(problem);
}

} // namespace

std::string traceText(const Problem &problem, const Step &step) {
  return isTraced(problem) ? TracePrinter(problem).run(step.system) : "";
}

std::string traceEntry(const Problem &problem) { return isTraced(problem) ? "&traced" : "nullptr"; }

} // namespace eulerc::compiler
