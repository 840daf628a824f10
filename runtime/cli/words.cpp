// Passes the words of a command line to CLI11, and refuses unknown ones (words.h).

#include "cli/words.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/foreign.h"
#include "cli/option_values.h"

namespace eulerc {
namespace {

/// The words of a command line, the last one first as CLI11 needs them. --picture without a file
/// gets the value `terminal`.
std::vector<std::string> wordsOf(int argc, char **argv) {
  std::vector<std::string> words;
  for (int k = 1; k < argc; k++) {
    words.emplace_back(argv[k]);
    const bool isLast = k + 1 == argc || std::string_view(argv[k + 1]).starts_with("-");
    if (words.back() == "--picture" && isLast)
      words.emplace_back(terminal);
  }
  std::ranges::reverse(words);
  return words;
}

/// Throws Usage for an option without its value, as whose value CLI11 would take the next word, and
/// for a value of an option that has none, which CLI11 would take for "on".
void requireValues(const CLI::App &app, int argc, char **argv) {
  const auto optionOf = [&](const std::string &word) {
    return word.starts_with("--") ? app.get_option_no_throw(word) : nullptr;
  };
  for (int k = 1; k < argc; k++) {
    const std::string given = argv[k];
    const bool isEmpty = given.ends_with('='); // "--stats="
    const std::string name = given.substr(0, given.find('='));
    if (const CLI::Option *flag = name == given ? nullptr : optionOf(name);
        flag != nullptr && flag->get_items_expected_max() == 0)
      refuse(fmt::format("{0} is on or off and takes no value; write '{0}'", name));
    const CLI::Option *option = optionOf(given.substr(0, given.size() - (isEmpty ? 1 : 0)));
    if (option == nullptr || option->get_expected_min() == 0)
      continue;
    if (isEmpty)
      refuse(fmt::format("{} needs a value; try --help", option->get_name()));
    if (k + 1 == argc)
      break;
    const std::string next = argv[k + 1], word = next.substr(0, next.find('='));
    const bool isOption = next.starts_with("--") || isOptionElsewhere(word);
    if (isOption && option != optionOf("--picture")) // needs no value
      refuse(fmt::format("{} needs a value; try --help", option->get_name()));
    k += isOption ? 0 : 1;
  }
}

} // namespace

std::string parseWords(CLI::App &app, int argc, char **argv) {
  requireValues(app, argc, argv);
  try {
    app.parse(wordsOf(argc, argv));
    return "";
  } catch (const CLI::CallForHelp &) {
    return app.help();
  } catch (const CLI::ArgumentMismatch &error) { // "--dt: 1 required H missing"
    const std::string text = error.what();
    refuse(fmt::format("{} needs a value; try --help", text.substr(0, text.find(':'))));
  } catch (const CLI::ParseError &error) {
    refuse(fmt::format("{}; try --help", error.what()));
  }
}

void refuseUnknown(const CLI::App &app, const Model &model) {
  const std::vector<std::string> rest = app.remaining();
  if (rest.empty())
    return;
  const std::string cure = cureForWord(model, rest[0], rest.size() > 1 ? rest[1] : "");
  if (!rest[0].starts_with("-"))
    refuse(
        fmt::format("'{}' is not expected here; {}", rest[0], cure.empty() ? "try --help" : cure));
  if (!cure.empty())
    refuse(fmt::format("there is no option '{}'; {}", rest[0], cure));
  const std::string word = rest[0].substr(0, rest[0].find('='));
  std::vector<std::string> known;
  for (const CLI::Option *option : app.get_options())
    known.push_back("--" + option->get_lnames().at(0));
  refuse(fmt::format("there is no option '{}'; {}", rest[0], cureForOption(word, known)));
}

} // namespace eulerc
