// Traced: the program as tables, from which tracing/ computes a single point of a single stage.
#pragma once

#include <cstdint>

namespace eulerc {

/// An operation of a traced expression. Its operands stand before it in the same expression.
struct Operation {
  const char *name = ""; ///< "+", "read", "exp", ….
  char type = 'i';       ///< 'i', 'r': rounded to the model's precision, 'd': of params alone.
  int first = 0, count = 0;
  std::int64_t integer = 0; ///< value of a constant, or number of a param, axis, state, ….
  double real = 0;          ///< value of a constant; of a table, the number of its entries.
  int line = 0, column = 0,
      behind = 0; ///< in ProgramFacts::text; 0: no place is known, -1: line's end.
};

/// What a read beyond one side of an axis yields: factor · image + value + slope · distance.
struct TracedRule {
  bool hasImage = false;
  /// The image of index i, of n points along the axis: ofIndex · i + ofExtent · n + constant.
  int ofIndex = 0, ofExtent = 0, constant = 0;
  int value = -1, factor = -1, slope = -1; ///< expressions; -1: there is none.
};

/// The program as tables. Random numbers in it change no slope.
struct Traced {
  const Operation *operations;
  const int *operands;     ///< numbers of operations within their expression.
  const int *ends;         ///< of each expression, behind its last operation: its value.
  const TracedRule *rules; ///< of each state, quantity and field: of each axis, both sides.
  const int *origins; ///< of each array of a level (MethodFacts::levelStates), the state it is of.
  int quantities;     ///< within a step; expressions are of states, then of these, ….
};

} // namespace eulerc
