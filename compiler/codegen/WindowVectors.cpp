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
                                const WindowPlace &place, const std::string &load,
                                const std::string &step) {
  const std::string key = pointer + here;
  if (*place.near < -4 || *place.near > 4)
    return declared(key + place.along,
                    load + "_any(" + pointer + " + " + here + place.along + ", " + step + ")");
  const std::string arguments = pointer + ", " + here + ", " + step;
  std::string own = declared(key, load + "(" + pointer + " + " + here + ", " + step + ")");
  if (*place.near == 0)
    return own;
  if (besides_.insert(own).second)
    vectors_ += "  EULERC_BESIDE(" + load + ", " + own + ", " + arguments + ")\n";
  return declared(key + place.along, "EULERC_NEAR(" + load + ", " + own + ", " + arguments + ", " +
                                         std::to_string(*place.near) + ")");
}

void WindowVectors::call(const StepOfEquation &equation, const StepFunction &function,
                         const VectorOf &vectorOf) {
  const std::size_t last = step_.system.extents.size() - 1;
  std::string text =
      "  const realv " + resultOf(equation) + " = eulerc_" + vectorName(function) + "(";
  for (std::size_t axis = 0; axis < last; axis++)
    text += "i" + std::to_string(axis) + ", ";
  text += indices_ + "(i" + std::to_string(last) + Places::signedTerm(equation.residue, "") + ", " +
          std::to_string(step_.system.period) + "), c, t, h" + tablesArgument(step_.system);
  for (const WindowEntry &entry : function.window)
    text += ", " + vectorOf(entry, equation.residue);
  calls_ += text + ");\n";
}

std::string WindowVectors::resultOf(const StepOfEquation &equation) const {
  return "new_" + places_.plane(equation.state, equation.residue);
}

std::string WindowVectors::textInto(const std::string &array, const VectorOf &vectorOf) {
  for (const StepOfEquation &equation : step_.equations)
    call(equation, equation.interior, vectorOf);
  std::string results;
  for (const StepOfEquation &equation : step_.equations)
    results += "  " + array + "[" + places_.plane(equation.state, equation.residue) +
               "] = " + resultOf(equation) + ";\n";
  return text() + results;
}

} // namespace eulerc::compiler
