// Writes checkpoints, and reads and checks them (checkpoint.h).

#include "results/checkpoint.h"

#include <cerrno>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/refuse.h"
#include "base/stopwatch.h"
#include "input/file.h"
#include "input/values.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "results/checkpoint_head.h"
#include "results/program_text.h"
#include "schedule/times.h"
#include "state/state.h"

namespace eulerc {
namespace {

constexpr std::string_view firstLine = "eulerc checkpoint\n";

std::size_t stateBytes(const CheckpointHead &head, const Model &model) {
  const std::int64_t values = times(gridPoints(head.shape), travellingStates(model));
  return static_cast<std::size_t>(times(values, realSize(model.program.precision)));
}

std::filesystem::path folderOf(const std::string &path) {
  std::error_code failure;
  const auto whole = std::filesystem::absolute(path, failure);
  return std::filesystem::weakly_canonical(whole, failure).parent_path();
}

/// Records by paths relative to the checkpoint's folder, so that the folder can be moved.
FileRecords fromFolder(const FileRecords &files, const std::string &path) {
  FileRecords named;
  for (const auto &[file, record] : files)
    named[std::filesystem::path(file).lexically_proximate(folderOf(path)).string()] = record;
  return named;
}

/// Records by absolute paths.
FileRecords inFolder(const FileRecords &files, const std::string &path) {
  FileRecords placed;
  for (const auto &[file, record] : files)
    placed[(folderOf(path) / file).lexically_normal().string()] = record;
  return placed;
}

class Checkpointer : public Observer {
public:
  Checkpointer(const std::string &path, double everyMinutes)
      : target_(path), seconds_(60 * everyMinutes) {}

  std::vector<std::string> filesIn(const Model &) const override {
    return {target_.path(), target_.path() + ".previous"};
  }

  void begin(const ObservedRun &run, const Dues &) override {
    held_.reset();
    requireOwnKind(target_, firstLine, "checkpoint");
    requireNoOtherRun(target_);
    run_.emplace(run);
    head_.reset();
    watch_ = Stopwatch();
  }

  bool isDueNow() override { return watch_.seconds() >= seconds_; }

  /// A failure is only noted: there will be another checkpoint while steps are left.
  void take(const Observation &observation) override {
    try {
      keep(observation);
    } catch (const OutputError &error) {
      if (run_->note)
        run_->note(fmt::format("{}; the checkpoint is tried again", error.what()));
    }
    watch_ = Stopwatch();
  }

  void finish(const Observation &observation) override { keep(observation); }
  void rescue(const Observation &observation) override { keep(observation); }
  void close() override { held_.reset(); }

private:
  void keep(const Observation &observation) {
    if (!head_)
      head_ = headOf(*run_, 0);
    head_->done = observation.step - run_->run.first;
    head_->controlled = observation.controlled;
    head_->files = fromFolder(observation.files(), target_.path());
    head_->steady = observation.steady;
    write(*head_, observation);
  }

  void write(const CheckpointHead &head, const Observation &observation) {
    const std::string start = std::string(firstLine) + lineOf(head, run_->model);
    const int states = travellingStates(run_->model);
    const auto bytes = static_cast<std::int64_t>(stateBytes(head, run_->model));
    Hash hash(hashOf(start.data(), start.size()));
    auto file = std::make_unique<GrowingFile>(target_, held_.get());
    const auto at = static_cast<std::int64_t>(start.size());
    file->write(0, start.data(), start.size());
    const std::int64_t size = realSize(run_->model.program.precision);
    for (std::int64_t state = 0; state < states; state++)
      observation.pieces(state, [&](std::int64_t begin, std::int64_t count, const void *values) {
        const auto some = static_cast<std::size_t>(count * size);
        hash.add(values, some);
        file->write(at + state * (bytes / states) + begin * size, values, some);
      });
    const std::uint64_t sum = hash.value();
    file->write(at + bytes, &sum, sizeof sum);
    file->sync();
    keepPrevious();
    file->publish();
    held_ = std::move(file); // stays locked against other runs
  }

