// Values of options as the user wrote them: read, or refused by the option's name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/options.h"
#include "text.h"

namespace eulerc {

/// Where --picture draws by itself.
constexpr const char *terminal = "terminal";

[[noreturn]] inline void refuse(const std::string &message) {
  throw Error(Error::Kind::Usage, message);
}

inline double realOf(const char *option, const std::string &text) {
  const auto value = readReal(text);
  if (!value)
    refuse(fmt::format("{}: '{}' is not a number a double can hold", option, text));
  return *value;
}

inline std::int64_t wholeOf(const char *option, const std::string &text, std::int64_t least,
                            std::int64_t most) {
  const auto value = readInteger(text);
  if (!value)
    refuse(fmt::format("{}: '{}' is not a whole number of 64 bits", option, text));
  if (*value < least || *value > most)
    refuse(fmt::format("{}: {} is not in the range {} to {}", option, *value, least, most));
  return *value;
}

using Take = std::function<void(const std::string &)>;

/// An option with one value; the last one counts when it is given several times.
inline void addValue(CLI::App &app, const char *name, const char *value, const char *help,
                     Take take) {
  const auto takeText = [name, take = std::move(take)](const std::string &text) {
    if (text.empty())
      refuse(fmt::format("{} needs a value; try --help", name));
    take(text);
  };
  app.add_option_function<std::string>(name, takeText, help)
      ->type_name(value)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

/// Options for results over time.
void addTimeOptions(CLI::App &app, TimeOptions &options);

} // namespace eulerc
