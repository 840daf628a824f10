// HostCompiler: from host source to executable.
#pragma once

#include "ir/Artifact.h"
#include "ir/Diagnostics.h"

#include <string>

namespace eulerc::compiler {

/// What went wrong: nothing, the user's request (2), or eulerc itself (3).
enum class CompileResult { Done, Usage, Bug };

/// Where eulerc is installed: <prefix>/bin/eulerc → <prefix>
std::string prefix();

/// What is made: an executable, or a library with the C entry of <eulerc/program.h>.
struct HostOutput {
  std::string path;
  bool isShared = false;
  bool isOfRanks = false;    ///< of several processes, by a compiler of MPI
  bool sharesValues = false; ///< neighbours share values that eulerc found (--share)
};

/// Compiles the host source with `cxx`, its parts side by side, and links it with the runtime into
/// `output`, which is replaced only when all went well. Finds the runtime relative to eulerc
/// itself.
CompileResult compileHost(const Artifact &artifact, const std::string &cxx,
                          const HostOutput &output, Diagnostics &diagnostics);

} // namespace eulerc::compiler
