// Reads the words of a command line as options, or refuses them with advice.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <eulerc/model.h>

namespace eulerc {

/// Lets the app parse the words. Returns the text of --help if it is asked for, else "". Throws
/// Usage for an option without its value.
std::string parseWords(CLI::App &app, int argc, char **argv);

/// Throws Usage for words that the app did not take: unknown options, and stray words.
void refuseUnknown(const CLI::App &app, const Model &model);

} // namespace eulerc
