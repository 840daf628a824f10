#include "results/checkpoint.h"

#include <cerrno>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/hash.h"
#include "base/refuse.h"
#include "base/stopwatch.h"
#include "input/file.h"
#include "input/values.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "state/state.h"

namespace eulerc {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view firstLine = "eulerc checkpoint\n";
constexpr int format = 3;

Json jsonOf(const Tolerance &tolerance) {
  return Json::array({tolerance.relative, tolerance.absolute});
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
          {"lengths", {run->steps.shortest, run->steps.longest}},
          {"time", run->time},
          {"length", run->length},
          {"controller", controllerName(run->control.controller)},
          {"error", run->error}};
}

/// Throws Json::exception for what is none.
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
  run.steps = {taken.at(0), taken.at(1), lengths.at(0), lengths.at(1),
               taken.size() > 2 ? taken.at(2).get<std::int64_t>() : 0};
  run.time = json.at("time");
  run.length = json.at("length");
  // Files of before there were two controllers have neither: their runs are of the rule I.
  const bool isPi = json.value("controller", "i") == "pi";
  run.control.controller = isPi ? StepControl::Controller::PI : StepControl::Controller::I;
  run.error = json.value("error", run.error);
  return run;
}

std::string jsonOf(const CheckpointHead &head, const Model &model) {
  Json params = Json::object();
  for (int i = 0; i < model.program.paramCount; i++) {
    const ParamValue value = head.params[static_cast<std::size_t>(i)];
    if (model.program.params[i].type == ParamType::Int)
      params[model.program.params[i].name] = value.integer;
    else
      params[model.program.params[i].name] = value.real;
  }
  const Run &run = head.run;
  const Json json = {{"format", format},
                     {"runtime", head.runtime},
                     {"model", head.model},
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
                     {"done", head.done},
                     {"stages", head.stages},
                     {"fields", head.fields},
                     {"controlled", jsonOf(head.controlled)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Throws Json::exception for what is none.
CheckpointHead headFrom(const Json &json, const Model &model) {
  CheckpointHead head;
  head.runtime = json.at("runtime");
  head.model = json.at("model");
  head.text = json.at("text");
  head.method = json.value("method", head.method);
  head.kernels = json.at("kernels");
  head.precision = json.at("precision");
  head.shape = json.at("shape").get<std::vector<std::int64_t>>();
  head.states = json.at("states").get<std::vector<std::string>>();
  head.run.from = json.at("from");
  head.run.dt = json.at("dt");
  head.run.steps = json.at("steps");
  head.run.lastStep = json.at("lastStep");
  head.run.to = json.at("to");
  head.run.first = json.at("first");
  head.run.before = json.value("before", head.run.before); // older files have neither
  if (const auto origin = json.find("origin"); origin != json.end() && !origin->is_null())
    head.run.origin = origin->get<double>();
  head.done = json.at("done");
  head.stages = json.at("stages");
  head.fields = json.at("fields").get<std::vector<std::uint64_t>>();
  head.controlled = controlledFrom(json.at("controlled"));
  for (int i = 0; i < model.program.paramCount; i++) {
    const auto found = json.at("params").find(model.program.params[i].name);
    if (found == json.at("params").end())
      break; // of another program
    ParamValue value = {};
    if (model.program.params[i].type == ParamType::Int)
      value.integer = found->get<std::int64_t>();
    else
      value.real = found->get<double>();
    head.params.push_back(value);
  }
  return head;
}

std::size_t stateBytes(const CheckpointHead &head, const Model &model) {
  return static_cast<std::size_t>(gridPoints(head.shape) * travellingStates(model) *
                                  realSize(model.program.precision));
}

class Checkpointer : public Observer {
public:
  Checkpointer(const std::string &path, double everyMinutes)
      : target_(path), seconds_(60 * everyMinutes) {}

  void begin(const ObservedRun &run, const Dues &) override {
    held_.reset();
    requireNoOtherRun(target_);
    run_.emplace(run);
    head_.reset();
    watch_ = Stopwatch();
  }

  bool isDueNow() override { return watch_.seconds() >= seconds_; }

  void take(const Moment &moment) override {
    if (!head_)
      head_ = headOf(*run_, 0);
    head_->done = moment.step - run_->run.first;
    head_->controlled = moment.controlled;
    write(*head_, moment.state());
    watch_ = Stopwatch();
  }

  void finish(const Moment &moment) override { take(moment); }
  void rescue(const Moment &moment) override { take(moment); }
  void close() override { held_.reset(); }

private:
  void write(const CheckpointHead &head, const void *state) {
    const std::string start = std::string(firstLine) + jsonOf(head, run_->model);
    const std::size_t bytes = stateBytes(head, run_->model);
    const std::uint64_t hash = hashOf(state, bytes, hashOf(start.data(), start.size()));
    auto file = std::make_unique<GrowingFile>(target_, held_.get());
    const auto at = static_cast<std::int64_t>(start.size());
    file->write(0, start.data(), start.size());
    file->write(at, state, bytes);
    file->write(at + static_cast<std::int64_t>(bytes), &hash, sizeof hash);
    file->sync();
    keepPrevious();
    file->publish();
    held_ = std::move(file); // no other run may write here
  }

  /// The name itself is never without a file.
  void keepPrevious() const {
    const std::string previous = target_.target() + ".previous";
    unlink(previous.c_str());
    (void)!link(target_.target().c_str(), previous.c_str()); // there is none at first
  }

  const OutputFile target_;
  const double seconds_;
  std::optional<ObservedRun> run_;
  std::optional<CheckpointHead> head_;
  std::unique_ptr<GrowingFile> held_;
  Stopwatch watch_;
};

[[noreturn]] void refuseResume(const std::string &path, const std::string &why) {
  refuse(fmt::format("cannot resume from '{}': {}", path, why));
}

[[noreturn]] void damaged(const std::string &path, const std::string &why) {
  throw DamagedCheckpoint(Error::Kind::Usage,
                          fmt::format("cannot resume from '{}': {}", path, why));
}

/// Throws Usage unless it is of this program, compiled as this one, and of this version.
void requireSame(const std::string &path, const CheckpointHead &head, const Model &model) {
  if (head.model != model.name || head.states != namesOf(statesOf(model)))
    refuseResume(path, fmt::format("it is of the program '{}', this solver is of '{}'", head.model,
                                   model.name));
  if (head.text != hashOf(model.program.text))
    refuseResume(path, fmt::format("it is of another text of {}: the program was changed since",
                                   model.source));
  if (head.precision != precisionName(model.program.precision))
    refuseResume(path, fmt::format("it is of {} values, this solver computes with {}",
                                   head.precision, precisionName(model.program.precision)));
  if (head.runtime != EULERC_VERSION)
    refuseResume(path, fmt::format("it was written by eulerc {}, this solver is of eulerc {}",
                                   head.runtime, EULERC_VERSION));
  if (!head.method.empty() && head.method != model.method.name)
    refuseResume(path, fmt::format("it is of the method {}, this solver is of {}", head.method,
                                   model.method.name));
  if (head.kernels != hashOf(model.device.kernels))
    refuseResume(path, "it is of a solver that was compiled with other options");
  if (head.params.size() != static_cast<std::size_t>(model.program.paramCount))
    refuseResume(path, "it is of a program with other params");
}

std::string readLine(std::FILE *file) {
  std::string line;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
    line += static_cast<char>(c);
    if (c == '\n')
      break;
  }
  return line;
}

InputFile opened(const std::string &path) {
  try {
    return openInput(path);
  } catch (const InputError &error) {
    damaged(path, error.what());
  }
}

CheckpointHead parsedHead(const std::string &path, const std::string &line, const Model &model) {
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    damaged(path, "it is damaged or cut off");
  try {
    if (const int its = json.at("format"); its != format)
      refuseResume(path,
                   fmt::format("it is of format {}, this solver reads format {}", its, format));
    return headFrom(json, model);
  } catch (const Json::exception &) {
    damaged(path, "it is damaged");
  }
}

} // namespace

CheckpointHead headOf(const ObservedRun &run, std::int64_t done) {
  CheckpointHead head;
  head.runtime = EULERC_VERSION;
  head.model = run.model.name;
  head.text = hashOf(run.model.program.text);
  head.method = run.model.method.name;
  head.kernels = hashOf(run.model.device.kernels);
  head.precision = precisionName(run.model.program.precision);
  head.shape = run.shape;
  head.states = namesOf(statesOf(run.model));
  head.params = run.params;
  head.run = run.run;
  head.done = done;
  head.stages = run.model.method.methodStages;
  head.fields = run.fieldHashes();
  return head;
}

std::unique_ptr<Observer> makeCheckpointer(const std::string &path, double everyMinutes) {
  if (!(everyMinutes > 0))
    refuse(fmt::format("the minutes between two checkpoints must be above zero, not {}",
                       everyMinutes));
  return std::make_unique<Checkpointer>(path, everyMinutes);
}

CheckpointHead readCheckpoint(const std::string &path, const Model &model,
                              const std::function<void *(const CheckpointHead &)> &allocate) {
  const InputFile input = opened(path);
  std::FILE *file = input.stream.get();
  const std::string start = readLine(file);
  if (start != firstLine)
    damaged(path, input.bytes == 0 ? "it is empty" : "it is no checkpoint");
  const std::string line = readLine(file);
  const CheckpointHead head = parsedHead(path, line, model);
  requireSame(path, head, model);

  const std::size_t bytes = stateBytes(head, model);
  const std::size_t whole = start.size() + line.size() + bytes + sizeof(std::uint64_t);
  if (std::cmp_not_equal(input.bytes, whole))
    damaged(path,
            fmt::format("it is cut off or damaged: it has {} bytes of {}", input.bytes, whole));
  void *state = allocate(head);
  std::uint64_t hash = 0;
  if (std::fread(state, 1, bytes, file) != bytes || std::fread(&hash, sizeof hash, 1, file) != 1)
    damaged(path, "it cannot be read");
  const std::string text = start + line;
  if (hash != hashOf(state, bytes, hashOf(text.data(), text.size())))
    damaged(path, "it is damaged: its hash is another one");
  return head;
}

} // namespace eulerc
