// Computes operations, reads and loops of a traced expression.

#include "tracing/evaluator.h"

#include <cmath>
#include <string_view>

#include "state/state.h"
#include "tracing/arithmetic.h"
#include "tracing/beyond.h"

namespace eulerc {

Value Evaluator::valueAt(int expression, const Point &at) {
  const int begin = expression == 0 ? 0 : program_.ends[expression - 1];
  const int count = program_.ends[expression] - begin;
  Frame frame{program_.operations + begin, {}, at, {}, {}, {}};
  frame.values.resize(static_cast<std::size_t>(count));
  for (int k = 0; k < count; k++)
    compute(frame, k);
  return frame.values.back();
}

void Evaluator::compute(Frame &frame, int k) {
  if (std::string_view(frame.operations[k].name) == "loop")
    runLoop(frame, k);
  else
    frame.values[static_cast<std::size_t>(k)] = valueOf(frame, k);
}

Value Evaluator::valueOf(Frame &frame, int k) {
  const Operation &operation = frame.operations[k];
  const std::string_view name = operation.name;
  if (name == "result") {
    const auto &results = frame.results[operandOf(operation, 0)];
    return results[static_cast<std::size_t>(operation.integer)];
  }
  if (name == "carried")
    return frame.carried[operation.integer];
  if (operation.count == 0)
    return leaf(frame, operation);
  std::vector<Value> operands;
  for (int o = 0; o < operation.count; o++)
    operands.push_back(frame.values[static_cast<std::size_t>(operandOf(operation, o))]);
  if (name == "read") {
    Point at = {};
    for (std::size_t axis = 0; axis < operands.size(); axis++)
      at[axis] = operands[axis].integer;
    return read(operation, at);
  }
  if (name == "entry" || name == "table")
    return entry(operation, operands);
  if (name == "at")
    return real(operation,
                model_.data.atTime(static_cast<int>(operation.integer), stage_.before.params,
                                   stage_.before.fields, operands[0].real),
                operands);
  return computed(operation, operands);
}

Value Evaluator::leaf(const Frame &frame, const Operation &operation) {
  const std::string_view name = operation.name;
  if (name == "index" && operation.integer < maxRank)
    return ofInteger(frame.at[static_cast<std::size_t>(operation.integer)]);
  if (name == "index") {
    const auto found = frame.variables.find(operation.integer);
    return ofInteger(found == frame.variables.end() ? 0 : found->second);
  }
  if (name == "step")
    return ofInteger(stage_.step);
  if (name == "t" || name == "dt")
    return real(operation, name == "t" ? stage_.before.t : stage_.h, {});
  if (name == "param") {
    const ParamValue &value = stage_.before.params[operation.integer];
    return operation.type == 'i' ? ofInteger(value.integer) : real(operation, value.real, {});
  }
  return operation.type == 'i' ? ofInteger(operation.integer) : real(operation, operation.real, {});
}

Value Evaluator::computed(const Operation &operation, const std::vector<Value> &operands) {
  const std::string_view name = operation.name;
  if (operation.type == 'i' || name == "?:")
    return chosen(operation, operands);
  if (const auto unary = unaries().find(name); operands.size() == 1 && unary != unaries().end())
    return real(operation, unary->second(operands[0].real), operands);
  if (const auto binary = binaries().find(name); operands.size() == 2 && binary != binaries().end())
    return real(operation, binary->second(operands[0].real, operands[1].real), operands);
  return {};
}

/// The value of a choice, or of an operation whose result is no real number.
Value Evaluator::chosen(const Operation &operation, const std::vector<Value> &operands) const {
  const std::string_view name = operation.name;
  if (name == "?:")
    return operands[operands[0].integer != 0 ? 1 : 2];
  if (name == "!")
    return ofInteger(operands[0].integer == 0);
  if (name == "negate")
    return ofInteger(integerResult("-", 0, operands[0].integer));
  if (name == "int")
    return ofInteger(integerPart(operands[0].real));
  if (operands.size() != 2)
    return {};
  if (name == "&&" || name == "||")
    return ofInteger(name == "&&" ? operands[0].integer != 0 && operands[1].integer != 0
                                  : operands[0].integer != 0 || operands[1].integer != 0);
  if (const auto result = compared(name, operands[0].real, operands[1].real))
    return ofInteger(*result);
  return ofInteger(integerResult(name, operands[0].integer, operands[1].integer));
}

void Evaluator::runLoop(Frame &frame, int k) {
  const Operation &loop = frame.operations[k];
  const auto operand = [&](int o) {
    return frame.values[static_cast<std::size_t>(operandOf(loop, o))];
  };
  std::vector<bool> isOfBody(static_cast<std::size_t>(k));
  for (int o = 5; o < loop.count; o += 3)
    isOfBody[static_cast<std::size_t>(operandOf(loop, o))] = true;
  for (int o = k; o-- > 0;)
    for (int of = 0; isOfBody[static_cast<std::size_t>(o)] && of < frame.operations[o].count; of++)
      isOfBody[static_cast<std::size_t>(operandOf(frame.operations[o], of))] = true;

  std::vector<Value> &results = frame.results[k];
  results.clear();
  for (int o = 4; o < loop.count; o += 3)
    results.push_back(operand(o));
  const std::int64_t variable = frame.operations[operandOf(loop, 0)].integer;
  const std::int64_t end = operand(2).integer;
  for (std::int64_t pass = operand(1).integer; pass < end; pass++) {
    frame.variables[variable] = pass;
    for (std::size_t local = 0; local < results.size(); local++)
      frame.carried[frame.operations[operandOf(loop, static_cast<int>(3 + 3 * local))].integer] =
          results[local];
    for (int o = 0; o < k; o++)
      if (isOfBody[static_cast<std::size_t>(o)])
        compute(frame, o);
    for (std::size_t local = 0; local < results.size(); local++)
      results[local] = operand(static_cast<int>(5 + 3 * local));
  }
}

/// An entry of data or a table. In a branch that is not taken the index may be out of range.
Value Evaluator::entry(const Operation &operation, const std::vector<Value> &index) {
  if (std::string_view(operation.name) == "table") {
    const bool isThere = index[0].integer >= 0 && index[0].integer < operation.real;
    return isThere ? valueAt(static_cast<int>(operation.integer + index[0].integer), {}) : Value();
  }
  const auto which = static_cast<int>(operation.integer);
  std::int64_t shape[maxRank] = {}, place = 0;
  model_.data.shape(which, stage_.before.params, shape);
  for (std::size_t axis = 0; axis < index.size(); axis++) {
    if (index[axis].integer < 0 || index[axis].integer >= shape[axis])
      return {};
    place = place * shape[axis] + index[axis].integer;
  }
  const void *values = stage_.before.fields[model_.program.fieldCount + which];
  if (model_.data.list[which].isInt)
    return ofInteger(static_cast<const int *>(values)[place]);
  return real(operation, realAt(model_.program.precision, values, place), {});
}

/// A read of an array, moved into the grid by the boundary rules of its sides, as in GridReads of
/// the compiler.
Value Evaluator::read(const Operation &operation, Point at) {
  const auto array = static_cast<int>(operation.integer);
  const RuledSides sides(program_, array, model_.program.rank, stage_.before.extent);
  Point back = at;
  sides.clampInto(back.data());
  Value factor{1, 0, -1}, sum;
  const auto part = [&](int expression, double otherwise) {
    return expression < 0 ? Value{otherwise, 0, -1} : valueAt(expression, back);
  };
  const bool isInside = sides.followImages(at.data(), [&](const TracedRule &rule, double distance) {
    const Value value = part(rule.value, 0), slope = part(rule.slope, 0);
    sum = real(operation, sum.real + factor.real * (value.real + slope.real * distance),
               {sum, factor, value, slope});
    const Value by = part(rule.factor, 1);
    factor = real(operation, factor.real * by.real, {factor, by});
  });
  if (!isInside)
    return sum;
  const Value image = own(array, at);
  return real(operation, factor.real * image.real + sum.real, {image, factor, sum});
}

/// Whether `array` is updated before the state that is computed, if states are updated in turn.
bool Evaluator::seesNewValue(int array) const {
  const auto declared = [&](int state) {
    const std::string_view name = model_.program.states[state].name;
    return name.substr(0, name.find('['));
  };
  return model_.method.updatesInTurn && array < state_ && declared(array) != declared(state_);
}

/// A value at a point of the grid; that of a quantity within a step is computed.
Value Evaluator::own(int array, const Point &at) {
  const int states = model_.program.stateCount + program_.quantities;
  if (array >= model_.program.stateCount && array < states)
    return valueAt(array, at);
  const bool isState = array < states;
  const StateView &view = stage_.before;
  const ValuePlaces &places = isState ? view.state : view.field;
  Grid grid;
  model_.host.grid(view.params, &grid);
  const auto last = static_cast<std::size_t>(model_.program.rank - 1);
  std::int64_t row = 0;
  for (std::size_t axis = 0; axis < last; axis++)
    row = row * view.extent[axis] + at[axis];
  const std::int64_t i = at[last];
  const std::int64_t place = places.lead + (isState ? array * places.array : 0) +
                             i % grid.classes * places.residue + row * places.pitch +
                             i / grid.classes * places.step;
  const void *values = !isState              ? view.fields[array - states]
                       : seesNewValue(array) ? stage_.after
                                             : view.y;
  return {realAt(model_.program.precision, values, place), 0, -1};
}

/// The value of an operation. If it is not finite, its cause is that of the first operand that is
/// not finite, or else the operation itself.
Value Evaluator::real(const Operation &operation, double value,
                      const std::vector<Value> &operands) {
  if (operation.type == 'r' && model_.program.precision == Precision::Float)
    value = static_cast<float>(value);
  if (std::isfinite(value))
    return {value, 0, -1};
  for (const Value &operand : operands)
    if (operand.cause >= 0)
      return {value, 0, operand.cause};
  Cause cause{&operation, {}, value};
  for (const Value &operand : operands)
    cause.operands.push_back(operand.real);
  causes_.push_back(cause);
  return {value, 0, static_cast<int>(causes_.size()) - 1};
}

} // namespace eulerc
