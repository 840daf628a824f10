// CandidateList (candidate_list.h): plans each tuning that is added, and drops plans that are
// unsupported, known, or too long to build.

#include "planning/candidate_list.h"

#include "planning/code_size.h"
#include "planning/planners.h"

namespace eulerc {

Plan planWith(const PlanRequest &request, const Tuning &tuning) {
  PlanRequest asked = request;
  asked.tuning = tuning;
  return planScheme(asked);
}

CandidateList::CandidateList(const PlanRequest &request, const Candidates &known, int most)
    : request_(request), most_(most), found_(known) {
  for (int k = 0; k < known.count; k++)
    plans_.push_back(planWith(request, known.list[k].tuning));
}

Plan CandidateList::add(Tuning tuning) {
  Plan plan = planWith(request_, tuning);
  while (plan.isPossible() && !isSoonBuilt(request_, plan)) {
    tuning = withLessCode(request_, tuning, plan);
    const Plan smaller = planWith(request_, tuning);
    if (!(codeOf(request_, smaller) < codeOf(request_, plan)))
      break; // the hints leave nothing to reduce
    plan = smaller;
  }
  if (!plan.isPossible() || found_.count == most_)
    return plan;
  const Candidate candidate = {tuning, plan.levelsPerLaunch, secondsOfStep(request_, plan),
                               secondsToBuild(request_, plan)};
  if (!isSoonBuilt(request_, plan)) {
    if (!isTooLong_ || candidate.build < tooLong_.build)
      tooLong_ = candidate;
    isTooLong_ = true;
    return plan;
  }
  for (const Plan &known : plans_)
    if (sameRun(known, plan))
      return plan;
  plans_.push_back(plan);
  found_.list[found_.count++] = candidate;
  return plan;
}

Candidates CandidateList::found() const {
  if (found_.count > 0 || !isTooLong_)
    return found_;
  return {1, {tooLong_}};
}

} // namespace eulerc
