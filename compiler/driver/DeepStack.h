// DeepStack: runs a function on a thread with a deep stack, for recursive walks.
//
// Clang and the phases of eulerc walk expressions recursively, and expressions can be as deep as a
// program is long: "y[i] + y[i] + …", "- - - …", a helper that calls a helper. The front end limits
// the depth (frontend/Parse.cpp, frontend/Lower.h); within these limits the stack suffices.
#pragma once

#include <functional>

namespace eulerc::compiler {

/// Calls a function on a thread with a deep stack, and returns its result. If a program makes the
/// process use too much memory, the process ends with a message.
int onDeepStack(const std::function<int()> &function);

} // namespace eulerc::compiler
