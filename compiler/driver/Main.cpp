// eulerc string.ode -o string_solver
#include "Options.h"
#include "Pipeline.h"

int main(int argc, char **argv) {
  const auto [options, status] = eulerc::compiler::parseOptions(argc, argv);
  return options ? eulerc::compiler::compile(*options) : status;
}
