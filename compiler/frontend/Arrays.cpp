// Arrays: reads the declarations of states, fields and data: their shapes and the grid.
//
//   state real f[9][NY][NX];   →   states "f[0]" to "f[8]" on a grid of NY x NX points
#include "Declarations.h"
#include "Reading.h"

namespace eulerc::compiler {
namespace {

class ArrayReader {
public:
  explicit ArrayReader(Reading &in) : in_(in) {}

  void read() {
    for (const clang::VarDecl *declaration : in_.recorded.states)
      readState(declaration);
    for (const clang::VarDecl *declaration : in_.recorded.fields)
      readField(declaration);
    for (const clang::VarDecl *declaration : in_.recorded.data)
      readData(declaration);
  }

private:
  /// The sizes of an array, and the type of its elements.
  struct Shape {
    std::vector<ExprPtr> extents;
    clang::QualType element;
  };

  /// nullopt after an error.
  std::optional<Shape> readExtents(const clang::VarDecl *declaration, const std::string &word) {
    const std::string name = declaration->getName().str();
    const bool isData = word == "data";
    Shape shape;
    clang::TypeLoc element = declaration->getTypeSourceInfo()->getTypeLoc();
    clang::ArrayTypeLoc array = element.getAsAdjusted<clang::ArrayTypeLoc>();
    if (!array && isData)
      return refuse(declaration, "data '" + name + "' is one number",
                    "one number is a param; of a list write the number of its entries: '" + name +
                        "[N];'");
    if (!array)
      return refuse(declaration, word + " '" + name + "' has no grid",
                    "write the number of its grid points: '" + word + " real " + name + "[N];'");
    for (; array; array = element.getAsAdjusted<clang::ArrayTypeLoc>()) {
      if (!array.getSizeExpr())
        return refuse(declaration, word + " '" + name + "' has no size",
                      std::string("write the number of ") + (isData ? "entries" : "grid points") +
                          " in the brackets: '[N]'");
      const ExprPtr extent = in_.lowering.constant(array.getSizeExpr(), Place::Size);
      if (!extent)
        return std::nullopt;
      shape.extents.push_back(extent);
      element = array.getElementLoc();
    }
    shape.element = element.getType();
    if (in_.isReal(shape.element) || (isData && isPlainInt(shape.element)))
      return shape;
    if (isData)
      return refuse(declaration, "data are 'int' or 'real'",
                    "write 'data int " + name + "[...]' or 'data real " + name + "[...]'");
    return refuse(declaration, "a " + word + " is 'real'",
                  "write '" + word + " real " + name + "[...]'");
  }

  /// Whether a type is int, not long.
  bool isPlainInt(clang::QualType type) const {
    return type.getCanonicalType().getUnqualifiedType() == in_.context.IntTy;
  }

  std::nullopt_t refuse(const clang::VarDecl *declaration, const std::string &message,
                        const std::string &hint) {
    in_.error(declaration, message, hint);
    return std::nullopt;
  }

  /// Whether a state or field has the shape of the grid. The first state defines that shape.
  bool readShape(const clang::VarDecl *declaration, const std::string &word) {
    const std::optional<Shape> shape = readExtents(declaration, word);
    if (!shape)
      return false;
    std::vector<ExprPtr> extents = shape->extents;
    if (word == "state" && extents.size() > 1 && isFew(extents.front())) {
      in_.names.species[declaration->getCanonicalDecl()] = extents.front()->integer;
      extents.erase(extents.begin());
    }
    if (extents.size() > kMaxAxes) {
      refuseAxes(in_.nameRange(declaration), false, in_.diagnostics);
      return false;
    }
    if (in_.problem.extents.empty()) {
      in_.problem.extents = extents;
      in_.names.rank = static_cast<int>(extents.size());
      in_.names.extents = extents;
    }
    if (std::ranges::equal(extents, in_.problem.extents, sameExtent))
      return true;
    refuseShape(declaration, word, extents);
    return false;
  }

