// What hand-made models of tests have in common: a model that has nothing yet.
//
//   eulerc::Model model = toy::named("grid");  model.program.rank = 2;  …
#pragma once

#include <eulerc/model.h>

namespace toy {

inline eulerc::Model named(const char *name) {
  eulerc::Model model{};
  model.name = name;
  model.compiler = "eulerc";
  model.device.kernels = "";
  model.stencil.pointReach = -1;
  model.stencil.flopsPerComponent = 2;
  model.device.exact = true;
  model.plan = [](const eulerc::PlanRequest &) { return eulerc::Plan(); };
  model.candidates = [](const eulerc::PlanRequest &) { return eulerc::Candidates(); };
  model.stepTime = [](const eulerc::PlanRequest &, const eulerc::Plan &) {
    return eulerc::StepTime();
  };
  return model;
}

} // namespace toy
