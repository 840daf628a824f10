#include "results/events.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "results/series.h"
#include "results/standing.h"
#include "state/state.h"

namespace eulerc {
namespace {

class EventList : public Observer {
public:
  explicit EventList(std::string path) : path_(std::move(path)) {}

  void begin(const ObservedRun &run, const Dues &dues) override {
    shape_ = run.shape;
    points_ = gridPoints(run.shape);
    isFloat_ = run.model.program.precision == Precision::Float;
    isEachStep_ = run.isControlled && dues.isEachStep;
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
    const void *y = observation.state();
    std::vector<Found> found;
    const std::size_t size = isFloat_ ? sizeof(float) : sizeof(double);
    latest_.resize(states_.size() * static_cast<std::size_t>(points_) * size);
    for (std::size_t k = 0; k < states_.size(); k++)
      if (isFloat_)
        look<float>(y, k, found);
      else
        look<double>(y, k, found);
    isFirst_ = false;
    std::ranges::sort(found);
    for (const auto &[time, event, point] : found)
      addLine(time, states_[event].name, point);
    if (text_.size() > mostBytes || written_.seconds() > mostBehind)
      settle();
  }

  bool isDueNow() override {
    if (written_.seconds() > mostBehind)
      settle();
    return isEachStep_;
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
    text_ += (isFloat_ ? exact(static_cast<float>(time)) : exact(time)) + "," + name;
    for (const std::int64_t index : indicesOf(point))
      text_ += fmt::format(",{}", index);
    text_ += "\n";
  }

  std::vector<std::int64_t> indicesOf(std::int64_t point) const {
    std::vector<std::int64_t> index(shape_.size());
    for (std::size_t axis = shape_.size(); axis-- > 0; point /= shape_[axis])
      index[axis] = point % shape_[axis];
    return index;
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
  bool isEachStep_ = false; ///< of those that errors control
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

std::unique_ptr<Observer> makeEventList(const std::string &path) {
  if (!path.ends_with(".csv"))
    refuse(fmt::format("a list of events goes to a file that ends in .csv, not to '{}'", path));
  return std::make_unique<EventList>(path);
}

} // namespace eulerc
