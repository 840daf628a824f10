// The words of a command line: read as options, or refused with what to write instead.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <eulerc/model.h>

namespace eulerc {

/// Has the app take them. The text that --help asks for, or "". Throws Usage for an option without
/// its value.
std::string parseWords(CLI::App &app, int argc, char **argv);

/// Throws Usage for words that the app has left: options of other names, and stray ones.
void refuseUnknown(const CLI::App &app, const Model &model);

} // namespace eulerc
