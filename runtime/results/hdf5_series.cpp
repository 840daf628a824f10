// A series in an HDF5 file: it writes values to their places, then the number of states
// (hdf5_file.h).
#include "results/series.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include <eulerc/solver.h>

#include "base/hash.h"
#include "base/text.h"
#include "input/hdf5_frames.h"
#include "output/growing.h"
#include "results/hdf5_file.h"
#include "results/hdf5_maker.h"
#include "results/hdf5_standing.h"

namespace eulerc {
namespace {

/// A part of a page of the file that has counts and no values. It is written by one call, so a
/// killed run has written all of it or nothing.
struct CountBlock {
  std::int64_t begin = 0;
  std::size_t first = 0; ///< its first count, in the order of Hdf5Structure
  std::vector<std::byte> bytes;
  std::vector<std::size_t> counts; ///< offsets of the counts in `bytes`
};
constexpr std::int64_t page = 4096;

/// Bytes of rows of an array, in whole chunks.
std::size_t bytesOf(std::size_t rowBytes, std::size_t rows) {
  const std::size_t chunk = std::clamp<std::size_t>(hdf5::chunkBytes / rowBytes, 1, rows);
  return (rows + chunk - 1) / chunk * chunk * rowBytes;
}

/// Bytes of the values of a number of output times.
std::size_t bytesOf(const SeriesDescription &description, std::size_t outputTimes) {
  std::size_t states = 0;
  for (const SeriesArray &array : description.arrays)
    states += static_cast<std::size_t>(array.states());
  return states * bytesOf(description.stateBytes(), outputTimes) +
         (description.hasLengths ? 2 : 1) * bytesOf(sizeof(double), outputTimes);
}

/// Throws Hdf5Failure if the room for all planned output times exceeds the disk: the library would
/// take minutes to allocate it.
void requireRoom(const OutputFile &file, const SeriesDescription &description) {
  std::error_code ignored; // of a working folder that is gone
  const std::filesystem::path folder =
      std::filesystem::absolute(file.target(), ignored).parent_path();
  const std::uintmax_t disk = std::filesystem::space(folder, ignored).capacity;
  const double each = static_cast<double>(bytesOf(description, 1));
  const double bytes = each * static_cast<double>(description.count);
  if (disk > 0 && bytes > static_cast<double>(disk))
    throw Hdf5Failure(
        fmt::format("its {} output times take {}, and the disk has {}; record fewer, or "
                    "save to FILE.npy, which grows with the run",
                    description.count, bytesText(bytes), bytesText(static_cast<double>(disk))));
}

/// The number of states that fit in a file: the limit of the process (ulimit -f) applies to the
/// size of the whole file, although it is sparse.
std::int64_t roomFor(const SeriesDescription &description) {
  struct rlimit limit = {};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return description.count;
  const std::size_t structure = (64 << 10) + limit.rlim_cur / 16;
  std::size_t rows = std::min(static_cast<std::size_t>(description.count),
                              limit.rlim_cur / bytesOf(description, 1));
  while (rows > 1 && structure + bytesOf(description, rows) > limit.rlim_cur)
    rows--;
  return static_cast<std::int64_t>(std::max<std::size_t>(rows, 1));
}

class Hdf5Series : public Series {
public:
  Hdf5Series(const OutputFile &file, SeriesDescription description, std::int64_t already)
      : path_(file.path()), times_(description.arrays.size()), room_(roomFor(description)),
        count_(already) {
    description.count = room_;
    try {
      makeStructure(file, description);
    } catch (const Hdf5Failure &failure) {
      throw Error(Error::Kind::Run, fmt::format("cannot make '{}': {}", path_, failure.what()));
    }
    if (already > 0)
      goOn(file, description);
  }

  void append(double time, const std::vector<const std::byte *> &values, double length) override {
    makeRow();
    for (std::size_t k = 0; k < values.size(); k++)
      writeRow(structure_.arrays[k], values[k]);
    writeTimes(time, length);
    writeCounts(++count_);
    file_->publish();
  }

