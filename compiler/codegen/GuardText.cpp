#include "GuardText.h"

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

/// The points `point` … along an axis: the last one moves.
struct Along {
  std::string first, end;
};
Along along(const System &system, std::size_t axis) {
  const std::string i = "i" + std::to_string(axis);
  return axis + 1 == system.extents.size() ? Along{"j", "j + count"} : Along{i, i + " + 1"};
}

/// Whether beyond the ends of a row lie points of its other end, where bounds may hold as well.
bool turnsRound(const System &system) {
  const std::size_t last = system.extents.size() - 1;
  bool isRing = false, isBounded = false;
  for (std::size_t state = 0; state < system.stateCount; state++)
    isRing = isRing || system.arrays[state].boundary[last].low.kind == Rule::Kind::Periodic;
  forEachBox(system, [&](const Ends &ends, bool) {
    for (const auto *some : {&ends.low, &ends.high})
      for (const Bound &bound : *some)
        isBounded = isBounded || bound.axis == last;
  });
  return isRing && isBounded;
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

std::string alikeFunction(const System &system) {
  std::string parameters, inside, outside;
  for (std::size_t axis = 0; axis + 1 < system.extents.size(); axis++)
    parameters += "const long i" + std::to_string(axis) + ", ";
  if (turnsRound(system))
    inside = "j >= 0 && j + count <= c->row";
  forEachBox(system, [&](const Ends &ends, bool isSpot) {
    std::string spot;
    const auto add = [&](const std::string &test) {
      std::string &to = isSpot ? spot : inside;
      to += (to.empty() ? "" : " && ") + test;
    };
    for (const Bound &bound : ends.low) {
      const Along points = along(system, bound.axis);
      add(isSpot ? points.end + " > c->" + bound.name : points.first + " >= c->" + bound.name);
    }
    for (const Bound &bound : ends.high) {
      const Along points = along(system, bound.axis);
      add(isSpot ? points.first + " < c->" + bound.name : points.end + " <= c->" + bound.name);
    }
    if (isSpot)
      outside += " &&\n         !(" + spot + ")";
  });
  return "// Whether points j … j + count - 1 of a row are all computed as in the interior, "
         "wherever "
         "their reads lead.\nEULERC_INLINE bool eulerc_is_alike(" +
         parameters + "const long j, const long count, const eulerc_constants *c) {\n  return " +
         (inside.empty() ? "true" : inside) + outside + ";\n}\n\n";
}

std::string alikeCall(const System &system, const std::string &point, const std::string &count) {
  std::string text = "eulerc_is_alike(";
  for (std::size_t axis = 0; axis + 1 < system.extents.size(); axis++)
    text += "i" + std::to_string(axis) + ", ";
  return text + point + ", " + count + ", c)";
}

} // namespace eulerc::compiler
