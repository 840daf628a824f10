#include "Boundaries.h"

#include "frontend/Nearest.h"

#include "clang/AST/Expr.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

class Reader {
public:
  Reader(const clang::ASTContext &context, Lowering &lowering, Problem &problem,
         Diagnostics &diagnostics)
      : context_(context), lowering_(lowering), problem_(problem), diagnostics_(diagnostics) {}

  void readBoundary(const BoundaryDecl &boundary) {
    State &state = *std::ranges::find(problem_.states, boundary.state, &State::name);
    const clang::InitListExpr *list = listOf(boundary.decl->getInit());
    const auto *kind =
        list && list->getNumInits() == 4
            ? llvm::dyn_cast<clang::IntegerLiteral>(list->getInit(0)->IgnoreParenImpCasts())
            : nullptr;
    if (!kind)
      return error(boundary, "a boundary rule is expected here",
                   "write 'dirichlet(VALUE)', 'neumann(SLOPE)', 'mirror', 'mirror(-1)', 'clamp', "
                   "'robin(ALPHA, BETA)' or 'periodic'");
    static const Rule::Kind kinds[] = {Rule::Kind::None, Rule::Kind::Dirichlet, Rule::Kind::Neumann,
                                       Rule::Kind::Clamp, Rule::Kind::Periodic};
    Rule rule{kinds[kind->getValue().getZExtValue() % 5], {}, {}, {}, place(boundary)};
    const double ordinary[] = {0, 1, 0}; // of the ghost's value, factor and slope
    ExprPtr *const parts[] = {&rule.value, &rule.factor, &rule.slope};
    for (unsigned k = 0; k < 3; k++) {
      const ExprPtr part = asReal(lowering_.constant(list->getInit(k + 1), Place::Boundary));
      if (!part)
        return;
      if (!(part->op == Op::Constant && part->real == ordinary[k]))
        *parts[k] = part;
    }
    if (rule.kind == Rule::Kind::Dirichlet) {
      rule.factor = nullptr;
      if (!rule.value)
        rule.value = makeReal(0, rule.where);
    }
    std::size_t first = 0, last = state.boundary.size();
    if (!boundary.axis.empty()) {
      const auto it = std::ranges::find(state.indexNames, boundary.axis);
      if (it == state.indexNames.end())
        return error(boundary, "'" + boundary.axis + "' is not an index of ddt(" + state.name + ")",
                     suggestion(boundary.axis, state.indexNames));
      first = it - state.indexNames.begin();
      last = first + 1;
    }
    const bool low = boundary.side == "low", high = boundary.side == "high";
    if (!boundary.side.empty() && !low && !high)
      return error(boundary, "'" + boundary.side + "' is not a side of an axis",
                   "the sides are 'low' and 'high'");
    for (std::size_t axis = first; axis < last; axis++) {
      if (!high)
        state.boundary[axis].low = rule;
      if (!low)
        state.boundary[axis].high = rule;
    }
  }

  /// A grid is periodic along an axis, not at one of its sides.
  void checkPeriodic(const State &state) {
    for (const Sides &sides : state.boundary) {
      const bool low = sides.low.kind == Rule::Kind::Periodic;
      if (low == (sides.high.kind == Rule::Kind::Periodic))
        continue;
      diagnostics_.error(low ? sides.low.where : sides.high.where,
                         "state '" + state.name + "' is periodic at one side of an axis only");
      diagnostics_.hint("write 'boundary(" + state.name + ", AXIS) = periodic;' for both sides");
    }
  }

private:
  /// The parts of a rule, of 'mirror' those of the constant it names.
  static const clang::InitListExpr *listOf(const clang::Expr *rule) {
    if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(rule->IgnoreParenImpCasts()))
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl()))
        rule = variable->getInit();
    return rule ? llvm::dyn_cast<clang::InitListExpr>(rule->IgnoreParenImpCasts()) : nullptr;
  }

  SourceRange place(const BoundaryDecl &boundary) const {
    return toRange(context_, clang::SourceRange(boundary.decl->getBeginLoc()));
  }
  void error(const BoundaryDecl &boundary, const std::string &message, const std::string &hint) {
    diagnostics_.error(place(boundary), message);
    diagnostics_.hint(hint);
  }

  const clang::ASTContext &context_;
  Lowering &lowering_;
  Problem &problem_;
  Diagnostics &diagnostics_;
};

} // namespace

void readBoundaries(const std::vector<BoundaryDecl> &boundaries, const clang::ASTContext &context,
                    Lowering &lowering, Problem &problem, Diagnostics &diagnostics) {
  Reader reader(context, lowering, problem, diagnostics);
  for (const BoundaryDecl &boundary : boundaries)
    reader.readBoundary(boundary);
  for (const State &state : problem.states)
    reader.checkPeriodic(state);
}

} // namespace eulerc::compiler
