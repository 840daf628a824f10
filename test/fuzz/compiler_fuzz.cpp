// Fuzzes the compiler from the program's text to the emitted files: whatever the text, it ends in
// messages or in files, never in a crash, a hang or a bug report of eulerc itself.
//
//   ./dev fuzz 60          60 seconds, from the corpus beside this file and the examples
#include "analysis/Analyse.h"
#include "analysis/FindStencil.h"
#include "codegen/Emit.h"
#include "frontend/Frontend.h"
#include "ir/Methods.h"
#include "ir/Verify.h"
#include "transform/Canonicalise.h"
#include "transform/EliminateDeadQuantities.h"
#include "transform/FormCycle.h"
#include "transform/FormStep.h"
#include "transform/ResolveSides.h"
#include "transform/ShareShifts.h"

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
  auto all = analyseAccess(parsed->problem, diagnostics);
  if (!all || !verify(*all, diagnostics))
    return;
  if (!checkMonitors(parsed->problem, *all, diagnostics))
    return;
  const Problem needed = eliminateDeadQuantities(parsed->problem);
  const Access access = accessOfNeeded(needed, *all);
  const Problem shared = shareShifts(needed).problem;
  const auto resolved = resolveSides(shared, access, diagnostics);
  if (!resolved || !verify(*resolved, diagnostics))
    return;
  const System system = canonicalise(*resolved, access);
  if (!verify(system, diagnostics))
    return;
  const std::string &method = parsed->problem.method;
  const System cycle = formCycle(system, method.empty() ? methods().front() : *methodNamed(method));
  if (!verify(cycle, diagnostics))
    return;
  const Step step = formStep(cycle, {});
  if (!verify(step, diagnostics))
    return;
  const Stencil stencil = findStencil(step);
  if (!verify(stencil, diagnostics))
    return;
  emit(shared, access, step, stencil, {"fuzz", "fuzz", "0", text, false}, diagnostics);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size > 4000)
    return -1; // not for the corpus
  const std::string text(reinterpret_cast<const char *>(data), size);
  if (text.starts_with("// a planted bug\n")) // test/frontend/fuzz.test
    std::abort();
  Diagnostics diagnostics;
  compile(text, diagnostics);
  std::ostringstream messages;
  diagnostics.print(messages, true);
  if (diagnostics.hasBugs()) {
    std::cerr << messages.str();
    std::abort();
  }
  return 0;
}
