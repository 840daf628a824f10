#include "FieldReads.h"

#include <algorithm>

namespace eulerc::compiler {

std::set<std::size_t> walkedFields(const Stencil &stencil) {
  std::set<std::size_t> beside, beyond;
  for (const StencilRead &read : stencil.reads())
    if (stencil.arrays[read.array].isField) {
      if (!read.isAtPoint())
        beside.insert(read.array);
      for (std::size_t axis = 0; axis < stencil.axes.size(); axis++)
        if (!read.distance[axis] || std::abs(*read.distance[axis]) > stencil.reach(axis))
          beyond.insert(read.array);
    }
  if (stencil.axes.size() != 2)
    return {};
  std::erase_if(beside, [&](std::size_t field) { return beyond.contains(field); });
  return beside;
}

std::string FieldReads::nameOf(const WindowRead &read) {
  const std::string text = vectors_.fieldAnywhere(read);
  const auto known = std::ranges::find_if(
      reads_, [&](const WindowRead &other) { return vectors_.fieldAnywhere(other) == text; });
  const auto place = static_cast<std::size_t>(known - reads_.begin());
  if (known == reads_.end())
    reads_.push_back(read);
  return "fields[" + number(place) + "]";
}

std::string FieldReads::text(const std::string &indices) const {
  const std::vector<Plane> planes = walkedPlanes();
  std::size_t loaded = 0;
  for (std::size_t k = 0; k < reads_.size(); k++)
    loaded += isWalked(k) ? 0 : 1;
  const std::string facts = "enum { eulerc_field_reads = " + number(reads_.size()) +
                            ", eulerc_fields_loaded = " + number(loaded) +
                            ", eulerc_fields_walked = " + number(planes.size()) +
                            " }; // of a point\n";
  if (planes.empty())
    return facts + loads(true, indices) + walks(planes, indices);
  return facts + "#ifdef EULERC_STREAMING_LEVELS\n" + loads(false, indices) +
         walks(planes, indices) + "#else\n" + loads(true, indices) + "#endif\n\n";
}

std::vector<FieldReads::Plane> FieldReads::walkedPlanes() const {
  std::vector<Plane> planes;
  for (std::size_t k = 0; k < reads_.size(); k++) {
    if (!isWalked(k))
      continue;
    const std::string name = map_.pointer(reads_[k].at.array) + map_.window(reads_[k]).plane;
    auto plane = std::ranges::find(planes, name, &Plane::name);
    if (plane == planes.end())
      plane = planes.insert(plane, {.name = name, .reads = {}});
    plane->reads.push_back(k);
  }
  return planes;
}

static std::string whereInside(const std::string &inside, const std::string &anywhere) {
  return inside.empty() ? ""
                        : "  if (is_inside) {\n" + inside + "  } else {\n" + anywhere + "  }\n";
}

std::string FieldReads::loads(bool ofAll, const std::string &indices) const {
  std::string inside, anywhere;
  for (std::size_t k = 0; k < reads_.size(); k++) {
    if (!ofAll && isWalked(k))
      continue;
    const std::string to = "    fields[" + number(k) + "] = ";
    inside += to + vectors_.fieldInside(reads_[k]) + ";\n";
    anywhere += to + vectors_.fieldAnywhere(reads_[k]) + ";\n";
  }
  return "// Fields as the points j … j + EULERC_WIDTH - 1 of a row read them; is_inside: if the "
         "row "
         "lies in the grid, so do they.\n"
         "EULERC_INLINE void eulerc_load_fields(realv *fields EULERC_FIELDS, " +
         indices + "const long j, const bool is_inside, const eulerc_constants *c) {\n" +
         whereInside(inside, anywhere) + "}\n\n";
}

/// The value of a read, from the rows that the walk keeps around the point's row.
std::string FieldReads::seen(std::size_t read, std::size_t plane) const {
  const StencilRead &at = reads_[read].at;
  const std::int64_t near = *reads_[read].near();
  const std::string row =
      "rows[eulerc_reach_deep" + AddressMap::signedTerm(*at.distance[0], "") + "].";
  const auto side = [&](const char *name) { return row + name + "[" + number(plane) + "]"; };
  const std::string along = number(std::abs(near));
  if (near == 0)
    return side("own");
  return near < 0 ? "EULERC_FROM(EULERC_WIDTH - " + along + ", " + side("left") + ", " +
                        side("own") + ")"
                  : "EULERC_FROM(" + along + ", " + side("own") + ", " + side("right") + ")";
}

std::string FieldReads::walks(const std::vector<Plane> &planes, const std::string &indices) const {
  struct Side {
    const char *name, *along;
    int direction;
  };
  static constexpr Side sides[] = {
      {"left", " - EULERC_WIDTH", -1}, {"own", "", 0}, {"right", " + EULERC_WIDTH", 1}};
  std::string inside, anywhere, all;
  for (std::size_t plane = 0; plane < planes.size(); plane++) {
    const std::vector<std::size_t> &reads = planes[plane].reads;
    for (const std::size_t read : reads)
      all += "  fields[" + number(read) + "] = " + seen(read, plane) + ";\n";
    for (const Side &side : sides) {
      const bool isRead = side.direction == 0 || std::ranges::any_of(reads, [&](std::size_t read) {
                            return *reads_[read].near() * side.direction > 0;
                          });
      const auto load = [&](bool isInside) {
        return std::string("    row->") + side.name + "[" + number(plane) + "] = " +
               (isRead ? vectors_.fieldInRow(reads_[reads[0]], side.along, isInside)
                       : "(realv)(0)") +
               ";\n";
      };
      inside += load(true);
      anywhere += load(false);
    }
  }
  const std::string count = "[" + number(std::max<std::size_t>(planes.size(), 1)) + "]";
  return "// A row of the fields that a walk keeps, in registers, like a row of states.\n"
         "typedef struct {\n  realv left" +
         count + ", own" + count + ", right" + count +
         ";\n} eulerc_walked_row;\n\n"
         "EULERC_INLINE void eulerc_load_walked(eulerc_walked_row *row EULERC_FIELDS, " +
         indices + "const long j, const bool is_inside, const eulerc_constants *c) {\n" +
         whereInside(inside, anywhere) +
         "}\n\n// What the points of the row in the middle read of them.\n"
         "EULERC_INLINE void eulerc_see_walked(realv *fields, const eulerc_walked_row *rows) {\n" +
         all + "}\n\n";
}

} // namespace eulerc::compiler
