#include "GuardText.h"

#include "Spell.h"

namespace eulerc::compiler {
namespace {

struct Bound {
  std::string name;
  std::size_t axis;
  const std::vector<Affine> &values;
};

/// The ends of a box that it has: low ones are first points, high ones lie behind the last.
struct Ends {
  std::vector<Bound> low, high;
};

Ends endsOf(const System &system, const IndexSet &box, const std::string &name) {
  Ends ends;
  for (std::size_t axis = 0; axis < system.extents.size(); axis++) {
    const Bounds &along = box.along[axis];
    const std::string number = std::to_string(axis);
    if (!along.low.empty())
      ends.low.push_back({name + "_low_" + number, axis, along.low});
    if (!along.high.empty())
      ends.high.push_back({name + "_high_" + number, axis, along.high});
  }
  return ends;
}

std::string spotName(std::size_t k) { return "spot_" + std::to_string(k); }

/// All boxes with their names.
template <class Visit> void forEachBox(const System &system, const Visit &visit) {
  visit(endsOf(system, system.alike, "alike"), false);
  for (std::size_t k = 0; k < system.spots.size(); k++)
    visit(endsOf(system, system.spots[k], spotName(k)), true);
}

/// Whether beyond the sides of an axis lie points of its other end, where bounds may hold as well.
bool turnsRound(const System &system, std::size_t axis) {
  bool isRing = false, isBounded = false;
  for (std::size_t state = 0; state < system.stateCount; state++)
    isRing = isRing || system.arrays[state].boundary[axis].low.kind == Rule::Kind::Periodic;
  forEachBox(system, [&](const Ends &ends, bool) {
    for (const auto *some : {&ends.low, &ends.high})
      for (const Bound &bound : *some)
        isBounded = isBounded || bound.axis == axis;
  });
  return isRing && isBounded;
}

/// The points [i1, end1) along an axis, the extent of the grid in points, and a bound.
std::string first(std::size_t axis) { return "i" + std::to_string(axis); }
std::string end(std::size_t axis) { return "end" + std::to_string(axis); }
std::string of(const Bound &bound) { return "c->" + bound.name; }
std::string pointsAlong(const System &system, std::size_t axis) {
  return axis + 1 == system.extents.size() ? "c->row" : "c->extent[" + std::to_string(axis) + "]";
}

void conjoin(std::string &tests, const std::string &test) {
  tests += (tests.empty() ? "" : " && ") + test;
}

/// Whether all points of a box are alike.
std::string boxFunction(const System &system) {
  std::string inside, outside;
  for (std::size_t axis = 0; axis < system.extents.size(); axis++)
    if (turnsRound(system, axis))
      conjoin(inside, first(axis) + " >= 0 && " + end(axis) + " <= " + pointsAlong(system, axis));
  forEachBox(system, [&](const Ends &ends, bool isSpot) {
    std::string spot;
    for (const Bound &bound : ends.low)
      conjoin(isSpot ? spot : inside, isSpot ? end(bound.axis) + " > " + of(bound)
                                             : first(bound.axis) + " >= " + of(bound));
    for (const Bound &bound : ends.high)
      conjoin(isSpot ? spot : inside, isSpot ? first(bound.axis) + " < " + of(bound)
                                             : end(bound.axis) + " <= " + of(bound));
    if (isSpot)
      outside += " &&\n         !(" + spot + ")";
  });
  return "// Whether points [i0, end0) … are all computed as in the interior, wherever their reads "
         "lead.\nEULERC_INLINE bool eulerc_is_alike(" +
         eachAxis(0, system.extents.size(), "const long i#, const long end#, ") +
         "const eulerc_constants *c) {\n  return " + (inside.empty() ? "true" : inside) + outside +
         ";\n}\n";
}

/// The end of the points of a row from one on that are alike.
std::string rowFunction(const System &system) {
  const std::size_t last = system.extents.size() - 1;
  std::string body;
  for (std::size_t axis = 0; axis < last; axis++)
    if (turnsRound(system, axis))
      body += "  if (" + first(axis) + " < 0 || " + first(axis) +
              " >= " + pointsAlong(system, axis) + ")\n    return j;\n";
  if (turnsRound(system, last))
    body += "  if (j < 0)\n    return j;\n  until = eulerc_min(until, c->row);\n";
  forEachBox(system, [&](const Ends &ends, bool isSpot) {
    std::string row;
    std::string low = "j", high; // along the row
    for (const Bound &bound : ends.low)
      if (bound.axis == last)
        low = of(bound);
      else
        conjoin(row, first(bound.axis) + " >= " + of(bound));
    for (const Bound &bound : ends.high)
      if (bound.axis == last)
        high = of(bound);
      else
        conjoin(row, first(bound.axis) + " < " + of(bound));
    if (isSpot) {
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
         "not.\nEULERC_INLINE long eulerc_alike_until(" +
         eachAxis(0, last, "const long i#, ") +
         "const long j, long until, const eulerc_constants *c) {\n" + body +
         "  return eulerc_max(until, j);\n}\n\n";
}

} // namespace

std::string alikeMembers(const System &system) {
  std::string text;
  forEachBox(system, [&](const Ends &ends, bool) {
    for (const auto *some : {&ends.low, &ends.high})
      for (const Bound &bound : *some)
        text += (text.empty() ? "  long " : ", ") + bound.name;
  });
  return text.empty() ? "" : text + "; // where guards are closed, and spots where they are open\n";
}

std::string alikeValues(const System &system, const ParamText &params) {
  std::string text;
  forEachBox(system, [&](const Ends &ends, bool isSpot) {
    const auto points = [&](const Bound &bound, const std::string &index, bool up) {
      const bool isLast = bound.axis + 1 == system.extents.size();
      if (!isLast || system.period == 1)
        return index;
      return std::string("eulerc_") + (up ? "ceil" : "floor") + "_div(" + index + ", " +
             std::to_string(system.period) + ")";
    };
    // Of a class some indices of a point may be beyond a bound: such points are not alike.
    for (const Bound &bound : ends.low)
      text += "  c->" + bound.name + " = " +
              points(bound, params.bound(bound.values, "max"), !isSpot) + ";\n";
    for (const Bound &bound : ends.high)
      text += "  c->" + bound.name + " = " +
              points(bound, params.bound(bound.values, "min") + " + 1", isSpot) + ";\n";
  });
  return text;
}

std::string alikeFunctions(const System &system) {
  return boxFunction(system) + rowFunction(system);
}

std::string alikeCall(const System &system, const std::string &point, const std::string &count) {
  return "eulerc_is_alike(" + eachAxis(0, system.extents.size() - 1, "i#, i# + 1, ") + point +
         ", " + point + " + " + count + ", c)";
}

} // namespace eulerc::compiler
