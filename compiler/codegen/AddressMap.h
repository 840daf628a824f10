// AddressMap: the addresses of values, as text of the emitted code. Arrays have the layout of
// runtime's <eulerc/layout.h>: a plane for each component of a point, made of rows of points.
//
//   y[i - 3] for odd i  →  y[EULERC_STATE(0, at - 1)]     `at`: the point, counted in points
#pragma once

#include "CodeWriter.h"

#include "ir/Stencil.h"

#include <ranges>
#include <string>
#include <utility>

namespace eulerc::compiler {

/// The memory that windows of states are loaded from. Global: the state in global memory. Tile: the
/// part of the state that a work-group keeps in local memory, shifted; fields stay in global
/// memory. Host: global memory on the host, where the time of an event is stored only where it
/// happens (runtime/include/eulerc/model/event_hits.h).
enum class Space { Global, Tile, Host };

/// A window entry and the stencil's read of the same value.
struct WindowRead {
  const WindowEntry &entry;
  const StencilRead &at;
  std::int64_t residue; ///< residue class of the equation that reads it

  /// The distance along the row in points, if it is constant.
  const std::optional<std::int64_t> &near() const { return at.distance.back(); }
};

/// The offset of a row from the point's own row: a distance for each axis but the last.
using Offset = std::vector<std::int64_t>;
/// The offset of a read at constant distances, and the suffix that it gives to names: "_m1_0".
Offset offsetOf(const StencilRead &read);
std::string sides(const Offset &offset);

/// The address of a window entry relative to a point, in parts.
struct WindowPlace {
  std::string plane; ///< component of a point
  std::string row;   ///< offset to its row: "", " + 2 * c->stride[0]"
  std::string along; ///< offset along the row, in the same form
};

class AddressMap {
public:
  AddressMap(const Step &step, const Stencil &stencil, bool isDouble, Space space = Space::Global)
      : step_(step), stencil_(stencil), system_(step.system), rank_(step.system.extents.size()),
        isDouble_(isDouble), space_(space) {}

  const Step &step() const { return step_; }
  const Stencil &stencil() const { return stencil_; }
  bool isDouble() const { return isDouble_; }
  /// The reads of an equation's function for the interior, and of its function for the edge.
  std::vector<WindowRead> interior(const StepOfEquation &equation) const;
  std::vector<WindowRead> edge(const StepOfEquation &equation) const;
  std::vector<WindowRead> loop(std::size_t number) const;

  bool isField(std::size_t array) const { return system_.arrays[array].isField; }
  /// The name of an array in the emitted code.
  std::string pointer(std::size_t array) const {
    return isField(array) ? "f_" + system_.arrays[array].identifier : "y";
  }
  Space space() const { return space_; }
  bool inTile(std::size_t array) const { return space_ == Space::Tile && !isField(array); }
  /// "EULERC_GLOBAL const real *", without the const for arrays that are written.
  std::string pointerType(std::size_t array, bool isConst = true) const;
  /// The function that reads an array at any indices: "eulerc_read_y".
  std::string readName(std::size_t array) const;
  /// The specifier of functions that take the array as an argument: "EULERC_INLINE ".
  std::string inlined(std::size_t array) const;
  /// The name of a function in this space: "eulerc_edge", "eulerc_edge_in_tile".
  std::string functionName(const std::string &name) const;
  /// The parameter and the argument that hold the shift of a tile; "" in other spaces.
  std::string shiftParameter(std::size_t array) const;
  std::string shiftArgument(std::size_t array) const;

  /// "EULERC_STATE(1, at)"
  std::string offset(std::size_t array, const std::string &plane, const std::string &at) const;
  /// Where the new value of the point `at` goes: "EULERC_STATE(1, at)"
  std::string nextOffset(std::size_t state, std::int64_t residue) const;
  /// The component of a point that holds class `residue` of an array.
  std::string plane(std::size_t array, std::int64_t residue) const;
  /// The value at indices inside the grid, with one text for each axis.
  std::string valueAt(std::size_t array, const std::vector<std::string> &indices) const;
  /// The same for a row that begins at the point `row`; `last` is the index along the last axis.
  std::string valueInRow(std::size_t array, const std::string &row, const std::string &last) const;

  WindowPlace window(const WindowRead &read) const;

