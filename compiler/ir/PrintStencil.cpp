// PrintStencil: prints the stencil, for --emit and tests.
#include "ir/Stencil.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// " stage 0 2"; "" for all stages of a step.
std::string stagesOf(const StencilRead &read, const Stencil &stencil) {
  std::string text;
  bool areAll = true;
  for (std::size_t stage = 0; stage < stencil.stages; stage++) {
    areAll = areAll && read.isAt(stage);
    text += read.isAt(stage) ? " " + std::to_string(stage) : "";
  }
  return areAll ? "" : " stage" + text;
}

/// "component 1 at -1 0: y[i - 3] at wave.ode:9:19"; "*" for distances that depend on params.
std::string placeOf(const StencilRead &read, const Stencil &stencil) {
  const bool isField = stencil.arrays[read.array].isField;
  std::string text = isField ? "field component " : "component ";
  text += (read.component ? std::to_string(*read.component) : "*") + " at";
  for (const std::optional<std::int64_t> &along : read.distance)
    text += along ? " " + std::to_string(*along) : " *";
  text += stagesOf(read, stencil);
  if (!read.written)
    return text + "\n";
  return text + ": " + printShort(read.written) + " at " + read.written->where.str() + "\n";
}

std::string reach(const StencilAxis &along) {
  if (!along.before)
    return "reach *";
  return "reach -" + std::to_string(*along.before) + " +" + std::to_string(*along.behind);
}

std::string operations(const Operations &counted) {
  std::string text;
  const auto kind = [&](const std::string &name, int count) {
    if (count > 0)
      text += " " + name + "=" + std::to_string(count);
  };
  kind("sums", counted.sums);
  kind("products", counted.products);
  kind("fused", counted.fused);
  kind("quotients", counted.quotients);
  kind("comparisons", counted.comparisons);
  kind("selects", counted.selects);
  for (const auto &[name, calls] : counted.functions)
    kind(name, calls);
  return text;
}

/// The reads and the properties of an equation, one on each line.
std::string facts(const StencilEquation &equation, const Stencil &stencil) {
  std::string out;
  if (equation.lastOf)
    out += "  last value of component " + std::to_string(*equation.lastOf) + "\n";
  const auto place = [](const std::string &what, const ExprPtr &node) {
    return node ? "  " + what + " " + printShort(node) + " at " + node->where.str() + "\n" : "";
  };
  for (const StencilRead &read : equation.interior)
    out += "  read " + placeOf(read, stencil);
  for (const StencilRead &read : equation.edge)
    if (const std::string text = placeOf(read, stencil);
        out.find("read " + text) == std::string::npos)
      out += "  edge read " + text;
  for (const ExprPtr &read : equation.far)
    out += place("far read", read);
  out += place("guard", equation.guard);
  out += place("scalar because of", equation.scalarBecause);
  std::string uses;
  for (std::size_t axis = 0; axis < stencil.axes.size(); axis++)
    if (equation.usesIndex[axis])
      uses += " " + stencil.axes[axis];
  if (equation.usesTime)
    uses += " t";
  if (!uses.empty())
    out += "  uses" + uses + "\n";
  return out + "  operations" + operations(equation.operations) +
         "\n  vectors loads=" + std::to_string(equation.loads) +
         " shuffles=" + std::to_string(equation.shuffles) + "\n";
}

/// The states that launches of levels store, and the copies in which other states stay.
std::string levels(const Stencil &stencil) {
  const LevelPlaces &places = stencil.places;
  std::string out;
  for (std::size_t level = 0; places.areTold() && level < stencil.stages; level++) {
    out += "level " + std::to_string(level) + " stores";
    for (std::size_t state = 0; state < stencil.stateCount; state++)
      if (places.stored[state] >> level & 1) {
        const std::size_t place = places.placeOf[(level + 1) % stencil.stages][state];
        out += " " + stencil.arrays[state].name;
        out += place == state ? "" : " (in place of " + stencil.arrays[place].name + ")";
      }
    out += places.held >> level & 1 ? "\n" : ", then the copies swap\n";
  }
  return out;
}

} // namespace

std::string print(const Stencil &stencil) {
  std::string out = "stencil, period " + std::to_string(stencil.period) + ", " +
                    std::to_string(stencil.equations.size()) + " component(s) a point\n";
  for (const StencilArray &array : stencil.arrays)
    for (std::size_t axis = 0; axis < stencil.axes.size(); axis++) {
      const StencilAxis &along = array.along[axis];
      out += (array.isField ? "field " : "state ") + array.name + " " + stencil.axes[axis] + " " +
             reach(along);
      const bool hasRules = !array.isField || along.low.isGiven();
      out += hasRules ? " low=" + print(along.low) + " high=" + print(along.high) + "\n" : "\n";
    }
  for (std::size_t k = 0; k < stencil.equations.size(); k++) {
    const StencilEquation &equation = stencil.equations[k];
    out += "component " + std::to_string(k) + " is " + stencil.arrays[equation.state].name;
    if (stencil.period > 1)
      out += ", " + stencil.axes.back() + " % " + std::to_string(stencil.period) +
             " == " + std::to_string(equation.residue);
    out += "\n" + facts(equation, stencil);
  }
  return out + levels(stencil);
}

} // namespace eulerc::compiler
