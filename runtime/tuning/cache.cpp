// The tuning cache as a JSON file (cache.h): {"version": 1, "choices": [{"for": key, "scheme":
// …}]}.

#include "tuning/cache.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "backend/select_backend.h"
#include "output/file.h"
#include "planning/request.h"

namespace eulerc {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int version = 1;
constexpr std::size_t mostEntries = 500;      // the oldest entries beyond are dropped
constexpr std::uintmax_t mostBytes = 1 << 22; // about ten times the usual size

/// The sizes in which candidates may differ (runtime/planning/candidates.cpp).
struct Size {
  const char *name;
  std::int64_t &(*of)(Tuning &tuning);
};
template <std::int64_t Tuning::*Member> std::int64_t &memberOf(Tuning &tuning) {
  return tuning.*Member;
}
constexpr Size sizes[] = {
    {"tileSteps", [](Tuning &tuning) -> std::int64_t & { return tuning.tileSteps.count; }},
    {"kept", memberOf<&Tuning::kept>},
    {"workGroupSize", memberOf<&Tuning::workGroupSize>},
    {"vectorWidth", memberOf<&Tuning::vectorWidth>},
    {"vectorsDeep", memberOf<&Tuning::vectorsDeep>},
    {"workGroups", memberOf<&Tuning::workGroups>},
    {"tileBlocks", memberOf<&Tuning::tileBlocks>},
    {"groupsPerUnit", memberOf<&Tuning::groupsPerUnit>}};

template <class Hint>
void addForm(Json &json, const char *key, const std::map<std::string, Hint> &forms, Hint asked) {
  for (const auto &[name, value] : forms)
    if (value == asked && asked != Hint::Auto)
      json[key] = name;
}

template <class Hint>
void takeForm(const Json &json, const char *key, const std::map<std::string, Hint> &forms,
              Hint &asked) {
  for (const auto &[name, value] : forms)
    if (json.contains(key) && json.at(key) == name)
      asked = value;
}

void addTuning(Json &json, Tuning tuning) {
  json["scheme"] = schemeName(tuning.scheme);
  for (const Size &size : sizes)
    if (size.of(tuning) != 0)
      json[size.name] = size.of(tuning);
  addForm(json, "linearForm", linearFormNames(), tuning.linearForm);
  addForm(json, "tileForm", tileFormNames(), tuning.tileForm);
}

Json jsonOf(const std::string &key, const Remembered &choice) {
  Json json = {{"for", key}};
  addTuning(json, choice.tuning);
  json["budget"] = choice.budget;
  json["complete"] = choice.complete;
  if (choice.complete)
    return json;
  json["looks"] = choice.looks;
  json["shortRuns"] = choice.shortRuns;
  json["isBuilt"] = choice.isBuilt;
  json["slower"] = Json::array();
  for (const Tuning &tuning : choice.slower)
    addTuning(json["slower"].emplace_back(Json::object()), tuning);
  return json;
}

/// Throws Json::exception if a member is missing or has another type.
Tuning tuningOf(const Json &json) {
  Tuning tuning;
  tuning.scheme = schemeNamed(json.at("scheme").get<std::string>()).value_or(Scheme::Auto);
  for (const Size &size : sizes)
    if (json.contains(size.name)) {
      const bool isWhole = json.at(size.name).is_number_integer();
      size.of(tuning) = isWhole ? json.at(size.name).get<std::int64_t>() : -1;
    }
  takeForm(json, "linearForm", linearFormNames(), tuning.linearForm);
  takeForm(json, "tileForm", tileFormNames(), tuning.tileForm);
  return tuning;
}

std::pair<std::string, Remembered> entryOf(const Json &json) {
  Remembered choice;
  choice.tuning = tuningOf(json);
  choice.budget = json.at("budget").get<double>();
  choice.complete = json.at("complete").get<bool>();
  choice.looks = json.value("looks", 1);
  choice.shortRuns = json.value("shortRuns", 0);
  choice.isBuilt = json.value("isBuilt", false);
  for (const Json &each : json.value("slower", Json::array()))
    choice.slower.push_back(tuningOf(each));
  return {json.at("for").get<std::string>(), choice};
}

/// Whether a planner accepts the tuning: the file may have been edited by hand.
bool isSound(Tuning tuning) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  return tuning.scheme != Scheme::Auto && isVectorWidth(tuning.vectorWidth) &&
         std::ranges::all_of(sizes, [&](const Size &size) {
           return size.of(tuning) >= 0 && size.of(tuning) <= most;
         });
}

bool isSound(const Remembered &choice) {
  return isSound(choice.tuning) &&
         std::ranges::all_of(choice.slower, [](const Tuning &each) { return isSound(each); });
}

