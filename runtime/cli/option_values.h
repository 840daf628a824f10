// Reads values of options as the user wrote them; errors name the option.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/refuse.h"
#include "cli/options.h"

namespace eulerc {

/// The value of --picture without a file.
constexpr const char *terminal = "terminal";

double realOf(const char *option, const std::string &text);
/// A line of a file, and its place: "--probe-file at.txt, line 3".
struct FileLine {
  std::string text, place;
};

/// The lines of a file without comments (from # on) and without empty lines. Throws Usage for a
/// file that cannot be read or is no text.
std::vector<FileLine> linesOf(const char *option, const std::string &path);
/// A whole number from `least` to `most`.
std::int64_t wholeOf(const char *option, const std::string &text, std::int64_t least,
                     std::int64_t most);

/// Throws Usage: the option does not know the word.
[[noreturn]] void refuseWord(const char *option, const std::string &word,
                             const std::vector<std::string> &known);

/// The value that a word stands for.
template <class Value>
Value chosen(const char *option, const std::string &word,
             const std::map<std::string, Value> &choices) {
  if (const auto found = choices.find(word); found != choices.end())
    return found->second;
  std::vector<std::string> known;
  for (const auto &[name, value] : choices)
    known.push_back(name);
  refuseWord(option, word, known);
}

using Take = std::function<void(const std::string &)>;

/// Adds an option with one value; if it is given several times, the last one counts.
void addValue(CLI::App &app, const char *name, const char *value, const char *help, Take take);

/// Adds the options for results over time.
void addTimeOptions(CLI::App &app, TimeOptions &options);

} // namespace eulerc