  void writePart(std::size_t number, std::int64_t begin, const void *values,
                 std::size_t bytes) override {
    makeRow();
    const GrowingArray &array = structure_.arrays[number];
    if (array.parts == 1)
      return file_->write(rowOf(array, count_) + begin, values, bytes);
    for (std::size_t done = 0; done < bytes;) {
      const std::size_t at = static_cast<std::size_t>(begin) + done;
      const std::size_t inside = at % array.partBytes;
      const std::size_t some = std::min(bytes - done, array.partBytes - inside);
      const auto chunk = static_cast<std::size_t>(count_ * array.parts) + at / array.partBytes;
      file_->write(array.chunks[chunk] + static_cast<std::int64_t>(inside),
                   static_cast<const std::byte *>(values) + done, some);
      done += some;
    }
  }

  void tell(const std::string &name, const std::string &value) override {
    const auto place = later_.find(name);
    if (place == later_.end() || isStanding_)
      return;
    std::string text = value;
    text.resize(laterText(name).size(), '\0');
    file_->write(place->second, text.data(), text.size());
  }

  std::int64_t placeOf(std::int64_t number) const override {
    return number < room_ ? rowOf(structure_.arrays[0], number) : 0;
  }

  /// The first record and the latest ones tell runs apart, however long the file is.
  std::vector<std::uint64_t> hashes() const override {
    if (count_ == 0)
      return {};
    return {hashOfRecords(count_), hashOfRecords(count_ - 1)};
  }

private:
  /// The hash of the first and the last of `count` records.
  std::uint64_t hashOfRecords(std::int64_t count) const {
    Hash hash;
    for (std::size_t k = 0; k <= times_ && count > 0; k++) {
      addRow(structure_.arrays[k], 0, hash);
      addRow(structure_.arrays[k], count - 1, hash);
    }
    return hash.value();
  }

  /// Adds pieces of a row, evenly spaced: the whole row may be as long as the state.
  void addRow(const GrowingArray &array, std::int64_t number, Hash &hash) const {
    constexpr std::size_t pieces = 64, mostBytes = 16 << 10;
    const std::size_t partBytes = array.parts == 1 ? array.rowBytes : array.partBytes;
    std::vector<std::byte> bytes(std::min(partBytes, mostBytes));
    for (std::size_t k = 0; k < pieces; k++) {
      const std::size_t at = (array.rowBytes - bytes.size()) * k / (pieces - 1);
      const std::size_t part = at / partBytes, inside = at % partBytes;
      const std::size_t some = std::min({bytes.size(), partBytes - inside, array.rowBytes - at});
      const std::int64_t begin =
          array.parts == 1 ? rowOf(array, number)
                           : array.chunks[static_cast<std::size_t>(number * array.parts) + part];
      file_->read(begin + static_cast<std::int64_t>(inside), bytes.data(), some);
      hash.add(bytes.data(), some);
    }
  }

  void makeStructure(const OutputFile &file, const SeriesDescription &description) {
    requireHdf5();
    requireRoom(file, description);
    const bool isVtk = file.path().ends_with(".vtkhdf");
    file_ = std::make_unique<GrowingFile>(file);
    structure_ =
        isVtk ? makeVtkFile(file_->name(), description) : makeHdf5File(file_->name(), description);
    readBlocks();
    writeCounts(0);
    findLater(description.notes.later);
    requireEmpty(file_->name(), description, isVtk);
  }

  /// Finds the places of texts that are known later, and makes them empty.
  void findLater(std::vector<std::string> names) {
    std::int64_t at = 0;
    const auto search = [&](std::int64_t end) {
      std::string bytes(static_cast<std::size_t>(end - at), '\0');
      file_->read(at, bytes.data(), bytes.size());
      std::erase_if(names, [&](const std::string &name) {
        const auto found = bytes.find(laterText(name));
        if (found != std::string::npos)
          later_[name] = at + static_cast<std::int64_t>(found);
        return found != std::string::npos;
      });
    };
    const std::map<std::int64_t, std::int64_t> chunks = chunkEnds();
    for (auto chunk = chunks.begin(); !names.empty() && chunk != chunks.end(); ++chunk) {
      if (chunk->first > at)
        search(chunk->first);
      at = chunk->second;
    }
    if (!names.empty() && file_->size() > at)
      search(file_->size());
    for (const auto &[name, place] : later_)
      tell(name, "");
  }

