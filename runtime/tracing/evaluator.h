// Evaluator: computes a function of the program at one point, from its tables (Traced).
//
//   {"-", 1, 2}, {"/", 0, 3}  →  both values, and which operation is the first not to be finite
#pragma once

#include <array>
#include <map>
#include <vector>

#include "tracing/cause.h"

namespace eulerc {

/// Indices of a grid point.
using Point = std::array<std::int64_t, maxRank>;

/// The value of an operation; integers and conditions are in both members. A value that is not
/// finite has a cause.
struct Value {
  double real = 0;
  std::int64_t integer = 0;
  int cause = -1;
};
inline Value ofInteger(std::int64_t value) { return {static_cast<double>(value), value, -1}; }

/// An operation whose value is not finite though its operands are.
struct Cause {
  const Operation *operation;
  std::vector<double> operands;
  double value = 0;
};

/// Computes all operations of an expression, one after another. Both branches of a choice are
/// computed, since they are only arithmetic. Values carry their causes, so a branch that is dropped
/// is never the cause.
class Evaluator {
public:
  Evaluator(const Model &model, const TakenStage &stage, int state)
      : model_(model), program_(*model.traced), stage_(stage), state_(state) {}

  Value valueAt(int expression, const Point &at);
  const Cause *cause(const Value &value) const {
    return value.cause < 0 ? nullptr : &causes_[static_cast<std::size_t>(value.cause)];
  }

private:
  /// An expression that is being computed.
  struct Frame {
    const Operation *operations;
    std::vector<Value> values;
    Point at;
    std::map<std::int64_t, std::int64_t> variables; ///< of loops
    std::map<std::int64_t, Value> carried;          ///< values of a loop's locals, by their number
    std::map<int, std::vector<Value>> results;      ///< of loops
  };

  int operandOf(const Operation &operation, int k) const {
    return program_.operands[operation.first + k];
  }
  /// Computes operation k, whose operands have their values.
  void compute(Frame &frame, int k);
  /// The value of operation k, which is no loop.
  Value valueOf(Frame &frame, int k);
  /// The value of an index, a param or the time.
  Value leaf(const Frame &frame, const Operation &operation);
  Value computed(const Operation &operation, const std::vector<Value> &operands);
  Value chosen(const Operation &operation, const std::vector<Value> &operands) const;
  void runLoop(Frame &frame, int k);
  Value entry(const Operation &operation, const std::vector<Value> &index);
  Value read(const Operation &operation, Point at);
  Value own(int array, const Point &at);
  bool seesNewValue(int array) const;
  Value real(const Operation &operation, double value, const std::vector<Value> &operands);

  const Model &model_;
  const Traced &program_;
  const TakenStage &stage_;
  const int state_;
  std::vector<Cause> causes_;
};

} // namespace eulerc
