// Pipeline: runs the phases in order, up to the requested stage.
#pragma once

#include "Options.h"

namespace eulerc::compiler {

/// Compiles; prints messages to standard error. Returns the exit status: 0 done, 1 the program has
/// errors, 2 wrong usage or an unreadable file, 3 a bug in eulerc.
int compile(const Options &options);

} // namespace eulerc::compiler
