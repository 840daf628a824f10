#include "TileFunctions.h"

#include "FunctionText.h"
#include "LaneSkips.h"
#include "Spell.h"

#include "ir/Functions.h"

#include <algorithm>
#include <unordered_set>

namespace eulerc::compiler {
namespace {

/// The number of column values that a tile keeps as vectors. Registers are scarce.
constexpr std::size_t kMostColumns = 4;
/// The number of tests for open guards in a function. With more of them, one test for all is
/// cheaper.
constexpr std::ptrdiff_t kMostQuestions = 2;
/// The number of guard conditions kept as bits. The bits of a work-item's rows have to fit a
/// number.
constexpr std::size_t kMostGuards = 2;

const ExprPtr whereFull =
    makeOp(Op::NotEqual, {makeIndex(static_cast<int>(LaneLeaf::IsFull), ""), makeInt(0)});

/// Merges the interior's value and the edge's into one. They differ only where guards are.
class Merger {
public:
  ExprPtr operator()(const ExprPtr &interior, const ExprPtr &edge) {
    if (sameValue(interior, edge))
      return edge;
    ExprPtr &known = known_[{interior.get(), edge.get()}];
    if (!known)
      known = merged(interior, edge);
    return known;
  }

private:
  ExprPtr merged(const ExprPtr &interior, const ExprPtr &edge) {
    if (!areAlike(interior, edge))
      return makeOp(Op::Select, {whereFull, interior, edge});
    std::vector<ExprPtr> operands;
    for (std::size_t k = 0; k < edge->operands.size(); k++)
      operands.push_back((*this)(interior->operands[k], edge->operands[k]));
    return withOperands(edge, std::move(operands));
  }

  /// Whether both are the same operation on other values. If two choices have different conditions,
  /// one of them is a guard.
  static bool areAlike(const ExprPtr &a, const ExprPtr &b) {
    return a->op == b->op && a->integer == b->integer && a->name == b->name &&
           a->type == Type::Real && b->type == Type::Real && a->op != Op::Loop &&
           !a->operands.empty() && a->operands.size() == b->operands.size() &&
           (a->op != Op::Select || sameValue(a->operands[0], b->operands[0]));
  }

  std::map<std::pair<const Expr *, const Expr *>, ExprPtr> known_;
};

std::ptrdiff_t questionsIn(const ExprPtr &both) {
  std::ptrdiff_t questions = 0;
  forEachNode(both, [&](const ExprPtr &node) {
    questions += node->op == Op::Select && sameValue(node->operands[0], whereFull);
  });
  return questions;
}

/// The position of a value in a list.
std::optional<std::int64_t> placeIn(const std::vector<ExprPtr> &values, const ExprPtr &value) {
  const auto place =
      std::ranges::find_if(values, [&](const ExprPtr &other) { return sameValue(other, value); });
  if (place == values.end())
    return std::nullopt;
  return place - values.begin();
}

/// Whether a value depends only on the point's place and on params, and is safe to compute where
/// the program does not ask for it.
bool isOfPlace(const ExprPtr &value) {
  return !anyNode(value, [&](const Expr &node) {
    switch (node.op) {
    case Op::Constant:
    case Op::Param:
    case Op::Uniform:
      return false;
    case Op::Index:
      return node.integer == static_cast<int>(LaneLeaf::IsFull);
    case Op::Div:
    case Op::Rem:
      return node.type == Type::Int;
    case Op::Call:
      return isRandom(node.name) || !seriesOf(node.name).empty();
    default:
      return node.operands.empty() || node.op == Op::Read || node.op == Op::Entry ||
             node.op == Op::ToInt || node.op == Op::Loop || node.op == Op::LoopResult;
    }
  });
}

/// Whether a value depends on the index along a row and on params alone.
bool isOfColumn(const ExprPtr &value, const Lanes &lanes) {
  return lanes.vary(value) && isOfPlace(value) && !anyNode(value, [&](const Expr &node) {
           return node.op == Op::Index && node.integer >= 0 && node.integer != lanes.lastAxis();
         });
}

/// Finds conditions of the place, in the order in which keeping them pays. First come conditions
/// that only guards test: a tile with a point source would compute them in each step.
class GuardFinder {
public:
  explicit GuardFinder(const Lanes &lanes) : lanes_(lanes) {}

