// Builtins: the words of the language that a program uses without a declaration.
//
//   sqrt   a function of one real        normal   random numbers of a stream
//   at     data over time, at a time
//   M_PI   a constant                    robin    a boundary rule of two values
//
// A program may declare each of these names, and then hides the word.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eulerc::compiler {

struct Builtin {
  enum class Kind { Function, Random, Series, Constant, Rule } kind;
  const char *name;
  int arguments;    ///< number of values that it takes; none: it has no brackets
  double value = 0; ///< of a constant
};

std::span<const Builtin> builtins();

/// The word of this name that takes this number of values (-1: any number); null: there is none.
const Builtin *builtinNamed(std::string_view name, int arguments = -1);

/// The number of values in words: "two values" for robin, "one value or none" for mirror.
std::string countOfValues(std::string_view builtin);

/// The names of all words of one kind, each once.
std::vector<std::string> builtinNames(Builtin::Kind kind);

} // namespace eulerc::compiler
