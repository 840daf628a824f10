// The observer that records states in a series of files (recorder.h).

#include "results/recorder.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <mutex>
#include <utility>

#include "base/array.h"
#include "base/refuse.h"
#include "base/text.h"
#include "input/file.h"
#include "output/direct.h"
#include "results/background.h"
#include "results/series.h"
#include "results/standing.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// Adds notes "rtol", "atol", and "rtol u" for states with their own tolerances.
void addControl(SeriesNotes &notes, const StepControl &control) {
  const auto add = [&](const std::string &of, const Tolerance &tolerance) {
    notes.reals.emplace_back("rtol" + of, tolerance.relative);
    notes.reals.emplace_back("atol" + of, tolerance.absolute);
  };
  add("", control.tolerance);
  for (const auto &[state, tolerance] : control.of)
    add(" " + state, tolerance);
  notes.texts.emplace_back("controller", controllerName(control.controller));
}

SeriesNotes notesOf(const ObservedRun &run) {
  const Model &model = run.model;
  SeriesNotes notes;
  notes.texts = {{"model", inUtf8(model.name)},
                 {"source", inUtf8(model.source)},
                 {"compiler", model.compiler},
                 {"runtime", "eulerc " EULERC_VERSION},
                 {"Conventions", "CF-1.8"}};
  if (model.program.text[0] != '\0')
    notes.texts.emplace_back("program", model.program.text);
  for (int i = 0; i < model.program.paramCount; i++) {
    const std::string name = std::string("param ") + model.program.params[i].name;
    if (model.program.params[i].type == ParamType::Int)
      notes.integers.emplace_back(name, run.params[static_cast<std::size_t>(i)].integer);
    else
      notes.reals.emplace_back(name, run.params[static_cast<std::size_t>(i)].real);
  }
  notes.texts.emplace_back("method", model.method.name);
  if (run.control)
    addControl(notes, *run.control);
  else if (model.method.stageLevels == 0) // otherwise each run chooses the stages
    notes.integers.emplace_back("stages", model.method.methodStages);
  notes.later = {"backend", "device", "scheme"};
  notes.reals.emplace_back("t0", run.run.from);
  const double dt =
      run.control ? firstStep(*run.control, model.program.timespan(run.params.data())) : run.run.dt;
  if (dt > 0)
    notes.reals.emplace_back("dt", dt);
  return notes;
}

/// Memory for states that wait to be written. The most recently released memory is used first, so
/// that fast writing needs no new pages.
class Snapshots {
public:
  /// Any thread may release the memory, during the lifetime of this object.
  std::shared_ptr<HostArray> take(std::int64_t bytes) {
    std::unique_ptr<HostArray> array = lastOrNew();
    array->allocate(bytes);
    return {array.release(), [this](HostArray *used) {
              const std::lock_guard lock(mutex_);
              free_.emplace_back(used);
            }};
  }

private:
  std::unique_ptr<HostArray> lastOrNew() {
    const std::lock_guard lock(mutex_);
    if (free_.empty())
      return std::make_unique<HostArray>();
    std::unique_ptr<HostArray> last = std::move(free_.back());
    free_.pop_back();
    return last;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<HostArray>> free_;
};

/// The addresses of the arrays in recorded states that are `stateBytes` apart.
std::vector<const std::byte *> beginsOf(const SeriesDescription &description,
                                        const std::byte *states, std::size_t stateBytes) {
  std::vector<const std::byte *> begins;
  for (const SeriesArray &array : description.arrays) {
    begins.push_back(states);
    states += static_cast<std::size_t>(array.states()) * stateBytes;
  }
  return begins;
}

/// The coordinates of a range of an axis.
AxisCoordinates along(AxisCoordinates axis, const AxisRange &range) {
  std::vector<double> values;
  for (std::int64_t i = range.begin; !axis.values.empty() && range.has(i); i += range.step)
    values.push_back(axis.values[static_cast<std::size_t>(i)]);
  axis.values = std::move(values);
  return axis;
}

SeriesDescription describe(const std::string &path, const ObservedRun &run,
                           const Selected &selected, std::int64_t count) {
  SeriesDescription description;
  description.precision = run.model.program.precision;
  description.arrays = seriesArrays(run.model, selected, path);
  description.axes = selected.axes;
  description.coordinates.resize(selected.axes.size());
  if (run.coordinates) {
    std::vector<AxisCoordinates> whole = run.coordinates();
    for (std::size_t axis = 0; axis < whole.size(); axis++)
      description.coordinates[axis] = along(std::move(whole[axis]), selected.axes[axis]);
  }
  description.count = count;
  description.notes = notesOf(run);
  description.hasLengths = run.isControlled;
  return description;
}

void tellWhere(Series &series, const RanOn &ranOn) {
  series.tell("backend", ranOn.backend);
  series.tell("device", ranOn.device);
  series.tell("scheme", ranOn.scheme);
}

class Recorder : public Observer {
public:
  Recorder(const std::string &path, Selection selection)
      : path_(path), selection_(std::move(selection)) {}

