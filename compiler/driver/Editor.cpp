#include "Editor.h"

#include "Files.h"
#include "HostCompiler.h"

#include "frontend/SourceFile.h"

namespace eulerc::compiler {

std::string writeEditorFiles() {
  // As C++, in which the default of a param may call a function (prelude/eulerc/ode.h).
  const std::string text =
      "# Written by eulerc --editor: clangd understands programs.\n"
      "If: { PathMatch: '.*\\.ode' }\n"
      "CompileFlags: { Add: [-xc++, -std=c++23, -include, eulerc/ode.h, '-I" +
      prefix() + "/include'] }\n" +
      // What is no C++ in "event spike(int i, real t) = v[i] - 1;".
      "Diagnostics: { Suppress: [illegal_initializer, template_param_shadow] }\n";
  const std::string file = ".clangd";
  const FileText before = readFile(file);
  if (before.text && *before.text != text)
    throw EditorRefusal{"'.clangd' is there already, and stays as it is",
                        "add this to it, behind a line '---':\n" + text};
  if (const std::string reason = writeFile(file, text); !reason.empty())
    throw EditorRefusal{"'.clangd' cannot be written: " + reason,
                        "go to a folder that can be written"};
  return "wrote .clangd, by which editors with clangd (19 or later) understand the .ode files here "
         "and below\n"
         "colours for VS Code, GitHub and Vim are in " +
         prefix() + "/share/eulerc/editors\n";
}

} // namespace eulerc::compiler
