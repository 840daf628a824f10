#include "CompilerFailure.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <algorithm>
#include <cstring>
#include <regex>
#include <sstream>

namespace eulerc::compiler {
namespace {

/// Messages of compilers, assemblers and linkers if a tool or file is missing. The first match
/// counts.
struct Symptom {
  const char *pattern, *lack, *cure;
};

const char *const kPartMissing = "a part of it is missing";
const char *const kFailedWithin = "it failed within itself";

const Symptom kSymptoms[] = {
    {"Too many open files", "more files must be open than the limit allows",
     "raise the limit: 'ulimit -n 1024'"},
    {"File too large", "a file must be larger than the limit allows",
     "raise the limit: 'ulimit -f unlimited'"},
    {"undefined reference to .eulerc::|undefined symbol: eulerc::",
     "the runtime library is of another version of eulerc",
     "install eulerc as a whole, with 'cmake --install'"},
    {"undefined reference|undefined symbol", "it cannot link a program of C++",
     "take a compiler of C++, g++ and not gcc, of the kind that eulerc was built with"},
    {"No space left on device|Disk quota exceeded", "there is no room for its files",
     "make room where the result is to go and for temporary files, or name another folder for "
     "these with TMPDIR"},
    {"out of memory|[Mm]emory exhausted|Cannot allocate memory|bad_alloc|Killed signal "
     "terminated|unable to execute command: Killed",
     "the memory does not suffice",
     "end other programs, or raise the limit ('ulimit -v') if there is one"},
    {"internal compiler error|signal terminated|PLEASE submit a bug report|frontend command failed",
     kFailedWithin, "take another one with --cxx=PATH"},
    {"cannot execute|unable to execute|cannot find .?(as|ld)\\b|doesn't exist!", kPartMissing,
     "install it as a whole (Debian: apt-get install g++)"},
    {"cannot find -l|cannot find crt|fatal error: .*: No such file or directory|file not found",
     "a library of C++ is missing",
     "install the compiler with its libraries (Debian: apt-get install g++)"},
    {"unrecognized command|unknown argument|invalid value", "it does not know C++20",
     "take g++ 12, clang++ 15 or later"},
};

/// The first line of `log` in which `pattern` occurs, or "". Only the beginning of a long line is
/// searched, because the library matches regular expressions recursively.
std::string lineWith(const std::string &log, const char *pattern) {
  const std::regex expression(pattern);
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min<std::size_t>(line.size(), 1000));
    if (std::regex_search(line, expression))
      return line;
  }
  return "";
}

CompileResult lacks(const std::string &cxx, const std::string &lack, const std::string &said,
                    const std::string &cure, Diagnostics &diagnostics) {
  diagnostics.error({}, "the host compiler '" + cxx + "' cannot work: " + lack);
  if (!said.empty())
    diagnostics.note({}, "it said: " + said);
  diagnostics.hint(cure);
  return CompileResult::Usage;
}

const Symptom *symptomOf(const std::string &log, std::string &line) {
  for (const Symptom &symptom : kSymptoms)
    if (line = lineWith(log, symptom.pattern); !line.empty())
      return &symptom;
  return nullptr;
}

} // namespace

bool failedWithinItself(const Ending &ending) {
  std::string line;
  const Symptom *symptom = symptomOf(ending.said, line);
  return ending.reason.empty() && symptom != nullptr && symptom->lack == kFailedWithin;
}

std::string cureFor(const std::string &error, const std::string &otherwise) {
  std::string line;
  const Symptom *symptom = symptomOf(error, line);
  return symptom != nullptr ? symptom->cure : otherwise;
}

std::string folderOutsidePath(const std::string &program, const std::string &beside) {
  const llvm::StringRef folder = llvm::sys::path::parent_path(beside);
  if (llvm::sys::findProgramByName(program))
    return "";
  const auto found = llvm::sys::findProgramByName(program, {folder, "/usr/bin"});
  return found ? llvm::sys::path::parent_path(*found).str() : "";
}

std::string intoPath(const std::string &folder) {
  return "add " + folder + " to PATH: 'export PATH=" + folder + ":$PATH'";
}

CompileResult reportFailure(const std::string &cxx, const Ending &ending,
                            Diagnostics &diagnostics) {
  const std::string &log = ending.said;
  std::string line;
  if (!ending.reason.empty()) {
    const Symptom *symptom = symptomOf(ending.reason, line);
    return lacks(cxx, symptom != nullptr ? symptom->lack : ending.reason, "",
                 cureFor(ending.reason, "name another one with --cxx=PATH, or install g++"),
                 diagnostics);
  }
  // A missing file ends a compilation with a fatal error, or with an error without a place.
  if (!lineWith(log, ":\\d+(:\\d+)?: error: ").empty()) {
    diagnostics.bug("the host compiler rejected the code eulerc made:\n" + log);
    return CompileResult::Bug;
  }
  if (const Symptom *symptom = symptomOf(log, line)) {
    if (symptom->lack == kPartMissing)
      for (const char *part : {"as", "ld"})
        if (const std::string folder = folderOutsidePath(part, cxx); !folder.empty())
          return lacks(cxx, "PATH does not name " + folder + ", where its parts are", line,
                       intoPath(folder), diagnostics);
    return lacks(cxx, symptom->lack, line, symptom->cure, diagnostics);
  }
  if (ending.signal != 0)
    return lacks(
        cxx, std::string("a signal ended it: ") + strsignal(ending.signal), lineWith(log, "."),
        "try again; a system that runs out of memory ends programs in this way", diagnostics);
  return lacks(cxx, "it ended with status " + std::to_string(ending.status), lineWith(log, "."),
               "is it a compiler of C++20? Name one with --cxx=PATH", diagnostics);
}

} // namespace eulerc::compiler
