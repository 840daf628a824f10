// Texts of --describe and --list-devices (describe.h).

#include "cli/describe.h"

#include <iterator>

#include <fmt/format.h>

#include "backend/select_backend.h"
#include "base/memory.h"
#include "base/pocl_cache.h"
#include "base/text.h"
#include "cli/schemes.h"
#include "input/fields.h"
#include "layout/layout.h"
#include "model/model_lists.h"
#include "state/state.h"

namespace eulerc {
namespace {

using Text = std::back_insert_iterator<std::string>;

void describeParams(Text out, const Model &model, const std::vector<ParamValue> &values) {
  if (model.program.paramCount > 0)
    fmt::format_to(out, "params\n");
  for (int i = 0; i < model.program.paramCount; i++) {
    const Param &param = model.program.params[i];
    const std::string setting =
        fmt::format("{} {} = {}", param.type == ParamType::Int ? "int" : "real", param.name,
                    paramText(param, values[static_cast<std::size_t>(i)]));
    fmt::format_to(out, "  {:<24} {}\n", setting, param.description);
  }
}

void describeStates(Text out, const Model &model, const Options &options) {
  fmt::format_to(out, "states\n");
  for (const DeclaredState &declared : declaredStates(model)) {
    const State &state = model.program.states[declared.first];
    if (state.isEvent) // which stand by themselves
      continue;
    const std::string file = lastOf(options.initials, declared.name);
    const std::string species =
        declared.hasSpecies ? fmt::format("[{}]", declared.count) : std::string();
    fmt::format_to(out, "  {:<24} {}\n", declared.name + species + state.shape,
                   describedWith(state.description, file.empty() ? "" : "initially " + file));
  }
}

/// Of a field or of data, `how` to give it: "--field".
std::string originText(const Model &model, const auto &field, const std::string &file,
                       const char *how) {
  const std::string origin = !file.empty() ? "from " + file
                             : field.hasInitial
                                 ? fmt::format("from initial({}) of {}", field.name, model.source)
                                 : fmt::format("must be given: {} {}=FILE", how, field.name);
  return describedWith(field.description, origin);
}

void describeFields(Text out, const Model &model, const Options &options) {
  if (model.program.fieldCount > 0)
    fmt::format_to(out, "fields\n");
  for (const Field &field : fieldsOf(model))
    fmt::format_to(out, "  {:<24} {}{}\n", std::string(field.name) + field.shape,
                   isSeries(model, field) ? "over time, " : "",
                   originText(model, field, lastOf(options.fields, field.name), "--field"));
  if (!dataOf(model).empty())
    fmt::format_to(out, "data\n");
  for (const Data &data : dataOf(model))
    fmt::format_to(out, "  {:<24} {}\n", declarationOf(data),
                   originText(model, data, lastOf(options.data, data.name), "--data"));
}

void describeResults(Text out, const Model &model) {
  for (const DescribedNames &each : describedResults(model)) {
    fmt::format_to(out, "{}\n", each.title);
    for (const auto &[name, description] : each.names)
      fmt::format_to(out, "  {:<24} {}\n", name, description);
  }
}

std::string distanceText(std::int64_t distance) {
  return distance < 0 ? "unbounded" : fmt::format("{}", distance);
}

/// "1 along j, 1 along i"
std::string reachText(const Model &model, const std::vector<ParamValue> &params) {
  const std::vector<std::int64_t> reach = reachOf(model, params);
  std::vector<std::string> parts;
  for (std::size_t axis = 0; axis < reach.size(); axis++)
    parts.push_back(
        fmt::format("{} along {}", distanceText(reach[axis]), model.program.axes[axis]));
  return joined(parts);
}

void describeSizes(Text out, const Solver &solver) {
  const Model &model = solver.model();
  const std::int64_t n = solver.components();
  const std::vector<ParamValue> params = solver.params();
  Grid grid;
  model.host.grid(params.data(), &grid);
  const std::int64_t bytes = realSize(model.program.precision);
  const std::int64_t buffer = times(stateValues(grid), bytes);
  const std::int64_t fieldBuffers =
      times(times(fieldValues(grid), bytes), model.program.fieldCount);
  const std::int64_t fields =
      times(times(n, bytes) / model.program.stateCount, model.program.fieldCount);
  std::int64_t data = 0;
  for (const std::int64_t each : dataBytes(model, params))
    data = plus(data, each);
  const std::int64_t distance = model.program.accessDistance(params.data());
  fmt::format_to(out, "sizes\n");
  fmt::format_to(out, "  {:<24} {}, ax{}s {}\n", "grid", shapeText(solver.shape()),
                 model.program.rank > 1 ? "e" : "i",
                 joined({model.program.axes, model.program.axes + model.program.rank}));
  fmt::format_to(out, "  {:<24} {} of {} ({} bytes each)\n", "components", n,
                 precisionName(model.program.precision), bytes);
  fmt::format_to(out, "  {:<24} {}, from {}\n", "access distance", distanceText(distance),
                 model.program.accessWitness);
  fmt::format_to(out, "  {:<24} {}\n", "reach", reachText(model, params));
  fmt::format_to(out, "  {:<24} {} on the device, {} on the host\n", "memory",
                 sizeText(plus(plus(times(buffer, 2), fieldBuffers), data)),
                 sizeText(plus(plus(buffer, fields), data)));
  const double arrays =
      2 + static_cast<double>(model.program.fieldCount) / model.program.stateCount;
  fmt::format_to(out, "  {:<24} {:.4g} operations, {:.4g} bytes to and from memory\n",
                 model.method.stageLevels > 0 ? "a component and stage" : "a component and step",
                 model.stencil.flopsOfStep, arrays * static_cast<double>(bytes));
}

/// States in the order in which they are updated: "e, hx with the new e".
std::string turnsText(const Model &model) {
  std::string text;
  for (const DeclaredState &declared : declaredStates(model)) {
    const std::string sees = model.program.states[declared.first].sees;
    text +=
        (text.empty() ? "" : "; ") + declared.name + (sees.empty() ? "" : " with the new " + sees);
  }
  return text;
}

void describeRun(Text out, const Solver &solver) {
  const Model &model = solver.model();
  const Timespan span = solver.timespan();
  const std::string end = span.hasTo ? exact(span.to) : "no end time";
  const std::string dt = span.hasDt ? "dt = " + exact(span.dt) : "no dt";
  std::string steps;
  if (span.hasTo && span.hasDt)
    steps = fmt::format(", {} steps", Solver::planTimes(span.from, span.to, span.dt).steps);
  const bool isOpen = model.method.stageLevels > 0 && solver.stages() == 0;
  const std::string stages = isOpen ? ", as many stages a step as stand dt"
                             : model.method.stages > 1
                                 ? fmt::format(", {} stages a step", model.method.stages)
                                 : "";
  const std::string method = model.method.name == std::string_view("euler")
                                 ? ""
                                 : fmt::format(", method {}{}", model.method.name, stages);
  fmt::format_to(out, "default run\n  from t = {} to {}, {}{}{}\n", span.from, end, dt, steps,
                 method);
  if (model.method.name == std::string_view("symplectic"))
    fmt::format_to(out, "  in turn: {}\n", turnsText(model));
}

} // namespace

std::vector<DescribedNames> describedResults(const Model &model) {
  DescribedNames axes{"axes", {}}, quantities{"quantities", {}}, outputs{"outputs", {}},
      globals{"globals", {}}, monitors{"monitors", {}}, events{"events", {}};
  const Coordinates *given = model.program.coordinates;
  for (int axis = 0; given != nullptr && axis < model.program.rank; axis++)
    if (given[axis].isGiven())
      axes.names.emplace_back(model.program.axes[axis], given[axis].description);
  for (const Output &output : listOf(model.monitors.outputs, model.monitors.outputCount))
    if (!output.isImplicit)
      outputs.names.emplace_back(output.name, output.description);
    else if (!placeOf(output.name, fieldsOf(model)))
      quantities.names.emplace_back(output.name, output.description);
  for (const Monitor &global : globalsOf(model))
    globals.names.emplace_back(global.name, global.description);
  for (const Monitor &monitor : monitorsOf(model))
    monitors.names.emplace_back(monitor.name, monitor.description);
  for (const State &state : statesOf(model))
    if (state.isEvent)
      events.names.emplace_back(state.name, state.description);
  std::vector<DescribedNames> all = {axes, quantities, outputs, globals, monitors, events};
  std::erase_if(all, [](const DescribedNames &each) { return each.names.empty(); });
  return all;
}

std::string paramText(const Param &param, ParamValue value) {
  return param.type == ParamType::Int ? fmt::format("{}", value.integer) : exact(value.real);
}

std::string declarationOf(const Data &data) {
  return fmt::format("{} {}{}", data.isInt ? "int" : "real", data.name, data.shape);
}

std::string describedWith(const std::string &description, const std::string &remark) {
  if (description.empty() || remark.empty())
    return description + remark;
  return fmt::format("{} ({})", description, remark);
}

std::vector<std::int64_t> reachOf(const Model &model, const std::vector<ParamValue> &params) {
  std::vector<std::int64_t> reach(static_cast<std::size_t>(model.program.rank));
  model.program.reach(params.data(), reach.data());
  return reach;
}

std::string methodName(const Model &model) {
  return model.method.stageLevels > 0
             ? fmt::format("{} of {} stages", model.method.name, model.method.methodStages)
             : model.method.name;
}

const char *arrangementName(Arrangement arrangement) {
  return arrangement == Arrangement::SoA ? "soa" : "aos";
}

std::string describeProblem(const Solver &solver, const Options &options) {
  const Model &model = solver.model();
  std::string text =
      fmt::format("{}, compiled from {} by {}\n", model.name, model.source, model.compiler);
  Text out(text);
  describeParams(out, model, solver.params());
  describeStates(out, model, options);
  describeFields(out, model, options);
  describeResults(out, model);
  describeSizes(out, solver);
  describeRun(out, solver);
  fmt::format_to(out, "{}", schemesText(model, solver.params(), options.backend));
  return text;
}

std::string describeDevices(const std::vector<DeviceInfo> &devices) {
  const std::string cache = devices.empty() ? unwritableCacheOfPocl() : "";
  if (!cache.empty())
    return fmt::format("no OpenCL device found: PoCL is installed, but {}\n", cache);
  if (devices.empty())
    return "no OpenCL device found; install an OpenCL driver (Debian: pocl-opencl-icd for the "
           "processor, "
           "nvidia-opencl-icd for an NVIDIA GPU)\n";
  std::string text;
  Text out(text);
  if (const std::string failed = failedPlatforms(); !failed.empty())
    fmt::format_to(out, "an OpenCL driver fails: {}\n", failed);
  for (std::size_t i = 0; i < devices.size(); i++) {
    const DeviceInfo &device = devices[i];
    fmt::format_to(
        out, "{}: {} ({}, {} compute units, {} of memory, {})\n   {}, driver {}\n", i, device.name,
        device.type, device.limits.computeUnits, sizeText(device.globalMemory),
        device.hasDouble ? "float and double" : "float only", device.platform, device.driver);
  }
  return text;
}

} // namespace eulerc
