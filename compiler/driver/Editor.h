// Editor: what an editor needs to understand programs.
#pragma once

#include <string>

namespace eulerc::compiler {

/// Writes `.clangd` into the current folder, by which clangd reads `.ode` files with the words of
/// the language. Returns what is to be said of it; throws what is wrong, with a hint.
struct EditorRefusal {
  std::string message, hint;
};
std::string writeEditorFiles();

} // namespace eulerc::compiler
