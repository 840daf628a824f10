// GuardText: tests whether points are full, that is computed as in the interior, or have an open
// guard and are computed as at the edge.
//
//   i == N / 2 ? s : 0   →   members of the constants:  long source_0_low_0, source_0_high_0;
//                            eulerc_is_full(j, j + 4, c): that N / 2 is not among j … j + 3
//
// All bounds are in points: a low one is the first point, a high one follows the last point.
#include "StepPrinters.h"

#include "ParamText.h"
#include "Spell.h"

namespace eulerc::compiler {
namespace {

/// A bound of a box: a low one is its first point, a high one follows its last point.
struct Bound {
  std::string name; ///< of the member
  std::size_t axis;
  bool isHigh;
  const std::vector<Affine> &values;

  std::string member() const { return "c->" + name; }
};

std::vector<Bound> boundsOf(const System &system, const IndexSet &box, const std::string &name) {
  std::vector<Bound> bounds;
  for (const bool isHigh : {false, true})
    for (std::size_t axis = 0; axis < system.extents.size(); axis++)
      if (const auto &values = isHigh ? box.along[axis].high : box.along[axis].low; !values.empty())
        bounds.push_back(
            {name + ofAxis(axis, isHigh ? "_high_#" : "_low_#"), axis, isHigh, values});
  return bounds;
}

/// Visits all boxes with the names of their bounds.
template <class Visit> void forEachBox(const System &system, const Visit &visit) {
  visit(boundsOf(system, system.full, "full"), false);
  for (std::size_t k = 0; k < system.pointSources.size(); k++)
    visit(boundsOf(system, system.pointSources[k], "source_" + number(k)), true);
}

/// Whether an axis is a ring with bounds: bounds may then also hold for points beyond its sides.
bool turnsRound(const System &system, std::size_t axis) {
  bool isRing = false, isBounded = false;
  for (std::size_t state = 0; state < system.stateCount; state++)
    isRing = isRing || system.arrays[state].boundary[axis].low.isRing();
  forEachBox(system, [&](const std::vector<Bound> &bounds, bool) {
    for (const Bound &bound : bounds)
      isBounded = isBounded || bound.axis == axis;
  });
  return isRing && isBounded;
}

/// The points [i1, end1) along an axis.
std::string first(std::size_t axis) { return ofAxis(axis, "i#"); }
std::string end(std::size_t axis) { return ofAxis(axis, "end#"); }
/// The begin and the end of the grid along an axis, in points. A slab of a ring may extend beyond
/// the place where the ring's ends meet.
std::string beginOf(const System &system, std::size_t axis) {
  return axis == 0 && system.extents.size() > 1 ? "-EULERC_ORIGIN(c)" : "0";
}
std::string endOf(const System &system, std::size_t axis) {
  return axis + 1 == system.extents.size() ? "c->row"
         : axis == 0                       ? "c->whole - EULERC_ORIGIN(c)"
                                           : ofAxis(axis, "c->extent[#]");
}

void conjoin(std::string &tests, const std::string &test) {
  tests += (tests.empty() ? "" : " && ") + test;
}

/// eulerc_is_full(): whether no point of a box has an open guard.
std::string boxFunction(const System &system) {
  std::string inside, outside;
  for (std::size_t axis = 0; axis < system.extents.size(); axis++)
    if (turnsRound(system, axis))
      conjoin(inside, first(axis) + " >= " + beginOf(system, axis) + " && " + end(axis) +
                          " <= " + endOf(system, axis));
  forEachBox(system, [&](const std::vector<Bound> &bounds, bool isSource) {
    std::string source;
    for (const Bound &bound : bounds) {
      const std::string begins = first(bound.axis), ends = end(bound.axis), at = bound.member();
      if (isSource)
        conjoin(source, bound.isHigh ? begins + " < " + at : ends + " > " + at);
      else
        conjoin(inside, bound.isHigh ? ends + " <= " + at : begins + " >= " + at);
    }
    if (isSource)
      outside += " &&\n         !(" + source + ")";
  });
  const bool hasGuards = !inside.empty() || !outside.empty();
  return std::string("enum { eulerc_has_guards = ") + (hasGuards ? "1" : "0") +
         " }; // whether some points are computed by themselves\n"
         "// Whether points [i0, end0) … are all computed as in the interior, wherever their reads "
         "lead.\nEULERC_INLINE bool eulerc_is_full(" +
         eachAxis(0, system.extents.size(), "const long i#, const long end#, ") +
         "const eulerc_constants *c) {\n  return " + (inside.empty() ? "true" : inside) + outside +
         ";\n}\n";
}

/// The function that returns the end of the full points of a row, from a given point on.
std::string rowFunction(const System &system) {
  const std::size_t last = system.extents.size() - 1;
  std::string body;
  for (std::size_t axis = 0; axis < last; axis++)
    if (turnsRound(system, axis))
      body += "  if (" + first(axis) + " < " + beginOf(system, axis) + " || " + first(axis) +
              " >= " + endOf(system, axis) + ")\n    return j;\n";
  if (turnsRound(system, last))
    body += "  if (j < 0)\n    return j;\n  until = eulerc_min(until, c->row);\n";
  forEachBox(system, [&](const std::vector<Bound> &bounds, bool isSource) {
    std::string row, low = "j", high; // low and high: along the row
    for (const Bound &bound : bounds)
      if (bound.axis == last)
        (bound.isHigh ? high : low) = bound.member();
      else
        conjoin(row, first(bound.axis) + (bound.isHigh ? " < " : " >= ") + bound.member());
    if (isSource) {
      if (!high.empty())
        conjoin(row, "j < " + high);
      body += "  if (" + (row.empty() ? "true" : row) + ")\n    until = eulerc_min(until, " + low +
              ");\n";
      return;
    }
    if (low != "j")
      conjoin(row, "j >= " + low);
    if (!row.empty())
      body += "  if (!(" + row + "))\n    return j;\n";
    if (!high.empty())
      body += "  until = eulerc_min(until, " + high + ");\n";
  });
  return "// The end, at most `until`, of the points of a row from j on that are; j if that one is "
         "not.\nEULERC_INLINE long eulerc_full_until(" +
         eachAxis(0, last, "const long i#, ") +
         "const long j, long until, const eulerc_constants *c) {\n" + body +
         "  return eulerc_max(until, j);\n}\n\n";
}

/// Whether a box has few points for all values of the params.
bool isSmall(const IndexSet &box, std::size_t axes) {
  constexpr std::int64_t mostPoints = 16; // along an axis
  for (std::size_t axis = 0; axis < axes; axis++) {
    const auto &[low, high] = box.along[axis];
    if (low.size() != 1 || high.size() != 1)
      return false;
    const Affine points = add(high[0], low[0], -1);
    if (!points.isConstant() || points.constant >= mostPoints)
      return false;
  }
  return true;
}

} // namespace

bool knowsPlace(const Stencil &stencil, const System &system) {
  return stencil.usesIndex(0) || turnsRound(system, 0);
}

std::string guardsOf(const System &system) {
  if (fullMembers(system).empty())
    return "eulerc::Guards::None";
  const bool areSmall = boundsOf(system, system.full, "").empty() &&
                        std::ranges::all_of(system.pointSources, [&](const IndexSet &source) {
                          return isSmall(source, system.extents.size());
                        });
  return areSmall ? "eulerc::Guards::AtPoints" : "eulerc::Guards::Many";
}

std::string fullMembers(const System &system) {
  std::string text;
  forEachBox(system, [&](const std::vector<Bound> &bounds, bool) {
    for (const Bound &bound : bounds)
      text += (text.empty() ? "  long " : ", ") + bound.name;
  });
  return text.empty()
             ? ""
             : text + "; // where guards are closed, and point sources where they are open\n";
}

std::string fullValues(const System &system, const ParamText &params) {
  std::string text;
  forEachBox(system, [&](const std::vector<Bound> &bounds, bool isSource) {
    for (const Bound &bound : bounds) {
      std::string point = params.bound(bound.values, bound.isHigh ? "min" : "max");
      if (bound.isHigh)
        point += " + 1";
      // With classes, only some indices of a point may be beyond a bound. Such a point is not full.
      if (bound.axis + 1 == system.extents.size() && system.period > 1)
        point = std::string("eulerc_") + (bound.isHigh == isSource ? "ceil" : "floor") + "_div(" +
                point + ", " + number(system.period) + ")";
      if (bound.axis == 0)
        point += " - shape.origin";
      text += "  " + bound.member() + " = " + point + ";\n";
    }
  });
  return text;
}

std::string fullFunctions(const System &system) {
  return boxFunction(system) + rowFunction(system);
}

std::string fullCall(const System &system, const std::string &point, const std::string &count) {
  return "eulerc_is_full(" + eachAxis(0, system.extents.size() - 1, "i#, i# + 1, ") + point + ", " +
         point + " + " + count + ", c)";
}

} // namespace eulerc::compiler
