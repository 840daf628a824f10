// Events: reads the events and changes of states that follow steps.
//
//   event spike(int i, real t) = v[i] - 1;   →  a state "spike", which gives Event
//   when (v[i] >= 1) { v[i] = 0; }           →  after of v: v[i] >= 1 ? 0 : v[i]
#include "Reading.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

class EventReader {
public:
  explicit EventReader(Reading &in) : in_(in) {}

  void read() {
    std::vector<State> events;
    for (const clang::FunctionDecl *function : in_.recorded.events)
      if (auto event = readEvent(function))
        events.push_back(std::move(*event));
    readWhens();
    auto &states = in_.problem.states;
    states.insert(states.begin() + static_cast<std::ptrdiff_t>(liveOutStates(in_.problem)),
                  events.begin(), events.end());
  }

private:
  std::optional<State> readEvent(const clang::FunctionDecl *function) {
    State event;
    event.name = event.array =
        function->getName().substr(std::string("eulerc_event_").size()).str();
    event.where = in_.wordRange(function);
    event.description = descriptionAbove(in_.context, function, in_.diagnostics);
    event.gives = Gives::Event;
    event.indexNames = in_.problem.indexNames;
    event.initial = makeReal(0);
    for (std::size_t axis = 0; axis < in_.problem.extents.size(); axis++)
      event.boundary.push_back(sidesOf(axis));
    if (!takesArguments(function, event.name) || isTaken(function, event.name))
      return std::nullopt;
    std::vector<ExprPtr> arguments;
    for (int axis = 0; axis < in_.names.rank; axis++)
      arguments.push_back(
          makeIndex(axis, function->getParamDecl(static_cast<unsigned>(axis))->getName().str()));
    arguments.push_back(makeOp(Op::Time, {}));
    event.derivative = asReal(in_.lowering.function(function, arguments, Place::Event));
    if (!event.derivative || readsQuantity(event.derivative, "an event") || isCondition(event))
      return std::nullopt;
    warnOfConstant(event);
    return event;
  }

  void warnOfConstant(const State &event) {
    const bool moves = anyNode(event.derivative, [](const Expr &node) {
      return node.op == Op::Read || node.op == Op::Time;
    });
    if (moves)
      return;
    in_.diagnostics.warning(event.where, "the event '" + event.name +
                                             "' never happens: its value "
                                             "depends neither on a state nor on the time");
    in_.diagnostics.hint("make it of what changes, as in 'v[i] - 1'");
  }

  /// Whether an event's value is a condition, 1 or 0 in C, which never crosses zero.
  bool isCondition(const State &event) {
    ExprPtr value = event.derivative;
    while (value->op == Op::ToReal)
      value = value->operands[0];
    if (value->op != Op::Select || constantInt(value->operands[1]) != 1 ||
        constantInt(value->operands[2]) != 0)
      return false;
    in_.diagnostics.error(value->operands[0]->where,
                          "the event '" + event.name +
                              "' is a condition, and an event is a value that may cross zero");
    in_.diagnostics.hint("write a difference, 'v[i] - 1' in place of 'v[i] > 1'");
    return true;
  }

  /// The sides of an event, which is read only at its own point: it wraps around an axis if a state
  /// does.
  Sides sidesOf(std::size_t axis) const {
    const bool isRing = std::ranges::any_of(in_.problem.states, [&](const State &state) {
      return state.boundary.size() > axis && state.boundary[axis].low.isRing();
    });
    return {Rule::ofAxis(isRing), Rule::ofAxis(isRing)};
  }

  bool takesArguments(const clang::FunctionDecl *function, const std::string &name) {
    const auto rank = static_cast<unsigned>(in_.names.rank);
    bool ok = function->getNumParams() == rank + 1;
    for (unsigned k = 0; ok && k <= rank; k++) {
      const clang::QualType type = function->getParamDecl(k)->getType();
      ok = k < rank ? in_.isInt(type) : in_.isReal(type);
    }
    if (ok)
      return true;
    in_.diagnostics.error(in_.wordRange(function),
                          "the event '" + name + "' has the wrong arguments");
    in_.diagnostics.hint("write 'event " + name + in_.signature(true) + " = ...;'");
    return false;
  }

  bool isTaken(const clang::FunctionDecl *function, const std::string &name) {
    const auto known = declaredAs(in_.names, name);
    if (!known)
      return false;
    in_.diagnostics.error(in_.wordRange(function),
                          "the event '" + name + "' is called as " + spelled(*known, name));
    in_.diagnostics.hint("give one of them another name");
    return true;
  }

  bool readsQuantity(const ExprPtr &value, const std::string &what) {
    for (const State &state : in_.problem.states)
      if (const ExprPtr read = state.gives == Gives::Let ? readOf(value, state.name) : nullptr) {
        in_.diagnostics.error(read->where, "'" + state.name + "' exists only within a step, and " +
                                               what + " is evaluated at the end of one");
        in_.diagnostics.hint("put what it is made of into a helper that both call");
        return true;
      }
    return false;
  }

  void readWhens() {
    if (in_.recorded.whens.empty())
      return;
    std::vector<ExprPtr> own;
    in_.names.ruleIndices.clear(); // indices of boundary rules
    for (std::size_t axis = 0; axis < in_.problem.indexNames.size(); axis++) {
      const std::string &name = in_.problem.indexNames[axis];
      own.push_back(makeIndex(static_cast<int>(axis), name));
      in_.names.ruleIndices[name] = own.back();
    }
    in_.names.ruleHasTime = true;
    PointStates before, states;
    for (const State &state : in_.problem.states)
      if (state.gives != Gives::Let)
        before[state.name] = makeRead(state.name, own);
    states = before;
    for (const Recorded::When &when : in_.recorded.whens) {
      const PointStates earlier = states;
      if (!in_.lowering.changes(when.condition, when.body, states))
        return;
      warnOfIdle(when, earlier, states);
    }
    in_.names.ruleIndices.clear();
    for (State &state : in_.problem.states)
      if (const auto after = states.find(state.name);
          after != states.end() && !sameValue(after->second, before[state.name]) &&
          !readsQuantity(after->second, "a 'when'"))
        state.after = after->second;
  }

  void warnOfIdle(const Recorded::When &when, const PointStates &before, const PointStates &after) {
    if (!std::ranges::all_of(before, [&](const auto &state) {
          return sameValue(state.second, after.at(state.first));
        }))
      return;
    in_.diagnostics.warning(in_.wordRange(when.condition), "this 'when' changes nothing");
    in_.diagnostics.hint("it sets states: 'when (v[i] > 1) { v[i] = 0; }'");
  }

  Reading &in_;
};

} // namespace

void readEvents(Reading &reading) { EventReader(reading).read(); }

void readCrossings(Reading &reading) {
  for (const State &state : reading.problem.states) {
    if (state.gives != Gives::Event)
      continue;
    Monitor crossing;
    crossing.name = state.name;
    crossing.where = state.where;
    crossing.value = state.derivative;
    crossing.isCrossing = true;
    reading.problem.monitors.push_back(std::move(crossing));
  }
}

} // namespace eulerc::compiler
