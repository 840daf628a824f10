// Neighbours: after trials, further candidates that differ from the fastest one of each form in one
// size.
//
//   streaming, 5 steps a launch, vectors of 2, the fastest so far → 4 and 6 steps,
//   vectors of 1 and 4, registers for 4 and 5 work-groups, …

#include "planning/candidate_list.h"

#include <algorithm>
#include <initializer_list>

#include "forms/forms.h"
#include "forms/gpu_figures.h"
#include "forms/shared.h"
#include "planning/code_size.h"

namespace eulerc {
namespace {

/// Neighbours of a form are tried if its rate is at least this share of the best rate.
constexpr double nearBest = 0.4;
/// The same for its less important sizes.
constexpr double veryNear = 0.7;

/// Makes tunings that differ from a plan in one size that has no hint.
class Beside {
public:
  Beside(const PlanRequest &request, const Tuning &own, const Plan &plan)
      : request_(request), own_(own), plan_(plan) {
    // Fixed here: for another size, a planner would choose another form and depth.
    own_.tileForm = plan.form->tileForm;
    if (depth() > 0)
      own_.tileSteps = TimeSteps(depth());
    if (!request.device.isCpu)
      own_.vectorWidth = plan.vectorWidth;
  }

  /// Changes of temporal depth, of vector width and to persistent launches, which matter most.
  std::vector<Tuning> large() {
    steps();
    width();
    persistent();
    return std::move(found_);
  }
  /// Changes of all other sizes. Not on processors: they are compiled in, or each would need a
  /// build.
  std::vector<Tuning> small() {
    if (!request_.device.isCpu)
      sizes();
    return std::move(found_);
  }

private:
  /// Steps of a launch; 0: the form has no such size, or the user set it.
  std::int64_t depth() const {
    const Form &form = *plan_.form;
    const bool isOpen = request_.tuning.tileSteps.count == 0 && form.tiling != nullptr &&
                        form.scheme != Scheme::Linear && form.copies == Copies::OfLaunches;
    return isOpen ? form.tiling(plan_).tileSteps / request_.stages : 0;
  }
  void steps() {
    const std::int64_t now = depth();
    const bool isFew = now <= 5;
    for (const std::int64_t steps :
         {isFew ? now - 1 : now * 7 / 10, isFew ? now + 1 : (now * 10 + 6) / 7})
      if (now > 0 && steps > 0 && steps * request_.stages <= request_.steps)
        with([&](Tuning &tuning) { tuning.tileSteps = TimeSteps(steps); });
  }
  void width() {
    if (request_.tuning.vectorWidth > 0 || request_.device.isCpu)
      return;
    for (const bool isWider : {false, true}) {
      const std::int64_t width = isWider ? 2 * plan_.vectorWidth : plan_.vectorWidth / 2;
      if (width < 1 || width > 16)
        continue;
      with([&](Tuning &tuning) { tuning.vectorWidth = width; });
      // The same registers: half the width with twice the depth.
      const std::int64_t now = depth();
      const std::int64_t steps = isWider ? now / 2 : 2 * now;
      if (steps > 0)
        with([&](Tuning &tuning) {
          tuning.vectorWidth = width;
          tuning.tileSteps = TimeSteps(steps);
        });
    }
  }
  /// Persistent launches have no last work-groups to wait for, which helps even if no cache holds
  /// the state. They have one work-group a unit, so the plan's register limit is not kept.
  void persistent() {
    if (plan_.form->scheme != Scheme::Linear || request_.tuning.linearForm != LinearForm::Auto ||
        request_.device.coResident < 2 || request_.stencil.readsFar)
      return;
    with([&](Tuning &tuning) {
      tuning.linearForm = forms::persistent.linearForm;
      tuning.workGroupSize = request_.tuning.workGroupSize;
      tuning.groupsPerUnit = request_.tuning.groupsPerUnit;
      tuning.vectorsDeep = request_.tuning.vectorsDeep;
    });
  }
  void sizes() {
    const Sizes now = sizesOf(plan_);
    if (request_.tuning.kept == 0 && now.kept > 0)
      halfAndTwice(now.kept, &Tuning::kept);
    if (request_.tuning.groupsPerUnit == 0)
      for (const std::int64_t groups : occupancies())
        with([&](Tuning &tuning) { tuning.groupsPerUnit = groups; });
    if (request_.tuning.workGroupSize == 0)
      halfAndTwice(plan_.workGroupSize, &Tuning::workGroupSize);
    if (request_.tuning.vectorsDeep == 0 && plan_.form->scheme == Scheme::Linear)
      halfAndTwice(now.vectorsDeep, &Tuning::vectorsDeep);
  }
  /// Work-groups of a unit that registers are limited for. Linear steps with long code need most of
  /// their registers only at the edge of the grid.
  std::vector<std::int64_t> occupancies() const {
    constexpr double muchCode = 400;
    if (plan_.form->isRegisterBound)
      return {0, 4, 5};
    if (plan_.form->scheme != Scheme::Linear || codeOf(request_, plan_) < muchCode)
      return {};
    const std::int64_t items = forms::figuresOf(request_).items;
    return {0, items / 2 / plan_.workGroupSize, items * 3 / 4 / plan_.workGroupSize};
  }
  void halfAndTwice(std::int64_t now, std::int64_t Tuning::*member) {
    for (const std::int64_t size : {now / 2, 2 * now})
      if (size >= 1)
        with([&](Tuning &tuning) { tuning.*member = size; });
  }
  template <class Change> void with(Change &&change) {
    found_.push_back(own_);
    change(found_.back());
  }

  const PlanRequest &request_;
  Tuning own_;
  const Plan plan_;
  std::vector<Tuning> found_;
};

/// The fastest candidate of each form that comes near the best rate; the best one first.
std::vector<int> fastestOfForms(const CandidateList &known, const std::vector<double> &seconds) {
  std::vector<int> order;
  for (std::size_t k = 0; k < seconds.size(); k++)
    if (seconds[k] > 0)
      order.push_back(static_cast<int>(k));
  const auto secondsOf = [&](int k) { return seconds[static_cast<std::size_t>(k)]; };
  std::ranges::sort(order, {}, secondsOf);
  std::vector<int> found;
  std::vector<const Form *> seen;
  for (const int k : order) {
    const Form *form = known.planOf(k).form;
    const bool isNear = secondsOf(order[0]) > nearBest * secondsOf(k);
    if (isNear && std::ranges::find(seen, form) == seen.end()) {
      seen.push_back(form);
      found.push_back(k);
    }
  }
  return found;
}

} // namespace

Candidates withNeighbours(const PlanRequest &request, const Candidates &known,
                          const std::vector<double> &seconds, bool isThorough) {
  CandidateList list(request, known, mostCandidates);
  const std::vector<int> fastest = fastestOfForms(list, seconds);
  const auto besideOf = [&](int k) {
    return Beside(request, known.list[k].tuning, list.planOf(k));
  };
  for (const int k : fastest)
    for (const Tuning &tuning : besideOf(k).large())
      list.add(tuning);
  if (list.found().count > known.count || !isThorough)
    return list.found();
  const auto secondsOf = [&](int k) { return seconds[static_cast<std::size_t>(k)]; };
  for (const int k : fastest)
    if (secondsOf(fastest[0]) > veryNear * secondsOf(k))
      for (const Tuning &tuning : besideOf(k).small())
        list.add(tuning);
  return list.found();
}

} // namespace eulerc