  void writeTimes(double time, double length) const {
    writeRow(structure_.arrays[times_], reinterpret_cast<const std::byte *>(&time));
    if (structure_.arrays.size() > times_ + 1)
      writeRow(structure_.arrays[times_ + 1], reinterpret_cast<const std::byte *>(&length));
  }

  /// Prepares the next row. A continued file is cut only now: the run might have been refused
  /// before.
  void makeRow() {
    if (count_ >= room_)
      throw OutputError(Error::Kind::Run,
                        fmt::format("cannot write '{}': {}", path_, std::strerror(EFBIG)));
    if (std::exchange(needsTruncation_, false))
      writeCounts(count_, true);
  }

  /// The place of a row.
  static std::int64_t rowOf(const GrowingArray &array, std::int64_t number) {
    const auto chunk = static_cast<std::size_t>(number / array.chunkRows * array.parts);
    const std::int64_t inside = number % array.chunkRows;
    return array.chunks[chunk] + inside * static_cast<std::int64_t>(array.rowBytes);
  }

  void writeRow(const GrowingArray &array, const std::byte *values) const {
    if (array.parts == 1) {
      file_->write(rowOf(array, count_), values, array.rowBytes);
      return;
    }
    for (std::int64_t part = 0; part < array.parts; part++) {
      const std::size_t from = static_cast<std::size_t>(part) * array.partBytes;
      file_->write(array.chunks[static_cast<std::size_t>(count_ * array.parts + part)],
                   values + from, std::min(array.partBytes, array.rowBytes - from));
    }
  }

  /// Writes rows of an array whose chunks hold whole rows; the rows of a chunk in one call.
  void writeRows(const GrowingArray &array, std::int64_t first, std::int64_t count,
                 const void *values) const {
    const auto *from = static_cast<const std::byte *>(values);
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t number = first + done;
      const std::int64_t some = std::min(count - done, array.chunkRows - number % array.chunkRows);
      const std::size_t bytes = array.rowBytes * static_cast<std::size_t>(some);
      file_->write(rowOf(array, number), from, bytes);
      from += bytes;
      done += some;
    }
  }

  /// Begin and end of the chunks of all arrays.
  std::map<std::int64_t, std::int64_t> chunkEnds() const {
    std::map<std::int64_t, std::int64_t> ends;
    for (const GrowingArray &array : structure_.arrays) {
      const auto bytes = static_cast<std::int64_t>(
          array.parts > 1 ? array.partBytes
                          : array.rowBytes * static_cast<std::size_t>(array.chunkRows));
      for (const std::int64_t chunk : array.chunks)
        ends[chunk] = chunk + bytes;
    }
    return ends;
  }

  /// Makes blocks of neighbouring counts with no values between them, ordered by their first
  /// counts.
  void readBlocks() {
    const std::map<std::int64_t, std::int64_t> chunks = chunkEnds();
    std::map<std::int64_t, std::size_t> counts; // places, and which they are
    for (std::size_t k = 0; k < structure_.counts.size(); k++)
      counts[structure_.counts[k]] = k;
    for (const auto &[place, which] : counts) {
      const bool isFar = blocks_.empty() || place / page != blocks_.back().begin / page;
      const auto between = isFar ? chunks.end() : chunks.lower_bound(blocks_.back().begin);
      if (isFar || (between != chunks.end() && between->first < place))
        blocks_.push_back({place, which, {}, {}});
      CountBlock &block = blocks_.back();
      block.first = std::min(block.first, which);
      block.counts.push_back(static_cast<std::size_t>(place - block.begin));
      block.bytes.resize(block.counts.back() + 8);
    }
    for (CountBlock &block : blocks_)
      file_->read(block.begin, block.bytes.data(), block.bytes.size());
    std::ranges::sort(blocks_, {}, &CountBlock::first);
  }

  /// Writes the counts in an order such that, whenever the run is killed, no count is larger than
  /// the later ones of the structure: the count of times is changed last in a growing file, and
  /// first in a file that is cut.
  void writeCounts(std::int64_t count, bool isCut = false) {
    for (std::size_t k = 0; k < blocks_.size(); k++) {
      CountBlock &block = blocks_[isCut ? k : blocks_.size() - 1 - k];
      for (const std::size_t at : block.counts)
        std::memcpy(block.bytes.data() + at, &count, sizeof count);
      file_->write(block.begin, block.bytes.data(), block.bytes.size());
    }
  }

