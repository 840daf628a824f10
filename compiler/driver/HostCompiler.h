// HostCompiler: turns host source into an executable or a library.
#pragma once

#include "ir/Artifact.h"
#include "ir/Diagnostics.h"
#include "ir/Expr.h"

#include <cstdint>
#include <string>

namespace eulerc::compiler {

/// The result: no error, an error in the user's request (2), or one in eulerc itself (3).
enum class CompileResult { Done, Usage, Bug };

/// Where eulerc is installed: <prefix>/bin/eulerc → <prefix>
std::string prefix();

/// The output: an executable, or a library with the C entry of <eulerc/program.h>.
struct HostOutput {
  std::string path;
  bool isShared = false;
  bool isOfRanks = false;          ///< for several processes, made with a compiler of MPI
  bool sharesValues = false;       ///< neighbours share values that eulerc has found (--share)
  std::int64_t classes = 1;        ///< kinds of points
  std::vector<ExprPtr> remainders; ///< by which they differ: x % 4, x % 3
};

/// Compiles the parts of the host source with `cxx` in parallel, and links them with the runtime
/// into `output`, which is replaced only on success. Finds the runtime relative to eulerc itself.
CompileResult compileHost(const Artifact &artifact, const std::string &cxx,
                          const HostOutput &output, Diagnostics &diagnostics);

} // namespace eulerc::compiler
