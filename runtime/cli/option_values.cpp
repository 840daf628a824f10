// Reads numbers, words and lines of files that are values of options (option_values.h).

#include "cli/option_values.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "cli/foreign.h"
#include "input/file.h"
#include "input/values.h"

namespace eulerc {

void refuseWord(const char *option, const std::string &word,
                const std::vector<std::string> &known) {
  const std::string cure = cureForValue(option, word);
  refuse(fmt::format("{}: there is no '{}'; {}", option, word,
                     cure.empty() ? suggestion(word, known) : cure));
}

double realOf(const char *option, const std::string &text) {
  const auto value = readReal(text);
  if (!value)
    refuse(fmt::format("{}: '{}' is not a number a double can hold", option, text));
  return *value;
}

std::vector<FileLine> linesOf(const char *option, const std::string &path) {
  std::string text;
  try {
    const InputFile input = openInput(path);
    text.resize(static_cast<std::size_t>(input.bytes));
    text.resize(std::fread(text.data(), 1, text.size(), input.stream.get()));
  } catch (const InputError &error) {
    refuse(fmt::format("{}: cannot read '{}': {}", option, path, error.what()));
  }
  const auto isOfText = [](unsigned char c) { return c >= ' ' || std::isspace(c) != 0; };
  if (!std::ranges::all_of(text, isOfText))
    refuse(fmt::format("{}: '{}' is no text; it has a value a line", option, path));
  if (constexpr std::string_view mark = "\xef\xbb\xbf";
      text.starts_with(mark)) // UTF-8 byte order mark
    text.erase(0, mark.size());
  std::vector<FileLine> lines;
  int number = 0;
  for (const std::string &line : split(text, '\n')) {
    number++;
    const std::string bare = line.substr(0, line.find('#'));
    const auto first = bare.find_first_not_of(" \t\r"), last = bare.find_last_not_of(" \t\r");
    if (first != std::string::npos)
      lines.push_back({bare.substr(first, last - first + 1),
                       fmt::format("{} {}, line {}", option, path, number)});
  }
  return lines;
}

std::int64_t wholeOf(const char *option, const std::string &text, std::int64_t least,
                     std::int64_t most) {
  std::optional<std::int64_t> value = readInteger(text);
  if (const std::optional<double> real = readReal(text); !value && real) // 100.0
    value = eulerc::wholeOf(*real);
  if (!value)
    refuse(fmt::format("{}: '{}' is not a whole number of 64 bits", option, text));
  if (*value < least || *value > most)
    refuse(fmt::format("{}: {} is not in the range {} to {}", option, *value, least, most));
  return *value;
}

void addValue(CLI::App &app, const char *name, const char *value, const char *help, Take take) {
  const auto takeText = [name, take = std::move(take)](const std::string &text) {
    if (text.empty())
      refuse(fmt::format("{} needs a value; try --help", name));
    take(text);
  };
  app.add_option_function<std::string>(name, takeText, help)
      ->type_name(value)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

} // namespace eulerc
