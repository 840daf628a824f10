// A test fixture with a tuning cache of its own.
#pragma once

#include "temporary_folder.h"
#include "tuning/cache.h"

#include <optional>
#include <string>

namespace eulerc {

class CacheFolder : public TemporaryFolder {
protected:
  std::string file() const { return path("eulerc/tuning.json"); }
  TuningCache::Note note() {
    return [this](const std::string &text) { notes += text + "\n"; };
  }
  std::optional<Remembered> found(const std::string &key) {
    return TuningCache(file()).find(key, note());
  }
  void keep(const std::string &key, const Remembered &choice) {
    TuningCache(file()).keep(key, choice, note());
  }
  void putFile(const std::string &text) {
    std::filesystem::create_directories(folder_ / "eulerc");
    put(file(), text);
  }
  void expectIgnored(const std::string &text, const std::string &why) {
    notes.clear();
    putFile(text);
    EXPECT_FALSE(found("a"));
    EXPECT_NE(notes.find(why), std::string::npos) << text << "\n" << notes;
  }

  std::string notes;
};

} // namespace eulerc
