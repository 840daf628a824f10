// eulerc string.ode -o string_solver
#include "DeepStack.h"
#include "Options.h"
#include "Pipeline.h"
#include "Process.h"

int main(int argc, char **argv) {
  eulerc::compiler::prepareProcess();
  const auto [options, status] = eulerc::compiler::parseOptions(argc, argv);
  if (!options)
    return status;
  return eulerc::compiler::onDeepStack([&] { return eulerc::compiler::compile(*options); });
}
