// MethodWords: replaces words that C cannot parse, as in `method = rk4;`, `let real mu[N];` and
// `stop(…);`, in each file of a program. The number of characters stays the same:
//
//   method = rk4;        →  m$thod ( rk4)       a macro (prelude/ode.h), so that #if and #define
//                                               have the same meaning as in C
//   let real mu[N];      →  l$t real mu[N];     because `let` has arguments elsewhere
//   output real s(…)     →  o$tput real s(…)    because a program may declare an `output`
//   axis x = { … };      →  ax$s x = { … };     because a program may declare an `axis`
//   stop(energy < 1);    →  st$p(energy < 1);   because a program may declare a `stop`
//   event e(int i) = …;  →  ev$nt e(int i) ( …) a macro called e makes a function of it
//   global real m = mean(u); →  gl$bal (    m , mean,u ) also a macro
//   when (v[i] > 1) {…}  →  w$en (v[i] > 1) {…} because a program may declare a `when`
//
// Places do not change, so messages show the original text.
#pragma once

#include <string>

namespace eulerc::compiler {

std::string withMethodWords(std::string text);

/// A text of Clang with the original words: "w$en" → "when".
std::string asWritten(std::string text);

} // namespace eulerc::compiler
