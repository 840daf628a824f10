#include "frontend/NameSpace.h"

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/TargetParser/Triple.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstring>
#include <set>
#include <vector>

namespace eulerc::compiler {
namespace {

bool isKeyword(const std::string &word) {
  clang::LangOptions options;
  std::vector<std::string> includes;
  clang::LangOptions::setLangDefaults(options, clang::Language::CXX, llvm::Triple(), includes,
                                      clang::LangStandard::lang_cxx20);
  options.CXXOperatorNames = options.Char8 = true; // "and", "char8_t"
  clang::IdentifierTable table(options);
  const clang::IdentifierInfo &known = table.get(word);
  return known.isKeyword(options) || known.isCPlusPlusOperatorKeyword();
}

/// Functions of C are in no namespace, so such names are avoided.
bool isOfLibrary(const std::string &name) { return dlsym(RTLD_DEFAULT, name.c_str()) != nullptr; }

/// E2BIG, SIGINT
bool isErrorOrSignal(const std::string &name) {
  constexpr int most = 256;
  for (int number = 0; number < most; number++) {
    const char *error = strerrorname_np(number), *signal = sigabbrev_np(number);
    if ((error != nullptr && name == error) ||
        (signal != nullptr && name == std::string("SIG") + signal))
      return true;
  }
  return false;
}

/// Whether a name looks like a macro or type of headers: M_PI, size_t, __linux__.
bool looksReserved(const std::string &name) {
  const bool hasLower =
      std::ranges::any_of(name, [](unsigned char c) { return std::islower(c) != 0; });
  const bool isMacro = !hasLower && name.find('_') != name.npos;
  return isMacro || isErrorOrSignal(name) || name.ends_with("_t") || name.starts_with('_');
}

} // namespace

std::string nameSpaceOf(const std::string &text) {
  // Types and macros of headers and compilers; `code` is in the emitted text.
  static const std::set<std::string> others = {
      "BUFSIZ",       "DIR",       "EOF",         "FILE",     "I",      "INFINITY", "MINSIGSTKSZ",
      "NAN",          "NDEBUG",    "NSIG",        "NULL",     "PI",     "SIGRTMAX", "SIGRTMIN",
      "SIGSTKSZ",     "WNOHANG",   "WUNTRACED",   "alloca",   "assert", "code",     "dirent",
      "drand48_data", "errno",     "eulerc",      "fd_set",   "group",  "hostent",  "iovec",
      "itimerspec",   "itimerval", "jmp_buf",     "lconv",    "linux",  "main",     "offsetof",
      "passwd",       "pollfd",    "random_data", "restrict", "rlimit", "rusage",   "sched_param",
      "sigcontext",   "sigevent",  "sigval",      "sockaddr", "std",    "termios",  "timespec",
      "timeval",      "timex",     "tm",          "tms",      "u_char", "u_int",    "u_long",
      "u_short",      "uint",      "ulong",       "unix",     "ushort", "utimbuf",  "utsname",
      "va_list"};
  std::string name;
  for (const unsigned char c : text)
    name += std::isalnum(c) && c < 128 ? static_cast<char>(c) : '_';
  const bool isFree = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                      !isKeyword(name) && !looksReserved(name) && !isOfLibrary(name) &&
                      !others.contains(name);
  return isFree ? name : "solver_" + name;
}

} // namespace eulerc::compiler
