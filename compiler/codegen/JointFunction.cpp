#include "JointFunction.h"

#include "FunctionText.h"
#include "LaneSkips.h"
#include "Spell.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// The largest share of its equations' operations that a joint function may have left.
constexpr double mostLeft = 0.7;
/// A function of fewer operations has little to share.
constexpr std::size_t fewOperations = 16;

bool isSuited(const AddressMap &map, const StepOfEquation &equation) {
  return isCalled(map.step(), equation.interior) &&
         operationsIn(equation.interior.body) >= fewOperations && !isEvent(map, equation.state) &&
         !map.stencil().of(equation).scalarBecause && sharedIn(equation.interior.body).empty();
}

} // namespace

std::optional<JointFunction> JointFunction::of(const AddressMap &map) {
  const Step &step = map.step();
  if (step.system.period > 1)
    return std::nullopt;
  JointFunction joint;
  std::size_t apart = 0;
  for (const StepOfEquation &equation : storedBy(map))
    if (isSuited(map, equation)) {
      joint.add(equation, map.interior(equation));
      apart += operationsIn(equation.interior.body);
    }
  if (joint.results() < 2)
    return std::nullopt;
  joint.values_ = withSharedNodes(joint.values_);
  joint.function_.body = makeReal(0);
  for (const ExprPtr &value : joint.values_)
    joint.function_.body = makeOp(Op::Add, {joint.function_.body, value});
  const double left = static_cast<double>(operationsIn(joint.function_.body) - joint.results());
  return left <= mostLeft * static_cast<double>(apart) ? std::optional(std::move(joint))
                                                       : std::nullopt;
}

void JointFunction::add(const StepOfEquation &equation, const std::vector<WindowRead> &reads) {
  values_.push_back(common_.over(equation.interior.body, equation.interior.window));
  for (const WindowRead &read : reads) {
    const auto place = static_cast<std::size_t>(common_.placeOf(read.entry));
    if (place < reads_.size())
      continue;
    reads_.push_back(read);
    function_.window.push_back(read.entry);
    function_.window.back().name = "w" + std::to_string(place) + "_" + read.entry.name;
  }
  equations_.push_back(&equation);
}

std::optional<std::size_t> JointFunction::resultOf(const StepOfEquation &equation) const {
  const auto place = std::ranges::find(equations_, &equation);
  if (place == equations_.end())
    return std::nullopt;
  return static_cast<std::size_t>(place - equations_.begin());
}

std::string JointFunction::vectorText(const AddressMap &map, bool isNear) const {
  const Lanes lanes(static_cast<int>(map.stencil().last()));
  const bool goRound = map.stencil().goesRound(map.stencil().last());
  std::vector<ExprPtr> values;
  for (const ExprPtr &value : values_)
    values.push_back(withLaneSkips(value, lanes, goRound, false));
  StepFunction function = function_;
  function.isNear = isNear;
  const Body body = vectorBody(map, function, withSharedNodes(values));
  return stepInlined(map.step()) + "void eulerc_" + name(isNear) + "(" +
         parametersOf(map, "realv", function_) + ", realv *results" +
         (isNear ? ", eulerc_arguments *near) {\n" : ") {\n") +
         placeInGrid(map, "realv", function_) + body.statements +
         storeEach("results[#]", body.results) + "}\n\n";
}

} // namespace eulerc::compiler
