// CandidateList: a list of candidates that grows by plans that apply and are no repetition.
//
//   CandidateList list(request);  list.add(linear);  list.add(tiles);  list.found() → both
#pragma once

#include <vector>

#include "forms/shapes.h"

namespace eulerc {

class CandidateList {
public:
  explicit CandidateList(const PlanRequest &request, int most = mostAtFirst)
      : request_(request), most_(most) {}
  /// Begins with candidates that are known; `most`: of all.
  CandidateList(const PlanRequest &request, const Candidates &known, int most);

  /// The plan of the request with that tuning, or with less code where a driver would take long to
  /// build it; whether it was taken is in found().count.
  Plan add(Tuning tuning);
  const Plan &planOf(int candidate) const { return plans_[static_cast<std::size_t>(candidate)]; }
  /// Should all take long to build, the one that is built soonest.
  Candidates found() const;

private:
  const PlanRequest &request_;
  const int most_;
  Candidates found_;
  std::vector<Plan> plans_;
  Candidate tooLong_;
  bool isTooLong_ = false;
};

Plan planWith(const PlanRequest &request, const Tuning &tuning);

/// Ways next to those that were measured (`seconds` of a step of each, 0: not), which may be
/// faster: of each form that came near the fastest, its best one at another depth or width; of
/// these none is left, and thoroughly, the fastest ones with their other sizes changed. Behind
/// those known; no more than a list holds.
Candidates withNeighbours(const PlanRequest &request, const Candidates &known,
                          const std::vector<double> &seconds, bool isThorough = true);

} // namespace eulerc
