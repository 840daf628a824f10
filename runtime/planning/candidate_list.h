// CandidateList: a list of candidates for `auto`. It takes only plans that are supported and that
// differ from those in the list.
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
  /// Begins with the candidates `known`; `most` limits the whole list.
  CandidateList(const PlanRequest &request, const Candidates &known, int most);

  /// Plans the request with that tuning, or with smaller sizes if a driver would take long to build
  /// it, and adds the plan to the list. found().count tells whether the list took it.
  Plan add(Tuning tuning);
  const Plan &planOf(int candidate) const { return plans_[static_cast<std::size_t>(candidate)]; }
  /// The list; if all plans take long to build, the one that is built soonest.
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

/// Appends neighbours of measured candidates (`seconds` of a step of each; 0: not measured). For
/// each form near the fastest: its best candidate with another temporal depth or vector width. If
/// there are no new ones and the search is thorough: the fastest candidates with other sizes
/// changed.
Candidates withNeighbours(const PlanRequest &request, const Candidates &known,
                          const std::vector<double> &seconds, bool isThorough = true);

} // namespace eulerc
