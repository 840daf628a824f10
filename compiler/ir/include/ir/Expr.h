// Expressions: immutable, shared, without side effects. Every right-hand side, initial value and
// param is one expression; locals are shared nodes, `if` and early `return` are Select.
//
// Expressions can be as deep as a program is long: a sum of 5000 terms is 5000 deep. Functions that
// walk them are recursive and visit a shared node once. The front end limits the number of nodes,
// and the driver provides a deep stack (driver/DeepStack.h).
//
// Semantics. Int is a 64-bit integer with C's truncating / and %. Real is the solver's precision
// (double for params, initial values and the time span, which the host computes). Select evaluates
// its condition and then only the branch taken; so do And and Or (as && and ||). Operations on
// Real are evaluated as written, without reassociation; where a sum contracts a product that is
// written as its operand, the two may be rounded once (transform/FormStep.h).
#pragma once

#include "ir/Source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eulerc::compiler {

enum class Type { Bool, Int, Real };

enum class Op {
  Constant, ///< integer (Bool, Int) or real
  Param,    ///< name
  Index,   ///< grid index of the point, or (axis >= kFirstLoopAxis) a loop variable; integer = axis
  Time,    ///< t, the time of the stage; in a step of one stage the time before the step
  EndTime, ///< the time after the step, at which the next one begins
  StepSize,      ///< h
  StepNumber,    ///< of the run, from 0 on
  Stage,         ///< of the step, from 0 on
  Factor,        ///< a number of the stage that the run provides; integer = which
  Read,          ///< state or field `name` at the index given by the operands (one an axis)
  Entry,         ///< entry of a table or of data `name`, at the index given by the operands
  Carried,       ///< value of a local at the start of a loop's body; integer = number, unique in a
                 ///< program
  Window,        ///< integer = entry of the step's window (ir/Step.h)
  Uniform,       ///< integer = entry of the step's uniforms (ir/Step.h)
  AtTime,        ///< integer = number of one of the step's values of the time (ir/Step.h)
  Shared,        ///< integer = number of a result of the step's shared loops (ir/Step.h)
  Column,        ///< value of the index along a row; integer = number (codegen/TileFunctions.h)
  Guard,         ///< whether guard `integer` is open at the point (codegen/TileFunctions.h)
  GuardInVector, ///< the same at any point of the vector
  InSomeLane,    ///< whether the operand, a condition, holds in some lane of the vector
  // In a shared loop in blocks of passes, whose sources are in local memory
  // (codegen/forms/sums.cpp):
  Source,       ///< value `integer` of the source whose number in the block is the operand
  SourceIndex,  ///< the pass that has the operand as its number in the block
  SourceNumber, ///< the number in the block of the operand, the point's index or the loop's end
  Negate,
  Not,
  Add, ///< of Real: integer = 1 + k if operand k is a product to be contracted with the sum, else 0
  Sub, ///< as Add
  Mul,
  Div, ///< of Real: integer = 1 if the divisor is written with params alone, else 0
  Rem,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or,
  Select, ///< condition, value if true, value if false; integer = 1: the second value is computed
          ///< in any case, and a `when` replaces it
  ToReal,
  ToInt,
  /// Real-valued function `name` of OpenCL C. pow: integer = twice the written exponent if products
  /// compute the power, else 0.
  Call,
  /// Operands: loop variable (Index), first value, end (exclusive), then for each carried local:
  /// its Carried node, its value before the loop, its value after the body.
  Loop,
  LoopResult, ///< operand: a Loop; integer = which carried local, its value after the loop
};

constexpr int kMaxAxes = 3;                 ///< of a grid
constexpr int kFirstLoopAxis = kMaxAxes;    ///< axes from here on are loop variables
constexpr int kMaxVariables = kMaxAxes + 3; ///< grid indices and nested loops

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Expr {
  Op op;
  Type type;
  std::vector<ExprPtr> operands{};
  std::int64_t integer = 0;
  double real = 0;
  std::string name{};

  // Not part of the value:
  SourceRange where{};     ///< where it was written
  std::string localName{}; ///< the local variable it was assigned to, for readable output
  std::size_t hash = 0;    ///< of the value
  bool paramsOnly = true;  ///< depends on params only
  double writtenOut = 1;   ///< nodes of its text, with each use of a shared node written out
};

