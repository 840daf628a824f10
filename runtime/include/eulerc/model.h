// Model: one compiled .ode program, as the generated host code hands it to the runtime.
//
//   string.ode --eulerc--> string_solver.cpp: const eulerc::Model &string_solver::model()
//
// Plain data and plain functions; everything points at static storage and is never mutated.
// Users pass it to eulerc::Solver (solver.h) and need not look inside.
#pragma once

#include <eulerc/model/abi.h>
#include <eulerc/model/data.h>
#include <eulerc/model/device_code.h>
#include <eulerc/model/host_code.h>
#include <eulerc/model/method.h>
#include <eulerc/model/monitors.h>
#include <eulerc/model/program.h>
#include <eulerc/model/stencil.h>
#include <eulerc/model/trace.h>

namespace eulerc {

struct Planner; // planning/planner.h

struct Model {
  // The check of the ABI reads these two members, so they never move.
  int abi = 0;           ///< modelAbi of the eulerc that made the model
  const char *name = ""; ///< "string"

  const char *source = "";   ///< file it was compiled from, as given to eulerc
  const char *compiler = ""; ///< "eulerc 0.1.0"
  ProgramFacts program;
  StencilFacts stencil;
  MethodFacts method;
  HostCode host;
  DeviceCode device;
  DataTables data;
  MonitorTables monitors;
  const Traced *traced = nullptr;   ///< null: no point can be computed alone
  const Planner *planner = nullptr; ///< null: the runtime's; tests set another one
};

} // namespace eulerc
