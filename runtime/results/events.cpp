#include "results/events.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "base/refuse.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "host/event_notes.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "results/series.h"
#include "results/standing.h"
#include "state/state.h"

namespace eulerc {
namespace {

class EventList : public Observer {
public:
  EventList(std::string path, EventNotes &notes) : path_(std::move(path)), notes_(notes) {}

  void begin(const ObservedRun &run, const Dues &dues) override {
    shape_ = run.shape;
    points_ = gridPoints(run.shape);
    isFloat_ = run.model.program.precision == Precision::Float;
    isEachStep_ = dues.isEachStep;
    isControlled_ = run.isControlled;
    patience_ = fewSteps;
    states_.clear();
    latest_.clear();
    isFirst_ = true;
    text_.clear();
    for (int k = 0; k < run.model.program.stateCount; k++)
      if (run.model.program.states[k].isEvent)
        states_.push_back({k, run.model.program.states[k].name});
    from_ = run.time;
    file_.reset();
    std::string header = "time,event";
    for (int axis = 0; axis < run.model.program.rank; axis++)
      header += fmt::format(",{}", run.model.program.axes[axis]);
    header += "\n";
    if (run.goesOn() && std::filesystem::exists(path_))
      goOn(header);
    else
      start(header);
  }

  void take(const Observation &observation) override {
    std::vector<Found> found = usesNotes() ? noted() : inState(observation.state());
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const auto &[time, event, point] : found)
      addLine(time, states_[event].name, point);
    if (text_.size() > mostBytes || written_.seconds() > mostBehind)
      settle();
  }

  bool looksAtState() const override { return !usesNotes(); }
  std::int64_t patience() const override { return usesNotes() ? patience_ : 0; }

  bool isDueNow() override {
    const bool isBehind = written_.seconds() > mostBehind;
    if (isBehind)
      settle();
    return usesNotes() ? isBehind : isEachStep_ && isControlled_;
  }

  void settle() override {
    written_ = Stopwatch();
    if (text_.empty())
      return;
    file_->writeLines(end_, text_);
    end_ += static_cast<std::int64_t>(text_.size());
    text_.clear();
    file_->publish();
  }

  void finish(const Observation &observation) override {
    take(observation);
    settle();
  }

  void rescue(const Observation &observation) override {
    if (usesNotes())
      finish(observation);
  }

  void close() override { file_.reset(); }

private:
  struct Listed {
    int state;
    std::string name;
  };
  using Found = std::tuple<double, std::size_t, std::int64_t>; ///< time, event, point
  /// Seconds and bytes that the file may be behind the run.
  static constexpr double mostBehind = 0.1;
  static constexpr std::size_t mostBytes = 1 << 20;
  /// Steps between two looks at the notes, at first and at most; notes of a look, about.
  static constexpr std::int64_t fewSteps = 16, manySteps = 4096;
  static constexpr std::size_t manyNotes = 1 << 18;

  /// Asked for the events of each step, it has them from the steps.
  bool usesNotes() const { return isEachStep_ && !isControlled_ && notes_.areKept; }

  std::vector<Found> noted() {
    const std::vector<EventNote> notes = notes_.takeAll();
    patience_ = notes.size() > manyNotes ? std::max(patience_ / 2, fewSteps)
                                         : std::min(patience_ * 2, manySteps);
    std::vector<Found> found;
    for (const EventNote &note : notes)
      found.emplace_back(note.time, eventOf(note.state), note.point);
    return found;
  }

  /// Its number among the events.
  std::size_t eventOf(std::int64_t state) const {
    return static_cast<std::size_t>(std::ranges::find(states_, state, &Listed::state) -
                                    states_.begin());
  }

  std::vector<Found> inState(const void *y) {
    std::vector<Found> found;
    const std::size_t size = isFloat_ ? sizeof(float) : sizeof(double);
    latest_.resize(states_.size() * static_cast<std::size_t>(points_) * size);
    for (std::size_t k = 0; k < states_.size(); k++)
      if (isFloat_)
        look<float>(y, k, found);
      else
        look<double>(y, k, found);
    isFirst_ = false;
    return found;
  }

  /// The points whose latest event is another one than at the output time before. Few are: whole
  /// parts are compared first.
  template <class Real> void look(const void *y, std::size_t event, std::vector<Found> &found) {
    const Real *now = static_cast<const Real *>(y) + states_[event].state * points_;
    auto *before =
        reinterpret_cast<Real *>(latest_.data()) + static_cast<std::int64_t>(event) * points_;
    constexpr std::int64_t part = 1024;
    for (std::int64_t begin = 0; begin < points_; begin += part) {
      const std::int64_t end = std::min(begin + part, points_);
      const std::size_t bytes = static_cast<std::size_t>(end - begin) * sizeof(Real);
      if (!isFirst_ && std::memcmp(now + begin, before + begin, bytes) == 0)
        continue;
      for (std::int64_t point = begin; point < end; point++)
        if (isFirst_ ? now[point] != 0 && now[point] > from_ : now[point] != before[point])
          found.emplace_back(now[point], event, point);
      std::memcpy(before + begin, now + begin, bytes);
    }
  }

  void addLine(double time, const std::string &name, std::int64_t point) {
    const auto end = std::back_inserter(text_);
    if (isFloat_)
      fmt::format_to(end, FMT_COMPILE("{},{}"), static_cast<float>(time), name);
    else
      fmt::format_to(end, FMT_COMPILE("{},{}"), time, name);
    std::int64_t behind = points_, rest = point; // points of a hyperplane along the axis
    for (const std::int64_t extent : shape_) {
      behind /= extent;
      fmt::format_to(end, FMT_COMPILE(",{}"), rest / behind);
      rest %= behind;
    }
    text_ += '\n';
  }

  void start(const std::string &header) {
    file_ = std::make_unique<GrowingFile>(OutputFile(path_));
    file_->writeLines(0, header);
    end_ = static_cast<std::int64_t>(header.size());
    file_->publish();
  }

  /// Behind the lines of the list that stands there, up to the time that the run goes on from.
  void goOn(const std::string &header) {
    file_ = GrowingFile::standing(OutputFile(path_));
    std::string text(static_cast<std::size_t>(file_->size()), '\0');
    file_->read(0, text.data(), text.size());
    if (!text.starts_with(header))
      refuseOtherRun(path_);
    std::size_t end = header.size();
    for (auto at = text.find('\n', end); at != std::string::npos; at = text.find('\n', end)) {
      if (std::strtod(text.c_str() + end, nullptr) > from_)
        break;
      end = at + 1;
    }
    end_ = static_cast<std::int64_t>(end);
    file_->cut(end_);
  }

  const std::string path_;
  std::vector<std::int64_t> shape_;
  std::int64_t points_ = 0;
  bool isFloat_ = true;
  EventNotes &notes_;
  std::int64_t patience_ = fewSteps;
  bool isEachStep_ = false, isControlled_ = false;
  std::vector<Listed> states_;
  std::vector<std::byte> latest_; ///< of each event, at each point
  bool isFirst_ = true;           ///< none are known yet
  double from_ = 0;               ///< the time that the run goes on from
  std::unique_ptr<GrowingFile> file_;
  std::int64_t end_ = 0; ///< of the file
  std::string text_;     ///< lines that are not written yet
  Stopwatch written_;    ///< since the others were
};

} // namespace

std::unique_ptr<Observer> makeEventList(const std::string &path, EventNotes &notes) {
  if (!path.ends_with(".csv"))
    refuse(fmt::format("a list of events goes to a file that ends in .csv, not to '{}'", path));
  return std::make_unique<EventList>(path, notes);
}

} // namespace eulerc
