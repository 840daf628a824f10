// Writes the head of a checkpoint as JSON, and reads it, also from older files (checkpoint_head.h).

#include "results/checkpoint_head.h"

#include "base/hash.h"
#include "model/model_lists.h"
#include "model/stages.h"
#include "results/program_text.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {

CheckpointHead headOf(const ObservedRun &run, std::int64_t done) {
  CheckpointHead head;
  head.runtime = EULERC_VERSION;
  head.model = run.model.name;
  head.text = hashOf(bareText(run.model.program.text));
  head.method = run.model.method.name;
  head.kernels = hashOf(bareText(run.model.device.kernels));
  head.precision = precisionName(run.model.program.precision);
  head.shape = run.shape;
  head.states = namesOf(statesOf(run.model));
  head.params = run.params;
  head.run = run.run;
  head.done = done;
  const bool areChosen = run.run.steps > 0 || numberOf(run.run) > 0;
  head.stages = run.choosesStages && !areChosen ? 0 : run.model.method.methodStages;
  head.fields = run.fieldHashes();
  return head;
}

namespace {

/// JSON holds text in UTF-8, and a name of a program or file may be any bytes. Other bytes are
/// written as the characters of their numbers, behind the mark.
constexpr char bytesMark = '\x01';

std::string jsonName(const std::string &name) {
  const std::string line = Json(name).dump(-1, ' ', false, Json::error_handler_t::replace);
  if (Json::parse(line) == name && !name.starts_with(bytesMark))
    return name;
  std::string text(1, bytesMark);
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80)
      text += static_cast<char>(0xC0 | (byte >> 6));
    text += static_cast<char>(byte < 0x80 ? byte : 0x80 | (byte & 0x3F));
  }
  return text;
}

std::string nameFrom(const std::string &text) {
  if (!text.starts_with(bytesMark))
    return text;
  std::string name;
  for (std::size_t i = 1; i < text.size(); i++) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool isPair = byte >= 0x80 && i + 1 < text.size();
    name += static_cast<char>(isPair ? (byte << 6) | (text[++i] & 0x3F) : byte);
  }
  return name;
}

Json jsonOf(const Tolerance &tolerance) {
  return Json::array({tolerance.relative, tolerance.absolute});
}

/// More than any run can reach, as a run has 1e15 steps at most. Sums of such numbers, and products
/// with the stages of a step, do not overflow.
constexpr std::int64_t mostOfRuns = 10'000'000'000'000'000;

/// An integer of a head. Throws DamagedHead for another one than `least` to `most`.
std::int64_t countFrom(const Json &json, std::int64_t least = 0, std::int64_t most = mostOfRuns) {
  const auto count = json.get<std::int64_t>();
  if (!json.is_number_integer() || count < least || count > most)
    throw DamagedHead();
  return count;
}

std::vector<std::int64_t> shapeFrom(const Json &json) {
  std::vector<std::int64_t> shape;
  for (const Json &extent : json)
    shape.push_back(countFrom(extent, 1));
  return shape;
}

Tolerance toleranceFrom(const Json &json) { return {json.at(0), json.at(1)}; }

Json jsonOf(const std::optional<ControlledRun> &run) {
  if (!run)
    return nullptr;
  Json own = Json::object();
  for (const auto &[state, tolerance] : run->control.of)
    own[state] = jsonOf(tolerance);
  return {{"tolerance", jsonOf(run->control.tolerance)},
          {"of", own},
          {"bounds", {run->control.least, run->control.most, run->control.first}},
          {"taken", {run->steps.accepted, run->steps.rejected, run->steps.kept}},
          {"lengths", {run->steps.shortest, run->steps.longest, run->steps.latest}},
          {"time", run->time},
          {"length", run->length},
          {"controller", controllerName(run->control.controller)},
          {"error", run->error}};
}

/// Throws Json::exception for invalid JSON.
std::optional<ControlledRun> controlledFrom(const Json &json) {
  if (json.is_null())
    return std::nullopt;
  ControlledRun run;
  run.control.tolerance = toleranceFrom(json.at("tolerance"));
  for (const auto &[state, tolerance] : json.at("of").items())
    run.control.of.emplace_back(state, toleranceFrom(tolerance));
  const Json &bounds = json.at("bounds"), &taken = json.at("taken"), &lengths = json.at("lengths");
  run.control.least = bounds.at(0);
  run.control.most = bounds.at(1);
  run.control.first = bounds.at(2);
  run.steps = {countFrom(taken.at(0)),
               countFrom(taken.at(1)),
               lengths.at(0),
               lengths.at(1),
               taken.size() > 2 ? countFrom(taken.at(2)) : 0, // older files have neither
               lengths.size() > 2 ? lengths.at(2).get<double>() : 0};
  run.time = json.at("time");
  run.length = json.at("length");
  // Older files have neither a controller nor an error: their runs use the integral controller.
  const bool isPi = json.value("controller", "i") == "pi";
  run.control.controller =
      isPi ? StepControl::Controller::ProportionalIntegral : StepControl::Controller::Integral;
  run.error = json.value("error", run.error);
  return run;
}

Json jsonOf(const FileRecords &files) {
  Json json = Json::object();
  for (const auto &[path, record] : files)
    json[jsonName(path)] = {record.records, record.endsOff, record.hashes};
  return json;
}

