// LevelText: the host's code in vectors, once for each level of the processor that has wider ones.
//
//   float on x86-64  →  namespaces vectors_512, vectors_256 and vectors_128: 16, 8 and 4 points
//
// GCC cuts vectors into pieces that a function's own target has before it inlines anything, so all
// that computes with them is emitted once for each level. Other processors, and those that the host
// compiler was told of (-march), have the last level alone, with vectors as the compiler has them.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

struct HostLevel {
  int width;             ///< points of a vector
  std::string nameSpace; ///< in the emitted code
  std::string target;    ///< what the host compiler compiles it for; "": as it was told
  std::string present;   ///< whether a processor has that
  std::string condition; ///< "#if …" around it; "": it is always there
};

/// The widest first.
std::vector<HostLevel> hostLevels(bool isDouble);

/// `text` for each level, with EULERC_WIDTH set.
std::string forEachLevel(bool isDouble, const std::string &text);

} // namespace eulerc::compiler
