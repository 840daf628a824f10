#include "AddressMap.h"

#include "Spell.h"

#include <algorithm>
#include <map>

namespace eulerc::compiler {

Offset offsetOf(const StencilRead &read) {
  Offset offset;
  for (std::size_t axis = 0; axis + 1 < read.distance.size(); axis++)
    offset.push_back(*read.distance[axis]);
  return offset;
}

std::string sides(const Offset &offset) {
  std::string name;
  for (const std::int64_t along : offset)
    name += side(along);
  return name;
}

std::string AddressMap::pointerType(std::size_t array, bool isConst) const {
  return std::string(inTile(array) ? "local " : "EULERC_GLOBAL ") + (isConst ? "const " : "") +
         "real *";
}

std::string AddressMap::inlined(std::size_t array) const {
  return inTile(array) ? "EULERC_IN_PLACE " : "EULERC_ANYWHERE ";
}

std::string AddressMap::functionName(const std::string &name) const {
  return "eulerc_" + name + (space_ == Space::Tile ? "_in_tile" : "");
}

std::string AddressMap::readName(std::size_t array) const {
  return "eulerc_read_" + system_.arrays[array].identifier + (inTile(array) ? "_in_tile" : "");
}

std::string AddressMap::shiftParameter(std::size_t array) const {
  return inTile(array) ? ", const long shift" : "";
}

std::string AddressMap::shiftArgument(std::size_t array) const {
  return inTile(array) ? ", shift" : "";
}

std::string AddressMap::offset(std::size_t array, const std::string &plane,
                               const std::string &at) const {
  return std::string(isField(array)  ? "EULERC_FIELD("
                     : inTile(array) ? "EULERC_TILE("
                                     : "EULERC_STATE(") +
         plane + ", " + at + ")";
}

std::string AddressMap::nextOffset(std::size_t state, std::int64_t residue) const {
  return std::string(inTile(state) ? "EULERC_NEXT_TILE(" : "EULERC_STATE(") +
         plane(state, residue) + ", at)";
}

std::string AddressMap::plane(std::size_t array, std::int64_t residue) const {
  const std::int64_t first = isField(array) ? 0 : static_cast<std::int64_t>(array) * system_.period;
  return number(first + residue);
}

std::string AddressMap::valueAt(std::size_t array, const std::vector<std::string> &indices) const {
  std::string row = "c->lead";
  for (std::size_t axis = 0; axis + 1 < rank_; axis++)
    row += " + " + indices[axis] + " * c->stride[" + number(axis) + "]";
  return valueInRow(array, row, indices.back());
}

std::string AddressMap::valueInRow(std::size_t array, const std::string &row,
                                   const std::string &last) const {
  std::string at = row, plane = this->plane(array, 0);
  if (system_.period == 1) {
    at += " + " + last;
  } else {
    const std::string period = number(system_.period);
    at += " + " + last + " / " + period;
    plane += " + " + last + " % " + period;
  }
  return pointer(array) + "[" + offset(array, plane, at) + "]";
}

static std::vector<WindowRead> joined(const StepFunction &function,
                                      const std::vector<StencilRead> &reads, std::int64_t residue) {
  std::vector<WindowRead> result;
  for (std::size_t k = 0; k < reads.size(); k++)
    result.push_back({function.window[k], reads[k], residue});
  return result;
}

std::vector<WindowRead> AddressMap::interior(const StepOfEquation &equation) const {
  return joined(equation.interior, stencil_.of(equation).interior, equation.residue);
}

std::vector<WindowRead> AddressMap::edge(const StepOfEquation &equation) const {
  return joined(equation.edge, stencil_.of(equation).edge, equation.residue);
}

std::vector<WindowRead> AddressMap::loop(std::size_t number) const {
  return joined(step_.loops[number].function, stencil_.loops[number].reads, 0);
}

WindowPlace AddressMap::window(const WindowRead &read) const {
  const WindowEntry &entry = read.entry;
  WindowPlace place;
  for (std::size_t axis = 0; axis + 1 < rank_; axis++) {
    const std::string stride = " * c->stride[" + number(axis) + "]";
    const std::optional<std::int64_t> &distance = read.at.distance[axis];
    place.row += distance ? signedTerm(*distance, stride)
                          : " + " + parenthesised(entry.offset[axis]) + stride;
  }
  const ExprPtr &last = entry.offset.back();
  if (read.at.component)
    place.plane = number(*read.at.component);
  if (read.near()) {
    place.along = signedTerm(*read.near(), "");
  } else if (read.at.component) {
    place.along = " + " + parenthesised(last);
  } else { // the class of the index is known only when the solver runs
    const std::string period = number(system_.period);
    const std::string sum = parenthesised(last) + signedTerm(read.residue, "");
    place.plane = plane(entry.array, 0) + " + eulerc_wrap(" + sum + ", " + period + ")";
    place.along = " + eulerc_floor_div(" + sum + ", " + period + ")";
  }
  return place;
}

std::string AddressMap::index(std::size_t axis, const ExprPtr &offset, std::int64_t residue) const {
  const std::string text = "i" + number(axis);
  const std::int64_t own = axis + 1 == rank_ ? residue : 0;
  if (offset && !constantInt(offset))
    return text + " + " + parenthesised(offset) + signedTerm(own, "");
  return text + signedTerm(own + (offset ? *constantInt(offset) : 0), "");
}

std::string AddressMap::lastIndexAt(const std::string &point) const {
  const bool isSum = point.find(' ') != std::string::npos;
  const std::string factor = system_.period == 1 ? "" : number(system_.period) + " * ";
  return "i" + number(rank_ - 1) + " = " + factor +
         (isSum && system_.period > 1 ? "(" + point + ")" : point);
}

/// Leaves that are members of eulerc_moment (templates/language/moments.h).
static const std::map<Op, const char *> ofMoment = {{Op::Time, "now.t"},
                                                    {Op::EndTime, "now.end"},
                                                    {Op::StepSize, "now.h"},
                                                    {Op::StepNumber, "now.step"},
                                                    {Op::Stage, "now.stage"}};

std::string AddressMap::leaf(const ExprPtr &node) const {
  if (const auto moment = ofMoment.find(node->op); moment != ofMoment.end())
    return moment->second;
  if (node->op == Op::AtTime)
    return "now.values[" + number(node->integer) + "]";
  if (node->op == Op::Factor)
    return "EULERC_FACTORS_OF(c)[eulerc_stage_factors * now.row + " + number(node->integer) + "]";
  if (node->op == Op::Uniform)
    return "c->" + step_.uniforms[node->integer].name;
  if (node->op == Op::Shared)
    return sharedName(node->integer);
  if (node->op == Op::Column)
    return "column->v" + number(node->integer);
  if (node->op == Op::Guard)
    return "eulerc_is_open(guards, " + number(node->integer) + ")";
  if (node->op == Op::GuardInVector)
    return "eulerc_is_open_in_vector(guards, " + number(node->integer) + ")";
  return node->op == Op::Index ? "i" + number(node->integer) : "";
}

std::string AddressMap::ghost(const std::optional<std::size_t> &uniform) const {
  return uniform ? "c->" + step_.uniforms[*uniform].name : "0";
}

namespace {

/// A pointer to a copy of the state, moved to the place of another state in which `state` lies
/// before (or behind) some levels.
std::string inItsPlace(const AddressMap &map, std::size_t state, const std::string &pointer,
                       bool isBehind) {
  const std::vector<std::vector<std::size_t>> &places = map.stencil().places.placeOf;
  std::uint64_t levels = 0;
  std::size_t other = state;
  for (std::size_t k = 0; k < places.size(); k++) {
    const std::size_t place = places[(k + isBehind) % places.size()][state];
    levels |= std::uint64_t{place != state} << k;
    other = place != state ? place : other;
  }
  return levels == 0 ? pointer
                     : fmt::format("EULERC_PLACED({}, {}, {}, {})", pointer, levels,
                                   map.plane(state, 0), map.plane(other, 0));
}

/// Whether a stage stores a state, where each is a launch of all points.
bool stores(const AddressMap &map, std::size_t stage, std::size_t state) {
  const std::vector<std::uint64_t> &stored = map.stencil().places.stored;
  return stored.empty() ? map.step().system.cycle.fates[stage][state] != Cycle::Fate::Dies
                        : (stored[state] >> stage & 1) != 0;
}

/// Whether the stages of a step are known, and each is a launch of all points.
bool tellsStages(const AddressMap &map) {
  return !map.step().system.cycle.isOpen() && !map.inTile(0);
}

} // namespace

std::string homeOf(const AddressMap &map, std::size_t array) {
  const LevelPlaces &places = map.stencil().places;
  if (map.isField(array) || map.inTile(array) || !places.areTold())
    return map.pointer(array);
  const std::uint64_t inOther = places.inOther[array];
  return inItsPlace(map, array, inOther == 0 ? "y" : "EULERC_HOME(" + number(inOther) + ")", false);
}

std::string nextOf(const AddressMap &map, std::size_t state) {
  return map.inTile(state) ? "next" : inItsPlace(map, state, "next", true);
}

std::string ifStored(const AddressMap &map, std::size_t state) {
  const std::size_t all = tellsStages(map) ? map.step().system.cycle.fates.size() : 0;
  std::string stages;
  for (std::size_t k = 0; k < all; k++)
    if (!stores(map, k, state))
      stages += (stages.empty() ? "now.stage != " : " && now.stage != ") + number(k);
  return stages.empty() ? "" : "if (" + stages + ") ";
}

std::string whereRead(const AddressMap &map, std::size_t array, const std::string &load) {
  const Stencil &stencil = map.stencil();
  const std::size_t all = map.step().system.cycle.fates.size();
  if (!tellsStages(map) || map.isField(array) || all < 2 || all != stencil.stages)
    return load;
  std::uint64_t stages = 0;
  for (const StencilEquation &equation : stencil.equations)
    for (const StencilRead &read : equation.everywhere) {
      if (read.array == array && !read.isAtPoint())
        return load;
      for (std::size_t k = 0; k < all && read.array == array; k++)
        stages |= std::uint64_t{read.isAt(k) && stores(map, k, equation.state)} << k;
    }
  const std::uint64_t every = (std::uint64_t{1} << all) - 1;
  return stages == every
             ? load
             : "(" + number(stages) + " >> now.stage & 1 ? " + load + " : EULERC_SPLAT(0))";
}

std::string AddressMap::sharedName(std::int64_t result) { return "shared_" + number(result); }

std::string AddressMap::signedTerm(std::int64_t value, const std::string &factor) {
  if (value == 0)
    return "";
  const std::int64_t size = value < 0 ? -value : value;
  const std::string sign = value < 0 ? " - " : " + ";
  if (size == 1 && !factor.empty())
    return sign + factor.substr(3);
  return sign + number(size) + factor;
}

std::string written(const AddressMap &map, const ExprPtr &expr) {
  return print(expr, makeSpelling("real", map.isDouble(),
                                  [&](const ExprPtr &node) { return map.leaf(node); }));
}

std::string AddressMap::parenthesised(const ExprPtr &expr) const {
  const std::string text = written(*this, expr);
  return expr->operands.empty() ? text : "(" + text + ")";
}

} // namespace eulerc::compiler
