// eulerc string.ode -o string_solver
#include "Options.h"
#include "Pipeline.h"
#include "Process.h"

int main(int argc, char **argv) {
  eulerc::compiler::prepareProcess();
  const auto [options, status] = eulerc::compiler::parseOptions(argc, argv);
  return options ? eulerc::compiler::compile(*options) : status;
}
