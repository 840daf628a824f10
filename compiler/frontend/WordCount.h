// WordCount: how much a program comes to when its macros are expanded and its files included.
//
// Macros that use one another twice double with each level, and Clang would follow until the memory
// is full. Its parser also goes deeper with each word, in the worst case ("- - - …", "a ? b : a ? b
// : …"): the bounds keep it within its stack (driver/DeepStack.h).
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Frontend/FrontendAction.h"

#include <memory>

namespace eulerc::compiler {

/// An action of Clang that only runs the preprocessor, and reports an error if there is too much.
std::unique_ptr<clang::FrontendAction> makeWordCount(Diagnostics &diagnostics);

} // namespace eulerc::compiler
