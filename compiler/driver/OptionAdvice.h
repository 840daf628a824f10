// OptionAdvice: hints about options that eulerc does not have.
//
//   --set N=5   →   it belongs to the solver: './SOLVER --set N=5'
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// The hint for the unknown option `given`, as typed, followed by the word `next` (empty: none).
/// `known` are the long options of eulerc, with their dashes.
std::string adviceFor(const std::string &given, const std::string &next,
                      const std::vector<std::string> &known);

/// The hint for words of other compilers, "-O3" or "--scheme rk4"; may be empty.
std::string foreignAdvice(const std::string &words);

/// The choice of an option that a wrong word probably means: "double" for "f64"; may be empty.
std::string synonymOf(const std::string &word);

} // namespace eulerc::compiler
