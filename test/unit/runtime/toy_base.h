// What hand-made models of tests have in common: a model that has nothing yet.
//
//   eulerc::Model model = toy::named("grid");  model.program.rank = 2;  …
#pragma once

#include <eulerc/model.h>

#include "planning/planner.h"

namespace toy {

inline eulerc::Model named(const char *name) {
  eulerc::Model model{};
  model.abi = eulerc::modelAbi;
  model.name = name;
  model.compiler = "eulerc";
  model.device.kernels = "";
  model.stencil.pointReach = -1;
  model.stencil.flopsPerComponent = 2;
  model.device.exact = true;
  static const eulerc::Planner planner = {
      .plan = [](const eulerc::PlanRequest &) { return eulerc::Plan(); },
      .candidates = [](const eulerc::PlanRequest &) { return eulerc::Candidates(); },
      .neighbours = [](const eulerc::PlanRequest &, const eulerc::Candidates &known,
                       const std::vector<double> &, bool) { return known; },
      .secondsOfStep = [](const eulerc::PlanRequest &, const eulerc::Plan &) { return 0.0; }};
  model.planner = &planner;
  return model;
}

} // namespace toy
