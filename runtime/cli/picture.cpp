// Draws a state as text or as an image (picture.h).

#include "cli/picture.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace eulerc {
namespace {

/// A state as rows of numbers, the top row first; a 1-D state is one row.
class Rows {
public:
  explicit Rows(const StateArray &array) : array_(array) {
    const std::vector<std::int64_t> &shape = array.shape;
    width_ = shape.back();
    height_ = shape.size() > 1 ? shape[shape.size() - 2] : 1;
    if (shape.size() == 3)
      first_ = shape[0] / 2 * width_ * height_;
    for (std::int64_t k = 0; k < width_ * height_; k++) {
      const double v = value(first_ + k);
      if (std::isfinite(v))
        range_.add({v, v});
      else
        notFinite_++;
      range_.hasGaps = range_.hasGaps || std::isnan(v);
    }
  }
  Rows(const StateArray &array, const ValueRange &range) : Rows(array) { range_ = range; }

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }
  const ValueRange &range() const { return range_; }
  std::int64_t notFinite() const { return notFinite_; }
  bool isLine() const { return height_ == 1; }

  /// A value scaled to 0 (least) to 1 (largest); ½ for a constant state. NaN stays NaN.
  double at(std::int64_t row, std::int64_t column) const {
    const double range = range_.most / 2 - range_.least / 2; // halves do not overflow
    const double v = value(first_ + row * width_ + column);
    if (!std::isfinite(v))
      return std::isnan(v) ? v : v > 0;
    return range > 0 ? (v / 2 - range_.least / 2) / range : 0.5;
  }

  /// The least and the largest scaled value in some columns of a line; 1 and 0 if all are NaN.
  std::pair<double, double> between(std::int64_t begin, std::int64_t end) const {
    double low = 1, high = 0;
    for (std::int64_t column = begin; column < std::max(end, begin + 1); column++) {
      low = std::min(low, at(0, column));
      high = std::max(high, at(0, column));
    }
    return {low, high};
  }

private:
  double value(std::int64_t k) const {
    return std::visit([k](const auto *values) { return static_cast<double>(values[k]); },
                      array_.values);
  }

  const StateArray &array_;
  std::int64_t width_ = 1, height_ = 1, first_ = 0, notFinite_ = 0;
  ValueRange range_;
};

constexpr std::int64_t textWidth = 72, lineHeight = 12, mapHeight = 24;

std::string lineText(const Rows &rows) {
  static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::int64_t width = std::min(textWidth, rows.width());
  std::string text;
  for (std::int64_t row = lineHeight; row-- > 0;) {
    for (std::int64_t column = 0; column < width; column++) {
      const auto [low, high] =
          rows.between(column * rows.width() / width, (column + 1) * rows.width() / width);
      const double height = high * static_cast<double>(lineHeight * 8 - 1);
      const auto eighths = low > high ? 0 : static_cast<std::int64_t>(height) + 1 - row * 8;
      text += blocks[std::clamp<std::int64_t>(eighths, 0, 8)];
    }
    text += "\n";
  }
  return text;
}

std::string mapText(const Rows &rows) {
  static const char *const shades[] = {" ", "░", "▒", "▓", "█"};
  const std::int64_t width = std::min(textWidth, rows.width());
  const std::int64_t height = std::clamp<std::int64_t>(rows.height() * width / rows.width() / 2, 1,
                                                       std::min(mapHeight, rows.height()));
  std::string text;
  for (std::int64_t row = 0; row < height; row++) {
    for (std::int64_t column = 0; column < width; column++) {
      const double v = rows.at((2 * row + 1) * rows.height() / (2 * height),
                               (2 * column + 1) * rows.width() / (2 * width));
      text += shades[std::isnan(v) ? 0 : std::clamp(static_cast<int>(v * 5), 0, 4)];
    }
    text += "\n";
  }
  return text;
}

