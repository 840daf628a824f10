// WordCount: limits the size of a program after macro expansion and inclusion of files.
//
// Macros that use one another twice double with each level, and Clang would expand them until
// memory is full. Its parser also recurses deeper with each word in the worst case ("- - - …", "a ?
// b : a ? b : …"); the limits keep it within its stack (driver/DeepStack.h).
//
// The parser must know the names of the arguments of all ddt before the first boundary rule, which
// may use them. WordCount also refuses single words that are unsupported (Unsupported.h).
#pragma once

#include "ir/Diagnostics.h"

#include "clang/Frontend/FrontendAction.h"

#include <map>
#include <memory>
#include <string>

namespace eulerc::compiler {

/// The names of the arguments of functions, and whether each is a real.
using ArgumentNames = std::map<std::string, bool>;

/// An action of Clang that only runs the preprocessor and reports programs that are too large. It
/// also finds the names of the arguments of all ddt and initial.
std::unique_ptr<clang::FrontendAction> makeWordCount(ArgumentNames &names,
                                                     Diagnostics &diagnostics);

} // namespace eulerc::compiler
