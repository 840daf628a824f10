// eulerc string.ode -o string_solver
#include "DeepStack.h"
#include "Options.h"
#include "Pipeline.h"

int main(int argc, char **argv) {
  const auto [options, status] = eulerc::compiler::parseOptions(argc, argv);
  if (!options)
    return status;
  return eulerc::compiler::onDeepStack([&] { return eulerc::compiler::compile(*options); });
}
