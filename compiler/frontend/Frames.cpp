// Frames: fields that change in time, as two frames of a series and the weight of each.
//
//   series real wind[N];   wind[i]  →  (1 - at(part, t)) * wind[i] + at(part, t) * odd[i]
//
// The field of that name holds frames of even numbers, another field those of odd numbers, so that
// one of both stays when time passes a frame. `part` is data of two entries, 0 and 1 or 1 and 0, at
// the times of both frames. The runtime provides all of these (runtime/input/frames.h).
#include "Reading.h"

#include "ir/Functions.h"

#include <map>

namespace eulerc::compiler {
namespace {

Data pairOf(const std::string &name, const SourceRange &where) {
  Data pair;
  pair.name = name;
  pair.extents = {makeInt(2)};
  pair.where = where;
  return pair;
}

/// The replacement for reads of a series.
struct Lowered {
  std::string odd;       ///< the other field
  ExprPtr ofEven, ofOdd; ///< the weights of both

  ExprPtr operator()(const ExprPtr &read) const {
    const ExprPtr other = makeRead(odd, read->operands, read->where);
    return makeOp(Op::Add, {makeOp(Op::Mul, {ofEven, read}), makeOp(Op::Mul, {ofOdd, other})},
                  read->where);
  }
};

} // namespace

void addFrames(Problem &problem) {
  std::map<std::string, Lowered> lowered;
  const std::size_t declared = problem.fields.size();
  for (std::size_t k = 0; k < declared; k++) {
    if (!problem.fields[k].isSeries)
      continue;
    Field odd = problem.fields[k];
    const std::string name = odd.name, part = "eulerc_part_" + name, times = "eulerc_time_" + name;
    odd.name = "eulerc_odd_" + name;
    odd.description.clear();
    const ExprPtr ofOdd = makeCall(seriesCall(part), {makeOp(Op::Time, {})}, odd.where);
    lowered[name] = {odd.name, makeOp(Op::Sub, {makeReal(1), ofOdd}, odd.where), ofOdd};
    problem.data.push_back(pairOf(part, odd.where));
    problem.data.push_back(pairOf(times, odd.where));
    problem.series.push_back({part, nullptr, nullptr, times});
    problem.fields.push_back(std::move(odd));
  }
  if (lowered.empty())
    return;
  const auto lower = [&](ExprPtr &value) {
    if (!value)
      return;
    value = rewrite(value, [&](const ExprPtr &node) -> ExprPtr {
      const auto series = node->op == Op::Read ? lowered.find(node->name) : lowered.end();
      return series == lowered.end() ? nullptr : series->second(node);
    });
  };
  for (State &state : problem.states) {
    lower(state.derivative);
    const ExprPtr after = state.after;
    lower(state.after);
    problem.readsSeriesBehind = problem.readsSeriesBehind || state.after != after;
  }
  for (Monitor &monitor : problem.monitors)
    lower(monitor.value);
}

} // namespace eulerc::compiler
