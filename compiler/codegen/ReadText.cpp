// ReadText: the value at any indices of a state or field, also outside the grid.
//
//   eulerc_read_y(y, i0, c)  →  dirichlet value, mirrored or wrapped component, or the component
//
// On grids of two or three axes, fewer tests are needed for a row that is inside along all other
// axes, and for a row as a whole:
//
//   eulerc_read_y_along(y, row, i1, c)  the same of a row that is inside along the other axes
//   eulerc_line_y(own, i0, c)           the address of row i0, or its dirichlet value
#include "StepPrinters.h"

#include "Spell.h"

namespace eulerc::compiler {
namespace {

class ReadPrinter : Printer {
public:
  explicit ReadPrinter(const AddressMap &map) : Printer(map) {}

  std::string read(std::size_t array) {
    const std::string &name = system_.arrays[array].identifier;
    out_ += "// " + name +
            " at any indices: what lies outside the grid follows the boundary rules.\n" +
            map_.inlined(array) + "real " + map_.readName(array) + "(" + map_.pointerType(array) +
            map_.pointer(array) + eachAxis(0, rank_, ", long i#") + map_.shiftParameter(array) +
            ", const eulerc_constants *c) {\n";
    applyRules(array, 0, rank_);
    std::vector<std::string> indices;
    for (std::size_t axis = 0; axis < rank_; axis++)
      indices.push_back("i" + number(axis));
    out_ += "  return " + map_.valueAt(array, indices) + ";\n}\n\n";
    return out_.take();
  }

  std::string along(std::size_t array) {
    const std::string &name = system_.arrays[array].identifier, last = "i" + number(rank_ - 1);
    out_ += "// " + name + " at any index of a row that begins at `row`.\n" + map_.inlined(array) +
            "real " + map_.readName(array) + "_along(" + map_.pointerType(array) +
            map_.pointer(array) + ", const long row, long " + last +
            ", const eulerc_constants *c) {\n";
    applyRules(array, rank_ - 1, rank_);
    out_ += "  return " + map_.valueInRow(array, "row", last) + ";\n}\n\n";
    return out_.take();
  }

  std::string line(std::size_t array) {
    const std::string &name = system_.arrays[array].identifier;
    out_ += "// The row of " + name + " at any indices, seen from another one.\n" +
            "EULERC_INLINE eulerc_line eulerc_line_" + name + "(const eulerc_row *own" +
            eachAxis(0, rank_ - 1, ", long i#") + ", const eulerc_constants *c) {\n";
    ofLines_ = true;
    applyRules(array, 0, rank_ - 1);
    out_ += "  const eulerc_line line = {c->lead" + eachAxis(0, rank_ - 1, " + i# * c->stride[#]") +
            ", true, 0};\n  return line;\n}\n\n";
    return out_.take();
  }

private:
  /// Moves the indices of axes [begin, end) back into the grid, or returns a value. Axes are
  /// treated in order: the first dirichlet side that an index or its image lies beyond decides.
  void applyRules(std::size_t array, std::size_t begin, std::size_t end) {
    const std::vector<Sides> &boundary = system_.arrays[array].boundary;
    for (std::size_t axis = begin; axis < end; axis++) {
      readBeyond(boundary[axis], step_.ghosts[array][axis], axis);
      readFolded(boundary[axis], step_.ghosts[array][axis], axis);
    }
  }

  /// Beyond a dirichlet side lies its value, whatever the rules of later axes are. Beyond a side
  /// without a rule lies an unused value.
  void readBeyond(const Sides &sides, const Ghosts &ghosts, std::size_t axis) {
    const auto test = [&](const Rule &rule, const std::string &outside,
                          const std::optional<std::size_t> &ghost) {
      if (!rule.hasImage())
        out_ += "  if (" + ofAxis(axis, outside) + ")\n    return " + ghostText(ghost) + ";\n";
    };
    test(sides.low, "i# < 0", ghosts.low);
    test(sides.high, "i# >= c->extent[#]", ghosts.high);
  }

  /// Moves other indices back into the grid. A mirror may put an index beyond the other side.
  void readFolded(const Sides &sides, const Ghosts &ghosts, std::size_t axis) {
    if (sides.low.isRing())
      out_ += ofAxis(axis, "  i# = eulerc_wrap_read(i#, c->extent[#]);\n");
    else if (sides.low.hasImage() && sides.high.hasImage())
      out_ += ofAxis(axis, "  i# = eulerc_mirror(i#, c->extent[#]);\n");
    else if (sides.low.hasImage() || sides.high.hasImage()) {
      const bool isLow = sides.low.hasImage();
      const std::string low = "  if (i# < 0)\n    ", high = "  if (i# >= c->extent[#])\n    ";
      const ImageIndex image = (isLow ? sides.low : sides.high).imageIndex(isLow);
      out_ += ofAxis(axis, (isLow ? low : high) + "i# = " + image.text("i#", "c->extent[#]") +
                               ";\n" + (isLow ? high : low) + "return ") +
              ghostText(isLow ? ghosts.high : ghosts.low) + ";\n";
    }
  }

  std::string ghostText(const std::optional<std::size_t> &uniform) const {
    const std::string value = map_.ghost(uniform);
    return ofLines_ ? "eulerc_constant_line(own, " + value + ")" : value;
  }

  bool ofLines_ = false;
};

} // namespace

std::string readFunction(const AddressMap &map, std::size_t array) {
  return ReadPrinter(map).read(array);
}

std::string readAlongFunction(const AddressMap &map, std::size_t array) {
  return ReadPrinter(map).along(array);
}

std::string lineFunction(const AddressMap &map, std::size_t array) {
  return ReadPrinter(map).line(array);
}

} // namespace eulerc::compiler
