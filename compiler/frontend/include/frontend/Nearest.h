// Nearest: "did you mean", the word that a misspelt word was meant to be.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eulerc::compiler {

/// The candidate nearest to `word`, if it is close enough; else nullopt.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string> &candidates);

/// A hint: "did you mean 'opencl'?", or a list of all candidates: "there are: float, double".
std::string suggestion(std::string_view word, const std::vector<std::string> &candidates);

} // namespace eulerc::compiler