  std::vector<std::string> filesIn(const Model &model) const override {
    return seriesFiles(path_, seriesArrays(model, selectArrays(model, selection_), path_));
  }

  void begin(const ObservedRun &run, const Dues &dues) override {
    writer_.wait();
    series_.reset(); // releases its file
    if (dues.count < 0)
      refuse(
          "errors control how long the steps of this run are: nobody knows how many states there "
          "will be; record them at times, not each so many steps");
    shape_ = run.shape;
    selected_ = select(run.model, shape_, selection_);
    description_ = describe(path_, run, selected_, dues.count);
    const bool completes =
        run.goesOn() && isThere() && !isOfRest(standingTimes(path_, description_), dues);
    const std::int64_t already = completes ? standing(dues) : 0;
    description_.count += already - dues.already; // a new file has only the rest
    takesFirst_ = !completes && dues.beginsNew;
    description_.count += takesFirst_ ? 1 : 0;
    series_ = makeSeries(OutputFile(path_), description_, already);
    // Another HDF5 file than the checkpoint's may be of this run, at other times.
    if (already > 0 && (dues.had || path_.ends_with(".npy")))
      requireRecorded(path_, dues, series_->hashes());
    stateBytes_ = stateBytes();
    takesAll_ = selection_.only.empty() && selection_.region.empty() && selected_.outputs.empty();
    few_.clear();
    if (selected_.outputs.empty() && fewOf * selected_.points() <= gridPoints(shape_))
      few_ = selectedPoints(selected_, shape_);
    number_ = already;
    last_ = dues.last;
    isTold_ = false;
  }

  bool takesFirst() const override { return takesFirst_; }

  void take(const Observation &observation) override {
    writer_.check();
    last_ = observation.time;
    if (!std::exchange(isTold_, true))
      tellWhere(*series_, observation.ranOn);
    const double length = observation.controlled ? observation.controlled->steps.latest : 0;
    if (takesAll_ && observation.isInParts)
      return takePieces(observation, length);
    const std::shared_ptr<HostArray> memory = snapshots_.take(bytesOfSnapshot());
    std::byte *const to = static_cast<std::byte *>(memory->data()) + behindPage(number_++);
    std::function<void()> bring;
    if (takesAll_)
      bring = observation.copy(to, static_cast<std::int64_t>(stateBytes_));
    else if (!few_.empty())
      readFew(observation, to);
    else
      gatherSelected(observation, to);
    writer_.add([this, time = observation.time, memory,
                 values = beginsOf(description_, to, stateBytes_), bring, length] {
      if (bring)
        bring();
      series_->append(time, values, length);
    });
  }

  /// Copying whole states and reading few values include the check that they are finite.
  bool looksAtState() const override { return !takesAll_ && few_.empty(); }
  bool isDueNow() override {
    writer_.check();
    return false;
  }

  void settle() override { writer_.wait(); }
  /// The last state is always recorded.
  void finish(const Observation &observation) override {
    if (last_ != observation.time)
      take(observation);
    settle();
  }
  std::optional<Recorded> recorded() const override {
    return series_ ? std::optional(Recorded{number_, last_, series_->hashes()}) : std::nullopt;
  }
  void close() override { series_.reset(); }

private:
  static constexpr std::int64_t fewOf = 16; ///< few: at most one of 16 points
  static constexpr std::int64_t page = DirectWriter::pageBytes;

  void takePieces(const Observation &observation, double length) {
    writer_.wait();
    const auto size = static_cast<std::int64_t>(description_.valueBytes());
    const auto stateBytes = static_cast<std::int64_t>(description_.stateBytes());
    std::int64_t state = 0;
    for (std::size_t k = 0; k < description_.arrays.size(); k++)
      for (int species = 0; species < description_.arrays[k].states(); species++)
        observation.pieces(state++, [&](std::int64_t begin, std::int64_t count, const void *of) {
          series_->writePart(k, species * stateBytes + begin * size, of,
                             static_cast<std::size_t>(count * size));
        });
    series_->append(observation.time, {}, length);
    number_++;
  }

  /// The number of states that are kept in existing files.
  std::int64_t standing(const Dues &dues) const {
    const std::vector<double> times = standingTimes(path_, description_);
    return times.empty()
               ? std::max(dues.already, leastRecords(dues)) // makeSeries() reports the reason
               : keptOutputTimes(path_, times, dues);
  }

