// The observer that records events (events.h): from the notes of steps, or by comparing states.

#include "results/events.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "host/event_notes.h"
#include "input/file.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "results/event_lines.h"
#include "results/series.h"
#include "results/standing.h"
#include "results/standing_events.h"
#include "schedule/times.h"
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
    reader_.reset();
    if (isEachStep_ && !isControlled_) // otherwise they are read from the state
      reader_.emplace(notes_);
    usedNotes_ = usesNotes();
    states_.clear();
    latest_.clear();
    isFirst_ = true;
    lines_.reset();
    for (int k = 0; k < run.model.program.stateCount; k++)
      if (run.model.program.states[k].isEvent)
        states_.emplace(k, run.model.program.states[k].name);
    from_ = edgeOf(run, dues);
    aboutThere_.clear();
    std::string header = "time,event";
    for (int axis = 0; axis < run.model.program.rank; axis++)
      header += fmt::format(",{}", run.model.program.axes[axis]);
    header += "\n";
    if (run.goesOn() && hasFile(path_))
      goOn(header, run, dues);
    else
      start(header);
  }

  bool beginsAnew() const override { return usedNotes_ != usesNotes(); }

  void take(const Observation &observation) override {
    taken_ = Stopwatch();
    lines_->add(usesNotes() ? noted() : inState(observation.state()));
  }

  bool looksAtState() const override { return !usesNotes(); }
  std::int64_t patience() const override { return usesNotes() ? patience_ : 0; }

  bool isDueNow() override {
    lines_->check();
    return usesNotes() ? taken_.seconds() > mostBehind : isEachStep_ && isControlled_;
  }

  /// Also takes the events of steps since the last take().
  void settle() override {
    if (usesNotes())
      lines_->add(noted());
    lines_->settle();
  }

  void finish(const Observation &observation) override {
    take(observation);
    settle();
  }

  bool takesEarlyEnd() const override { return false; }
  void rescue(const Observation &observation) override {
    if (usesNotes())
      finish(observation);
  }

  std::optional<Recorded> recorded() const override {
    return lines_ ? std::optional(Recorded{lines_->count(), {}, {lines_->hash()}}) : std::nullopt;
  }

  void close() override {
    lines_.reset();
    reader_.reset();
  }

