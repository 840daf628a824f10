// A hand-made model for tests: y'[i] = -RATE * y[i], y[i](0) = i + 1, on a grid of [N].
// With double components, and params like those of a real file.
#pragma once

#include <cmath>

#include "toy_base.h"

namespace toy {

struct Constants {
  eulerc::ConstantsHead head;
  double rate;
  std::int64_t lead;
};

inline void derive(eulerc::ParamValue *p, const bool *given) {
  if (!given[0])
    p[0].integer = 100;
  if (!given[1])
    p[1].real = 1.0;
  if (!given[2])
    p[2].real = 1.0 / static_cast<double>(p[0].integer - 1);
}

inline void extents(const eulerc::ParamValue *p, std::int64_t *out) { out[0] = p[0].integer; }

inline eulerc::Timespan timespan(const eulerc::ParamValue *) {
  eulerc::Timespan span;
  span.from = 0.5;
  span.dt = 0.25;
  span.hasDt = true;
  return span;
}

inline std::int64_t distance(const eulerc::ParamValue *) { return 0; }
inline void reach(const eulerc::ParamValue *, std::int64_t *out) { out[0] = 0; }

inline void initial(int, const eulerc::ParamValue *, const void *const *, std::int64_t begin,
                    std::int64_t end, void *out) {
  for (std::int64_t i = begin; i < end; i++)
    static_cast<double *>(out)[i - begin] = static_cast<double>(i + 1);
}

inline void grid(const eulerc::ParamValue *p, eulerc::Grid *out) {
  *out = {};
  out->extent[0] = out->end[0] = p[0].integer;
}

inline void constants(const eulerc::ParamValue *p, const eulerc::Grid &,
                      const eulerc::Layout &state, const eulerc::Layout &, void *out) {
  const std::int64_t n = p[0].integer;
  *static_cast<Constants *>(out) = {{n, n}, p[1].real, state.lead};
}

inline void stepRange(const void *constants, const void *y, void *next, const void *const *,
                      std::int64_t begin, std::int64_t end, std::int64_t, double, double,
                      double h) {
  const auto *c = static_cast<const Constants *>(constants);
  const auto *from = static_cast<const double *>(y);
  for (std::int64_t i = begin + c->lead; i < end + c->lead; i++)
    static_cast<double *>(next)[i] = from[i] - h * c->rate * from[i];
}

inline bool notThirteen(const eulerc::ParamValue *p) { return p[0].integer != 13; }

inline const eulerc::Model &model() {
  using eulerc::ParamType;
  static const eulerc::Param params[] = {{"N", ParamType::Int, "100", "components"},
                                         {"RATE", ParamType::Real, "1.0", ""},
                                         {"dx", ParamType::Real, "1.0 / (N - 1)", ""}};
  static const eulerc::Requirement requirements[] = {
      {notThirteen, "N must not be 13", "toy.ode:3:1"}};
  static const eulerc::State states[] = {{"y", "[N]", ""}};
  static const char *const axes[] = {"i"};
  static const eulerc::Model made = [] {
    eulerc::Model m = named("toy");
    m.source = "toy.ode";
    m.program.precision = eulerc::Precision::Double;
    m.program.paramCount = 3;
    m.program.params = params;
    m.program.deriveParams = derive;
    m.program.requirementCount = 1;
    m.program.requirements = requirements;
    m.program.stateCount = 1;
    m.program.states = states;
    m.program.rank = 1;
    m.program.axes = axes;
    m.program.extents = extents;
    m.program.timespan = timespan;
    m.program.accessDistance = distance;
    m.program.accessWitness = "y[i] at toy.ode:9:3";
    m.program.reach = reach;
    m.program.initial = initial;
    m.stencil.componentsPerPoint = 1;
    m.host.grid = grid;
    m.host.constantsSize = sizeof(Constants);
    m.host.constants = constants;
    m.host.stepRange = stepRange;
    return m;
  }();
  return made;
}

} // namespace toy