  std::vector<ExprPtr> ofGuards(const ExprPtr &body) {
    forEachNode(body, [&](const ExprPtr &node) {
      if (node->op != Op::Select || !sameValue(node->operands[0], whereFull))
        return;
      forEachNode(node->operands[1], [&](const ExprPtr &known) { seen_.insert(known); });
      visit(node->operands[2]);
    });
    return std::move(found_);
  }

  /// Conditions of all choices, except those that depend on the column only.
  std::vector<ExprPtr> ofChoices(const ExprPtr &body) {
    forEachNode(body, [&](const ExprPtr &node) {
      if (node->op == Op::Select && isOfPlaces(node->operands[0]) &&
          !isOfColumn(node->operands[0], lanes_))
        found_.push_back(node->operands[0]);
    });
    return std::move(found_);
  }

private:
  bool isOfPlaces(const ExprPtr &node) const {
    return node->type == Type::Bool && lanes_.vary(node) && isOfPlace(node);
  }
  void visit(const ExprPtr &node) {
    if (!seen_.insert(node).second)
      return;
    if (isOfPlaces(node))
      return found_.push_back(node);
    for (const ExprPtr &operand : node->operands)
      visit(operand);
  }

  const Lanes &lanes_;
  std::unordered_set<ExprPtr, ExprHash, ExprSame> seen_;
  std::vector<ExprPtr> found_;
};

/// Finds the outermost wanted nodes among those that are computed at all points, not only behind
/// `full`.
class OutsideGuards {
public:
  explicit OutsideGuards(std::function<bool(const ExprPtr &)> isWanted)
      : isWanted_(std::move(isWanted)) {}

  std::vector<ExprPtr> operator()(const ExprPtr &body) {
    visit(body);
    return std::move(found_);
  }

private:
  void visit(const ExprPtr &node) {
    if (!seen_.insert(node).second)
      return;
    if (node->op == Op::Select && sameValue(node->operands[0], whereFull))
      return visit(node->operands[1]);
    if (isWanted_(node))
      return found_.push_back(node);
    for (const ExprPtr &operand : node->operands)
      visit(operand);
  }

