#include "WindowVectors.h"

#include "FunctionText.h"
#include "TableText.h"

namespace eulerc::compiler {

std::string WindowVectors::declared(const std::string &key, const std::string &value) {
  const auto [it, isNew] = names_.emplace(key, "w" + std::to_string(names_.size()));
  if (isNew)
    vectors_ += "  const realv " + it->second + " = " + value + ";\n";
  return it->second;
}

std::string WindowVectors::near(const std::string &pointer, const std::string &here,
                                std::int64_t distance, const std::string &load,
                                const std::string &step) {
  const std::string key = pointer + here, along = Places::signedTerm(distance, "");
  if (distance < -4 || distance > 4)
    return declared(key + along,
                    load + "_any(" + pointer + " + " + here + along + ", " + step + ")");
  const std::string arguments = pointer + ", " + here + ", " + step;
  std::string own = declared(key, load + "(" + pointer + " + " + here + ", " + step + ")");
  if (distance == 0)
    return own;
  if (besides_.insert(own).second)
    vectors_ += "  EULERC_BESIDE(" + load + ", " + own + ", " + arguments + ")\n";
  return declared(key + along, "EULERC_NEAR(" + load + ", " + own + ", " + arguments + ", " +
                                   std::to_string(distance) + ")");
}

void WindowVectors::call(const StepOfEquation &equation, bool ofEdge, const VectorOf &vectorOf) {
  const StepFunction &function = ofEdge ? equation.edge : equation.interior;
  const std::size_t last = step_.system.extents.size() - 1;
  std::string text =
      "  const realv " + resultOf(equation) + " = eulerc_" + vectorName(function) + "(";
  for (std::size_t axis = 0; axis < last; axis++)
    text += "i" + std::to_string(axis) + ", ";
  text += indices_ + "(i" + std::to_string(last) + Places::signedTerm(equation.residue, "") + ", " +
          std::to_string(step_.system.period) + "), c, t, h" + tablesArgument(step_.system);
  for (const WindowRead &read : ofEdge ? places_.edge(equation) : places_.interior(equation))
    text += ", " + vectorOf(read);
  calls_ += text + ");\n";
}

std::string WindowVectors::resultOf(const StepOfEquation &equation) const {
  return "new_" + places_.plane(equation.state, equation.residue);
}

std::string WindowVectors::textInto(const std::string &array, const VectorOf &vectorOf) {
  for (const StepOfEquation &equation : step_.equations)
    call(equation, false, vectorOf);
  std::string results;
  for (const StepOfEquation &equation : step_.equations)
    results += "  " + array + "[" + places_.plane(equation.state, equation.residue) +
               "] = " + resultOf(equation) + ";\n";
  return text() + results;
}

} // namespace eulerc::compiler
