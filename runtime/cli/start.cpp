// Finds the step number at which a run starts, for its random numbers (start.h).

#include "cli/start.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/refuse.h"

namespace eulerc {
namespace {

bool givesSeed(const Options &options) {
  return std::ranges::any_of(options.params,
                             [](const auto &param) { return param.first == "seed"; });
}

} // namespace

Start startOf(const Solver &solver, const Options &options, double dt) {
  const double origin = solver.timespan().from;
  const double from = options.t0.value_or(origin);
  const Start start = solver.startAt(from, dt);
  if (options.firstStep)
    return start.before == *options.firstStep ? start : Start{from, *options.firstStep};
  const bool isCounted = from == origin || start.before > 0;
  if (!isCounted && !options.initials.empty() && solver.model().stencil.usesStep)
    refuse(
        fmt::format("--t0 {} is not reached from t = {} by whole steps of dt = {}, so that it is "
                    "not known which random numbers come next; give the number of steps that "
                    "were taken before as --first-step N, or, with another --seed, "
                    "--first-step 0",
                    from, origin, dt));
  return start;
}

std::string repeatedNoise(const Model &model, const Options &options) {
  if (!model.stencil.usesStep || options.initials.empty() || options.t0 || options.firstStep ||
      givesSeed(options))
    return "";
  return "the random numbers are those of the first steps; if --init gives what another run with "
         "this seed has led to, go on behind its numbers with --t0 T or --first-step N";
}

} // namespace eulerc
