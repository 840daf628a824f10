// NotBuilt: the tunings that a device's driver did not build. `auto` leaves them out from then on.
//
//   notBuilt.add(tiles) → notBuilt.candidatesLeft(model, request) → the others, or linear steps
#pragma once

#include <vector>

#include "planning/request.h"

namespace eulerc {

class NotBuilt {
public:
  /// False: nothing else is left, since linear steps are the last resort.
  bool add(const Tuning &tuning);
  bool has(const Model &model, const PlanRequest &request, const Plan &plan) const;
  /// The model's candidates without those that were not built; if none is left, linear steps.
  Candidates candidatesLeft(const Model &model, const PlanRequest &request) const;

private:
  std::vector<Tuning> tunings_;
};

Candidate candidateWith(const Model &model, const PlanRequest &request, const Tuning &tuning);

} // namespace eulerc
