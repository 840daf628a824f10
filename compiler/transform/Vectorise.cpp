#include "transform/Vectorise.h"

#include "ir/Lanes.h"

#include <set>
#include <string>

namespace eulerc::compiler {
namespace {

VectorForm vectorForm(const StepOfEquation &equation, const System &system) {
  const std::size_t last = system.extents.size() - 1;
  VectorForm form;
  form.scalarBecause = Lanes(static_cast<int>(last)).obstacle(equation.interior.body);
  std::set<std::string> rows; // vectors at the same place of different rows or arrays
  for (const WindowEntry &entry : equation.interior.window) {
    std::string row = std::to_string(entry.array);
    for (std::size_t axis = 0; axis < last; axis++)
      row += " " + print(entry.offset[axis]);
    const auto offset = constantInt(entry.offset[last]);
    const ClassOffset place = classOffset(equation.residue, offset.value_or(0), system.period);
    rows.insert(row + " " + (offset ? std::to_string(place.residue) : print(entry.offset[last])));
    form.shuffles += offset && place.points != 0;
  }
  form.loads = static_cast<int>(rows.size());
  return form;
}

} // namespace

std::optional<Step> vectorise(const Step &step, Diagnostics &) {
  Step result = step;
  for (StepOfEquation &equation : result.equations)
    equation.vector = vectorForm(equation, result.system);
  return result;
}

} // namespace eulerc::compiler
