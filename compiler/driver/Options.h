// Options: the command line of eulerc.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace eulerc::compiler {

enum class Stage { Problem, Access, System, Step, Stencil, OpenCL, Host, Exe };

struct Options {
  std::string input;
  std::string output; ///< "-" for standard output; empty: the stage's default
  Stage stage = Stage::Exe;
  bool isDouble = false;
  bool contracts = true;    ///< --contract
  bool reciprocals = true;  ///< --division
  bool isFast = false;      ///< --math=fast
  bool shares = true;       ///< --share
  int stages = 0;           ///< --stages, for rkl2; 0: the solver's choice
  std::string method;       ///< --method; "": the program's method
  std::string scheme, form; ///< the kernel that --emit=opencl prints; "": all kernels
  bool explain = false;
  std::vector<std::string> includeDirs, defines;
  bool shared = false;        ///< --shared: a library to be loaded, not an executable
  std::string cxx;            ///< host compiler
  bool mpi = false;           ///< --mpi: several processes run the solver together
  std::string mpicxx;         ///< host compiler with --mpi
  bool dependencies = false;  ///< -M
  std::string dependencyFile; ///< -MF
};

/// The options; or, if there is nothing to compile (--help, wrong usage), the exit status.
struct ParsedOptions {
  std::optional<Options> options;
  int status = 0;
};
ParsedOptions parseOptions(int argc, char **argv);

/// Version of eulerc: "0.1.0".
std::string version();

} // namespace eulerc::compiler
