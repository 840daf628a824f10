// Where trials lead to: on devices with rates that are made up, auto ends near the best of all ways
// that can be asked for by name, and is not led on without end.
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "forms/shared.h"
#include "plane_request.h"
#include "planning/candidate_list.h"
#include "planning/code_size.h"
#include "planning/planners.h"

using namespace eulerc;
using tiling_test::plane, tiling_test::space;

namespace {

/// Rates that no model expects: each form has a factor of its own, and its best depth and width.
class MadeUp {
public:
  explicit MadeUp(unsigned seed) : draw_(seed) {}

  double secondsOf(const Plan &plan) {
    const auto [known, isNew] = ofForms_.try_emplace(plan.form);
    Curve &curve = known->second;
    if (isNew)
      curve = {std::exp(normal(0.5)), uniform(0.5, std::log(12.0)), uniform(0.1, 0.4),
               uniform(0, 2),         uniform(0.05, 0.3),           uniform(0.85, 1.1),
               uniform(0.85, 1.1)};
    const double levels = std::log(static_cast<double>(plan.levelsPerLaunch.count));
    const double lanes = std::log2(static_cast<double>(plan.vectorWidth));
    const bool isTiled = plan.form->figures != nullptr;
    double rate = curve.factor * std::exp(-curve.narrow * std::pow(lanes - curve.width, 2));
    if (isTiled)
      rate *= std::exp(-curve.steep * std::pow(levels - curve.depth, 2));
    if (plan.groupsPerUnit > 0)
      rate *= plan.groupsPerUnit == 4 ? curve.four : curve.five;
    return 1 / rate;
  }
  double measured(const Plan &plan) { return secondsOf(plan) * std::exp(normal(0.005)); }

private:
  struct Curve {
    double factor, depth, steep, width, narrow, four, five;
  };
  double normal(double width) { return std::normal_distribution<double>(0, width)(draw_); }
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(draw_);
  }

  std::mt19937 draw_;
  std::map<const Form *, Curve> ofForms_;
};

PlanRequest drawn(unsigned seed) {
  std::mt19937 draw(seed);
  const auto among = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(draw);
  };
  const std::int64_t components = among(1, 3);
  PlanRequest request = seed % 4
                            ? plane(among(512, 8192), among(512, 8192), components)
                            : space(among(96, 400), among(96, 400), among(96, 400), components);
  request.tuning.scheme = Scheme::Auto;
  request.stencil.flopsPerComponent = static_cast<double>(among(4, 60));
  request.flops = request.stencil.flopsPerComponent;
  return request;
}

/// All ways by name.
std::vector<Plan> named(const PlanRequest &request) {
  std::vector<Plan> plans;
  for (const Form *form : allForms())
    for (const std::int64_t width : {0, 1, 2, 4})
      for (const std::int64_t steps : {0, 1, 2, 3, 4, 6, 8, 12})
        for (const std::int64_t groups : {0, 4, 5}) {
          Tuning tuning;
          tuning.scheme = form->scheme;
          tuning.tileForm = form->tileForm;
          tuning.linearForm = form->linearForm;
          tuning.vectorWidth = width;
          tuning.tileSteps = TimeSteps(steps);
          tuning.groupsPerUnit = groups;
          const bool isTiled = form->scheme == Scheme::Overlapped;
          const bool suits = form->onGpus && !form->byPoints &&
                             form->copies == Copies::OfLaunches &&
                             form->leastRank <= request.grid.rank &&
                             (isTiled || (form->scheme == Scheme::Linear && steps == 0)) &&
                             (groups == 0 || (form->isRegisterBound && width + steps == 0));
          if (!suits)
            continue;
          const Plan plan = planWith(request, tuning);
          if (plan.isPossible() && isSoonBuilt(request, plan))
            plans.push_back(plan);
        }
  return plans;
}

struct Found {
  double seconds = 1e9;
  int tried = 0;
};

Found search(const PlanRequest &request, MadeUp &device) {
  Candidates known = candidatesOf(request);
  std::vector<double> seconds;
  Found found;
  while (static_cast<int>(seconds.size()) < known.count) {
    for (int k = static_cast<int>(seconds.size()); k < known.count; k++)
      seconds.push_back(device.measured(planWith(request, known.list[k].tuning)));
    found.tried = known.count;
    known = withNeighbours(request, known, seconds);
  }
  const auto best = std::ranges::min_element(seconds) - seconds.begin();
  found.seconds = device.secondsOf(planWith(request, known.list[best].tuning));
  return found;
}

} // namespace

TEST(Search, endsWithinATenthOfTheBest) {
  constexpr unsigned requests = 10;
  const unsigned tables = std::getenv("EULERC_TEST_ALL") != nullptr ? 200 : 60;
  unsigned tried = 0, missed = 0;
  for (unsigned seed = 0; seed < requests; seed++) {
    const PlanRequest request = drawn(seed);
    const std::vector<Plan> ways = named(request);
    for (unsigned table = seed; table < tables; table += requests) {
      MadeUp device(table);
      const Found found = search(request, device);
      double best = found.seconds;
      for (const Plan &way : ways)
        best = std::min(best, device.secondsOf(way));
      missed += found.seconds > best / 0.9 ? 1 : 0;
      EXPECT_LE(found.seconds, best / 0.8) << "request " << seed << ", table " << table;
      tried += static_cast<unsigned>(found.tried);
    }
  }
  EXPECT_LE(missed, tables / 50);
  EXPECT_LE(tried, 35 * tables); // on average
}
