// Fuzzes the compiler from the program's text to the emitted files: whatever the text, it ends in
// messages or in files, never in a crash, a hang or a bug report of eulerc itself.
//
//   ./dev fuzz 60          60 seconds, from the corpus beside this file and the examples
#include "analysis/Analyse.h"
#include "codegen/Emit.h"
#include "frontend/Frontend.h"
#include "ir/Verify.h"
#include "transform/Canonicalise.h"
#include "transform/FormStep.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace {

using namespace eulerc::compiler;

void compile(const std::string &text, Diagnostics &diagnostics) {
  const auto parsed = parse({"fuzz.ode", text, {}, {}}, diagnostics);
  if (!parsed || !verify(parsed->problem, diagnostics))
    return;
  const auto access = analyseAccess(parsed->problem, diagnostics);
  if (!access || !verify(*access, diagnostics))
    return;
  const auto system = canonicalise(parsed->problem, *access, diagnostics);
  if (!system || !verify(*system, diagnostics))
    return;
  const auto step = formStep(*system, {}, diagnostics);
  if (!step || !verify(*step, diagnostics))
    return;
  emit(parsed->problem, *access, *step, {"fuzz", "fuzz", "0", false}, diagnostics);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size > 4000)
    return -1; // not for the corpus
  Diagnostics diagnostics;
  compile(std::string(reinterpret_cast<const char *>(data), size), diagnostics);
  std::ostringstream messages;
  diagnostics.print(messages, true);
  if (diagnostics.hasBugs()) {
    std::cerr << messages.str();
    std::abort();
  }
  return 0;
}
