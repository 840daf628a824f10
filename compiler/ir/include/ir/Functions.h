// Functions: where each function of the language is implemented, and what it costs.
//
//   exp   by eulerc's templates: the same bits on every device
//   sqrt  exact, or rounded once: the same bits everywhere
//   erfc  by the device or the C library: close to each other
#pragma once

#include <string>

namespace eulerc::compiler {

/// The template with eulerc's implementation, without its ending: "function_exp" for tanh. Null if
/// there is none.
const char *templateOf(const std::string &function);

/// Whether the result is exact or correctly rounded.
bool isExactFunction(const std::string &function);

/// Whether every device gives the same bits.
bool isSameEverywhere(const std::string &function);

/// Whether kernels also have a variant for ordinary arguments, without a branch: eulerc_near_exp(x,
/// &near) (templates/functions/function_lanes.h).
bool hasNearForm(const std::string &function);

/// The cost of a function's value, where an addition or a product of reals costs 1.
double costOf(const std::string &function);
constexpr double quotientCost = 8;

/// Whether a function is a random number. Its arguments are four integers: the point's number in
/// the file's order, the step's, the seed and the stream.
bool isRandom(const std::string &function);

/// The function "at wind" that looks up the data `wind` over time; and the data of such a function,
/// "" for other functions.
std::string seriesCall(const std::string &data);
std::string seriesOf(const std::string &function);

} // namespace eulerc::compiler
