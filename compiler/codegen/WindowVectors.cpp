#include "WindowVectors.h"

#include "FunctionText.h"
#include "NearForms.h"
#include "Spell.h"
#include "TableText.h"

#include <algorithm>

namespace eulerc::compiler {

std::string WindowSource::vector(const WindowRead &read) {
  if (vectors_.isField(read))
    return field(read);
  const std::string own = load(read);
  return *read.near() == 0 ? own : beside(own, read);
}

std::string WindowSource::beside(const std::string &own, const WindowRead &read) {
  return vectors_.between(own, *read.near());
}

std::string WindowSource::field(const WindowRead &read) { return vectors_.field(read); }

WindowVectors::WindowVectors(const AddressMap &map, std::string indent, const TileFunctions *tiles)
    : step_(map.step()), map_(map), indent_(std::move(indent)), tiles_(tiles),
      last_(step_.system.extents.size() - 1),
      indicesGoRound_(map.stencil().isRing(last_) && map.stencil().usesIndex(last_)),
      joint_(JointFunction::of(map)), computesNearFirst_(computesNearFirst(map)) {}

std::string WindowVectors::declared(const std::string &key, const std::string &value) {
  const auto [it, isNew] = names_.emplace(key, "w" + number(names_.size()));
  if (isNew)
    vectors_ += indent_ + "const realv " + it->second + " = " + value + ";\n";
  return it->second;
}

std::string WindowVectors::near(const std::string &pointer, const std::string &here,
                                std::int64_t distance, const std::string &load,
                                const std::string &step) {
  const std::string key = pointer + here, along = AddressMap::signedTerm(distance, "");
  if (distance < -4 || distance > 4)
    return declared(key + along,
                    load + "_any(" + pointer + " + " + here + along + ", " + step + ")");
  const std::string arguments = pointer + ", " + here + ", " + step;
  std::string own = declared(key, load + "(" + pointer + " + " + here + ", " + step + ")");
  if (distance == 0)
    return own;
  if (besides_.insert(own).second)
    vectors_ += indent_ + "EULERC_BESIDE(" + load + ", " + own + ", " + arguments + ")\n";
  return declared(key + along, "EULERC_NEAR(" + load + ", " + own + ", " + arguments + ", " +
                                   number(distance) + ")");
}

std::string WindowVectors::inLine(std::size_t line, const std::string &pointer,
                                  const std::string &here, std::int64_t distance) {
  const std::string key = pointer + here;
  const auto [it, isNew] = names_.emplace(key, "w" + number(names_.size()));
  std::string own = it->second;
  const std::string place = own + ", " + pointer + " + " + here;
  if (isNew)
    vectors_ += indent_ + "EULERC_LINE(" + number(line) + ", " + place + ")\n";
  if (distance == 0)
    return own;
  return declared(key + AddressMap::signedTerm(distance, ""),
                  (distance < 0 ? "EULERC_LEFT_OF(" : "EULERC_RIGHT_OF(") + place + ", " +
                      number(std::abs(distance)) + ")");
}

void WindowVectors::beside(const std::string &own, std::int64_t distance,
                           const std::string &value) {
  const std::string name = own + (distance < 0 ? "_left" : "_right");
  if (besides_.insert(name).second)
    vectors_ += indent_ + "const realv " + name + " = " + value + ";\n";
}

std::string WindowVectors::between(const std::string &own, std::int64_t distance) {
  if (distance == 0)
    return own;
  const std::string along = number(std::abs(distance));
  if (std::abs(distance) > 4) // farther than a narrow vector reaches
    return declared(own + AddressMap::signedTerm(distance, ""),
                    (distance < 0 ? "EULERC_BEFORE(" : "EULERC_BEHIND(") + along + ", " + own +
                        ")");
  return declared(own + AddressMap::signedTerm(distance, ""),
                  distance < 0
                      ? "EULERC_FROM(EULERC_WIDTH - " + along + ", " + own + "_left, " + own + ")"
                      : "EULERC_FROM(" + along + ", " + own + ", " + own + "_right)");
}

/// The address of row `index` of a field along an axis. Beyond a side of the grid it is a row of
/// the grid, because its values are not used.
static std::string inField(const Stencil &stencil, std::size_t axis, const std::string &index) {
  const std::string row = stencil.goesRound(axis)
                              ? "eulerc_wrap_near(" + index + ", c->extent[#])"
                              : "eulerc_clamp(" + index + ", 0, c->extent[#] - 1)";
  return ofAxis(axis, row + " * c->stride[#]");
}

std::string WindowVectors::field(const WindowRead &read) {
  const std::string value = fieldAnywhere(read);
  return declared(value, value);
}

std::string WindowVectors::fieldAnywhere(const WindowRead &read) const {
  const std::int64_t near = *read.near();
  return std::string("eulerc_load_field") + (near == 0 ? "" : "_beside") + "(" +
         placeOfField(read, read.entry.offset, "", false) + ", j" +
         (near == 0 ? "" : ", " + number(near)) + ", c)";
}

void WindowVectors::fetchField(const WindowRead &read, std::int64_t rows) {
  const std::string field = map_.pointer(read.at.array) + map_.window(read).plane;
  if (!fetched_.insert(field).second)
    return;
  std::string row = "eulerc_field_row(";
  row += eachAxis(0, last_, "i#, ") + "c) + " + number(rows) +
         ofAxis(last_ - 1, " * c->stride[#] + j");
  vectors_ += indent_ + "eulerc_prefetch(" + map_.pointer(read.at.array) + " + " +
              map_.offset(read.at.array, map_.window(read).plane, row) + ");\n";
}

/// The number of points in memory before the first row, and after the last one.
constexpr std::int64_t marginPoints = 16;

std::string WindowVectors::fieldInside(const WindowRead &read) const {
  const std::int64_t near = *read.near();
  if (map_.stencil().goesRound(last_) ? near != 0 : std::abs(near) > marginPoints)
    return "eulerc_load_field_beside(" + placeOfField(read, read.entry.offset, "", true) + ", j, " +
           number(near) + ", c)";
  const std::string place = placeOfField(read, read.entry.offset, " + j", true);
  return near == 0 ? "eulerc_load(" + place + ", 1)"
                   : "eulerc_load_beside(" + place + ", " + number(near) + ")";
}

std::string WindowVectors::fieldInRow(const WindowRead &read, const std::string &along,
                                      bool isInside) const {
  const std::vector<ExprPtr> here(last_ + 1);
  if (isInside && !map_.stencil().goesRound(last_))
    return "eulerc_load(" + placeOfField(read, here, " + j" + along, true) + ", 1)";
  return "eulerc_load_field(" + placeOfField(read, here, "", isInside) + ", j" + along + ", c)";
}

/// The address of a field's row at an offset from the point's own, plus `along`. `isInside`: the
/// row lies inside, so an index along a ring needs no wrapping.
std::string WindowVectors::placeOfField(const WindowRead &read, const std::vector<ExprPtr> &offset,
                                        const std::string &along, bool isInside) const {
  std::string row = isInside ? "c->lead" : "eulerc_field_row(";
  for (std::size_t axis = 0; axis < last_; axis++) {
    const std::string index = map_.index(axis, offset[axis], 0);
    if (!isInside)
      row += index + ", ";
    else if (map_.stencil().isRing(axis) && !offset[axis])
      row += ofAxis(axis, " + i# * c->stride[#]");
    else
      row += " + " + inField(map_.stencil(), axis, index);
  }
  return map_.pointer(read.at.array) + " + " +
         map_.offset(read.at.array, map_.window(read).plane, row + (isInside ? "" : "c)") + along);
}

std::string WindowVectors::indices(std::int64_t residue, bool inTile) const {
  return eachAxis(0, last_, "i#, ") + indicesAlong(residue, inTile);
}

std::string WindowVectors::indicesAlong(std::int64_t residue, bool inTile) const {
  const bool goRound = inTile && indicesGoRound_;
  return ofAxis(last_, goRound ? "eulerc_indices_round(i#" : "EULERC_ALONG(i#") +
         AddressMap::signedTerm(residue, "") + ", " + number(step_.system.period) +
         (goRound ? ofAxis(last_, ", c->extent[#])") : ")");
}

void WindowVectors::sharedLoop(std::size_t which, WindowSource &source) {
  const SharedLoop &loop = step_.loops[which];
  const std::string results = loop.function.name();
  calls_ += indent_ + "realv " + results + "[" + number(loop.results()) + "];\n" + indent_ +
            "eulerc_" + loop.function.vectorName() + "(" + indices(0, false) +
            ", c, now, y EULERC_PASS_FIELDS";
  for (const WindowRead &read : map_.loop(which))
    calls_ += ", " + source.vector(read);
  calls_ += ", " + results + ");\n";
}

std::string WindowVectors::callText(const StepOfEquation &equation, bool ofEdge, Points points,
                                    WindowSource &source) {
  const bool isInterior = !ofEdge || !equation.edgeDiffers;
  const bool isNear =
      points == Points::Interior && !ofEdge && computesNearFirst_ && !isEvent(map_, equation.state);
  if (const auto place = isInterior && joint_ ? joint_->resultOf(equation) : std::nullopt) {
    callJoint(points, isNear, source);
    return "joint[" + number(*place) + "];\n";
  }
  const StepFunction &function = ofEdge ? equation.edge : equation.interior;
  return "eulerc_" + (isNear ? nearFunction(function) : function).vectorName() + "(" +
         indices(equation.residue, points == Points::PartialTile) +
         arguments(equation, ofEdge, source) + (isNear ? ", &near);\n" : ");\n");
}

void WindowVectors::callJoint(Points points, bool isNear, WindowSource &source) {
  if (!jointCall_.empty())
    return;
  jointCall_ = "realv joint[" + number(joint_->results()) + "]; eulerc_" +
               JointFunction::name(isNear) + "(" + indices(0, points == Points::PartialTile) +
               ", c, now" + tablesArgument(step_.system);
  for (const WindowRead &read : joint_->reads())
    jointCall_ += ", " + source.vector(read);
  jointCall_ += isNear ? ", joint, &near);\n" : ", joint);\n";
}

std::string WindowVectors::arguments(const StepOfEquation &equation, bool ofEdge,
                                     WindowSource &source, const std::string &own) {
  std::string text = ", c, now" + tablesArgument(step_.system);
  for (const WindowRead &read : ofEdge ? map_.edge(equation) : map_.interior(equation))
    text += ", " + (!own.empty() && read.entry.array == equation.state ? own : source.vector(read));
  return text + sharedArguments(step_, ofEdge ? equation.edge : equation.interior);
}

std::string WindowVectors::callWhereHit(const StepOfEquation &equation, Points points,
                                        WindowSource &source, const NoteText &note) {
  const auto text = [&](bool ofEdge) {
    return whereHit(equation, ofEdge, points == Points::PartialTile, source, note);
  };
  if (!branches(equation, points))
    return text(points == Points::Boundary);
  return indent_ + "if (full) {\n" + text(false) + indent_ + "} else {\n" + text(true) + indent_ +
         "}\n";
}

std::string WindowVectors::whereHit(const StepOfEquation &equation, bool ofEdge, bool inTile,
                                    WindowSource &source, const NoteText &note) {
  const StepFunction &function = ofEdge ? equation.edge : equation.interior;
  const std::string inner = indent_ + "  ", where = "at_" + resultOf(equation);
  const auto call = [&](const std::string &name) {
    return "eulerc_" + name + "(" + indices(equation.residue, inTile) +
           arguments(equation, ofEdge, source, "EULERC_SPLAT(0)") + ");\n";
  };
  return indent_ + "const eulerc_hits " + where + " = " + call(hitsName(function)) + indent_ +
         "if (" + where + " != 0) [[unlikely]] {\n" + inner + "const realv " + resultOf(equation) +
         " = " + call(function.vectorName()) + inner + note(where) + indent_ + "}\n";
}

bool WindowVectors::hasTileFunction(const StepOfEquation &equation, Points points) const {
  return tiles_ && points == Points::PartialTile && tiles_->has(equation);
}

bool WindowVectors::branches(const StepOfEquation &equation, Points points) const {
  if (hasTileFunction(equation, points))
    return false;
  const bool inTile = points == Points::PartialTile;
  const bool inSources = points == Points::Interior && !step_.system.pointSources.empty();
  return equation.edgeDiffers && (inTile || inSources);
}

void WindowVectors::call(const StepOfEquation &equation, Points points, WindowSource &source) {
  const std::string result = resultOf(equation);
  const bool inTile = points == Points::PartialTile;
  if (hasTileFunction(equation, points)) {
    calls_ += indent_ + "const realv " + result + " = " + tiles_->nameOf(equation) + "(" +
              indices(equation.residue, inTile) +
              arguments(equation, equation.edgeDiffers, source) + ", full, guards, column);\n";
    return;
  }
  if (!branches(equation, points)) {
    isJointWhereFull_ = isJointWhereFull_ && !(joint_ && joint_->resultOf(equation));
    calls_ += indent_ + "const realv " + result + " = " +
              callText(equation, points == Points::Boundary, points, source);
    return;
  }
  results_ += (results_.empty() ? "" : ", ") + result;
  full_ += indent_ + "  " + result + " = " + callText(equation, false, points, source);
  edge_ += indent_ + "  " + result + " = " + callText(equation, true, points, source);
}

std::string WindowVectors::resultOf(const StepOfEquation &equation) const {
  return "new_" + map_.plane(equation.state, equation.residue);
}

std::string WindowVectors::text() const {
  const std::string joint = jointCall_.empty() ? "" : indent_ + jointCall_;
  std::string always = vectors_ + (isJointWhereFull_ ? "" : joint) + calls_;
  if (results_.empty())
    return always;
  return always + indent_ + "realv " + results_ + ";\n" + indent_ + "if (full) {\n" +
         (isJointWhereFull_ ? joint : "") + full_ + indent_ + "} else {\n" + edge_ + indent_ +
         "}\n";
}

std::string WindowVectors::textInto(const std::string &array, Points points, WindowSource &source,
                                    const std::string &row) {
  std::string results, events;
  for (const StepOfEquation &equation : step_.equations) {
    if (isNoted(map_, equation.state)) {
      events += callWhereHit(equation, points, source, [&](const std::string &where) {
        return noteInTile(equation, row, where);
      });
      continue;
    }
    call(equation, points, source);
    results += indent_ + array + "[" + map_.plane(equation.state, equation.residue) +
               "] = " + resultOf(equation) + ";\n";
  }
  return text() + results + events;
}

/// Notes the events of points that the tile stores.
std::string WindowVectors::noteInTile(const StepOfEquation &equation, const std::string &row,
                                      const std::string &where) const {
  const std::string plane = map_.plane(equation.state, equation.residue);
  return "eulerc_note_events(" + map_.offset(equation.state, plane, row + " + j") + ", " +
         resultOf(equation) + ", " + where +
         ", now.step, now.noted.first - j, now.noted.last - j, 1);\n";
}

static std::string fieldRow(const Stencil &stencil) {
  const std::size_t last = stencil.last();
  std::string place;
  for (std::size_t axis = 0; axis < last; axis++)
    place += " + " + inField(stencil, axis, ofAxis(axis, "i#"));
  return "// Where a row of a field begins.\nEULERC_INLINE long eulerc_field_row(" +
         eachAxis(0, last, "const long i#, ") + "const eulerc_constants *c) {\n  return c->lead" +
         place + ";\n}\n\n";
}

std::string WindowVectors::helpers() const {
  const System &system = step_.system;
  return system.arrays.size() > system.stateCount ? fieldRow(map_.stencil()) + fieldLoads() : "";
}

/// Loads at a distance along the row. Memory holds only one vector beyond the ends of all rows.
static std::string fieldLoadsBeside(const Stencil &stencil) {
  const bool isRead = std::ranges::any_of(stencil.reads(), [&](const StencilRead &read) {
    return stencil.arrays[read.array].isField && read.distance.back() != 0;
  });
  if (!isRead)
    return "\n";
  return "// The same `beside` points further, where some lanes may lie beyond an end.\n"
         "EULERC_INLINE realv eulerc_load_field_beside(EULERC_GLOBAL const real *row, const long "
         "j, const long beside, const eulerc_constants *c) {\n"
         "  if (j >= 0 && j < c->row && j + beside >= -EULERC_WIDTH && j + beside <= c->row)\n"
         "    return eulerc_load_beside(row + j, beside);\n"
         "  real values[EULERC_WIDTH];\n"
         "  for (int k = 0; k < EULERC_WIDTH; k++)\n"
         "    values[k] = row[eulerc_clamp(j + beside + k, 0, c->row - 1)];\n"
         "  return EULERC_VECTOR_OF(values);\n}\n\n";
}

std::string WindowVectors::fieldLoads() const {
  const std::string head = "(EULERC_GLOBAL const real *row, const long j, ",
                    end = "const eulerc_constants *c) {\n";
  if (map_.stencil().goesRound(last_))
    return "// A field at points j … of a row: beyond an end of the grid at those of the other "
           "one.\n"
           "EULERC_INLINE realv eulerc_load_field" +
           head + end +
           "#if defined(EULERC_LONG_RINGS) && !EULERC_LAST_POINTS && EULERC_PERIOD == 1 // whole "
           "blocks\n"
           "  return eulerc_load(row + eulerc_wrap_near(j, c->row), 1);\n#else\n"
           "#ifndef EULERC_LONG_RINGS\n"
           "  if (j >= 0 && j + EULERC_WIDTH <= c->row)\n    return eulerc_load_any(row + j, "
           "1);\n#endif\n"
           "  real values[EULERC_WIDTH];\n"
           "  EULERC_FOR(k, EULERC_WIDTH)\n"
           "    values[k] = row[eulerc_wrap_near(j + k, c->row)];\n"
           "  return EULERC_VECTOR_OF(values);\n#endif\n}\n"
           "EULERC_INLINE realv eulerc_load_field_beside" +
           head + "const long beside, " + end +
           "#if defined(EULERC_LONG_RINGS) && !EULERC_LAST_POINTS && EULERC_PERIOD == 1\n"
           "  real own[EULERC_WIDTH], values[EULERC_WIDTH];\n"
           "  EULERC_STORE_LANES(eulerc_load_field(row, j, c), own);\n"
           "  EULERC_FOR(k, EULERC_WIDTH)\n"
           "    values[k] = k + beside >= 0 && k + beside < EULERC_WIDTH\n"
           "                    ? own[k + beside]\n"
           "                    : row[eulerc_wrap_near(j + k + beside, c->row)];\n"
           "  return EULERC_VECTOR_OF(values);\n#else\n"
           "  return eulerc_load_field(row, j + beside, c);\n#endif\n}\n\n";
  return "// A field at points j … of a row: beyond an end of the grid, where nobody uses the "
         "value, at points of it.\nEULERC_INLINE realv eulerc_load_field" +
         head + end +
         "#ifdef EULERC_SHIFTS\n"
         "  const long last = (c->row - 1) / EULERC_WIDTH * EULERC_WIDTH;\n"
         "  return eulerc_load(row + eulerc_clamp(j, 0, last), 1);\n"
         "#else // a vector beyond an end: memory holds that\n"
         "  return eulerc_load_any(row + j, 1);\n#endif\n}\n" +
         fieldLoadsBeside(map_.stencil());
}

} // namespace eulerc::compiler