/// Dark blue to green to yellow, in even steps of brightness, also for colour-blind viewers.
std::vector<Colour> colourMap(int count) {
  constexpr double stops[][3] = {
      {68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
  std::vector<Colour> colours;
  for (int k = 0; k < count; k++) {
    const double place = k / (count - 1.0) * 4;
    const int stop = std::min(3, static_cast<int>(place));
    Colour colour = {};
    for (std::size_t part = 0; part < 3; part++)
      colour[part] = static_cast<std::uint8_t>(std::lround(
          stops[stop][part] + (place - stop) * (stops[stop + 1][part] - stops[stop][part])));
    colours.push_back(colour);
  }
  return colours;
}

Image lineImage(const Rows &rows) {
  constexpr std::size_t width = 800, height = 400, margin = 10;
  Image image{width,
              height,
              std::vector<std::uint8_t>(width * height, 0),
              {{255, 255, 255}, {31, 82, 139}}};
  const auto row = [](double v) {
    return height - 1 - margin -
           static_cast<std::size_t>(v * static_cast<double>(height - 1 - 2 * margin));
  };
  std::optional<std::size_t> before; // end of the line in the previous column
  for (std::size_t column = 0; column < width; column++) {
    const auto begin = static_cast<std::int64_t>(column) * rows.width() / 800;
    const auto end = static_cast<std::int64_t>(column + 1) * rows.width() / 800;
    const auto [low, high] = rows.between(begin, end);
    if (low > high) {
      before.reset();
      continue;
    }
    const std::size_t top = std::min(row(high), before.value_or(row(high)));
    const std::size_t bottom = std::max(row(low), before.value_or(row(low)));
    for (std::size_t k = top; k <= std::min(bottom + 1, height - 1); k++)
      image.pixels[k * width + column] = 1;
    const double last = rows.at(0, std::max(begin, end - 1));
    before = std::isnan(last) ? row(low) : row(last);
  }
  return image;
}

Image mapImage(const Rows &rows) {
  constexpr std::int64_t most = 1024, least = 400;
  const std::int64_t larger = std::max(rows.width(), rows.height());
  const std::int64_t grown = std::max<std::int64_t>(1, least / larger);
  const std::int64_t shrunk = (larger + most - 1) / most;
  const auto pixels = [&](std::int64_t points) {
    return static_cast<std::size_t>(std::max<std::int64_t>(1, points * grown / shrunk));
  };
  const int brightest = rows.range().hasGaps ? 254 : 255; // gaps are white
  Image image{pixels(rows.width()), pixels(rows.height()), {}, colourMap(brightest + 1)};
  if (rows.range().hasGaps)
    image.colours.push_back({255, 255, 255});
  for (std::size_t row = 0; row < image.height; row++)
    for (std::size_t column = 0; column < image.width; column++) {
      const double v = rows.at(static_cast<std::int64_t>(row) * shrunk / grown,
                               static_cast<std::int64_t>(column) * shrunk / grown);
      image.pixels.push_back(static_cast<std::uint8_t>(std::isnan(v) ? 255 : brightest * v));
    }
  return image;
}

} // namespace

std::string pictureText(const StateArray &array, double time) {
  const Rows rows(array);
  const double least = rows.range().least, most = rows.range().most;
  std::string text = fmt::format("{} at t = {}", array.name, time);
  if (least <= most)
    text += fmt::format(", from {:.4g} to {:.4g}", least, most);
  if (rows.notFinite() > 0)
    text += fmt::format(", {} not finite", rows.notFinite());
  return text + "\n" + (rows.isLine() ? lineText(rows) : mapText(rows));
}

ValueRange pictureRange(const StateArray &array) { return Rows(array).range(); }

Image pictureImage(const StateArray &array) { return pictureImage(array, pictureRange(array)); }

Image pictureImage(const StateArray &array, const ValueRange &range) {
  const Rows rows(array, range);
  return rows.isLine() ? lineImage(rows) : mapImage(rows);
}

} // namespace eulerc
