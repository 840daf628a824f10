#include "chain.h"

#include <eulerc/solver.h>

#include <cstdio>

int main() {
  eulerc::Solver solver(chain::model());
  solver.useBackend(eulerc::Backend::Serial);
  solver.set("N", 4);
  solver.setValues("y", std::vector<double>{1, 0, 3, 0});
  solver.runTo(0.25);
  for (double value : solver.values("y"))
    std::printf("%g ", value);
  std::printf("at %g\n", solver.time());
  try {
    solver.set("M", 4);
  } catch (const eulerc::Error &error) {
    std::printf("error: %s\n", error.what());
  }
}
