// The functions of the C interface that plan runs and take their steps.
#pragma once

#include <cstdint>

#include <eulerc/program.h>

#include "capi/session.h"

struct eulerc_solver : eulerc::Session {
  using Session::Session;
};

namespace eulerc::capi {

int restart(eulerc_solver *s);
int checkRestart(eulerc_solver *s);
int plan(eulerc_solver *s, eulerc_run *run);
int begin(eulerc_solver *s);
int advance(eulerc_solver *s, std::int64_t steps);
int end(eulerc_solver *s);
int stepsLeft(eulerc_solver *s, std::int64_t *steps);
int stepsToMoment(eulerc_solver *s, std::int64_t *steps);
int runTo(eulerc_solver *s, double tEnd, double dt);

} // namespace eulerc::capi
