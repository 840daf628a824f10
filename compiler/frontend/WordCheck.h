// WordCheck: checks the words at which declarations begin, before Clang sees a program.
//
//   "parm int N = 5;" → unknown word 'parm', did you mean 'param'?
#pragma once

#include "ir/Diagnostics.h"

#include <string>

namespace eulerc::compiler {

/// Checks that every declaration of the file itself starts with a word that can start one. Returns
/// whether it found an error.
bool reportUnknownWords(const std::string &file, const std::string &text, Diagnostics &diagnostics);

/// The same for an included file, whose declarations may start with macros of other files.
void reportMisplacedWords(const std::string &header, const std::string &text,
                          Diagnostics &diagnostics);

} // namespace eulerc::compiler
