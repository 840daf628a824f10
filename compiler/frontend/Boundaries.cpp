#include "Boundaries.h"

#include "ImplicitNames.h"

#include "frontend/Nearest.h"

#include "clang/AST/Expr.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// The part of a state or field that rules concern.
struct Ruled {
  const std::string &name;
  const std::vector<std::string> &indexNames;
  std::vector<Sides> &boundary;
  bool isField;
  std::optional<std::int64_t> species;
  const std::string &speciesIndex;
  std::string namedBy; ///< the function whose index names are the axes' names
};

class BoundaryReader {
public:
  BoundaryReader(const clang::ASTContext &context, Lowering &lowering, Names &names,
                 Problem &problem, Diagnostics &diagnostics)
      : context_(context), lowering_(lowering), names_(names), problem_(problem),
        diagnostics_(diagnostics) {}

  void readBoundary(const BoundaryDecl &boundary) {
    for (State &state : problem_.states)
      if (state.array == boundary.state && !readBoundary(boundary, ruled(state)))
        return;
    for (Field &field : problem_.fields)
      if (field.name == boundary.state)
        readBoundary(boundary, ruled(field));
  }

  /// Checks that both sides of an axis are periodic, or neither.
  void checkPeriodic(const Ruled &array) {
    for (const Sides &sides : array.boundary) {
      const bool low = sides.low.isRing();
      if (low == sides.high.isRing())
        continue;
      diagnostics_.error(low ? sides.low.where : sides.high.where,
                         "'" + array.name + "' is periodic at one side of an axis only");
      diagnostics_.hint("write 'boundary(" + array.name + ", AXIS) = periodic;' for both sides");
    }
  }

  static Ruled ruled(State &state) {
    return {state.array,   state.indexNames,   state.boundary,   false,
            state.species, state.speciesIndex, functionOf(state)};
  }
  /// A field without an initial has the index names of the first state.
  Ruled ruled(Field &field) const {
    static const std::string none;
    const std::string namedBy = field.initial ? "initial(" + field.name + ")"
                                              : "'" + field.name + "', which has those of " +
                                                    functionOf(problem_.states.front());
    return {field.name, field.indexNames, field.boundary, true, std::nullopt, none, namedBy};
  }

  /// "boundary(u, i, low) = …; boundary(u) = …;"
  void checkKept(const BoundaryDecl &boundary) {
    const std::string own = place(boundary).str();
    const auto isKept = [&](const auto &each) {
      return std::ranges::any_of(each.boundary, [&](const Sides &sides) {
        return sides.low.where.str() == own || sides.high.where.str() == own;
      });
    };
    if (std::ranges::any_of(problem_.states, isKept) ||
        std::ranges::any_of(problem_.fields, isKept))
      return;
    diagnostics_.warning(place(boundary), "later rules replace this one at all its sides");
    diagnostics_.hint("write the rule of all sides first, then those of one axis or side");
  }

private:
  static std::string functionOf(const State &state) {
    const char *const word = state.gives == Gives::Next  ? "next"
                             : state.gives == Gives::Let ? "let"
                                                         : "ddt";
    return std::string(word) + "(" + state.array + ")";
  }

  /// False after an error.
  bool readBoundary(const BoundaryDecl &boundary, const Ruled &array) {
    const clang::Expr *written = boundary.decl->getInit();
    const Builtin *word = written ? ruleOf(written) : nullptr;
    if (!word)
      return error(boundary, "a boundary rule is expected here", "write " + ruleExamples("or"));
    const RuleWord &row = ruleWord(word->name, word->arguments);
    Rule rule{row.image, {}, {}, {}, place(boundary), {}};
    if (!readParts(written, row, array, rule))
      return false;
    std::size_t first = 0, last = array.boundary.size();
    if (!boundary.axis.empty()) {
      const auto it = std::ranges::find(array.indexNames, boundary.axis);
      if (array.species && boundary.axis == array.speciesIndex)
        return error(boundary,
                     "'" + boundary.axis + "' counts the species of '" + array.name +
                         "', which have no sides",
                     "its axes are those of the grid; a value may depend on '" + boundary.axis +
                         "'");
      if (it == array.indexNames.end())
        return error(boundary, "'" + boundary.axis + "' is not an index of " + array.namedBy,
                     isRuled(boundary.axis)
                         ? "each state has rules of its own: write 'boundary(" + array.name +
                               ") = ...;' and 'boundary(" + boundary.axis + ") = ...;'"
                         : suggestion(boundary.axis, array.indexNames));
      first = it - array.indexNames.begin();
      last = first + 1;
    }
    const bool low = boundary.side == "low", high = boundary.side == "high";
    if (!boundary.side.empty() && !low && !high)
      return error(boundary, "'" + boundary.side + "' is not a side of an axis",
                   "the sides are 'low' and 'high'");
    for (std::size_t axis = first; axis < last; axis++) {
      if (!checkParts(array, rule, axis))
        return false;
      if (!high)
        array.boundary[axis].low = rule;
      if (!low)
        array.boundary[axis].high = rule;
    }
    return true;
  }