private:
  /// Seconds by which events may lag behind the run.
  static constexpr double mostBehind = 0.1;
  /// Steps between two readings of the notes, at first and at most; and the notes of a reading that
  /// shorten the interval.
  static constexpr std::int64_t fewSteps = 4, manySteps = 4096;
  static constexpr std::size_t manyNotes = 1 << 17;

  /// Whether events come from notes of the steps: the user asks for each step, and steps note them.
  bool usesNotes() const { return reader_ && notes_.areKept; }

  std::vector<EventNote> noted() {
    std::vector<EventNote> notes = reader_->takeAll();
    patience_ = notes.size() > manyNotes ? std::max(patience_ / 2, fewSteps)
                                         : std::min(patience_ * 2, manySteps);
    return notes;
  }

  std::vector<EventNote> inState(const void *y) {
    std::vector<EventNote> found;
    const std::size_t size = isFloat_ ? sizeof(float) : sizeof(double);
    latest_.resize(states_.size() * static_cast<std::size_t>(points_) * size);
    std::byte *before = latest_.data();
    for (const auto &[state, name] : states_) {
      if (isFloat_)
        look<float>(y, state, before, found);
      else
        look<double>(y, state, before, found);
      before += static_cast<std::size_t>(points_) * size;
    }
    isFirst_ = false;
    return found;
  }

  /// Finds points whose latest event differs from the one at the previous output time. There are
  /// few, so parts of 1024 points are compared first.
  template <class Real>
  void look(const void *y, std::int64_t state, std::byte *latest, std::vector<EventNote> &found) {
    const Real *now = static_cast<const Real *>(y) + state * points_;
    auto *before = reinterpret_cast<Real *>(latest);
    constexpr std::int64_t part = 1024;
    for (std::int64_t begin = 0; begin < points_; begin += part) {
      const std::int64_t end = std::min(begin + part, points_);
      const std::size_t bytes = static_cast<std::size_t>(end - begin) * sizeof(Real);
      if (!isFirst_ && std::memcmp(now + begin, before + begin, bytes) == 0)
        continue;
      for (std::int64_t point = begin; point < end; point++)
        if (isFirst_ ? isBehindEdge({now[point], state, point}) : now[point] != before[point])
          found.push_back({now[point], state, point});
      std::memcpy(before + begin, now + begin, bytes);
    }
  }

  /// Whether an event found at the first output time is new, not already in the list.
  bool isBehindEdge(const EventNote &note) const {
    return note.time != 0 && note.time > from_.time - from_.slack &&
           std::ranges::count(aboutThere_, note) == 0;
  }

  void start(const std::string &header) {
    auto file = std::make_unique<GrowingFile>(OutputFile(path_));
    file->writeLines(0, header);
    lines_.emplace(std::move(file), header, 0, form());
  }

  EventLines::Form form() const { return {states_, shape_, isFloat_}; }

  /// The times of the latest events that the state has.
  std::vector<double> timesIn(const decltype(ObservedRun::read) &read,
                              const std::vector<std::int64_t> &components) const {
    std::vector<double> times(components.size());
    std::vector<float> singles(isFloat_ ? components.size() : 0);
    read(components, isFloat_ ? static_cast<void *>(singles.data()) : times.data());
    std::ranges::copy(singles, times.begin());
    return times;
  }

  /// The time at which the list continues: its last output time before the run continues.
  ListEdge edgeOf(const ObservedRun &run, const Dues &dues) {
    constexpr double roundings = 8; // of the time of a step and of an event in it
    const double unit =
        isFloat_ ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
    ListEdge edge = {run.time, 0, [](const EventNote &) { return true; }};
    if (!run.goesOn())
      return edge;
    if (!isEachStep_ && dues.timeOf)
      edge.time = dues.already > 0 ? dues.timeOf(dues.already - 1) : outputsFrom(run.run);
    edge.slack =
        roundings * unit * std::max(std::abs(run.time), std::abs(run.time - longestStep(run.run)));
    if (isEachStep_) // the state has the times of all earlier events
      edge.wasBefore = [this, read = run.read](const EventNote &note) {
        return note.point < points_ &&
               timesIn(read, {note.state * points_ + note.point}).front() >= note.time;
      };
    return edge;
  }

  /// Continues the list of the file, after the lines of earlier steps.
  void goOn(const std::string &header, const ObservedRun &run, const Dues &dues) {
    std::unique_ptr<GrowingFile> file = GrowingFile::standing(OutputFile(path_));
    std::string text(static_cast<std::size_t>(file->size()), '\0');
    file->read(0, text.data(), text.size());
    if (!text.starts_with(header))
      refuseOtherRun(path_);
    if (isEachStep_) // with fewer output times the list may lack recorded events
      requireEvents(text, dues);
    StandingEvents standing = standingEvents(text, header.size(), form(), from_);
    if (run.isResumed && !isEachStep_ &&
        !areOfState(text, header.size(), standing, form(),
                    [&](const auto &components) { return timesIn(run.read, components); }))
      refuseOtherRun(path_);
    aboutThere_ = std::move(standing.aboutThere);
    const auto kept = std::count(text.begin(), text.begin() + standing.end, '\n') - 1;
    text.resize(static_cast<std::size_t>(standing.end));
    lines_.emplace(std::move(file), text, kept, form());
  }

  /// Throws Usage unless the list begins with the lines that it had at the checkpoint.
  void requireEvents(const std::string &text, const Dues &dues) const {
    const auto held = std::ranges::count(text, '\n') - 1;
    if (dues.had && held < dues.had->records)
      refuseShorter(path_, held, dues.had->records, "events");
    requireRecorded(path_, dues, [&](const FileRecord &record) {
      std::size_t end = text.find('\n') + 1;
      for (std::int64_t k = 0; k < record.records && end > 0; k++)
        end = text.find('\n', end) + 1;
      return record.hashes == std::vector{hashOf(std::string_view(text).substr(0, end))};
    });
  }

  const std::string path_;
  std::vector<std::int64_t> shape_;
  std::int64_t points_ = 0;
  bool isFloat_ = true;
  EventNotes &notes_;
  std::optional<EventNotes::Reader> reader_;
  bool usedNotes_ = false; ///< usesNotes() at begin()
  std::int64_t patience_ = fewSteps;
  bool isEachStep_ = false, isControlled_ = false;
  std::map<std::int64_t, std::string> states_; ///< events, by their number among the states
  std::vector<std::byte> latest_;              ///< latest time of each event at each point
  bool isFirst_ = true;                        ///< `latest_` is not known yet
  ListEdge from_;                              ///< time at which the list begins or continues
  std::vector<EventNote> aboutThere_;          ///< events of the list at about that time
  std::optional<EventLines> lines_;
  Stopwatch taken_; ///< since the last take()
};

} // namespace

std::unique_ptr<Observer> makeEventList(const std::string &path, EventNotes &notes) {
  if (!path.ends_with(".csv"))
    refuse(fmt::format("a list of events goes to a file that ends in .csv, not to '{}'", path));
  return std::make_unique<EventList>(path, notes);
}

} // namespace eulerc
