// MethodWords: what C cannot be taught of `method = rk4;`, `let real mu[N];` and `stop(…);`, in
// each file of a program, in letters as many as there were:
//
//   method = rk4;        →  m$thod ( rk4)       a macro (prelude/ode.h), so that #if and #define
//                                               mean what they mean in C
//   let real mu[N];      →  l$t real mu[N];     for the word `let` has arguments elsewhere
//   output real s(…)     →  o$tput real s(…)    likewise
//   axis x = { … };      →  ax$s x = { … };     for a program may declare an `axis`
//   stop(energy < 1);    →  st$p(energy < 1);   for a program may declare a `stop`
//   event e(int i) = …;  →  ev$nt e(int i) ( …) a macro called e makes a function of it
//   global real m = mean(u); →  gl$bal (    m , mean,u ) a macro, too
//   when (v[i] > 1) {…}  →  w$en (v[i] > 1) {…} for a program may declare a `when`
//
// Places do not change: messages show the text that was written.
#pragma once

#include <string>

namespace eulerc::compiler {

std::string withMethodWords(std::string text);

/// A text of Clang with the words as they were written: "w$en" → "when".
std::string asWritten(std::string text);

} // namespace eulerc::compiler
