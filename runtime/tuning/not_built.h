// NotBuilt: the tunings that a device's driver did not build. `auto` leaves them out from then on.
//
//   notBuilt.add(tiles) → notBuilt.candidatesLeft(model, request) → the others, or linear steps
#pragma once

#include <vector>

#include "planning/request.h"

namespace eulerc {

class NotBuilt {
public:
  /// False: nothing else is left to build. Linear steps are the last that are tried.
  bool add(const Tuning &tuning);
  bool has(const Model &model, const PlanRequest &request, const Plan &plan) const;
  /// The model's candidates that are left, the fastest first; linear steps if there are none.
  Candidates candidatesLeft(const Model &model, const PlanRequest &request) const;

private:
  std::vector<Tuning> tunings_;
};

Candidate candidateWith(const Model &model, const PlanRequest &request, const Tuning &tuning);

} // namespace eulerc