  /// The index of a point along an axis plus an offset (null: none), plus a residue along the last
  /// axis.
  std::string index(std::size_t axis, const ExprPtr &offset, std::int64_t residue) const;

  /// The index of a point along the last axis: "i1 = 2 * j" of the point "j".
  std::string lastIndexAt(const std::string &point) const;

  /// The text of a leaf, such as a uniform or an index; "" for other nodes.
  std::string leaf(const ExprPtr &node) const;
  /// The value beyond a side, given the uniform in its Ghosts: "c->bound_0", "0".
  std::string ghost(const std::optional<std::size_t> &uniform) const;

  static std::string sharedName(std::int64_t result);
  /// " + 2 * c->stride[0]", " - 1", or nothing for 0.
  static std::string signedTerm(std::int64_t value, const std::string &factor);

private:
  std::string parenthesised(const ExprPtr &expr) const;

  const Step &step_;
  const Stencil &stencil_;
  const System &system_;
  const std::size_t rank_;
  const bool isDouble_;
  const Space space_;
};

/// The equations whose states some level stores. A register may keep its value in place instead.
inline auto storedBy(const AddressMap &map) {
  return map.step().equations | std::views::filter([&map](const StepOfEquation &equation) {
           const std::vector<std::uint64_t> &levels = map.stencil().places.stored;
           return map.inTile(equation.state) || levels.empty() || levels[equation.state] != 0;
         });
}

/// Whether a state is the time of an event. A method's register of such a state is none.
inline bool isEvent(const AddressMap &map, std::size_t state) {
  const GridArray &array = map.step().system.arrays[state];
  return array.gives == Gives::Event && !array.isRegister;
}
/// Whether new values of a state are stored only where they differ from the old ones, and noted.
inline bool isNoted(const AddressMap &map, std::size_t state) {
  return map.space() == Space::Host && isEvent(map, state);
}
/// Whether kernels that are built to list events list new values of a state
/// (templates/language/event_list.cl).
inline bool isListed(const AddressMap &map, std::size_t state) {
  return map.space() == Space::Global && isEvent(map, state);
}

/// The text of an expression that is the same for all points of a row.
std::string written(const AddressMap &map, const ExprPtr &expr);
/// The pointer to the copy of the state that holds an array before the current level.
std::string homeOf(const AddressMap &map, std::size_t array);
/// The pointer to the copy of the state to which the current level writes a state.
std::string nextOf(const AddressMap &map, std::size_t state);
/// The condition of a store in global memory: "if (now.stage != 1) ". It excludes stages whose
/// value is never read or stays in place.
std::string ifStored(const AddressMap &map, std::size_t state);

/// The load of a vector of an array at the point itself, restricted to the stages that use it, so
/// that other stages do not read that memory.
std::string whereRead(const AddressMap &map, std::size_t array, const std::string &load);

/// Base of the classes that print functions of a step.
class Printer {
protected:
  explicit Printer(const AddressMap &map)
      : map_(map), step_(map.step()), system_(step_.system), stencil_(map.stencil()),
        rank_(system_.extents.size()) {}

  void define(const std::string &name, const std::string &value, const std::string &what) {
    out_.define(name, value, what);
  }

  /// A number that templates use: a member of the next enum, with the comment `what`.
  void fact(const std::string &name, const std::string &value, const std::string &what) {
    facts_ += fmt::format("  eulerc_{} = {}, // {}\n", name, value, what);
  }
  void fact(const std::string &name, std::int64_t value, const std::string &what) {
    fact(name, std::to_string(value), what);
  }
  void endFacts() { out_ += "enum {\n" + std::exchange(facts_, "") + "};\n"; }

  /// A set of components as bits, with the comment `what`.
  void components(const std::string &name, std::uint64_t set, const std::string &what) {
    out_.line("EULERC_TABLE eulerc_ulong eulerc_{} = {}; // {}", name, bits(set), what);
  }
  std::string bits(std::uint64_t set) const {
    return std::to_string(set) + (stencil_.equations.size() > 31 || set >> 31 ? "UL" : "");
  }

  const AddressMap &map_;
  const Step &step_;
  const System &system_;
  const Stencil &stencil_;
  const std::size_t rank_;
  CodeWriter out_;

private:
  std::string facts_;
};

} // namespace eulerc::compiler
