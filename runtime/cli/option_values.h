// Values of options as the user wrote them: read, or refused by the option's name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/options.h"
#include "refuse.h"

namespace eulerc {

/// Where --picture draws by itself.
constexpr const char *terminal = "terminal";

double realOf(const char *option, const std::string &text);
/// A whole number from `least` to `most`.
std::int64_t wholeOf(const char *option, const std::string &text, std::int64_t least,
                     std::int64_t most);

using Take = std::function<void(const std::string &)>;

/// An option with one value; the last one counts when it is given several times.
void addValue(CLI::App &app, const char *name, const char *value, const char *help, Take take);

/// Options for results over time.
void addTimeOptions(CLI::App &app, TimeOptions &options);

} // namespace eulerc
