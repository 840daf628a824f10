// The tuning cache: the fastest tunings of earlier runs, in a file of the user's cache folder.
//
//   TuningCache cache(inUserCache("tuning.json"), note);       // ~/.cache/eulerc/tuning.json
//   cache.keep(key, {tuning, …});  …  cache.find(key) → that tuning, also in the next process
//
// An unusable file is never an error: a note says why, and nothing is remembered. A file of another
// version is not changed. Solvers that write at the same time wait for each other; a reader finds
// either the old or the new file.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "forms/shapes.h"

namespace eulerc {

/// An entry of the cache: a measured choice, or what is known of runs that measured nothing.
struct Remembered {
  Tuning tuning;                   ///< scheme and sizes that `auto` chose; the rest has no hint
  double budget = 0;               ///< seconds that were granted for measuring
  bool complete = false;           ///< the budget sufficed for all candidates
  int looks = 0;                   ///< runs that measured so far, if not complete
  std::vector<Tuning> slower = {}; ///< tunings found slower so far, if not complete
  int shortRuns = 0;    ///< short runs that began with this tuning because it is built sooner
  bool isBuilt = false; ///< a longer run has built the model's choice, and has yet to measure it

  bool isMeasured() const { return shortRuns == 0 && !isBuilt; }
};

class TuningCache {
public:
  using Note = std::function<void(const std::string &)>;

  /// With the path "" entries are kept in memory only.
  explicit TuningCache(std::string path) : path_(std::move(path)) {}

  std::optional<Remembered> find(const std::string &key, const Note &note);
  void keep(const std::string &key, const Remembered &choice, const Note &note);
  /// Whether this process has kept a choice for the key, in this cache or another one.
  static bool isKeptHere(const std::string &key);

private:
  using Entries = std::vector<std::pair<std::string, Remembered>>; ///< the latest one last

  /// Reads the file; nullopt if it must not be replaced.
  std::optional<Entries> read(const Note &note) const;
  void write(const Entries &entries) const; ///< throws OutputError

  std::string path_;
  bool isRead_ = false;
  Entries entries_;
};

} // namespace eulerc
