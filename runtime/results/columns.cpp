// The observer that writes a table of components, outputs and monitors (columns.h).

#include "results/columns.h"

#include <cstdlib>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "input/file.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "results/records_hash.h"
#include "results/selection.h"
#include "results/series.h"
#include "results/standing.h"

namespace eulerc {
namespace {

class Columns : public Observer {
public:
  Columns(std::string path, std::vector<std::string> components)
      : path_(std::move(path)), names_(std::move(components)) {}

  void begin(const ObservedRun &run, const Dues &dues) override {
    file_.reset();
    isUncut_ = false;
    places_.clear();
    components_.clear();
    lines_.clear();
    std::string header = "time";
    for (const std::string &name : names_) {
      places_.push_back(placeNamed(run.model, run.shape, name));
      if (!places_.back().output)
        components_.push_back(places_.back().place);
      header += "," + name;
    }
    hasMonitors_ = run.model.monitors.count > 0;
    for (const Monitor &monitor : monitorsOf(run.model))
      header += std::string(",") + monitor.name;
    isFloat_ = run.model.program.precision == Precision::Float;
    header += "\n";
    isEachStep_ = run.isControlled && dues.isEachStep;
    last_ = dues.last;
    const bool completes = path_ != "-" && run.goesOn() && hasFile(path_) && goOn(header, dues);
    takesFirst_ = !completes && dues.beginsNew;
    if (takesFirst_)
      last_.reset();
    if (!completes)
      start(header);
  }

  bool takesFirst() const override { return takesFirst_; }

  /// Reading components checks that they are finite; outputs need a check before.
  bool looksAtState() const override { return components_.size() < places_.size(); }

  void take(const Observation &observation) override {
    if (std::exchange(last_, observation.time) == observation.time)
      return;
    Line line{exact(observation.time), nullptr};
    values_.resize(components_.size() * sizeof(double));
    if (!components_.empty())
      observation.read(components_, values_.data());
    std::size_t next = 0;
    for (const ProbedPlace &place : places_)
      line.text += "," + (place.output ? outputAt(observation, place) : valueText(next++));
    if (hasMonitors_)
      line.monitors = observation.monitors();
    lines_.push_back(std::move(line));
    count_++;
    if (written_.seconds() > mostBehind || lines_.size() >= mostLines)
      settle();
  }

  bool isDueNow() override {
    if (written_.seconds() > mostBehind)
      settle();
    return isEachStep_;
  }

  void settle() override {
    std::string text;
    try {
      for (const Line &line : std::exchange(lines_, {}))
        text += hashed(whole(line));
    } catch (...) { // a value that is not finite ends the table
      append(text);
      throw;
    }
    append(text);
  }

  /// The last state is always in the table.
  void finish(const Observation &observation) override {
    take(observation);
    settle();
  }

  std::optional<Recorded> recorded() const override {
    return Recorded{count_, last_, hash_.values()};
  }
  void close() override { file_.reset(); }

private:
  /// The text of a line, and monitors that may still be in progress.
  struct Line {
    std::string text;
    std::function<std::vector<double>()> monitors;
  };
  /// Seconds and lines by which the file may lag behind the run, so that the device need not wait.
  static constexpr double mostBehind = 0.1;
  static constexpr std::size_t mostLines = 1024;

  std::string outputAt(const Observation &observation, const ProbedPlace &place) const {
    double value = 0;
    observation.output(*place.output, place.place, place.place + 1, &value);
    return isFloat_ ? exact(static_cast<float>(value)) : exact(value);
  }

  std::string valueText(std::size_t k) const {
    return isFloat_ ? exact(reinterpret_cast<const float *>(values_.data())[k])
                    : exact(reinterpret_cast<const double *>(values_.data())[k]);
  }

  static std::string whole(const Line &line) {
    std::string text = line.text;
    if (line.monitors)
      for (const double value : line.monitors())
        text += "," + exact(value);
    return text + "\n";
  }

  std::string hashed(std::string line) {
    hash_.add(line.data(), line.size());
    hash_.end();
    return line;
  }

  void append(const std::string &lines) {
    written_ = Stopwatch();
    if (lines.empty())
      return;
    try {
      write(lines);
    } catch (const OutputError &) { // keeps the complete lines that are on disk
      if (file_ && file_->size() > end_)
        file_->publish();
      throw;
    }
    if (file_)
      file_->publish();
  }

  void start(const std::string &header) {
    end_ = count_ = 0;
    hash_ = RecordsHash(header);
    file_.reset(); // releases an existing file
    if (path_ != "-")
      file_ = std::make_unique<GrowingFile>(OutputFile(path_));
    write(header);
  }

  /// Continues the existing table after the lines that are kept; false: a new table must be made.
  bool goOn(const std::string &header, const Dues &dues) {
    file_ = GrowingFile::standing(OutputFile(path_));
    std::string text(static_cast<std::size_t>(file_->size()), '\0');
    file_->read(0, text.data(), text.size());
    if (!text.starts_with(header))
      refuseOtherRun(path_);
    std::vector<double> times;
    std::vector<std::size_t> ends = {header.size()};
    for (auto at = text.find('\n', ends[0]); at != std::string::npos;
         at = text.find('\n', ends.back())) {
      times.push_back(std::strtod(text.c_str() + ends.back(), nullptr));
      ends.push_back(at + 1);
    }
    if (isOfRest(times, dues))
      return false;
    count_ = keptOutputTimes(path_, times, dues);
    hash_ = RecordsHash(header);
    for (std::size_t k = 0; std::cmp_less(k, count_); k++)
      hashed(text.substr(ends[k], ends[k + 1] - ends[k]));
    requireRecorded(path_, dues, hash_.values());
    end_ = static_cast<std::int64_t>(ends[static_cast<std::size_t>(count_)]);
    isUncut_ = true;
    return true;
  }

  void write(const std::string &text) {
    if (file_) {
      if (std::exchange(isUncut_, false)) // cut only now: the run might have been refused
        file_->cut(end_);
      file_->writeLines(end_, text);
      end_ += static_cast<std::int64_t>(text.size());
      return;
    }
    writeStandardOutput(text);
  }

  const std::string path_;
  const std::vector<std::string> names_;
  std::vector<ProbedPlace> places_;
  std::vector<std::int64_t> components_; ///< the places that are components, not outputs
  std::vector<std::byte> values_;        ///< of `components_`
  bool isFloat_ = true, hasMonitors_ = false;
  bool takesFirst_ = false;
  bool isEachStep_ = false;    ///< with step control: a line for each step
  std::optional<double> last_; ///< time of the latest line
  std::unique_ptr<GrowingFile> file_;
  std::int64_t end_ = 0;    ///< of the file
  std::int64_t count_ = 0;  ///< lines without the header, with those not yet written
  RecordsHash hash_;        ///< of the written lines
  bool isUncut_ = false;    ///< the file still has lines of later times
  std::vector<Line> lines_; ///< not yet written
  Stopwatch written_;       ///< since the last write
};

} // namespace

std::unique_ptr<Observer> makeColumns(const std::string &path,
                                      const std::vector<std::string> &components) {
  if (path != "-" && !path.ends_with(".csv"))
    refuse(fmt::format("a table goes to a file that ends in .csv, not to '{}'", path));
  return std::make_unique<Columns>(path, components);
}

} // namespace eulerc
