// The description of a program as JSON, and the options that only the command line has.

#include "capi/session.h"

#include <array>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/refuse.h"
#include "base/units.h"
#include "cli/sweep_axes.h"
#include "model/model_lists.h"
#include "state/state.h"

namespace eulerc {
namespace {

using Json = nlohmann::ordered_json;

/// Options that only the command line has: they print, draw or ask for something other than a run.
constexpr std::array<std::string_view, 20> ofCommandLine = {
    "help",    "version",    "list-devices", "describe", "plan",      "assume", "explain",
    "quiet",   "progress",   "no-progress",  "verify",   "tolerance", "output", "stats",
    "picture", "picture-of", "slice",        "movie",    "sweep",     "table"};
/// Options for which the C interface has functions; the values of probes are read from the states.
constexpr std::array<std::string_view, 6> ofEntry = {"set",  "field", "data",
                                                     "init", "probe", "probe-file"};

bool isOneOf(const auto &names, const std::string &name) {
  return std::ranges::find(names, name) != names.end();
}

constexpr std::array<const char *, 6> reductions = {"sum",  "min",   "max",
                                                    "mean", "norm2", "norminf"};

/// Adds the description of a declaration, and its unit.
Json withDescription(Json entry, const char *description) {
  Described about = described(description);
  entry["description"] = std::move(about.text);
  entry["unit"] = std::move(about.unit);
  return entry;
}

Json paramsJson(const Model &model) {
  Json list = Json::array();
  for (const Param &param : paramsOf(model))
    list.push_back(withDescription({{"name", param.name},
                                    {"type", param.type == ParamType::Int ? "int" : "real"},
                                    {"default", param.initialiser}},
                                   param.description));
  return list;
}

Json statesJson(const Model &model) {
  Json list = Json::array();
  for (const DeclaredState &declared : declaredStates(model)) {
    const State &state = model.program.states[declared.first];
    list.push_back(withDescription({{"name", declared.name},
                                    {"shape", state.shape},
                                    {"first", declared.first},
                                    {"count", declared.count},
                                    {"species", declared.hasSpecies}},
                                   state.description));
  }
  return list;
}

Json fieldsJson(const Model &model) {
  Json list = Json::array();
  for (const Field &field : fieldsOf(model))
    list.push_back(withDescription({{"name", field.name},
                                    {"shape", field.shape},
                                    {"given", !field.hasInitial},
                                    {"series", isSeries(model, field)}},
                                   field.description));
  return list;
}

Json dataJson(const Model &model) {
  Json list = Json::array();
  for (const Data &data : dataOf(model))
    list.push_back(withDescription({{"name", data.name},
                                    {"shape", data.shape},
                                    {"rank", data.rank},
                                    {"type", data.isInt ? "int" : "real"},
                                    {"given", !data.hasInitial}},
                                   data.description));
  return list;
}

Json monitorsJson(const Model &model) {
  Json list = Json::array();
  for (const Monitor &monitor : monitorsOf(model))
    list.push_back(
        withDescription({{"name", monitor.name},
                         {"reduction", reductions.at(static_cast<std::size_t>(monitor.reduction))}},
                        monitor.description));
  return list;
}

/// The outputs of the model; implicit outputs are quantities and fields.
Json outputsJson(const Model &model) {
  Json list = Json::array();
  for (const Output &output : listOf(model.monitors.outputs, model.monitors.outputCount))
    list.push_back(withDescription({{"name", output.name}, {"implicit", output.isImplicit}},
                                   output.description));
  return list;
}

/// For each axis: whether the program gives its coordinates, and their description.
Json coordinatesJson(const Model &model) {
  Json list = Json::array();
  for (int axis = 0; axis < model.program.rank; axis++) {
    const Coordinates *given = model.program.coordinates;
    list.push_back(withDescription({{"given", given != nullptr && given[axis].isGiven()}},
                                   given != nullptr ? given[axis].description : ""));
  }
  return list;
}

/// The options that a session accepts.
Json optionsJson(const Model &model) {
  Json list = Json::array();
  for (const OptionEntry &option : optionsOf(model))
    if (!isOneOf(ofCommandLine, option.name) && !isOneOf(ofEntry, option.name))
      list.push_back({{"name", option.name}, {"value", option.value}, {"help", option.help}});
  return list;
}

} // namespace

void refuseOfCommandLine(const std::vector<std::string> &words, const Options &options) {
  std::string option = options.answer.empty() ? "" : "--help or --version";
  for (const std::string &word : words)
    if (const std::string name = word.substr(0, word.find('='));
        option.empty() && name.starts_with("--") &&
        (isOneOf(ofCommandLine, name.substr(2)) || name.starts_with("--probe")))
      option = name;
  if (!option.empty())
    refuse(fmt::format("{} is of the command line alone; description() lists the options that "
                       "programs give",
                       option));
}

std::string descriptionOf(const Model &model) {
  const Json json = {{"name", model.name},
                     {"source", model.source},
                     {"compiler", model.compiler},
                     {"version", EULERC_VERSION},
                     {"real", model.program.precision == Precision::Float ? "float" : "double"},
                     {"method", model.method.name},
                     {"random", followsSeed(model)},
                     {"axes", std::vector<std::string>(model.program.axes,
                                                       model.program.axes + model.program.rank)},
                     {"coordinates", coordinatesJson(model)},
                     {"params", paramsJson(model)},
                     {"states", statesJson(model)},
                     {"fields", fieldsJson(model)},
                     {"data", dataJson(model)},
                     {"monitors", monitorsJson(model)},
                     {"outputs", outputsJson(model)},
                     {"options", optionsJson(model)},
                     {"text", model.program.text}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace eulerc
