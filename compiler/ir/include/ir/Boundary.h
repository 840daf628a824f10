// Boundary: the boundary rules, as one table. A read beyond a side of an axis yields a ghost,
//
//   ghost = factor · image + value + slope · distance
//
// where the image is a component of the grid, `distance` points away. A rule without an image has
// only its value. Null parts have default values: 1 for the factor, else 0.
//
//   u[-2] by mirror(-1)  →  -1 · u[1]         u[N] by dirichlet(3)  →  3
//
// A rule with a new word is a row of `ruleWords`. A rule with a new image is also a row of
// `imageRows`: kernels, host code and the tables for tracing compute images from its numbers. The
// transform writes a rule out as conditions, unless its row says that step functions find the image
// themselves.
#pragma once

#include "ir/Expr.h"

#include <span>

namespace eulerc::compiler {

enum class Image { None, Mirror, Clamp, Wrap };

/// The index of an image: ofIndex · i + ofExtent · n + constant, for index i and n points.
struct ImageIndex {
  std::int64_t ofIndex = 0, ofExtent = 0, constant = 0;

  std::int64_t at(std::int64_t i, std::int64_t n) const {
    return ofIndex * i + ofExtent * n + constant;
  }
  ExprPtr at(const ExprPtr &i, const ExprPtr &n) const;
  /// As C text: "2 * n - 1 - i".
  std::string text(const std::string &i, const std::string &n) const;
  /// The distance from i to the image of i + distance.
  ImageIndex from(std::int64_t distance) const {
    return {ofIndex - 1, ofExtent, constant + ofIndex * distance};
  }
};

/// The parts are over Param, Time and the Index of the other axes (ResolveSides says which).
struct Rule {
  Image image = Image::None;
  ExprPtr value, factor, slope;
  SourceRange where;
  std::string written; ///< print() of the program's rule, if this is another one in its place

  /// The rule of a side on an axis that is a ring, or of a side without a rule.
  static Rule ofAxis(bool isRing, SourceRange where = {});
  /// The same in place of this rule, which the equations at the edge contain.
  Rule writtenOut(bool isRing) const;

  /// False: reads beyond the side are errors.
  bool isGiven() const { return hasImage() || value; }
  bool hasImage() const { return image != Image::None; }
  bool hasImageOnly() const { return hasImage() && !value && !factor && !slope; }
  /// Whether the image lies at the other end, in the same order: the grid is a ring.
  bool isRing() const { return image == Image::Wrap; }
  /// Whether the image is in reverse order, the last point first.
  bool isMirror() const { return image == Image::Mirror; }
  /// Whether step functions find the ghost themselves.
  bool isKnownToSteps() const;
  ImageIndex imageIndex(bool isLow) const;
  /// The same for reads one point beyond the side: `clamp` one point out is the mirror image.
  Rule ofNextPoint() const;
};

struct Sides {
  Rule low, high;
};

struct ImageRow {
  Image image;
  ImageIndex low, high; ///< for an index beyond that side
  bool isKnownToSteps;  ///< if the rule has no other parts
};

inline constexpr ImageRow imageRows[] = {
    {Image::Mirror, {-1, 0, -1}, {-1, 2, -1}, true}, // the wall is half a point beyond the last one
    {Image::Clamp, {0, 0, 0}, {0, 1, -1}, false},    // the last point
    {Image::Wrap, {1, 1, 0}, {1, -1, 0}, true},      // as far before the other side
};

/// A word of the language for a rule: its image, and the parts that it takes.
struct RuleWord {
  using Part = ExprPtr Rule::*;
  const char *name, *example;
  Image image;
  Part parts[2] = {};

  constexpr int arguments() const { return (parts[0] ? 1 : 0) + (parts[1] ? 1 : 0); }
  std::span<const Part> given() const { return {parts, static_cast<std::size_t>(arguments())}; }
  /// The value of a part that a rule does not give.
  static int usual(Part part) { return part == &Rule::factor ? 1 : 0; }
};

inline constexpr RuleWord ruleWords[] = {
    {"dirichlet", "dirichlet(VALUE)", Image::None, {&Rule::value}},
    {"neumann", "neumann(SLOPE)", Image::Mirror, {&Rule::slope}},
    {"mirror", "mirror", Image::Mirror},
    {"mirror", "mirror(-1)", Image::Mirror, {&Rule::factor}},
    {"clamp", "clamp", Image::Clamp},
    {"robin", "robin(ALPHA, BETA)", Image::Mirror, {&Rule::factor, &Rule::value}},
    {"periodic", "periodic", Image::Wrap},
};

/// The word with this number of arguments.
const RuleWord &ruleWord(std::string_view name, int arguments);
/// All words, quoted: "'dirichlet(VALUE)', 'neumann(SLOPE)', … and 'periodic'".
std::string ruleExamples(const std::string &conjunction);
/// The program's rule as it writes it; "none" without a rule.
std::string print(const Rule &rule);

} // namespace eulerc::compiler
