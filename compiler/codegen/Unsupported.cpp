#include "codegen/Unsupported.h"

namespace eulerc::compiler {
namespace {

constexpr std::size_t kMostLayerComponents = 60, kMostStreamingComponents = 30; ///< of a point
/// The farthest reads that registers hold, in points, rows or layers; on a line, a vector on each
/// side.
constexpr std::int64_t kFarthest = 4, kFarthestOnLine = 16;

using Found = std::optional<Unsupported>;

Found refuse(std::string what, SourceRange where) {
  return Unsupported{std::move(what), std::move(where)};
}

std::string inQuotes(const ExprPtr &expr) { return "'" + printShort(expr) + "'"; }

/// The first unsupported read that `look` finds.
template <class Look> Found amongReads(const Stencil &stencil, const Look &look) {
  for (const StencilRead &read : stencil.reads())
    if (Found found = read.written ? look(read) : std::nullopt)
      return found;
  return std::nullopt;
}

Found farRead(const Stencil &stencil) {
  for (const StencilEquation &equation : stencil.equations) {
    if (equation.far.empty())
      continue;
    const ExprPtr &read = equation.far.front();
    if (read->op == Op::Entry) // of a global: states and fields are read
      return refuse("has no values of the whole grid, and '" + read->name + "' is one",
                    read->where);
    return refuse("needs every read to be near, and " + inQuotes(read) + " is not", read->where);
  }
  return std::nullopt;
}

Found ring(const Stencil &stencil) {
  if (!stencil.isRing(0))
    return std::nullopt;
  return refuse("advances along " + stencil.axes.front() + ", which goes round", {});
}

/// An equation that is computed lane by lane.
Found scalar(const Stencil &stencil) {
  for (const StencilEquation &equation : stencil.equations)
    if (const ExprPtr &because = equation.edgeScalarBecause)
      return refuse(because->op == Op::Loop
                        ? "computes in vectors, and a loop that is not written out cannot be"
                        : "computes in vectors, and " + inQuotes(because) +
                              " is not at a constant distance",
                    because->where);
  return std::nullopt;
}

/// A read whose distance is not a number of points.
Found oddRead(const Stencil &stencil) {
  return amongReads(stencil, [&](const StencilRead &read) -> Found {
    for (const std::optional<std::int64_t> &distance : read.distance)
      if (!distance)
        return refuse("needs distances that are numbers, and that of " + inQuotes(read.written) +
                          " depends on params",
                      read.written->where);
    return std::nullopt;
  });
}

/// A read farther away than registers reach.
Found distantRead(const Stencil &stencil) {
  const bool isLine = stencil.axes.size() == 1;
  const std::int64_t farthest = isLine ? kFarthestOnLine : kFarthest;
  const std::string unit = isLine ? "points" : "rows or layers";
  return amongReads(stencil, [&](const StencilRead &read) -> Found {
    for (const std::optional<std::int64_t> &distance : read.distance)
      if (!stencil.arrays[read.array].isField && std::abs(distance.value_or(0)) > farthest)
        return refuse("looks at most " + std::to_string(farthest) + " " + unit + " away, and " +
                          inQuotes(read.written) + " is farther",
                      read.written->where);
    return std::nullopt;
  });
}

Found classes(const Stencil &stencil) {
  if (stencil.period == 1)
    return std::nullopt;
  return refuse("has no classes, and this right-hand side distinguishes " + stencil.axes.back() +
                    " % " + std::to_string(stencil.period),
                {});
}

template <std::size_t most> Found tooMany(const Stencil &stencil) {
  if (stencil.equations.size() <= most)
    return std::nullopt;
  return refuse("keeps at most " + std::to_string(most) +
                    " components of a point, and one of this grid has " +
                    std::to_string(stencil.equations.size()),
                {});
}

/// A property of programs, and whether each form asks for it.
struct Property {
  Found (*reason)(const Stencil &);
  bool isAsked[5];
};

/// The order of the rows is the order of the tests.
// clang-format off
constexpr Property kProperties[] = {
    // Interlocking, Registers, Wavefront, Streaming, LinearStreaming
    {farRead,           {true,  true,  true,  true,  true}},
    {ring,              {true,  false, false, false, false}},
    {tooMany<kMostLayerComponents>, {false, true,  true,  true,  false}},
    {classes,           {false, false, false, false, true}},
    {scalar,            {false, true,  true,  true,  true}},
    {oddRead,           {false, true,  true,  true,  true}},
    {tooMany<kMostStreamingComponents>, {false, false, false, true,  false}},
    {distantRead,       {false, true,  false, true,  true}},
};
// clang-format on

/// The least and the largest number of axes for each form.
constexpr std::size_t kLeastAxes[] = {1, 1, 2, 2, 3}, kMostAxes[] = {3, 1, 3, 3, 3};

bool suits(FormFamily form, std::size_t axes) {
  const auto row = static_cast<std::size_t>(form);
  return kLeastAxes[row] <= axes && axes <= kMostAxes[row];
}

} // namespace

std::string Unsupported::text() const {
  return where.known() ? what + " (" + where.str() + ")" : what;
}

std::optional<Unsupported> unsupportedBy(FormFamily form, const Stencil &stencil) {
  for (const Property &property : kProperties)
    if (property.isAsked[static_cast<int>(form)])
      if (Found found = property.reason(stencil))
        return found;
  return std::nullopt;
}

bool takes(FormFamily form, const Stencil &stencil) {
  return suits(form, stencil.axes.size()) && !unsupportedBy(form, stencil);
}

} // namespace eulerc::compiler