  /// Keeps the old checkpoint as FILE.previous; FILE exists at every moment.
  void keepPrevious() const {
    const std::string previous = target_.target() + ".previous";
    unlink(previous.c_str());
    (void)!link(target_.target().c_str(), previous.c_str()); // fails if there is no checkpoint yet
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
                          fmt::format("cannot read the checkpoint '{}': {}", path, why));
}

constexpr const char *restartHint = "; --restart takes its state and time alone, and permits that";

/// Throws Usage unless the checkpoint is of this program, compiled with the same options, and of
/// this version. The name of the program's file may be another one.
void requireSame(const std::string &path, const CheckpointHead &head, const Model &model) {
  // Older files have the hash of the whole text, with comments.
  const bool isOfText =
      head.text == hashOf(bareText(model.program.text)) || head.text == hashOf(model.program.text);
  if (!isOfText && head.model != model.name)
    refuseResume(path, fmt::format("it is of the program '{}', this solver is of '{}'{}",
                                   head.model, model.name, restartHint));
  if (!isOfText)
    refuseResume(path, fmt::format("it is of another text of {}: the program was changed since{}",
                                   model.source, restartHint));
  if (head.precision != precisionName(model.program.precision))
    refuseResume(path,
                 fmt::format("it is of {} values, this solver computes with {}{}", head.precision,
                             precisionName(model.program.precision), restartHint));
  if (head.runtime != EULERC_VERSION)
    refuseResume(path, fmt::format("it was written by eulerc {}, this solver is of eulerc {}{}",
                                   head.runtime, EULERC_VERSION, restartHint));
  if (!head.method.empty() && head.method != model.method.name)
    refuseResume(path, fmt::format("it is of the method {}, this solver is of {}{}", head.method,
                                   model.method.name, restartHint));
  if (head.kernels != hashOf(bareText(model.device.kernels)) &&
      head.kernels != hashOf(model.device.kernels))
    refuseResume(
        path, fmt::format("it is of a solver that was compiled with other options{}", restartHint));
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

/// The result of `from` for the JSON of the second line.
template <class From> auto parsed(const std::string &path, const std::string &line, From &&from) {
  const Json json = Json::parse(line, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    damaged(path, "it is damaged or cut off");
  try {
    if (const int its = json.at("format"); its != checkpointFormat)
      refuseResume(path, fmt::format("it is of format {}, this solver reads format {}", its,
                                     checkpointFormat));
    return from(json);
  } catch (const Json::exception &) {
    damaged(path, "it is damaged");
  } catch (const DamagedHead &) {
    damaged(path, "it is damaged");
  }
}

} // namespace

std::unique_ptr<Observer> makeCheckpointer(const std::string &path, double everyMinutes) {
  if (!(everyMinutes > 0))
    refuse(fmt::format("the minutes between two checkpoints must be above zero, not {}",
                       everyMinutes));
  return std::make_unique<Checkpointer>(path, everyMinutes);
}

namespace {

/// The text for files that are no checkpoints; series of --save are often given by mistake.
std::string notOne(const std::string &path) {
  const bool isSeries = path.ends_with(".h5") || path.ends_with(".nc");
  return isSeries ? fmt::format("it is no checkpoint; where it has states of a series, take one by "
                                "--init STATE={}:/STATE[-1], and its time by --t0",
                                path)
                  : "it is no checkpoint";
}

/// Checks the first line and returns the second.
std::string readHeadLine(const std::string &path, const InputFile &input) {
  std::FILE *file = input.stream.get();
  if (readLine(file) != firstLine)
    damaged(path, input.bytes == 0 ? "it is empty" : notOne(path));
  return readLine(file);
}

/// Reads the values after both lines, and checks the hash after the values.
void readState(const std::string &path, std::FILE *file, const std::string &line, void *state,
               std::size_t bytes) {
  std::uint64_t hash = 0;
  if (std::fread(state, 1, bytes, file) != bytes || std::fread(&hash, sizeof hash, 1, file) != 1)
    damaged(path, "it cannot be read");
  const std::string text = std::string(firstLine) + line;
  if (hash != hashOf(state, bytes, hashOf(text.data(), text.size())))
    damaged(path, "it is damaged: its hash is another one");
}

} // namespace

std::vector<double> KeptState::valuesOf(std::size_t state) const {
  const auto points = static_cast<std::size_t>(gridPoints(shape));
  std::vector<double> result(points);
  for (std::size_t k = 0; k < points; k++)
    result[k] = realAt(precision, values.data(), static_cast<std::int64_t>(state * points + k));
  return result;
}

KeptState readKeptState(const std::string &path) {
  const InputFile input = opened(path);
  const std::string line = readHeadLine(path, input);
  KeptState kept = parsed(path, line, keptFrom);
  const std::size_t used = firstLine.size() + line.size() + sizeof(std::uint64_t);
  const std::int64_t values = times(gridPoints(kept.shape), std::ssize(kept.states));
  const auto least = static_cast<std::size_t>(times(values, realSize(kept.precision)));
  if (std::cmp_less(input.bytes, used + least))
    damaged(path, fmt::format("it is cut off or damaged: it has {} bytes of {}", input.bytes,
                              used + least));
  kept.values.resize(static_cast<std::size_t>(input.bytes) - used);
  readState(path, input.stream.get(), line, kept.values.data(), kept.values.size());
  return kept;
}

static CheckpointHead headOf(const std::string &path, const std::string &line, const Model &model) {
  const auto from = [&](const Json &json) { return headFrom(json, model); };
  CheckpointHead head = parsed(path, line, from);
  requireSame(path, head, model);
  head.files = inFolder(head.files, path);
  return head;
}

CheckpointHead readHead(const std::string &path, const Model &model) {
  return headOf(path, readHeadLine(path, opened(path)), model);
}

CheckpointHead readCheckpoint(const std::string &path, const Model &model,
                              const std::function<void *(const CheckpointHead &)> &allocate) {
  const InputFile input = opened(path);
  const std::string line = readHeadLine(path, input);
  const CheckpointHead head = headOf(path, line, model);
  const std::size_t bytes = stateBytes(head, model);
  const std::size_t whole = firstLine.size() + line.size() + bytes + sizeof(std::uint64_t);
  if (std::cmp_not_equal(input.bytes, whole))
    damaged(path,
            fmt::format("it is cut off or damaged: it has {} bytes of {}", input.bytes, whole));
  readState(path, input.stream.get(), line, allocate(head), bytes);
  return head;
}

} // namespace eulerc
