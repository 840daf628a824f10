// CompilerFailure: reports in the user's words why the host compiler made no executable.
#pragma once

#include "HostCompiler.h"
#include "Process.h"

#include <string>

namespace eulerc::compiler {

/// Reports how `cxx` ended. A missing tool or file is the user's to mend (Usage). If the compiler
/// ran and rejected the code, this is a mistake of eulerc (Bug).
CompileResult reportFailure(const std::string &cxx, const Ending &ending, Diagnostics &diagnostics);

/// Whether a mistake of the compiler ended it, and not the code or a lack.
bool failedWithinItself(const Ending &ending);

/// The cure for an error of the system, such as "File too large"; `otherwise` if none is known.
std::string cureFor(const std::string &error, const std::string &otherwise);

/// Where a program lies that PATH does not lead to: the folder of `beside`, or /usr/bin. "" if PATH
/// leads to it, or if it is in neither.
std::string folderOutsidePath(const std::string &program, const std::string &beside);
/// The cure for that.
std::string intoPath(const std::string &folder);

} // namespace eulerc::compiler