template <class Entries, class Key> auto entryFor(Entries &entries, const Key &key) {
  return std::ranges::find(entries, key, [](const auto &entry) { return entry.first; });
}

/// Locks a folder for one writer during its lifetime, so that no writer overwrites entries that it
/// has not read. Writing takes milliseconds, so the wait for another writer ends after one second.
class FolderLock {
public:
  explicit FolderLock(const fs::path &folder)
      : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0)
      return; // writing will say why
    constexpr int attempts = 200;
    for (int k = 0; k < attempts && flock(descriptor_, LOCK_EX | LOCK_NB) != 0; k++) {
      if (errno != EWOULDBLOCK)
        return; // a file system without locks
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      isTaken_ = k + 1 == attempts;
    }
  }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;
  ~FolderLock() {
    if (descriptor_ >= 0)
      close(descriptor_); // releases the lock
  }
  bool isTaken() const { return isTaken_; } ///< whether another writer holds the lock

private:
  int descriptor_;
  bool isTaken_ = false;
};

/// Keys of choices that this process has kept. Slabs are loaded by one thread, runs by several.
class KeptHere {
public:
  void add(const std::string &key) {
    const std::lock_guard lock(mutex_);
    keys_.insert(key);
  }
  bool has(const std::string &key) {
    const std::lock_guard lock(mutex_);
    return keys_.contains(key);
  }

private:
  std::mutex mutex_;
  std::set<std::string> keys_;
};
KeptHere keptHere;

} // namespace

bool TuningCache::isKeptHere(const std::string &key) { return keptHere.has(key); }

std::optional<Remembered> TuningCache::find(const std::string &key, const Note &note) {
  if (!isRead_)
    entries_ = read(note).value_or(Entries());
  isRead_ = true;
  const auto found = entryFor(entries_, key);
  if (found == entries_.end())
    return std::nullopt;
  if (!isSound(found->second)) {
    note(fmt::format("an entry of the tuning cache '{}' is not used: no scheme is like that",
                     path_));
    return std::nullopt;
  }
  return found->second;
}

void TuningCache::keep(const std::string &key, const Remembered &choice, const Note &note) {
  const auto put = [&](Entries &entries) {
    if (const auto old = entryFor(entries, key); old != entries.end())
      entries.erase(old);
    entries.emplace_back(key, choice);
  };
  put(entries_);
  keptHere.add(key);
  isRead_ = true;
  if (path_.empty())
    return;
  const auto say = [&](const std::string &why) {
    note(fmt::format("what was measured is not remembered: {}", why));
  };
  const fs::path folder = fs::path(path_).parent_path();
  std::error_code failed; // ignored: writing fails then and says why
  fs::create_directories(folder, failed);
  const FolderLock lock(folder);
  if (lock.isTaken())
    return say(fmt::format("another solver is writing '{}'", path_));
  std::optional<Entries> now = read([](const std::string &) {}); // others may have written since
  if (!now)
    return; // find() said why
  put(*now);
  if (now->size() > mostEntries)
    now->erase(now->begin(), now->end() - mostEntries);
  try {
    write(*now);
  } catch (const OutputError &error) {
    say(error.what());
  }
}

std::optional<TuningCache::Entries> TuningCache::read(const Note &note) const {
  const auto say = [&](const char *why) {
    note(fmt::format("the tuning cache '{}' is not used: {}", path_, why));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  if (path_.empty() || status.type() == fs::file_type::not_found)
    return Entries();
  if (!fs::is_regular_file(status)) { // reading a pipe would wait for a writer
    say("it is no regular file");
    return std::nullopt;
  }
  std::ifstream file(path_);
  const std::uintmax_t bytes = fs::file_size(path_, error);
  if (!file || bytes > mostBytes) {
    say(file ? "it is too large" : "it cannot be read");
    return std::nullopt;
  }
  // Files of size 0 are not read: reading one of /proc, for example, may never end.
  const Json json = bytes > 0 ? Json::parse(file, nullptr, false) : Json();
  if (json.is_object() && json.contains("version") && json["version"] != version) {
    say("another version of eulerc wrote it");
    return std::nullopt;
  }
  try {
    if (!json.is_object() || !json.contains("version"))
      throw std::runtime_error("");
    Entries entries;
    for (const Json &entry : json.at("choices"))
      entries.push_back(entryOf(entry));
    return entries;
  } catch (const std::exception &) { // of the JSON library
    say("it is damaged; it will be written anew");
    return Entries();
  }
}

void TuningCache::write(const Entries &entries) const {
  Json choices = Json::array();
  for (const auto &[key, choice] : entries)
    choices.push_back(jsonOf(key, choice));
  const Json json = {{"version", version}, {"choices", choices}};
  const std::string text = json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  OutputFile(path_).write([&](std::FILE *file) { writeBytes(file, text.data(), text.size()); });
}

} // namespace eulerc
