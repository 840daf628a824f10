// Editor: sets up editors for .ode programs.
#pragma once

#include <string>

namespace eulerc::compiler {

/// Writes `.clangd` into the current folder, with which clangd reads `.ode` files with the words of
/// the language. Returns a message for the user; throws EditorRefusal with a hint on failure.
struct EditorRefusal {
  std::string message, hint;
};
std::string writeEditorFiles();

} // namespace eulerc::compiler