// ---- making ------------------------------------------------------------------------------------
ExprPtr makeInt(std::int64_t value, SourceRange where = {});
ExprPtr makeBool(bool value);
ExprPtr makeReal(double value, SourceRange where = {});
ExprPtr makeParam(std::string name, Type type, SourceRange where = {});
ExprPtr makeIndex(int axis, std::string name, SourceRange where = {});
ExprPtr makeRead(std::string state, std::vector<ExprPtr> index, SourceRange where = {});
ExprPtr makeWindow(std::int64_t entry, SourceRange where = {});
ExprPtr makeFactor(std::int64_t which);
ExprPtr makeUniform(std::int64_t entry, Type type);
ExprPtr makeAtTime(std::int64_t number);
ExprPtr makeShared(std::int64_t result, SourceRange where = {});
ExprPtr makeColumn(std::int64_t number, Type type);
ExprPtr makeGuard(std::int64_t number);
ExprPtr makeGuardInVector(std::int64_t number);
ExprPtr makeSource(std::int64_t value, const ExprPtr &number);
ExprPtr makeSourceIndex(const ExprPtr &number);
ExprPtr makeSourceNumber(const ExprPtr &index);
/// The same Read, marked as proved to stay inside the grid wherever it is evaluated (integer = 1).
ExprPtr markInside(const ExprPtr &read);
ExprPtr makeEntry(std::string name, Type type, std::vector<ExprPtr> index, SourceRange where = {});
ExprPtr makeCarried(std::int64_t number, Type type, std::string local);
ExprPtr makeLoop(std::vector<ExprPtr> operands, SourceRange where = {});
ExprPtr makeLoopResult(const ExprPtr &loop, std::int64_t which, Type type);
ExprPtr makeCall(std::string function, std::vector<ExprPtr> arguments, SourceRange where = {});
/// Any operation whose type follows from its operands. Folds integers and conditions, never reals.
ExprPtr makeOp(Op op, std::vector<ExprPtr> operands, SourceRange where = {});
/// The sum or difference, marked: its operand k is a product to be contracted with the sum.
ExprPtr markContracted(const ExprPtr &sum, std::int64_t k);
/// The quotient, marked: its divisor is written with params alone.
ExprPtr markOfParams(const ExprPtr &quotient);
/// The call of pow, marked with twice its exponent.
ExprPtr markExponent(const ExprPtr &call, std::int64_t doubled);
/// The choice of a `when`, marked: it replaces its second value.
ExprPtr markReplacing(const ExprPtr &choice);
/// The same value, known by a local variable's name.
ExprPtr withLocalName(const ExprPtr &expr, std::string name);

// ---- asking ------------------------------------------------------------------------------------
bool sameValue(const ExprPtr &a, const ExprPtr &b);
std::optional<std::int64_t> constantInt(const ExprPtr &expr); ///< Int and Bool constants
/// Whether a node is not an operation on other values. Reads and entries are leaves, although their
/// indices are operands.
bool isLeaf(const Expr &node);
bool isComparison(Op op);
/// Whether an operation is a time, of the stage or of the end of the step.
constexpr bool isTime(Op op) { return op == Op::Time || op == Op::EndTime; }
/// "+", "<=" of a binary operator; null for other nodes.
const char *signOf(Op op);
/// Whether some node below satisfies the predicate; visits every shared node once.
bool anyNode(const ExprPtr &expr, const std::function<bool(const Expr &)> &predicate);
/// The last read of a component of the array; null: the array is not read, or there is no value.
ExprPtr readOf(const ExprPtr &value, const std::string &array);

/// Whether a read has the indices of the point itself.
bool isReadAtPoint(const Expr &read);
/// Whether a value depends on indices, params and at least one entry of `data int`, so that it is
/// known when data are loaded.
bool isOfData(const ExprPtr &expr);
/// Whether the number of passes of a loop is known only when data are loaded.
bool boundsAreOfData(const Expr &loop);
/// Visits every node once, operands before the node itself.
void forEachNode(const ExprPtr &expr, const std::function<void(const ExprPtr &)> &visit);
/// The number of different operations in an expression.
std::size_t operationsIn(const ExprPtr &expr);

struct ExprHash {
  std::size_t operator()(const ExprPtr &expr) const { return expr->hash; }
};
struct ExprSame {
  bool operator()(const ExprPtr &a, const ExprPtr &b) const { return sameValue(a, b); }
};

/// The same values with one node for each value in them, which is then computed once.
std::vector<ExprPtr> withSharedNodes(std::vector<ExprPtr> values);

// ---- rewriting and printing --------------------------------------------------------------------
/// The same node with other operands; simplified where makeOp does.
ExprPtr withOperands(const ExprPtr &node, std::vector<ExprPtr> operands);
/// Rebuilds the expression bottom-up. `replace` sees every node once, with its operands rewritten,
/// and may return a replacement (or null: keep).
ExprPtr rewrite(const ExprPtr &expr, const std::function<ExprPtr(const ExprPtr &)> &replace);
/// Rebuilds expressions from the top. `replace` is called for a node before its operands; if it
/// returns a replacement, these are not visited. Nodes shared by several expressions are visited
/// once.
class TopDown {
public:
  explicit TopDown(std::function<ExprPtr(const ExprPtr &)> replace)
      : replace_(std::move(replace)) {}
  ExprPtr operator()(const ExprPtr &node);

private:
  std::function<ExprPtr(const ExprPtr &)> replace_;
  std::unordered_map<const Expr *, ExprPtr> done_;
  std::vector<ExprPtr> keepAlive_; ///< keys of done_
};

/// Spells a node that is not printed in the default way; empty means the default. The spelling must
/// be a primary expression (a name, a call, or parenthesised). `text` prints an operand.
using ExprText = std::function<std::string(const ExprPtr &)>;
using Spelling = std::function<std::string(const ExprPtr &node, const ExprText &text)>;
/// C-like text with as few parentheses as C's precedence allows. By default implicit conversions
/// are not shown and reads are printed as written: "K * K * (y[i - 3] - 2 * y[i - 1])".
std::string print(const ExprPtr &expr, const Spelling &spelling = {});
/// The same, cut off with "..." after a few hundred characters, for comments and messages.
std::string printShort(const ExprPtr &expr, const Spelling &spelling = {});
/// Shortest text that reads back as the same double, with a point or exponent: "0.1", "2.0".
std::string printReal(double value);

} // namespace eulerc::compiler