  /// Whether the series' files exist. Throws Usage if only some of them do.
  bool isThere() const {
    const std::vector<std::string> files = seriesFiles(path_, description_.arrays);
    const auto count =
        std::ranges::count_if(files, [](const std::string &file) { return hasFile(file); });
    if (count > 0 && std::cmp_less(count, files.size()))
      refuseOtherRun(path_);
    return count > 0;
  }

  std::int64_t bytesOfSnapshot() const {
    return page + static_cast<std::int64_t>(arrays() * stateBytes_);
  }

  /// Bytes from a state to the next one in memory. Arrays of one state take whole pages; species
  /// follow each other as in the file.
  std::size_t stateBytes() const {
    const std::size_t bytes = description_.stateBytes();
    const bool areApart = description_.arrays.size() == arrays();
    return areApart ? (bytes + page - 1) / page * page : bytes;
  }

  /// The offset from a page boundary of the arrays in memory. It is the same as that of the first
  /// array in its file, so that direct writes need no further copy.
  std::int64_t behindPage(std::int64_t number) const { return series_->placeOf(number) % page; }

  /// The number of recorded states (each species counts) and outputs.
  std::size_t arrays() const { return selected_.states.size() + selected_.outputs.size(); }

  void readFew(const Observation &observation, std::byte *to) {
    const std::int64_t points = gridPoints(shape_);
    std::vector<std::int64_t> components(few_.size());
    for (const int state : selected_.states) {
      std::ranges::transform(few_, components.begin(),
                             [&](std::int64_t point) { return state * points + point; });
      observation.read(components, to);
      to += stateBytes_;
    }
  }

  void gatherSelected(const Observation &observation, std::byte *to) {
    const std::size_t bytes = description_.valueBytes();
    const auto *all =
        selected_.states.empty() ? nullptr : static_cast<const std::byte *>(observation.state());
    const std::size_t points = static_cast<std::size_t>(gridPoints(shape_)) * bytes;
    for (std::size_t k = 0; k < selected_.states.size(); k++)
      gather(selected_, shape_, bytes, all + static_cast<std::size_t>(selected_.states[k]) * points,
             to + k * stateBytes_);
    to += selected_.states.size() * stateBytes_;
    for (const int output : selected_.outputs) {
      gatherOutput(observation, output, to);
      to += stateBytes_;
    }
  }

  /// Gathers an output, converted to the model's precision.
  void gatherOutput(const Observation &observation, int output, std::byte *to) {
    const auto points = static_cast<std::size_t>(gridPoints(shape_));
    values_.resize(points);
    observation.output(output, 0, static_cast<std::int64_t>(points), values_.data());
    if (description_.precision == Precision::Double)
      return gather(selected_, shape_, sizeof(double),
                    reinterpret_cast<const std::byte *>(values_.data()), to);
    floats_.assign(values_.begin(), values_.end());
    gather(selected_, shape_, sizeof(float), reinterpret_cast<const std::byte *>(floats_.data()),
           to);
  }

  const std::string path_;
  const Selection selection_;
  std::vector<std::int64_t> shape_;
  Selected selected_;
  bool takesAll_ = false;         ///< all states are recorded on the whole grid
  std::vector<std::int64_t> few_; ///< recorded points of a state, if there are few
  SeriesDescription description_;
  std::unique_ptr<Series> series_;
  std::size_t stateBytes_ = 0; ///< from a state to the next one in memory
  bool isTold_ = false;        ///< backend and device are written
  bool takesFirst_ = false;
  std::int64_t number_ = 0;    ///< of the next state in the series
  std::optional<double> last_; ///< time of the state that was taken last
  std::vector<double> values_; ///< of an output
  std::vector<float> floats_;  ///< `values_` as floats
  Snapshots snapshots_;
  Background writer_; ///< last member: it ends before the others
};

} // namespace

std::unique_ptr<Observer> makeRecorder(const std::string &path, const Selection &selection) {
  seriesFiles(path, {SeriesArray{}});
  return std::make_unique<Recorder>(path, selection);
}

void recordState(const std::string &path, const ObservedRun &run, const RanOn &ranOn, double time,
                 const void *state) {
  Selected all = select(run.model, run.shape, {});
  all.outputs.clear();
  const SeriesDescription description = describe(path, run, all, 1);
  const std::unique_ptr<Series> series = makeSeries(OutputFile(path), description, 0);
  tellWhere(*series, ranOn);
  series->append(
      time, beginsOf(description, static_cast<const std::byte *>(state), description.stateBytes()),
      0);
}

} // namespace eulerc
