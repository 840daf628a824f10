// Which candidates are left where a driver does not build some (not_built.h).

#include "tuning/not_built.h"

#include <algorithm>

#include "planning/code_size.h"
#include "planning/planners.h"

namespace eulerc {

bool NotBuilt::add(const Tuning &tuning) {
  tunings_.push_back(tuning);
  const bool isChosen = tuning.scheme != Scheme::Auto; // else no candidate was the cause
  return isChosen && tuning.scheme != Scheme::Linear && std::ssize(tunings_) < mostCandidates;
}

bool NotBuilt::has(const Model &model, const PlanRequest &request, const Plan &plan) const {
  return std::ranges::any_of(
      tunings_, [&](const Tuning &each) { return sameRun(plan, planOf(model, request, each)); });
}

Candidates NotBuilt::candidatesLeft(const Model &model, const PlanRequest &request) const {
  const Candidates all = plannerOf(model).candidates(request);
  Candidates found;
  for (int k = 0; k < all.count; k++)
    if (!has(model, request, planOf(model, request, all.list[k].tuning)))
      found.list[found.count++] = all.list[k];
  if (found.count > 0 && found.count < all.count) { // the first one is expected to be the fastest
    Candidate *const end = found.list + found.count;
    std::iter_swap(found.list, std::ranges::min_element(found.list, end, {}, &Candidate::seconds));
  }
  if (found.count == 0 && all.count > 0) {
    Tuning linear = request.tuning;
    linear.scheme = Scheme::Linear;
    found.list[found.count++] = candidateWith(model, request, linear);
  }
  return found;
}

Candidate candidateWith(const Model &model, const PlanRequest &request, const Tuning &tuning) {
  const Plan plan = planOf(model, request, tuning);
  return {tuning, plan.levelsPerLaunch, plannerOf(model).secondsOfStep(request, plan),
          secondsToBuild(request, plan)};
}

} // namespace eulerc
