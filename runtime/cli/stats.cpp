// Collects the measurements of a run as JSON (stats.h).

#include "cli/stats.h"

#include <numbers>

#include <nlohmann/json.hpp>

#include "cli/describe.h"
#include "cli/tuning.h"
#include "forms/form.h"
#include "model/model_lists.h"
#include "schedule/times.h"
#include "state/state.h"
#include "stepsize/control.h"

namespace eulerc {
namespace {

using Json = nlohmann::ordered_json;

Json textOrNull(const std::string &text) { return text.empty() ? Json() : Json(text); }

/// A distance; null if it is unbounded.
Json distanceJson(std::int64_t distance) { return distance < 0 ? Json() : Json(distance); }

/// {"j": 1, "i": 1}
Json reachJson(const Model &model, const std::vector<ParamValue> &params) {
  const std::vector<std::int64_t> reach = reachOf(model, params);
  Json json = Json::object();
  for (std::size_t axis = 0; axis < reach.size(); axis++)
    json[model.program.axes[axis]] = distanceJson(reach[axis]);
  return json;
}

/// The file of each field or state; null if the program gives the values.
template <class List> Json filesJson(const List &named, const Assignments &files) {
  Json json = Json::object();
  for (const auto &each : named)
    json[each.name] = textOrNull(lastOf(files, each.name));
  return json;
}

/// The values of all monitors for the final state; null if the program has none.
Json monitorsJson(const Solver &solver) {
  Json json;
  for (const Monitor &monitor : monitorsOf(solver.model()))
    json[monitor.name] = solver.monitor(monitor.name);
  return json;
}

/// The step size; with step control the first step that the user asks for; 0: not given.
double dtOf(const Solver &solver) {
  return solver.control() ? firstStep(*solver.control(), solver.timespan()) : solver.stats().run.dt;
}

Json problemJson(const Solver &solver, const Options &options) {
  const Model &model = solver.model();
  const std::vector<ParamValue> values = solver.params();
  const Run &run = solver.stats().run;
  const double dt = dtOf(solver);
  Json params = Json::object();
  for (int i = 0; i < model.program.paramCount; i++) {
    const ParamValue value = values[static_cast<std::size_t>(i)];
    if (model.program.params[i].type == ParamType::Int)
      params[model.program.params[i].name] = value.integer;
    else
      params[model.program.params[i].name] = value.real;
  }
  return {{"params", params},
          {"shape", solver.shape()},
          {"components", solver.components()},
          {"accessDistance", distanceJson(model.program.accessDistance(values.data()))},
          {"reach", reachJson(model, values)},
          {"fields", filesJson(fieldsOf(model), options.fields)},
          {"data", filesJson(dataOf(model), options.data)},
          {"initial", filesJson(declaredStates(model), options.initials)},
          {"method", model.method.name},
          {"stages", model.method.methodStages},
          {"steps", solver.control() ? solver.stats().steps.accepted : run.steps},
          {"firstStep", numberOf(run)},
          {"dt", dt > 0 ? Json(dt) : Json()},
          {"lastStep", solver.control() ? solver.stats().steps.latest : run.lastStep},
          {"from", run.from},
          {"to", run.to},
          {"resumedAt", solver.stats().resumedAt ? Json(*solver.stats().resumedAt) : Json()},
          {"monitors", monitorsJson(solver)},
          {"stopped", textOrNull(solver.stats().stopped)}};
}

/// The figures of a plan's tiles; null if it has none.
Json tilesJson(const Plan &plan) {
  Json json;
  if (plan.form->figures == nullptr)
    return json;
  for (const Figure &figure : plan.form->figures(plan))
    json[figure.name] = std::visit([](const auto &value) { return Json(value); }, figure.value);
  return json;
}

/// Steps of a launch: an integer if possible, else a fraction.
Json stepsPerLaunchJson(const Plan &plan) {
  const bool isWhole = plan.levelsPerLaunch % plan.levelsOfStep == 0;
  return isWhole ? Json(plan.levelsPerLaunch / plan.levelsOfStep)
                 : Json(plan.timeSteps(plan.levelsPerLaunch));
}

Json planJson(const RunRecord &stats) {
  if (stats.run.steps == 0)
    return {};
  const Plan &plan = stats.plan;
  return {{"scheme", plan.scheme()},
          {"form", plan.name()},
          {"kernel", stats.backend == "opencl" ? Json(plan.kernel) : Json()},
          {"workGroupSize", plan.workGroupSize},
          {"workGroups", plan.workGroups},
          {"groupsPerUnit", plan.groupsPerUnit > 0 ? Json(plan.groupsPerUnit) : Json()},
          {"pointsPerChunk", sizesOf(plan).pointsPerChunk},
          {"vectorWidth", plan.vectorWidth},
          {"vectorsDeep", sizesOf(plan).vectorsDeep},
          {"arrangement", arrangementName(plan.arrangement)},
          {"stepsPerLaunch", stepsPerLaunchJson(plan)},
          {"launches", plan.launches},
          {"tiles", tilesJson(plan)}};
}

const char *originName(TuningStats::Origin origin) {
  switch (origin) {
  case TuningStats::Origin::Asked:
    return "asked";
  case TuningStats::Origin::Model:
    return "model";
  case TuningStats::Origin::Remembered:
    return "from cache";
  case TuningStats::Origin::Measured:
    return "measured";
  }
  return "";
}

/// 10⁹ component updates a second; null if the seconds of a step are not known.
Json rateJson(const RunRecord &stats, double secondsOfStep) {
  return secondsOfStep > 0 ? Json(1e-9 * static_cast<double>(stats.components) / secondsOfStep)
                           : Json();
}

Json shareJson(const std::optional<double> &share) { return share ? Json(*share) : Json(); }

/// Utilisation of the device: shares of its rates; null if a rate or a count is not known.
Json utilisationJson(const RunRecord &stats) {
  const Utilisation used = utilisationOf(stats);
  return {{"memory", shareJson(used.memory)},
          {"arithmetic", shareJson(used.arithmetic)},
          {"launches", shareJson(used.launches)}};
}

/// The rates of the device; null if they are not measured.
Json ratesJson(const DeviceRates &rates) {
  if (!rates.known())
    return {};
  const auto orNull = [](double value) { return value > 0 ? Json(value) : Json(); };
  return {{"copiedBytes", rates.bytes},
          {"fusedSums", rates.flops},
          {"fusedSumsOfDouble", orNull(rates.doubleFlops)},
          {"launchSeconds", orNull(rates.launch)}};
}

/// dt relative to the stability limit that was estimated at the beginning; null if there was no
/// estimate.
Json stabilityJson(const Solver &solver) {
  const RunRecord &stats = recordOf(solver);
  const Spectrum &spectrum = stats.spectrum;
  if (spectrum.radius == 0)
    return {};
  return {{"radius", spectrum.radius},
          {"degrees", spectrum.angle * 180 / std::numbers::pi},
          {"dtTimesRadius", dtOf(solver) * spectrum.radius},
          {"limit", stats.stabilityLimit}};
}

/// Figures of step control; null for fixed steps.
Json controlledJson(const Solver &solver) {
  const ControlledSteps &steps = solver.stats().steps;
  if (steps.accepted == 0)
    return {};
  return {{"controller", controllerName(solver.control()->controller)},
          {"accepted", steps.accepted},
          {"rejected", steps.rejected},
          {"evaluations",
           solver.model().method.methodStages * (steps.accepted + steps.rejected) - steps.kept},
          {"shortest", steps.shortest},
          {"longest", steps.longest}};
}

Json tuningJson(const RunRecord &stats) {
  if (stats.run.steps == 0)
    return {};
  const TuningStats &tuning = stats.tuning;
  Json tried = Json::array();
  for (const TuningStats::Trial &trial : tuning.tried) {
    const Sizes sizes = sizesOf(trial.plan);
    tried.push_back(
        {{"scheme", trial.plan.scheme()},
         {"form", trial.plan.name()},
         {"stepsPerLaunch", stepsPerLaunchJson(trial.plan)},
         {"vectorWidth", trial.plan.vectorWidth},
         {"vectorsDeep", sizes.vectorsDeep},
         {"workGroupSize", trial.plan.workGroupSize},
         {"kept", sizes.kept > 0 ? Json(sizes.kept) : Json()},
         {"groupsPerUnit", trial.plan.groupsPerUnit > 0 ? Json(trial.plan.groupsPerUnit) : Json()},
         {"expected", rateJson(stats, trial.expected)},
         {"measured", rateJson(stats, trial.measured)}});
  }
  return {{"origin", originName(tuning.origin)},
          {"tried", tried},
          {"taken", tuning.tried.empty() ? Json() : Json(tuning.best)},
          {"assumed", textOrNull(stats.assumed)},
          {"utilisation", utilisationJson(stats)},
          {"rates", ratesJson(ratesOf(stats))}};
}

/// How a * b + c is rounded: once (fma) or twice. All devices do the same, so all give the same
/// bits. Null with further build options, which may change that on OpenCL.
Json contractionJson(const Model &model, const RunRecord &stats, const Options &options) {
  const bool known = stats.backend != "opencl" || options.buildOptions.empty();
  return known ? Json(model.device.contracts ? "fma" : "none") : Json();
}

Json secondsJson(const RunRecord &stats) {
  const bool built = stats.backend == "opencl" && stats.run.steps > 0;
  return {{"initialise", stats.initialise},
          {"build", built ? Json(stats.build) : Json()},
          {"tune", stats.run.steps > 0 ? Json(stats.tuning.seconds) : Json()},
          {"transfer", stats.run.steps > 0 ? Json(stats.transfer) : Json()},
          {"estimate", stats.estimate},
          {"watch", stats.watch},
          {"run", stats.seconds},
          {"device", built ? Json(stats.deviceSeconds) : Json()}};
}

/// Figures of slabs; null for a whole grid.
Json slabsJson(const SlabStats &slabs) {
  if (slabs.rows.empty())
    return {};
  constexpr const char *ways[] = {"threads", "messages", "shared memory",
                                  "copies in shared memory"};
  Json each = Json::array();
  for (const SlabStats::Of &one : slabs.each)
    each.push_back({{"stepSeconds", one.steps},
                    {"exchangeSeconds", one.exchange},
                    {"waitSeconds", one.waiting},
                    {"redundant", one.redundant},
                    {"rowsGoBy", ways[static_cast<int>(one.rowsGo)]}});
  return {{"rows", slabs.rows},           {"ghostRows", slabs.ghostDepth},
          {"stepsBetween", slabs.steps},  {"exchangeSeconds", slabs.exchange},
          {"waitSeconds", slabs.waiting}, {"bytes", slabs.bytes},
          {"redundant", slabs.redundant}, {"each", each}};
}

Json verificationJson(const std::optional<Verification> &v) {
  if (!v)
    return {};
  return {{"passed", v->passed},         {"bitwise", v->bitwise},
          {"difference", v->difference}, {"where", v->difference > 0 ? Json(v->where) : Json()},
          {"scale", v->scale},           {"tolerance", v->tolerance}};
}

} // namespace

std::string statsJson(const Solver &solver, const Options &options,
                      const std::optional<Verification> &verification) {
  const Model &model = solver.model();
  const RunRecord &stats = recordOf(solver);
  const Json json = {
      {"compiler", model.compiler},
      {"runtime", EULERC_VERSION},
      {"model", model.name},
      {"source", model.source},
      {"precision", precisionName(model.program.precision)},
      {"contraction", contractionJson(model, stats, options)},
      {"math", model.device.isFast ? "fast" : "exact"},
      {"fmaInstruction", stats.backend == "opencl" ? Json(stats.hasFma) : Json()},
      {"backend", stats.backend},
      {"device", stats.deviceName},
      {"platform", textOrNull(stats.platform)},
      {"driver", textOrNull(stats.driver)},
      {"problem", problemJson(solver, options)},
      {"plan", planJson(stats)},
      {"slabs", slabsJson(stats.slabs)},
      {"tuning", tuningJson(stats)},
      {"stability", stabilityJson(solver)},
      {"controlled", controlledJson(solver)},
      {"seconds", secondsJson(stats)},
      {"gcomps", stats.seconds > 0 && stats.run.steps > 0 ? Json(stats.gcomps()) : Json()},
      {"deviceBytes", stats.deviceBytes > 0 ? Json(stats.deviceBytes) : Json()},
      {"hostBytes", stats.hostBytes},
      {"verification", verificationJson(verification)},
  };
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace eulerc
