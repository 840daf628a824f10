// CompilerFailure: reports in the user's words why the host compiler made no executable.
#pragma once

#include "HostCompiler.h"
#include "Process.h"

#include <string>

namespace eulerc::compiler {

/// Reports how `cxx` ended. A missing tool or file is the user's to mend (Usage). If the compiler
/// ran and rejected the code, this is a mistake of eulerc (Bug).
CompileResult reportFailure(const std::string &cxx, const Ending &ending, Diagnostics &diagnostics);

} // namespace eulerc::compiler