  /// Whether there is a state or field of that name.
  bool isRuled(const std::string &name) const {
    const auto isNamed = [&](const auto &each) { return each.name == name; };
    return std::ranges::any_of(problem_.states, isNamed) ||
           std::ranges::any_of(problem_.fields, isNamed);
  }

  /// False after an error.
  bool readParts(const clang::Expr *written, const RuleWord &word, const Ruled &array, Rule &rule) {
    names_.ruleIndices.clear();
    for (std::size_t axis = 0; axis < array.indexNames.size(); axis++)
      names_.ruleIndices[array.indexNames[axis]] =
          makeIndex(static_cast<int>(axis), array.indexNames[axis]);
    if (array.species)
      names_.ruleIndices[array.speciesIndex] = makeInt(*array.species);
    names_.ruleHasTime = !array.isField;
    for (int k = 0; k < word.arguments(); k++) {
      const auto *call = llvm::cast<clang::CallExpr>(written->IgnoreParenImpCasts());
      const ExprPtr part = asReal(lowering_.constant(
          call->getArg(k), array.isField ? Place::FieldBoundary : Place::Boundary));
      if (!part)
        return false;
      if (!(part->op == Op::Constant && part->real == RuleWord::usual(word.parts[k])))
        rule.*word.parts[k] = part;
    }
    if (!rule.isGiven()) // without an image, a value of 0 is a rule
      rule.value = makeReal(0, rule.where);
    return true;
  }

  /// Checks that a rule does not use the index across its own side.
  bool checkParts(const Ruled &array, const Rule &rule, std::size_t axis) {
    const std::string &across = array.indexNames[axis];
    for (const ExprPtr &part : {rule.value, rule.factor, rule.slope}) {
      const Expr *found = nullptr;
      if (part)
        anyNode(part, [&](const Expr &node) {
          const bool is = node.op == Op::Index && node.integer == static_cast<std::int64_t>(axis);
          found = is ? &node : found;
          return is;
        });
      if (!found)
        continue;
      diagnostics_.error(found->where, "a rule for the sides of the axis '" + across +
                                           "' cannot depend on '" + across + "'");
      diagnostics_.hint(
          array.indexNames.size() == 1
              ? "the ends of a line have rules of their own: 'boundary(" + array.name + ", " +
                    across + ", low) = ...;'"
              : "the other indices are known there; a rule of this axis alone is 'boundary(" +
                    array.name + ", " + across + ") = ...;'");
      return false;
    }
    return true;
  }

  /// The word for a rule; null if the text is something else.
  static const Builtin *ruleOf(const clang::Expr *written) {
    written = written->IgnoreParenImpCasts();
    const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(written);
    const auto *call = llvm::dyn_cast<clang::CallExpr>(written);
    const clang::ValueDecl *declaration = name   ? name->getDecl()
                                          : call ? call->getDirectCallee()
                                                 : nullptr;
    const Builtin *word = declaration ? builtinOf(declaration) : nullptr;
    return word && word->kind == Builtin::Kind::Rule ? word : nullptr;
  }

  SourceRange place(const BoundaryDecl &boundary) const {
    return toRange(context_, clang::SourceRange(boundary.decl->getBeginLoc()));
  }
  bool error(const BoundaryDecl &boundary, const std::string &message, const std::string &hint) {
    diagnostics_.error(place(boundary), message);
    diagnostics_.hint(hint);
    return false;
  }

  const clang::ASTContext &context_;
  Lowering &lowering_;
  Names &names_;
  Problem &problem_;
  Diagnostics &diagnostics_;
};

} // namespace

void readBoundaries(const std::vector<BoundaryDecl> &boundaries, const clang::ASTContext &context,
                    Lowering &lowering, Names &names, Problem &problem, Diagnostics &diagnostics) {
  BoundaryReader reader(context, lowering, names, problem, diagnostics);
  for (const BoundaryDecl &boundary : boundaries)
    reader.readBoundary(boundary);
  for (State &state : problem.states)
    if (state.species.value_or(0) == 0)
      reader.checkPeriodic(BoundaryReader::ruled(state));
  for (Field &field : problem.fields)
    reader.checkPeriodic(reader.ruled(field));
  for (const BoundaryDecl &boundary : boundaries)
    if (!diagnostics.hasErrors())
      reader.checkKept(boundary);
}

} // namespace eulerc::compiler