  /// Continues the existing file if its structure is the same as the new one's; copies its states
  /// if it has room for fewer or more.
  void goOn(const OutputFile &target, const SeriesDescription &description) {
    std::unique_ptr<GrowingFile> old = GrowingFile::standing(target);
    std::int64_t held = -1;
    if (old->size() == file_->size() && structureOf(*old) == structureOf(*file_))
      old->read(structure_.counts[0], &held, sizeof held);
    if (held < 0) {
      old.reset();
      return copyFrom(target, description);
    }
    if (held < count_)
      refuseShorter(target.path(), held, count_);
    file_ = std::move(old);
    isStanding_ = true;
    needsTruncation_ = true;
  }

  /// Copies the first states from another file of this run.
  void copyFrom(const OutputFile &target, const SeriesDescription &description) {
    const std::int64_t wanted = std::exchange(count_, 0);
    requireSameRun(target.target(), file_->name(), target.path(), description);
    {
      const Hdf5Frames old(target.target());
      const std::vector<double> times = old.numbers(timesName(path_, description.arrays));
      std::vector<double> lengths = old.numbers(lengthsName(path_, description.arrays));
      const auto held = static_cast<std::int64_t>(times.size());
      if (held < wanted)
        refuseShorter(target.path(), held, wanted);
      const bool isFloat = description.precision == Precision::Float;
      std::vector<std::byte> rows;
      for (std::size_t k = 0; k < description.arrays.size(); k++) {
        const GrowingArray &array = structure_.arrays[k];
        for (std::int64_t first = 0; first < wanted; first += array.chunkRows) {
          const std::int64_t some = std::min(array.chunkRows, wanted - first);
          rows.resize(array.rowBytes * static_cast<std::size_t>(some));
          if (!old.read(valuesName(path_, description.arrays[k]), {first, some}, isFloat,
                        rows.data()))
            refuseOtherRun(target.path());
          count_ = first;
          if (array.parts > 1)
            writeRow(array, rows.data());
          else
            writeRows(array, first, some, rows.data());
        }
      }
      lengths.resize(times.size());
      writeRows(structure_.arrays[times_], 0, wanted, times.data());
      if (structure_.arrays.size() > times_ + 1)
        writeRows(structure_.arrays[times_ + 1], 0, wanted, lengths.data());
    }
    count_ = wanted;
    writeCounts(count_);
  }

  /// All bytes of a file except values, counts and texts that are known later.
  std::vector<std::byte> structureOf(const GrowingFile &file) const {
    std::vector<std::byte> bytes;
    const auto take = [&](std::int64_t begin, std::int64_t end) {
      if (begin >= end)
        return;
      const std::size_t before = bytes.size();
      bytes.resize(before + static_cast<std::size_t>(end - begin));
      file.read(begin, bytes.data() + before, bytes.size() - before);
      for (const std::int64_t count : structure_.counts)
        if (count >= begin && count + 8 <= end)
          std::memset(bytes.data() + before + (count - begin), 0, 8);
      for (const auto &[name, place] : later_)
        if (place >= begin && place + static_cast<std::int64_t>(laterText(name).size()) <= end)
          std::memset(bytes.data() + before + (place - begin), 0, laterText(name).size());
    };
    std::int64_t at = 0;
    for (const auto &[begin, end] : chunkEnds()) {
      take(at, begin);
      at = end;
    }
    take(at, file.size());
    return bytes;
  }

  std::unique_ptr<GrowingFile> file_;
  Hdf5Structure structure_;
  std::vector<CountBlock> blocks_;
  std::map<std::string, std::int64_t> later_; ///< places of texts that are known later
  bool isStanding_ = false;                   ///< an existing file is continued
  bool needsTruncation_ = false;              ///< the file has states of later times
  const std::string path_;
  const std::size_t times_; ///< index of the array of times
  const std::int64_t room_; ///< the most states of the file
  std::int64_t count_;
};

} // namespace

std::unique_ptr<Series> makeHdf5Series(const OutputFile &file, const SeriesDescription &description,
                                       std::int64_t already) {
  return std::make_unique<Hdf5Series>(file, description, already);
}

} // namespace eulerc
