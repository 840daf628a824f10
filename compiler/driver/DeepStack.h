// A deep stack for recursive walks.
//
// Clang and the phases of eulerc walk expressions recursively, which can be as deep as a program is
// long: "y[i] + y[i] + …", "- - - …", a helper that calls a helper. The front end bounds how much
// that can be (frontend/Parse.cpp, frontend/Lower.h); within these bounds the stack suffices.
#pragma once

#include <functional>

namespace eulerc::compiler {

/// Calls a function on a thread whose stack is deep, and returns its result. A program that makes
/// the process grow beyond all reason ends it with a message: memory is the last bound of all.
int onDeepStack(const std::function<int()> &function);

} // namespace eulerc::compiler