  const std::function<bool(const ExprPtr &)> isWanted_;
  std::unordered_set<ExprPtr, ExprHash, ExprSame> seen_;
  std::vector<ExprPtr> found_;
};

} // namespace

TileVariant::TileVariant(const AddressMap &map, bool keepsGuards)
    : map_(map), keepsGuards_(keepsGuards) {
  const Step &step = map.step();
  if (step.system.extents.size() == 1 || step.system.period > 1 || isHugeStep(step))
    return;
  asksRows_ = false;
  const Lanes lanes(static_cast<int>(step.system.extents.size()) - 1);
  for (const StepOfEquation &equation : step.equations) {
    const StencilEquation &found = map.stencil().of(equation);
    if (isEvent(map, equation.state) || found.scalarBecause || found.edgeScalarBecause) {
      asksRows_ = asksRows_ || equation.edgeDiffers;
      continue;
    }
    const ExprPtr both = bothOf(equation);
    if (!both) {
      asksRows_ = true;
      continue;
    }
    const bool goRound = map.stencil().goesRound(map.stencil().last());
    const ExprPtr body =
        withColumns(withLaneSkips(withGuards(both), lanes, goRound, !map.stencil().sharesMuch));
    functions_.emplace(&equation,
                       StepFunction{Role::Tile, equation.edge.of, equation.edge.window, body});
  }
}

bool TileVariant::differs(const StepOfEquation &equation) const {
  const auto function = functions_.find(&equation);
  return function != functions_.end() && !sameValue(function->second.body, equation.interior.body);
}

ExprPtr TileVariant::bothOf(const StepOfEquation &equation) const {
  if (!equation.edgeDiffers)
    return equation.edge.body;
  const std::vector<WindowEntry> &seen = equation.edge.window;
  std::vector<std::int64_t> places; // of the interior's entries in the edge's window
  for (const WindowEntry &entry : equation.interior.window) {
    const auto place = std::ranges::find_if(seen, [&](const WindowEntry &other) {
      return other.array == entry.array &&
             std::ranges::equal(other.offset, entry.offset, ExprSame());
    });
    if (place == seen.end())
      return nullptr;
    places.push_back(place - seen.begin());
  }
  const ExprPtr interior = rewrite(equation.interior.body, [&](const ExprPtr &node) {
    return node->op == Op::Window ? makeWindow(places[node->integer]) : nullptr;
  });
  const ExprPtr both = withSharedNodes({Merger()(interior, equation.edge.body)}).front();
  return questionsIn(both) <= kMostQuestions ? both : nullptr;
}

ExprPtr TileVariant::withGuards(const ExprPtr &body) {
  if (!keepsGuards_)
    return body;
  const Lanes lanes(static_cast<int>(map_.stencil().last()));
  for (const auto &conditions :
       {GuardFinder(lanes).ofGuards(body), GuardFinder(lanes).ofChoices(body)})
    for (const ExprPtr &condition : conditions)
      if (guards_.size() < kMostGuards && !placeIn(guards_, condition))
        guards_.push_back(condition);
  const ExprPtr asking = TopDown([&](const ExprPtr &node) -> ExprPtr {
    const auto place = placeIn(guards_, node);
    return place ? makeGuard(*place) : nullptr;
  })(body);
  const auto isGuard = [](const ExprPtr &node) { return node->op == Op::Guard; };
  guardsAnywhere_ = guardsAnywhere_ || !OutsideGuards(isGuard)(asking).empty();
  return asking;
}

ExprPtr TileVariant::withColumns(const ExprPtr &body) {
  const Lanes lanes(static_cast<int>(map_.stencil().last()));
  // Values that only guards need are not kept: few points use them.
  std::vector<ExprPtr> found = OutsideGuards([&](const ExprPtr &node) {
    return node->type != Type::Int && !node->operands.empty() && isOfColumn(node, lanes);
  })(body);
  std::ranges::stable_sort(found, std::greater(), operationsIn);
  for (const ExprPtr &value : found)
    if (columns_.size() < kMostColumns && !placeIn(columns_, value))
      columns_.push_back(value);
  return TopDown([&](const ExprPtr &node) -> ExprPtr {
    const auto place = placeIn(columns_, node);
    return place ? makeColumn(*place, node->type) : nullptr;
  })(body);
}

std::string TileVariant::columns(const std::string &along) const {
  const std::string last = number(map_.stencil().last());
  std::string members, values;
  const Body body = vectorBody(map_, StepFunction{Role::Tile, "", {}, makeReal(0)}, columns_);
  for (std::size_t k = 0; k < columns_.size(); k++) {
    const bool isMask = columns_[k]->type == Type::Bool;
    members += std::string(isMask ? "  maskv" : "  realv") + " v" + number(k) + ";\n";
    values += "  column.v" + number(k) + " = " + body.results[k] + ";\n";
  }
  if (columns_.empty())
    members = "  int none;\n", values = "  column.none = 0;\n";
  return "// What the index along a row decides alone, of the points of a vector.\ntypedef struct "
         "{\n" +
         members +
         "} eulerc_column;\n\nEULERC_INLINE eulerc_column eulerc_column_along(const "
         "indexv i" +
         last + ", const eulerc_constants *c) {\n  eulerc_column column;\n" + body.statements +
         values +
         "  return column;\n}\nEULERC_INLINE eulerc_column eulerc_column_of(const long "
         "j, const eulerc_constants *c) {\n  const long " +
         map_.lastIndexAt("j") + ";\n  return eulerc_column_along(" + along + ", c);\n}\n\n";
}

/// Functions that turn conditions into bits, and back.
static const char *const bitsOfConditions =
    "EULERC_INLINE ulong eulerc_bits_of(const maskv condition) {\n"
    "#define EULERC_BIT(v, k) EULERC_LANE(v, k) ? 1UL << 0x##k : 0\n"
    "  const ulong lanes[] = {EULERC_EACH(EULERC_BIT, condition)};\n"
    "#undef EULERC_BIT\n"
    "  ulong bits = 0;\n"
    "  EULERC_FOR(k, EULERC_WIDTH)\n    bits |= lanes[k];\n"
    "  return bits;\n}\n"
    "EULERC_INLINE maskv eulerc_is_open(const ulong guards, const int guard) {\n"
    "  const uint bits = (uint)(guards >> guard * EULERC_WIDTH);\n"
    "#define EULERC_OPEN(bits, k) (bits >> 0x##k & 1) != 0 ? -1 : 0\n"
    "  return EULERC_MAKE(maskv, EULERC_EACH(EULERC_OPEN, bits));\n"
    "#undef EULERC_OPEN\n}\n"
    "EULERC_INLINE bool eulerc_is_open_in_vector(const ulong guards, const int guard) {\n"
    "  return (guards >> guard * EULERC_WIDTH & ((1UL << EULERC_WIDTH) - 1)) != 0;\n}\n";

std::string TileVariant::guards(const std::string &along) const {
  const std::size_t last = map_.stencil().last();
  const std::string facts =
      "// Bits of a row; whether bits are asked at all points, not behind `full` alone; whether "
      "each row asks if it is full.\nenum { eulerc_guard_bits = " +
      number(guards_.size()) +
      " * EULERC_WIDTH, eulerc_guards_anywhere = " + std::to_string(guardsAnywhere_) +
      ", eulerc_asks_rows = " + std::to_string(asksRows_) + " };\n";
  const std::string head = "// Which guards are open at points j … of a row, for each a bit of "
                           "each lane.\nEULERC_INLINE ulong eulerc_guards_at(" +
                           eachAxis(0, last, "const long i#, ") +
                           "const long j, const eulerc_constants *c) {\n";
  if (guards_.empty())
    return facts + head + "  return 0;\n}\n\n";
  ExprPtr any = makeBool(false);
  for (const ExprPtr &guard : guards_)
    any = makeOp(Op::Or, {any, guard});
  const StepFunction f{Role::Tile, "", {}, any};
  const Body body = vectorBody(map_, f, guards_);
  std::string bits;
  for (std::size_t k = 0; k < guards_.size(); k++)
    bits += (k ? " | " : "") + ("eulerc_bits_of(" + body.results[k]) + ") << " + number(k) +
            " * EULERC_WIDTH";
  return facts + bitsOfConditions + "EULERC_INLINE ulong eulerc_guards_along(" +
         ofAxis(0, std::string("const long ") + (knowsRow(f) ? "at" : "i") + "#, ") +
         eachAxis(1, last, "const long i#, ") + "const indexv i" + number(last) +
         ", const eulerc_constants *c) {\n" + placeInGrid(map_, "realv", f) + body.statements +
         "  return " + bits + ";\n}\n" + head + "  const long " + map_.lastIndexAt("j") +
         ";\n  return eulerc_guards_along(" + eachAxis(0, last, "i#, ") + along + ", c);\n}\n\n";
}

std::string TileFunctions::text(const std::string &along) const {
  const std::string streaming = text(streaming_, along), registers = text(registers_, along);
  return streaming == registers ? streaming
                                : "#ifdef EULERC_STREAMING_LEVELS\n" + streaming + "#else\n" +
                                      registers + "#endif\n\n";
}

std::string TileFunctions::text(const TileVariant &variant, const std::string &along) const {
  std::string text = variant.helpers(along);
  for (const StepOfEquation &equation : map_.step().equations)
    if (has(equation))
      text += vectorFunction(map_, variant.of(equation));
  return text;
}

} // namespace eulerc::compiler
