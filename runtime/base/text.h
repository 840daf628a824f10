// Text of the user: numbers read exactly, words that are nearly known ones, sizes in words.
//
//   readInteger("1e6") → 1000000    nearest("Nn", {"N", "K"}) → "N"    bytesText(4e9) → "3.73 GiB"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eulerc {

/// A whole number, all of `text`; also written with an exponent ("1e6").
std::optional<std::int64_t> readInteger(std::string_view text);
/// A value that is a whole number; nothing of one that is not, or beyond 2⁵³.
std::optional<std::int64_t> wholeOf(double value);

/// A number, all of `text`; infinities and NaN are read too. Nothing when it is out of range.
std::optional<double> readReal(std::string_view text);

/// The known word nearest to `word`, or "" when all are too different.
std::string nearest(std::string_view word, const std::vector<std::string> &known);

/// How to go on after an unknown word: "did you mean 'N'?" or "there are: N, K".
std::string suggestion(std::string_view word, const std::vector<std::string> &known);

/// "1,,3" at ',' → "1", "", "3"; of no text one part, which is empty.
std::vector<std::string> split(std::string_view text, char at);

std::string joined(const std::vector<std::string> &words);

/// "a, b or c"
std::string alternatives(std::vector<std::string> words);

/// "80000" or "500 x 400", of extents, slowest first.
std::string shapeText(const std::vector<std::int64_t> &shape);

/// "[3][17]", of the grid point with that place in C order.
std::string indexText(const std::vector<std::int64_t> &shape, std::int64_t point);

/// "1.49 GiB"
std::string bytesText(double bytes);

/// "2.5", "180": a part of the whole in percent, in two digits or those before the point.
std::string percent(double part);

/// The shortest decimal number that reads back exactly.
std::string exact(float value);
std::string exact(double value);

} // namespace eulerc
