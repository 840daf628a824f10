// Text from and for the user: reads numbers exactly, suggests the known word nearest to a misspelt
// one, and prints sizes.
//
//   readInteger("1e6") → 1000000    nearest("Nn", {"N", "K"}) → "N"    bytesText(4e9) → "3.73 GiB"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eulerc {

/// Reads all of `text` as a whole number, also with an exponent ("1e6").
std::optional<std::int64_t> readInteger(std::string_view text);
/// The value as an integer; nullopt if it is not whole, or beyond 2⁵³.
std::optional<std::int64_t> wholeOf(double value);

/// Reads all of `text` as a number; infinities and NaN are read too. nullopt: it is out of range.
std::optional<double> readReal(std::string_view text);

/// The known word nearest to `word`, or "" when all are too different.
std::string nearest(std::string_view word, const std::vector<std::string> &known);

/// How to go on after an unknown word: "did you mean 'N'?" or "there are: N, K".
std::string suggestion(std::string_view word, const std::vector<std::string> &known);

/// "1,,3" at ',' → "1", "", "3"; an empty text gives one empty part.
std::vector<std::string> split(std::string_view text, char at);

std::string joined(const std::vector<std::string> &words);

/// "a, b or c"
std::string alternatives(std::vector<std::string> words);

/// "80000" or "500 x 400": extents, the slowest axis first.
std::string shapeText(const std::vector<std::int64_t> &shape);

/// "[3][17]": the indices of the grid point with that number in C order.
std::string indexText(const std::vector<std::int64_t> &shape, std::int64_t point);

/// "1.49 GiB"
std::string bytesText(double bytes);

/// "2.5", "180": a fraction in percent, with two digits or all those before the point.
std::string percent(double part);

/// The text with U+FFFD in place of bytes that are not UTF-8, which names of files may have.
std::string inUtf8(const std::string &text);

/// The shortest decimal number that reads back as exactly this value; "nan" without a sign.
std::string exact(float value);
std::string exact(double value);

} // namespace eulerc
