#include "HostCompiler.h"

#include "CompilerFailure.h"
#include "Files.h"
#include "Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <vector>

namespace eulerc::compiler {
namespace {

namespace path = llvm::sys::path;

/// A folder that is removed with its contents at the end.
struct TemporaryFolder {
  llvm::SmallString<128> name, parent;
  std::string reason; ///< the reason why there is none
  TemporaryFolder() {
    path::system_temp_directory(true, parent);
    name = parent;
    path::append(name, "eulerc-XXXXXX");
    if (mkdtemp(const_cast<char *>(name.c_str())) == nullptr) {
      reason = std::strerror(errno);
      name.clear();
    }
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

/// The tools for compiling host code: the compiler, and the places of headers and the runtime.
struct Tools {
  std::string compiler, include, library;
};

constexpr const char *kSource = "solver.cpp";
constexpr const char *kOtherFolder = "name a folder that has room and can be written with TMPDIR";

constexpr int kPatience = 10; ///< seconds
constexpr double kLargeSource = 1e6;

/// The characters of functions for points near the sides: from "real eulerc_step_0_0_edge(" to "}".
std::size_t lettersOfEdges(llvm::StringRef source) {
  std::size_t letters = 0;
  bool isEdge = false;
  while (!source.empty()) {
    const auto [line, rest] = source.split('\n');
    isEdge = isEdge || (!line.starts_with(" ") && line.contains("_edge(") && !line.ends_with(";"));
    letters += isEdge ? line.size() + 1 : 0;
    isEdge = isEdge && !line.starts_with("}");
    source = rest;
  }
  return letters;
}

/// "'x % 3' and 'x % 4'"
std::string listed(const std::vector<ExprPtr> &remainders) {
  std::string text;
  for (std::size_t k = 0; k < remainders.size(); k++)
    text += (k == 0                       ? "'"
             : k + 1 == remainders.size() ? " and '"
                                          : ", '") +
            printShort(remainders[k]) + "'";
  return text;
}

/// The message about a compilation that takes long, so that the user knows that eulerc is at work.
std::string ofLong(const std::string &compiler, const std::string &source, const HostOutput &made) {
  const auto size = static_cast<double>(source.size());
  const bool isOfClasses = size / static_cast<double>(made.classes) < kLargeSource;
  std::string text = "eulerc: note: the host compiler '" + compiler + "' has been at work for " +
                     std::to_string(kPatience) + " s, and goes on\n";
  if (size > kLargeSource)
    text +=
        "eulerc: hint: the program makes " + std::to_string(std::lround(size / kLargeSource)) +
        " MB of C++; " +
        (isOfClasses ? "it has " + std::to_string(made.classes) + " kinds of points, by " +
                           listed(made.remainders) +
                           "; give every point its value: a 'field real' with the remainder in its "
                           "initial makes one kind\n"
         : static_cast<double>(lettersOfEdges(source)) > size / 2
             ? std::string("most of it computes points near the sides; the same rule on all sides, "
                           "or reads that reach less far, make less") +
                   (made.sharesValues ? ", and so does --share=off\n" : "\n")
             : "helpers, species and loops between numbers are written out; a quantity ('let') is "
               "computed once, and a loop to a 'param int' is not written out\n");
  return text;
}

/// The command lines: the compilations of all parts, and their link.
struct Commands {
  std::vector<Command> compilations;
  Command link;
};

/// The compilation of a part with less optimisation, if the compiler has failed within itself: it
/// does so in few of its optimisations. Reports that the part is compiled again.
Command withLessOptimisation(const Command &compilation, const Ending &ending) {
  Command less = compilation;
  const auto level = std::ranges::find_if(less, [](const std::string &word) {
    return word == "-O2" || word == "-O3" || word == "-O1";
  });
  if (level == less.end() || !failedWithinItself(ending))
    return {};
  *level = *level == "-O1" ? "-O0" : "-O1";
  std::cerr << "eulerc: note: the host compiler '" << less[0]
            << "' failed within itself at a part of the program, which is compiled again with "
            << *level << "; the results are the same\n"
            << std::flush;
  return less;
}

Commands commandsFor(const Artifact &artifact, const Tools &tools, const TemporaryFolder &folder,
                     const HostOutput &output, const std::string &file) {
  Commands commands;
  commands.link.push_back(tools.compiler);
  if (output.isShared) // only the entry is visible, so that several solvers in a process do not mix
    commands.link.insert(commands.link.end(), {"-shared", "-Wl,--exclude-libs,ALL", "-Wl,-z,defs"});
  for (const HostPart &part : artifact.hostParts) {
    const std::string object = folder.file(("part" + part.name + ".o").c_str());
    commands.compilations.push_back({tools.compiler, "-std=c++20", part.optimisation,
                                     "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off",
                                     "-DEULERC_PART=" + part.name, "-I", tools.include, "-c",
                                     folder.file(kSource), "-o", object});
    Command &words = commands.compilations.back();
    if (output.isShared)
      words.insert(words.end(), {"-DEULERC_SHARED", "-fPIC", "-fvisibility=hidden"});
    else
      words.emplace_back("-DEULERC_MAIN");
    if (output.isOfRanks)
      words.emplace_back("-DEULERC_MPI");
    commands.link.push_back(object);
  }
  commands.link.insert(commands.link.end(), {tools.library, "-o", file, "-pthread", "-ldl"});
  return commands;
}

} // namespace

std::string prefix() {
  static int anchor;
  const std::string self = llvm::sys::fs::getMainExecutable("eulerc", &anchor);
  return path::parent_path(path::parent_path(self)).str();
}

CompileResult compileHost(const Artifact &artifact, const std::string &cxx, const HostOutput &made,
                          Diagnostics &diagnostics) {
  const std::string &output = made.path;
  const auto usage = [&](const std::string &message, const std::string &hint) {
    diagnostics.error({}, message);
    if (!hint.empty())
      diagnostics.hint(hint);
    return CompileResult::Usage;
  };
  const auto compiler = find(cxx);
  const std::string outside = compiler ? "" : folderOutsidePath(cxx, "");
  if (!compiler && made.isOfRanks)
    return usage(
        "the MPI compiler '" + cxx + "' cannot be run",
        !outside.empty()
            ? intoPath(outside)
            : "name one with --mpicxx=PATH, or install a library of MPI (Debian: openmpi-bin "
              "libopenmpi-dev)");
  if (!compiler)
    return usage("the host compiler '" + cxx + "' cannot be run",
                 outside.empty() ? "name one with --cxx=PATH, or install g++" : intoPath(outside));
  const std::string include = prefix() + "/include",
                    library = prefix() + "/lib/libeulerc_runtime.a";
  for (const std::string &part : {library, include + "/eulerc/command_line.h"})
    if (!llvm::sys::fs::exists(part))
      return usage("the runtime library is missing: " + part,
                   "install eulerc as a whole, with 'cmake --install'");
  if (const std::string reason = whyNotWritable(output); !reason.empty())
    return usage("'" + output + "' cannot be written: " + reason, "");
  const HeldSignals signals; // delivered when everything below is removed
  const TemporaryFolder folder;
  if (folder.name.empty())
    return usage("no temporary folder can be made in '" + folder.parent.str().str() +
                     "': " + folder.reason,
                 cureFor(folder.reason, kOtherFolder));
  const std::string input = folder.file(kSource);
  if (const std::string reason = writeFile(input, artifact.hostSource); !reason.empty())
    return usage("'" + input + "' cannot be written: " + reason, cureFor(reason, kOtherFolder));

  const std::string temporary = temporaryBeside(output);
  const Commands commands =
      commandsFor(artifact, {*compiler, include, library}, folder, made, temporary);
  const std::string at = folder.name.str().str();
  const Patience patience = {kPatience, ofLong(*compiler, artifact.hostSource, made)};
  Ending ending = runCommands(commands.compilations, at, signals, patience, withLessOptimisation);
  if (ending.succeeded())
    ending = runCommands({commands.link}, at, signals, patience, withLessOptimisation);
  if (!ending.succeeded()) {
    llvm::sys::fs::remove(temporary);
    return ending.interrupted ? CompileResult::Usage // never seen: the signal then ends eulerc
                              : reportFailure(cxx, ending, diagnostics);
  }
  if (!llvm::sys::fs::exists(temporary))
    return usage("the host compiler '" + cxx + "' made no executable",
                 "is it a compiler of C++20? Name one with --cxx=PATH");
  if (const std::string reason = moveInto(temporary, output); !reason.empty())
    return usage("'" + output + "' cannot be written: " + reason, cureFor(reason, ""));
  return CompileResult::Done;
}

} // namespace eulerc::compiler
