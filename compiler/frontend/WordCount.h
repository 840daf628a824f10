// WordCount: how much a program comes to when its macros are expanded and its files included.
//
// Macros that use one another twice double with each level, and Clang would follow until the memory
// is full. Its parser also goes deeper with each word, in the worst case ("- - - …", "a ? b : a ? b
// : …"): the bounds keep it within its stack (driver/DeepStack.h).
//
// The parser has to know the names of the arguments of all ddt before it comes to the first
// boundary rule, which may use them. Programs that single words make unsupported are refused here,
// too (Unsupported.h).
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Frontend/FrontendAction.h"

#include <map>
#include <memory>
#include <string>

namespace eulerc::compiler {

/// What the arguments of functions are called, and whether each is a real.
using ArgumentNames = std::map<std::string, bool>;

/// An action of Clang that only runs the preprocessor, and reports an error if there is too much.
/// It finds the names of the arguments of all ddt and initial.
std::unique_ptr<clang::FrontendAction> makeWordCount(ArgumentNames &names,
                                                     Diagnostics &diagnostics);

} // namespace eulerc::compiler
