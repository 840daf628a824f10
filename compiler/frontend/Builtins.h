// Builtins: the words that a program uses without declaring them, and that declare nothing.
//
//   sqrt   a function of one real        normal   random numbers of a stream
//   at     data over time, at a time
//   M_PI   a constant                    robin    a boundary rule of two values
//
// A program may have its own of each of these names, which then hides the word.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eulerc::compiler {

struct Builtin {
  enum class Kind { Function, Random, Series, Constant, Rule } kind;
  const char *name;
  int arguments;    ///< how many values it takes; none: it has no brackets
  double value = 0; ///< of a constant
};

std::span<const Builtin> builtins();

/// Null: no word of this name takes that number of values. -1 stands for any number.
const Builtin *builtinNamed(std::string_view name, int arguments = -1);

/// How many values it takes: "two values" of robin, "one value or none" of mirror.
std::string countOfValues(std::string_view builtin);

/// The names of all of one kind, each once.
std::vector<std::string> builtinNames(Builtin::Kind kind);

} // namespace eulerc::compiler
