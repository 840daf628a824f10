#include "results/columns.h"

#include <cstdio>
#include <filesystem>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "model/model_lists.h"
#include "output/growing.h"
#include "results/selection.h"
#include "results/series.h"

namespace eulerc {
namespace {

class Columns : public Observer {
public:
  Columns(std::string path, std::vector<std::string> components)
      : path_(std::move(path)), names_(std::move(components)) {}

  void begin(const ObservedRun &run, const Dues &dues) override {
    file_.reset();
    places_.clear();
    lines_.clear();
    std::string header = "time";
    for (const std::string &name : names_) {
      places_.push_back(componentNamed(run.model, run.shape, name));
      header += "," + name;
    }
    hasMonitors_ = run.model.monitors.count > 0;
    for (const Monitor &monitor : monitorsOf(run.model))
      header += std::string(",") + monitor.name;
    isFloat_ = run.model.program.precision == Precision::Float;
    header += "\n";
    isEachStep_ = run.isControlled && dues.isEachStep;
    last_ = dues.last;
    if (path_ != "-" && dues.already > 0 && std::filesystem::exists(path_))
      goOn(header, dues.already);
    else
      start(header);
  }

  bool looksAtState() const override { return !places_.empty(); }

  void take(const Moment &moment) override {
    if (std::exchange(last_, moment.time) == moment.time)
      return;
    Line line{exact(moment.time), nullptr};
    const void *y = places_.empty() ? nullptr : moment.state();
    for (const std::int64_t place : places_)
      line.text += "," + (isFloat_ ? exact(static_cast<const float *>(y)[place])
                                   : exact(static_cast<const double *>(y)[place]));
    if (hasMonitors_)
      line.monitors = moment.monitors();
    lines_.push_back(std::move(line));
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
        text += whole(line);
    } catch (...) { // what is not finite ends the table
      append(text);
      throw;
    }
    append(text);
  }

  /// The last state is always in the table.
  void finish(const Moment &moment) override {
    take(moment);
    settle();
  }

  void close() override { file_.reset(); }

private:
  /// What is known of a line, and monitors that may still be on their way.
  struct Line {
    std::string text;
    std::function<std::vector<double>()> monitors;
  };
  /// Seconds and lines that a table may be behind the run: the device goes on meanwhile.
  static constexpr double mostBehind = 0.1;
  static constexpr std::size_t mostLines = 1024;

  static std::string whole(const Line &line) {
    std::string text = line.text;
    if (line.monitors)
      for (const double value : line.monitors())
        text += "," + exact(value);
    return text + "\n";
  }

  void append(const std::string &lines) {
    written_ = Stopwatch();
    if (lines.empty())
      return;
    write(lines);
    if (file_)
      file_->publish();
  }

  void start(const std::string &header) {
    end_ = 0;
    if (path_ != "-")
      file_ = std::make_unique<GrowingFile>(OutputFile(path_));
    write(header);
  }

  /// Behind so many lines of the table that stands there.
  void goOn(const std::string &header, std::int64_t lines) {
    file_ = GrowingFile::standing(OutputFile(path_));
    std::string text(static_cast<std::size_t>(file_->size()), '\0');
    file_->read(0, text.data(), text.size());
    if (!text.starts_with(header))
      refuseOtherRun(path_);
    std::size_t end = header.size();
    for (std::int64_t line = 0; line < lines; line++) {
      const auto at = text.find('\n', end);
      if (at == std::string::npos)
        refuseShorter(path_, line, lines);
      end = at + 1;
    }
    end_ = static_cast<std::int64_t>(end);
    file_->cut(end_);
  }

  void write(const std::string &text) {
    if (file_) {
      file_->writeLines(end_, text);
      end_ += static_cast<std::int64_t>(text.size());
      return;
    }
    std::fwrite(text.data(), 1, text.size(), stdout); // a reader that has gone ends no run
    std::fflush(stdout);
  }

  const std::string path_;
  const std::vector<std::string> names_;
  std::vector<std::int64_t> places_;
  bool isFloat_ = true, hasMonitors_ = false;
  bool isEachStep_ = false;    ///< of those that errors control
  std::optional<double> last_; ///< time of the latest line
  std::unique_ptr<GrowingFile> file_;
  std::int64_t end_ = 0;    ///< of the file
  std::vector<Line> lines_; ///< that are not written yet
  Stopwatch written_;       ///< since the others were
};

} // namespace

std::unique_ptr<Observer> makeColumns(const std::string &path,
                                      const std::vector<std::string> &components) {
  if (path != "-" && !path.ends_with(".csv"))
    refuse(fmt::format("a table goes to a file that ends in .csv, not to '{}'", path));
  return std::make_unique<Columns>(path, components);
}

} // namespace eulerc
