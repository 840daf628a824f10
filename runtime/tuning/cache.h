// The tuning cache: what was fastest in earlier runs, in a file of the user's cache folder.
//
//   TuningCache cache(inUserCache("tuning.json"), note);       // ~/.cache/eulerc/tuning.json
//   cache.keep(key, {tuning, …});  …  cache.find(key) → that tuning, also in the next process
//
// A file that cannot be used is never an error: a note says why, and nothing is remembered. A file
// of another version stays as it is. Solvers that write at the same time wait for each other, and
// a reader finds the old file or the new one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "forms/shapes.h"

namespace eulerc {

/// A choice that was measured, or how often short runs began with another way than the model's.
struct Remembered {
  Tuning tuning;         ///< its scheme and the sizes that `auto` chose; all else is left open
  double budget = 0;     ///< seconds that the model granted for measuring
  bool complete = false; ///< what was granted sufficed for all candidates
  int looks = 0;         ///< runs that have looked for it, if not
  std::vector<Tuning> slower = {}; ///< measured by them, if not
  int shortRuns = 0; ///< that began with this tuning as it is built sooner, if nothing was measured
};

class TuningCache {
public:
  using Note = std::function<void(const std::string &)>;

  /// With the path "" it remembers as long as it lives.
  explicit TuningCache(std::string path) : path_(std::move(path)) {}

  std::optional<Remembered> find(const std::string &key, const Note &note);
  void keep(const std::string &key, const Remembered &choice, const Note &note);

private:
  using Entries = std::vector<std::pair<std::string, Remembered>>; ///< the latest one last

  /// What the file holds; nothing when it must not be replaced.
  std::optional<Entries> read(const Note &note) const;
  void write(const Entries &entries) const; ///< throws OutputError

  std::string path_;
  bool isRead_ = false;
  Entries entries_;
};

} // namespace eulerc
