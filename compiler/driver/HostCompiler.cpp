#include "HostCompiler.h"

#include "Files.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <optional>
#include <vector>

namespace eulerc::compiler {
namespace {

namespace path = llvm::sys::path;

/// A folder that goes away with everything in it.
struct TemporaryFolder {
  llvm::SmallString<128> name;
  TemporaryFolder() {
    if (llvm::sys::fs::createUniqueDirectory("eulerc", name))
      name.clear();
  }
  ~TemporaryFolder() {
    if (!name.empty())
      llvm::sys::fs::remove_directories(name);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  std::string file(const char *leaf) const {
    llvm::SmallString<128> result(name);
    path::append(result, leaf);
    return result.str().str();
  }
};

std::optional<std::string> find(const std::string &program) {
  if (program.find('/') != std::string::npos) {
    if (llvm::sys::fs::can_execute(program))
      return program;
    return std::nullopt;
  }
  const auto found = llvm::sys::findProgramByName(program);
  return found ? std::optional(*found) : std::nullopt;
}

/// Runs a command with its messages in `log`; returns whether it succeeded.
bool run(const std::vector<std::string> &command, const std::string &log) {
  const std::vector<llvm::StringRef> arguments(command.begin(), command.end());
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(log),
                                                      llvm::StringRef(log)};
  return llvm::sys::ExecuteAndWait(command[0], arguments, std::nullopt, redirects) == 0;
}

} // namespace

std::string prefix() {
  static int anchor;
  const std::string self = llvm::sys::fs::getMainExecutable("eulerc", &anchor);
  return path::parent_path(path::parent_path(self)).str();
}

CompileResult compileHost(const std::string &source, const std::string &cxx,
                          const std::string &output, Diagnostics &diagnostics) {
  const auto usage = [&](const std::string &message, const std::string &hint) {
    diagnostics.error({}, message);
    if (!hint.empty())
      diagnostics.hint(hint);
    return CompileResult::Usage;
  };
  const auto compiler = find(cxx);
  if (!compiler)
    return usage("the host compiler '" + cxx + "' cannot be run",
                 "name one with --cxx=PATH, or install g++");
  const std::string include = prefix() + "/include",
                    library = prefix() + "/lib/libeulerc_runtime.a";
  if (!llvm::sys::fs::exists(library))
    return usage("the runtime library is missing: " + library,
                 "install eulerc as a whole, with 'cmake --install'");
  if (const std::string reason = whyNotWritable(output); !reason.empty())
    return usage("'" + output + "' cannot be written: " + reason, "");
  const TemporaryFolder folder;
  if (folder.name.empty())
    return usage("no temporary folder can be made", "look at TMPDIR and the space left there");
  const std::string input = folder.file("solver.cpp"), log = folder.file("log");
  if (const std::string reason = writeFile(input, source); !reason.empty())
    return usage("'" + input + "' cannot be written: " + reason, "");

  const std::string temporary = temporaryBeside(output);
  const bool ok = run({*compiler, "-std=c++20", "-O3", "-fno-math-errno", "-fno-trapping-math",
                       "-ffp-contract=off", "-DEULERC_MAIN", "-I", include, input, library, "-o",
                       temporary, "-pthread", "-ldl"},
                      log);
  if (!ok) {
    llvm::sys::fs::remove(temporary);
    diagnostics.bug("the host compiler rejected the code eulerc made:\n" +
                    readFile(log).text.value_or(""));
    return CompileResult::Bug;
  }
  if (const std::string reason = moveInto(temporary, output); !reason.empty())
    return usage("'" + output + "' cannot be written: " + reason, "");
  return CompileResult::Done;
}

} // namespace eulerc::compiler
