// Includes: lines of emitted code that include templates, and conditions that choose between texts.
//
//   include("linear.cl")            →  #include "linear.cl", which templates/expand.h replaces
//   when("EULERC_TILED", text)      →  #ifdef EULERC_TILED … #endif
#pragma once

#include <initializer_list>
#include <string>

namespace eulerc::compiler {

inline std::string include(const std::string &name) { return "#include \"" + name + "\"\n"; }
inline std::string includeHost(const std::string &name) {
  return "#include <eulerc/host/" + name + ">\n";
}

/// Several includes, with an empty line between two.
inline std::string includes(std::initializer_list<const char *> names) {
  std::string text;
  for (const char *name : names)
    text += (text.empty() ? "" : "\n") + include(name);
  return text;
}

/// Text that is compiled under a condition of the preprocessor, or where a macro is defined.
inline std::string onlyIf(const std::string &condition, const std::string &text) {
  return "\n#if " + condition + "\n\n" + text + "\n#endif\n";
}
inline std::string when(const std::string &macro, const std::string &text) {
  return "\n#ifdef " + macro + "\n\n" + text + "\n#endif\n";
}

} // namespace eulerc::compiler
