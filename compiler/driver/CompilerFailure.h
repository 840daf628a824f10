// CompilerFailure: why the host compiler made no executable, in the user's words.
#pragma once

#include "HostCompiler.h"
#include "Process.h"

#include <string>

namespace eulerc::compiler {

/// Reports how `cxx` ended. What it lacks is the user's to mend (Usage); that it ran and rejected
/// the code is eulerc's mistake (Bug).
CompileResult reportFailure(const std::string &cxx, const Ending &ending, Diagnostics &diagnostics);

} // namespace eulerc::compiler
