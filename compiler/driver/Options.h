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
  int stages = 0;           ///< --stages, of rkl2; 0: the solver's choice
  std::string method;       ///< --method; "": what the program says
  std::string scheme, form; ///< of the one kernel that --emit=opencl prints; "": all kernels
  bool explain = false;
  std::vector<std::string> includeDirs, defines;
  bool shared = false;        ///< --shared: a library to be loaded, not an executable
  std::string cxx;            ///< host compiler
  bool dependencies = false;  ///< -M
  std::string dependencyFile; ///< -MF
};

/// The options, or the exit status when there is nothing to compile (--help, wrong usage).
struct ParsedOptions {
  std::optional<Options> options;
  int status = 0;
};
ParsedOptions parseOptions(int argc, char **argv);

/// Version of eulerc: "0.1.0".
std::string version();

} // namespace eulerc::compiler
