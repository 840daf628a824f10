#include "results/recorder.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <utility>

#include "base/array.h"
#include "base/refuse.h"
#include "output/direct.h"
#include "results/background.h"
#include "results/series.h"
#include "state/state.h"

namespace eulerc {
namespace {

SeriesNotes notesOf(const ObservedRun &run) {
  const Model &model = run.model;
  SeriesNotes notes;
  notes.texts = {{"model", model.name},
                 {"source", model.source},
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
  notes.reals.emplace_back("t0", run.run.from);
  notes.reals.emplace_back("dt", run.run.dt);
  return notes;
}

/// Memory for states that wait to be written. What came back last is given out first: where writing
/// is quick, all states go to memory that the system has already provided.
class Snapshots {
public:
  /// May be given back on any thread, while this is there.
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

/// Where the arrays begin in recorded states, of which each begins so many bytes after the one
/// before it.
std::vector<const std::byte *> beginsOf(const SeriesDescription &description,
                                        const std::byte *states, std::size_t stateBytes) {
  std::vector<const std::byte *> begins;
  for (const SeriesArray &array : description.arrays) {
    begins.push_back(states);
    states += static_cast<std::size_t>(array.states()) * stateBytes;
  }
  return begins;
}

SeriesDescription describe(const std::string &path, const ObservedRun &run,
                           const Selected &selected, std::int64_t count) {
  SeriesDescription description;
  description.precision = run.model.program.precision;
  description.arrays = seriesArrays(run.model, selected.states, path);
  description.axes = selected.axes;
  description.count = count;
  description.notes = notesOf(run);
  return description;
}

class Recorder : public Observer {
public:
  Recorder(const std::string &path, Selection selection)
      : path_(path), selection_(std::move(selection)) {}

  void begin(const ObservedRun &run, const Dues &dues) override {
    writer_.wait();
    series_.reset(); // its file is free again
    if (dues.count < 0)
      refuse(
          "errors control how long the steps of this run are: nobody knows how many states there "
          "will be; record them at times, not each so many steps");
    shape_ = run.shape;
    selected_ = select(run.model, shape_, selection_);
    description_ = describe(path_, run, selected_, dues.count);
    std::int64_t already = dues.already;
    if (already > 0 && !isThere())
      description_.count -= std::exchange(already, 0); // the rest of them, in a new file
    series_ = makeSeries(OutputFile(path_), description_, already);
    stateBytes_ = stateBytes();
    takesAll_ = selection_.only.empty() && selection_.region.empty();
    number_ = already;
    last_ = dues.last;
  }

  void take(const Moment &moment) override {
    writer_.check();
    last_ = moment.time;
    const std::shared_ptr<HostArray> memory = snapshots_.take(bytesOfSnapshot());
    std::byte *const to = static_cast<std::byte *>(memory->data()) + behindPage(number_++);
    std::function<void()> bring;
    if (takesAll_)
      bring = moment.copy(to, static_cast<std::int64_t>(stateBytes_));
    else
      gatherSelected(static_cast<const std::byte *>(moment.state()), to);
    writer_.add([this, time = moment.time, memory, values = beginsOf(description_, to, stateBytes_),
                 bring] {
      if (bring)
        bring();
      series_->append(time, values);
    });
  }

  /// Whole states are looked at while they are copied.
  bool looksAtState() const override { return !takesAll_; }
  bool isDueNow() override {
    writer_.check();
    return false;
  }

  void settle() override { writer_.wait(); }
  /// The last state is always recorded.
  void finish(const Moment &moment) override {
    if (last_ != moment.time)
      take(moment);
    settle();
  }
  void close() override { series_.reset(); }

private:
  static constexpr std::int64_t page = DirectWriter::pageBytes;

  /// Whether the series' files stand there: all of them or none, unless they are another series'.
  bool isThere() const {
    const std::vector<std::string> files = seriesFiles(path_, description_.arrays);
    const auto count = std::ranges::count_if(
        files, [](const std::string &file) { return std::filesystem::exists(file); });
    if (count > 0 && std::cmp_less(count, files.size()))
      refuseOtherRun(path_);
    return count > 0;
  }

  std::int64_t bytesOfSnapshot() const {
    return page + static_cast<std::int64_t>(selected_.states.size() * stateBytes_);
  }

  /// From a state to the next one in memory. Arrays of one state each take whole pages, species
  /// follow each other as in the file.
  std::size_t stateBytes() const {
    const std::size_t bytes = description_.stateBytes();
    const bool areApart = description_.arrays.size() == selected_.states.size();
    return areApart ? (bytes + page - 1) / page * page : bytes;
  }

  /// Arrays lie in memory as far behind a page as in their files, so that they are written without
  /// another copy: all of them where the first one does.
  std::int64_t behindPage(std::int64_t number) const { return series_->placeOf(number) % page; }

  void gatherSelected(const std::byte *all, std::byte *to) const {
    const std::size_t bytes = description_.valueBytes();
    const std::size_t points = static_cast<std::size_t>(gridPoints(shape_)) * bytes;
    for (std::size_t k = 0; k < selected_.states.size(); k++)
      gather(selected_, shape_, bytes, all + static_cast<std::size_t>(selected_.states[k]) * points,
             to + k * stateBytes_);
  }

  const std::string path_;
  const Selection selection_;
  std::vector<std::int64_t> shape_;
  Selected selected_;
  bool takesAll_ = false; ///< all states, and the whole grid
  SeriesDescription description_;
  std::unique_ptr<Series> series_;
  std::size_t stateBytes_ = 0; ///< from a state to the next one in memory
  std::int64_t number_ = 0;    ///< of the next state in the series
  std::optional<double> last_; ///< time of the state that was taken last
  Snapshots snapshots_;
  Background writer_; ///< ends first
};

} // namespace

std::unique_ptr<Observer> makeRecorder(const std::string &path, const Selection &selection) {
  seriesFiles(path, {SeriesArray{}});
  return std::make_unique<Recorder>(path, selection);
}

void recordState(const std::string &path, const ObservedRun &run, double time, const void *state) {
  const Selected all = select(run.model, run.shape, {});
  const SeriesDescription description = describe(path, run, all, 1);
  makeSeries(OutputFile(path), description, 0)
      ->append(time, beginsOf(description, static_cast<const std::byte *>(state),
                              description.stateBytes()));
}

} // namespace eulerc
