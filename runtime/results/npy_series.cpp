// A series in .npy files: one for each state, and one for the times. The header has room for any
// number of states, and is written again after each state.
#include "results/series.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "output/array.h"
#include "output/growing.h"
#include "results/records_hash.h"

namespace eulerc {
namespace {

class NpyFile {
public:
  /// `extents`: of one entry.
  NpyFile(const std::string &path, bool isFloat, std::vector<std::int64_t> extents,
          std::int64_t already)
      : isFloat_(isFloat), extents_(std::move(extents)), count_(already) {
    entryBytes_ = isFloat ? 4 : 8;
    for (const std::int64_t extent : extents_)
      entryBytes_ *= static_cast<std::size_t>(extent);
    const OutputFile target(path);
    if (already == 0)
      file_ = std::make_unique<GrowingFile>(target);
    else
      goOn(target);
  }

  std::int64_t place(std::int64_t number) const {
    return static_cast<std::int64_t>(growingNpyHeader) +
           number * static_cast<std::int64_t>(entryBytes_);
  }

  void write(const void *values) const { file_->write(place(count_), values, entryBytes_); }
  void writePart(std::int64_t begin, const void *values, std::size_t bytes) const {
    file_->write(place(count_) + begin, values, bytes);
  }
  std::size_t entryBytes() const { return entryBytes_; }

  /// Adds an entry to the hash.
  void hash(std::int64_t number, RecordsHash &hash) const {
    constexpr std::size_t block = 1 << 20;
    std::vector<std::byte> bytes(std::min(entryBytes_, block));
    for (std::size_t at = 0; at < entryBytes_; at += block) {
      const std::size_t some = std::min(entryBytes_ - at, block);
      file_->read(place(number) + static_cast<std::int64_t>(at), bytes.data(), some);
      hash.add(bytes.data(), some);
    }
  }

  /// Counts the entry that was written.
  void commit() {
    count_++;
    writeHeader();
    file_->publish();
  }

  /// Drops the bytes of an existing file after its counted entries.
  void cut() const {
    writeHeader();
    file_->cut(place(count_));
  }

private:
  void writeHeader() const {
    const std::string text = header(count_);
    file_->write(0, text.data(), text.size());
  }

  std::string header(std::int64_t count) const {
    std::vector<std::int64_t> shape = {count};
    shape.insert(shape.end(), extents_.begin(), extents_.end());
    return npyHeader(isFloat_, shape, growingNpyHeader);
  }

  /// Continues an existing file, which must have entries of this shape, and enough of them.
  void goOn(const OutputFile &target) {
    file_ = GrowingFile::standing(target);
    std::string text(growingNpyHeader, '\0');
    std::int64_t held = -1;
    if (file_->size() >= static_cast<std::int64_t>(growingNpyHeader)) {
      file_->read(0, text.data(), text.size());
      held = (file_->size() - place(0)) / static_cast<std::int64_t>(entryBytes_);
    }
    const auto shape = text.find("'shape': (");
    const std::int64_t said =
        shape == std::string::npos ? -1 : std::atoll(text.c_str() + shape + 10);
    if (said < 0 || held < said || text != header(said))
      refuseOtherRun(target.path());
    if (said < count_)
      refuseShorter(target.path(), said, count_);
  }

  bool isFloat_;
  std::vector<std::int64_t> extents_;
  std::size_t entryBytes_ = 0;
  std::int64_t count_;
  std::unique_ptr<GrowingFile> file_;
};

/// Text for the hash with facts that .npy files lack: names of the arrays, and their points.
std::string namesAndPoints(const SeriesDescription &description) {
  std::string text;
  for (const SeriesArray &array : description.arrays)
    text += array.name + " ";
  for (const AxisRange &axis : description.axes)
    text += fmt::format("{}:{}:{} ", axis.begin, axis.count(), axis.step);
  return text;
}

class NpySeries : public Series {
public:
  NpySeries(const OutputFile &file, const SeriesDescription &description, std::int64_t already)
      : hash_(namesAndPoints(description)) {
    const std::vector<std::string> paths = seriesFiles(file.path(), description.arrays);
    const bool isFloat = description.precision == Precision::Float;
    for (std::size_t k = 0; k + 1 < paths.size(); k++)
      states_.push_back(std::make_unique<NpyFile>(
          paths[k], isFloat, description.shape(description.arrays[k]), already));
    times_ = std::make_unique<NpyFile>(paths.back(), false, std::vector<std::int64_t>{}, already);
    isUncut_ = already > 0;
    for (std::int64_t number = 0; number < already; number++) {
      for (const auto &state : states_)
        state->hash(number, hash_);
      times_->hash(number, hash_);
      hash_.end();
    }
  }

  void append(double time, const std::vector<const std::byte *> &values, double) override {
    cut();
    for (std::size_t k = 0; k < values.size(); k++) {
      states_[k]->write(values[k]);
      hash_.add(values[k], states_[k]->entryBytes());
    }
    times_->write(&time);
    hash_.add(&time, sizeof time);
    for (const auto &state : states_)
      state->commit();
    times_->commit();
    hash_.end();
  }

  void writePart(std::size_t array, std::int64_t begin, const void *values,
                 std::size_t bytes) override {
    cut();
    states_[array]->writePart(begin, values, bytes);
    hash_.add(values, bytes);
  }

  std::int64_t placeOf(std::int64_t number) const override { return states_[0]->place(number); }
  std::vector<std::uint64_t> hashes() const override { return hash_.values(); }

private:
  /// Cuts continued files before the first new state, not earlier: the run might have been refused.
  void cut() {
    if (!std::exchange(isUncut_, false))
      return;
    times_->cut(); // first: if the run is killed, every time still has its states
    for (const auto &state : states_)
      state->cut();
  }

  std::vector<std::unique_ptr<NpyFile>> states_;
  std::unique_ptr<NpyFile> times_;
  bool isUncut_ = false; ///< the files have states of later times
  RecordsHash hash_;
};

} // namespace

std::unique_ptr<Series> makeNpySeries(const OutputFile &file, const SeriesDescription &description,
                                      std::int64_t already) {
  return std::make_unique<NpySeries>(file, description, already);
}

} // namespace eulerc