Json jsonOf(const std::optional<EarlierSteps> &steps) {
  return steps ? Json({steps->begin, steps->count, steps->from, steps->latest}) : Json();
}

Json jsonOf(const std::optional<Steady> &steady) {
  return steady ? Json({steady->asked, steady->found}) : Json();
}

} // namespace

std::string lineOf(const CheckpointHead &head, const Model &model) {
  Json params = Json::object();
  for (int i = 0; i < model.program.paramCount; i++) {
    const ParamValue value = head.params[static_cast<std::size_t>(i)];
    if (model.program.params[i].type == ParamType::Int)
      params[model.program.params[i].name] = value.integer;
    else
      params[model.program.params[i].name] = value.real;
  }
  const Run &run = head.run;
  const Json json = {{"format", checkpointFormat},
                     {"runtime", head.runtime},
                     {"model", jsonName(head.model)},
                     {"text", head.text},
                     {"method", head.method},
                     {"kernels", head.kernels},
                     {"precision", head.precision},
                     {"shape", head.shape},
                     {"states", head.states},
                     {"params", params},
                     {"from", run.from},
                     {"dt", run.dt},
                     {"steps", run.steps},
                     {"lastStep", run.lastStep},
                     {"to", run.to},
                     {"first", run.first},
                     {"before", run.before},
                     {"origin", run.origin ? Json(*run.origin) : Json()},
                     {"begin", run.begin ? Json(run.begin->time) : Json()},
                     {"begunAt", run.begin ? run.begin->before : 0},
                     {"earlier", jsonOf(run.earlier)},
                     {"done", head.done},
                     {"stages", head.stages},
                     {"fields", head.fields},
                     {"controlled", jsonOf(head.controlled)},
                     {"files", jsonOf(head.files)},
                     {"steady", jsonOf(head.steady)}};
  return json.dump() + "\n";
}

namespace {

Run runFrom(const Json &json) {
  Run run;
  run.from = json.at("from");
  run.dt = json.at("dt");
  run.steps = countFrom(json.at("steps"));
  run.lastStep = json.at("lastStep");
  run.to = json.at("to");
  run.first = countFrom(json.at("first"));
  run.before = countFrom(json.value("before", Json(0))); // older files have none of these
  if (const Json origin = json.value("origin", Json()); !origin.is_null())
    run.origin = origin.get<double>();
  if (const Json begin = json.value("begin", Json()); !begin.is_null())
    run.begin = {begin.get<double>(), countFrom(json.value("begunAt", Json(0)))};
  if (const Json steps = json.value("earlier", Json()); !steps.is_null())
    run.earlier = {steps.at(0), countFrom(steps.at(1)), steps.at(2), countFrom(steps.at(3))};
  return run;
}

/// The steps that the run has taken.
std::int64_t doneFrom(const Json &json, const Run &run) {
  const std::int64_t done = countFrom(json.at("done"));
  if (done > run.steps)
    throw DamagedHead();
  return done;
}

} // namespace

CheckpointHead headFrom(const Json &json, const Model &model) {
  CheckpointHead head;
  head.runtime = json.at("runtime");
  head.model = nameFrom(json.at("model"));
  head.text = json.at("text");
  head.method = json.value("method", head.method);
  head.kernels = json.at("kernels");
  head.precision = json.at("precision");
  head.shape = shapeFrom(json.at("shape"));
  head.states = json.at("states").get<std::vector<std::string>>();
  head.run = runFrom(json);
  head.done = doneFrom(json, head.run);
  head.stages = static_cast<int>(countFrom(json.at("stages"), 0, mostStages));
  head.fields = json.at("fields").get<std::vector<std::uint64_t>>();
  head.controlled = controlledFrom(json.at("controlled"));
  const Json files = json.value("files", Json::object()); // older files have neither, nor hashes
  for (const auto &[path, record] : files.items()) {
    FileRecord &file = head.files[nameFrom(path)] = {countFrom(record.at(0)), record.at(1)};
    if (record.size() > 2)
      record.at(2).get_to(file.hashes);
  }
  if (const Json steady = json.value("steady", Json()); !steady.is_null())
    head.steady = {steady.at(0), steady.at(1)};
  for (int i = 0; i < model.program.paramCount; i++) {
    const auto found = json.at("params").find(model.program.params[i].name);
    if (found == json.at("params").end())
      break; // the checkpoint is of another program
    ParamValue value = {};
    if (model.program.params[i].type == ParamType::Int)
      value.integer = found->get<std::int64_t>();
    else
      value.real = found->get<double>();
    head.params.push_back(value);
  }
  return head;
}

KeptState keptFrom(const Json &json) {
  KeptState kept;
  kept.precision = json.at("precision") == "float" ? Precision::Float : Precision::Double;
  kept.shape = shapeFrom(json.at("shape"));
  kept.states = json.at("states").get<std::vector<std::string>>();
  const Run run = runFrom(json);
  const std::int64_t done = doneFrom(json, run);
  const Json &controlled = json.at("controlled");
  kept.time = !controlled.is_null() ? controlled.at("time").get<double>()
              : done == run.steps   ? run.to
                                    : timeOfStep(run, done);
  kept.taken = numberOf(run) + done;
  kept.origin = run.origin || run.before > 0 ? run.origin : run.from;
  return kept;
}

} // namespace eulerc
