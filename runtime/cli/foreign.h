// Advice for words that other programs know and a solver does not.
//
//   "--NX=5" of a program with param NX → "NX is a param: --set NX=5"
//
// Each function returns the advice, or "" if it knows none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <eulerc/model.h>

namespace eulerc {

/// For an option or a stray word; `next` is the following word.
std::string cureForWord(const Model &model, const std::string &word, const std::string &next);

/// Whether other programs have such an option: "-h".
bool isOptionElsewhere(const std::string &word);

/// For an option that is not `known`: "--form" → "did you mean '--tile-form'?", or else "try
/// --help".
std::string cureForOption(const std::string &word, const std::vector<std::string> &known);

/// For a value of an option that chooses among words: "--backend", "gpu".
std::string cureForValue(std::string_view option, std::string_view value);

/// For NAME=VALUE after --set, --field or --init, if NAME is unknown.
std::string cureForName(const Model &model, std::string_view option, std::string_view name,
                        std::string_view value);

} // namespace eulerc
