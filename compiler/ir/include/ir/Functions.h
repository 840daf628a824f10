// Functions: which of the language's functions are whose.
//
//   exp   one of our own, of the templates: the same bits on every device
//   sqrt  exact, or rounded once: the same bits wherever it is computed
//   erfc  the device's, or the C library's: close to each other
#pragma once

#include <string>

namespace eulerc::compiler {

/// The template that has a function of our own, without its ending: "function_exp" of tanh. Null:
/// it is none of them.
const char *templateOf(const std::string &function);

/// Whether the result is exact or correctly rounded.
bool isExactFunction(const std::string &function);

/// Whether every device gives the same bits.
bool isSameEverywhere(const std::string &function);

/// Whether kernels have it for ordinary arguments, too, without a branch: eulerc_near_exp(x, &near)
/// (templates/functions/function_lanes.h).
bool hasNearForm(const std::string &function);

/// What a value of the function costs, where an addition or a product of reals costs 1.
double costOf(const std::string &function);
constexpr double quotientCost = 8;

/// Whether it is a random number: of the point's number in the file's order, the step's, the seed
/// and the stream, four integers.
bool isRandom(const std::string &function);

/// The function "at wind" that looks up the data `wind` over time; and the data of such a function,
/// "" of another one.
std::string seriesCall(const std::string &data);
std::string seriesOf(const std::string &function);

} // namespace eulerc::compiler
