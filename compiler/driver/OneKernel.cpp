#include "OneKernel.h"

#include "Options.h"
#include "codegen/Kernels.h"
#include "frontend/Directives.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace eulerc::compiler {
namespace {

void addOnce(std::vector<std::string> &names, const std::string &name) {
  if (!name.empty() && std::ranges::find(names, name) == names.end())
    names.push_back(name);
}

/// A kernel's text with the definitions that a run puts before it, after the line with its name, so
/// that it compiles without changes.
std::string withSizes(const std::string &text, const std::vector<std::string> &macros,
                      bool isDouble, bool takesFactors) {
  std::string sizes = "// What a run chooses, and builds the kernel with; these are examples.\n";
  for (const std::string &macro : macros) {
    const std::size_t equals = macro.find('=');
    if (equals != std::string::npos && text.find(macro.substr(0, equals)) != std::string::npos)
      sizes += "#define " + macro.substr(0, equals) + ' ' + macro.substr(equals + 1) + '\n';
  }
  if (takesFactors)
    sizes += std::string("extern constant ") + (isDouble ? "double" : "float") +
             " eulerc_factors[]; // of the stages\n";
  return std::string(text).insert(text.find('\n') + 1, sizes);
}

} // namespace

std::vector<std::string> schemesWithKernels() {
  std::vector<std::string> names;
  for (const Kernel &kernel : kernels())
    addOnce(names, kernel.scheme);
  return names;
}

std::vector<std::string> formsOf(const std::string &scheme) {
  std::vector<std::string> names;
  for (const Kernel &kernel : kernels())
    if (kernel.scheme == scheme)
      addOnce(names, kernel.form);
  return names;
}

std::optional<std::string> oneKernel(const std::string &opencl, const Options &options,
                                     const Step &step, const Stencil &stencil,
                                     Diagnostics &diagnostics) {
  const Cycle &cycle = step.system.cycle;
  const std::size_t axes = stencil.axes.size();
  const std::optional<Kernel> kernel = kernelNamed(options.scheme, options.form, axes);
  if (!kernel) {
    diagnostics.error({}, "a grid of " + std::to_string(axes) + (axes == 1 ? " axis" : " axes") +
                              " has no form '" + options.form + "' of " + options.scheme);
    diagnostics.hint("--explain lists the forms of the program");
    return std::nullopt;
  }
  if (const auto unsupported =
          kernel->asks ? unsupportedBy(*kernel->asks, stencil) : std::nullopt) {
    diagnostics.error(unsupported->where, "there is no such kernel: the form " + unsupported->what);
    diagnostics.hint("--explain lists the forms of the program");
    return std::nullopt;
  }
  const bool isSums = kernel->isOfSums;
  if (isSums && sourceValues(step, stencil) == 0) {
    diagnostics.error({}, "there is no such kernel: the form sums is for loops over many points, "
                          "and this program has none");
    diagnostics.hint("--explain lists the forms of the program");
    return std::nullopt;
  }
  std::int64_t lanes = options.isDouble ? 2 : 4;
  while (kernel->asks == FormFamily::Registers && lanes < stencil.reach(0).value_or(0))
    lanes *= 2; // points of a line read no vectors except the neighbouring ones
  const std::string laneText = std::to_string(lanes);
  const std::string width = isSums ? "1" : laneText, points = isSums ? "64" : laneText;
  std::istringstream words(
      std::string(kernel->macros) + " EULERC_WIDTH=" + width + " EULERC_CHUNK=" + points +
      " EULERC_STEP=1 EULERC_DEEP=1 EULERC_GROUP=64 EULERC_ACROSS=" + (isSums ? "64" : "1"));
  std::vector<std::string> macros{std::istream_iterator<std::string>(words), {}};
  if (cycle.isOpen()) { // as in runtime/model/stages.cpp
    macros.push_back("EULERC_STAGES=" + std::to_string(cycle.stages()));
    macros.push_back("EULERC_LIVE_OUT=" + std::to_string(cycle.liveOut * stencil.period));
  }
  return withSizes(decideDirectives(opencl, macros), macros, options.isDouble,
                   cycle.levelsOfStage > 0);
}

} // namespace eulerc::compiler