  /// Reports extents that differ from the grid's.
  void refuseShape(const clang::VarDecl *declaration, const std::string &word,
                   const std::vector<ExprPtr> &extents) {
    const std::string name = declaration->getName().str();
    if (word == "state" && extents.size() > in_.problem.extents.size() &&
        in_.names.species.contains(declaration->getCanonicalDecl())) {
      in_.diagnostics.error(in_.nameRange(declaration),
                            "'" + name + "' has " +
                                sizes(extents.size() + 1 - in_.problem.extents.size()) +
                                " more than the grid");
      return in_.diagnostics.hint("one number before the grid's sizes counts species, all of them: "
                                  "'state real " +
                                  name + "[6]" + brackets(in_.problem.extents) + ";'");
    }
    if (word == "state" && extents.size() == in_.problem.extents.size() + 1 &&
        std::equal(extents.begin() + 1, extents.end(), in_.problem.extents.begin(), sameExtent)) {
      in_.diagnostics.error(in_.nameRange(declaration),
                            "'" + name + "' has one size more than the grid, and " +
                                print(extents.front()) + " is no number of species");
      in_.diagnostics.hint("species are counted by a number from 1 to " +
                           std::to_string(kMostSpecies) + ", or a macro for one: 'state real " +
                           name + "[9][...];'");
      return;
    }
    const std::string first = in_.recorded.states.front()->getName().str();
    const std::vector<ExprPtr> &grid = in_.problem.extents;
    const bool isTail = extents.size() + 1 == grid.size() &&
                        std::equal(extents.begin(), extents.end(), grid.begin() + 1, sameExtent);
    const bool hasMore =
        in_.names.species.contains(in_.recorded.states.front()->getCanonicalDecl()) &&
        extents.size() == grid.size() + 1 && isFew(extents.front()) &&
        std::equal(extents.begin() + 1, extents.end(), grid.begin(), sameExtent);
    if (extents.size() != grid.size() && !hasMore && grid.front()->op != Op::Constant) {
      in_.diagnostics.error(in_.nameRange(declaration),
                            "'" + name + "' has " + sizes(extents.size()) + ", and the grid of '" +
                                first + "' has " + sizes(grid.size()));
      const bool mayBeSpecies =
          word == "state" && isTail && grid.size() == 2 && !sameExtent(grid[0], grid[1]);
      in_.diagnostics.hint(
          "what has a value at each point is declared as '" + word + " real " + name +
          brackets(grid) + ";'; constants of another shape are 'data'" +
          (mayBeSpecies ? "; species are counted by a number, not by " + print(grid[0]) : ""));
      return;
    }
    in_.diagnostics.error(in_.nameRange(declaration),
                          "'" + name + "' has another shape than '" + first + "'");
    in_.diagnostics.hint(
        hasMore ? "a first size that is a number counts species of a state, and a " + word +
                      " has none; if " + print(extents.front()) + " is an axis, make it a param"
        : isTail ? "the first size of '" + first + "', " + print(grid.front()) +
                       ", is that of an axis; species are counted by a number from 1 "
                       "to " +
                       std::to_string(kMostSpecies)
                 : "all states and fields of a program share one grid; constants of "
                   "another shape are 'data'");
  }

  static std::string sizes(std::size_t count) {
    return count == 1 ? "one size" : count == 2 ? "two sizes" : "three sizes";
  }
  static std::string brackets(const std::vector<ExprPtr> &extents) {
    std::string text;
    for (const ExprPtr &extent : extents)
      text += "[" + print(extent) + "]";
    return text;
  }

  /// Whether a state's first size is a number of species.
  static bool isFew(const ExprPtr &extent) {
    return extent->op == Op::Constant && extent->integer > 0 && extent->integer <= kMostSpecies;
  }

  static bool sameExtent(const ExprPtr &a, const ExprPtr &b) { return sameValue(a, b); }

  void readState(const clang::VarDecl *declaration) {
    const bool isLet = in_.recorded.lets.contains(declaration);
    if (!readShape(declaration, isLet ? "let" : "state"))
      return;
    State state;
    state.gives = isLet ? Gives::Let : Gives::Rate;
    state.name = state.array = declaration->getName().str();
    state.where = in_.nameRange(declaration);
    state.description = descriptionAbove(in_.context, declaration, in_.diagnostics);
    state.boundary.resize(in_.problem.extents.size());
    const auto species = in_.names.species.find(declaration->getCanonicalDecl());
    for (std::int64_t q = 0; species != in_.names.species.end() && q < species->second; q++) {
      state.name = speciesName(state.array, q);
      state.species = q;
      in_.problem.states.push_back(state);
    }
    if (!state.species)
      in_.problem.states.push_back(std::move(state));
  }

  void readField(const clang::VarDecl *declaration) {
    const bool isSeries = wordsOf(declaration).front() == "eulerc.series";
    if (in_.recorded.states.empty() || !readShape(declaration, isSeries ? "series" : "field"))
      return;
    Field field;
    field.isSeries = isSeries;
    field.name = declaration->getName().str();
    field.boundary.resize(in_.problem.extents.size());
    field.description = descriptionAbove(in_.context, declaration, in_.diagnostics);
    field.where = in_.nameRange(declaration);
    in_.problem.fields.push_back(std::move(field));
  }

  void readData(const clang::VarDecl *declaration) {
    const std::optional<Shape> shape = readExtents(declaration, "data");
    if (!shape)
      return;
    if (shape->extents.size() > kMaxAxes)
      return refuseAxes(in_.nameRange(declaration), true, in_.diagnostics);
    Data data;
    data.name = declaration->getName().str();
    data.type = in_.isReal(shape->element) ? Type::Real : Type::Int;
    data.extents = shape->extents;
    data.description = descriptionAbove(in_.context, declaration, in_.diagnostics);
    data.where = in_.nameRange(declaration);
    in_.names.data[declaration->getCanonicalDecl()] = {data.name, data.type};
    in_.problem.data.push_back(std::move(data));
  }

  Reading &in_;
};

} // namespace

void refuseAxes(const SourceRange &where, bool isData, Diagnostics &diagnostics) {
  if (isData) {
    diagnostics.error(where, "data have at most three dimensions");
    return diagnostics.hint("let one of them count two: K[a * B + b][c][d]");
  }
  diagnostics.error(where, "a grid has at most three dimensions");
  diagnostics.hint("a first one that is short is no axis if its size is a number: 'state real "
                   "f[9][NZ][NY][NX];' has nine species");
}

void readArrays(Reading &reading) { ArrayReader(reading).read(); }

} // namespace eulerc::compiler
