// A test fixture with a folder of its own, which is removed after the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

class TemporaryFolder : public testing::Test {
protected:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "eulerc-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() override { std::filesystem::remove_all(folder_); }

  std::string path(const char *name) const { return (folder_ / name).string(); }

  static std::string contents(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  static void put(const std::string &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  std::filesystem::path folder_;
};
