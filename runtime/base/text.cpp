// Reads and prints numbers, and compares words by their edit distance.

#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace eulerc {
namespace {

std::string_view withoutPlus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return plus ? text.substr(1) : text;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The Levenshtein distance, in which a wrong case costs less than a wrong letter.
double editDistance(std::string_view a, std::string_view b) {
  std::vector<double> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0.0);
  for (std::size_t i = 0; i < a.size(); i++) {
    double diagonal = row[0];
    row[0] = static_cast<double>(i) + 1;
    for (std::size_t j = 0; j < b.size(); j++) {
      const double change = a[i] == b[j] ? 0 : lower(a[i]) == lower(b[j]) ? 0.25 : 1;
      const double best = std::min({row[j + 1] + 1, row[j] + 1, diagonal + change});
      diagonal = row[j + 1];
      row[j + 1] = best;
    }
  }
  return row[b.size()];
}

std::optional<std::int64_t> readDigits(std::string_view text) {
  text = withoutPlus(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

/// 25, 2 → 2500, exactly; nullopt if it does not fit.
std::optional<std::int64_t> withZeros(std::int64_t value, std::int64_t zeros) {
  for (; zeros > 0; zeros--)
    if (__builtin_mul_overflow(value, 10, &value))
      return std::nullopt;
  return value;
}

} // namespace

std::optional<double> readReal(std::string_view text) {
  text = withoutPlus(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

std::optional<std::int64_t> readInteger(std::string_view text) {
  const std::size_t mark = text.find_first_of("eE");
  if (mark == std::string_view::npos)
    return readDigits(text);
  const std::optional<std::int64_t> digits = readDigits(text.substr(0, mark)),
                                    zeros = readDigits(text.substr(mark + 1));
  if (digits && zeros && *digits != 0 && *zeros >= 0)
    return withZeros(*digits, *zeros);
  const std::optional<double> real = readReal(text); // 2.5e1
  return real ? wholeOf(*real) : std::nullopt;
}

std::optional<std::int64_t> wholeOf(double value) {
  const double exactlyBelow = 9007199254740992.0; // 2⁵³: every whole number up to here is exact
  if (!(std::abs(value) <= exactlyBelow) || std::trunc(value) != value)
    return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::string nearest(std::string_view word, const std::vector<std::string> &known) {
  std::string best;
  double bestDistance = std::max(1.0, static_cast<double>(word.size()) / 3);
  for (const std::string &candidate : known) {
    const double distance = editDistance(word, candidate);
    // If the distance is the word's length, they have no letter in common.
    if (distance <= bestDistance && distance < static_cast<double>(word.size())) {
      if (best.empty() || distance < bestDistance)
        best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(at, from), text.size());
    parts.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

std::string joined(const std::vector<std::string> &words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string alternatives(std::vector<std::string> words) {
  const std::string last = words.back();
  words.pop_back();
  return words.empty() ? last : joined(words) + " or " + last;
}

std::string suggestion(std::string_view word, const std::vector<std::string> &known) {
  if (const std::string near = nearest(word, known); !near.empty())
    return fmt::format("did you mean '{}'?", near);
  return known.empty() ? "there are none" : fmt::format("there are: {}", joined(known));
}

std::string shapeText(const std::vector<std::int64_t> &shape) {
  return fmt::format("{}", fmt::join(shape, " x "));
}

std::string indexText(const std::vector<std::int64_t> &shape, std::int64_t point) {
  std::string text;
  for (auto extent = shape.rbegin(); extent != shape.rend(); ++extent) {
    text = fmt::format("[{}]", point % *extent) + text;
    point /= *extent;
  }
  return text;
}

std::string bytesText(double bytes) {
  if (bytes < 1024)
    return fmt::format("{:.0f} bytes", bytes);
  const char *units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  int unit = 0;
  for (bytes /= 1024; bytes >= 1024 && unit < 5; bytes /= 1024)
    unit++;
  return fmt::format("{:.{}f} {}", bytes, bytes < 10 ? 2 : bytes < 100 ? 1 : 0, units[unit]);
}

std::string percent(double part) {
  const double value = 100 * part;
  return value < 99.5 ? fmt::format("{:.2g}", value) : fmt::format("{:.0f}", value);
}

std::string inUtf8(const std::string &text) {
  using Json = nlohmann::json;
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string exact(float value) { return fmt::format("{}", std::isnan(value) ? NAN : value); }
std::string exact(double value) { return fmt::format("{}", std::isnan(value) ? NAN : value); }

} // namespace eulerc
