// PreludePlace: the in-memory files with the words of the language.
#pragma once

#include "clang/Basic/SourceManager.h"

namespace eulerc::compiler {

constexpr const char *kPreludeDir = "/eulerc-prelude";

/// Whether a place is in the program or its headers: not in eulerc's own text, and not made by ##
/// or on the command line.
inline bool isOfProgram(const clang::SourceManager &sources, clang::SourceLocation where) {
  const clang::SourceLocation spelled = sources.getSpellingLoc(where);
  return spelled.isValid() && !sources.isWrittenInScratchSpace(spelled) &&
         !sources.isWrittenInBuiltinFile(spelled) && !sources.isWrittenInCommandLineFile(spelled) &&
         !sources.getFilename(spelled).starts_with(kPreludeDir);
}

} // namespace eulerc::compiler
