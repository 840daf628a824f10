// A second hand-made model: two states and two fields on a grid of [M][N].
//
//   u' = rate * v,  v' = source - u,   u(j, i) = j,  v(j, i) = i,  rate(j, i) = SCALE * (10 j + i)
//
// `source` must be given. With float or double components.
#pragma once

#include "toy_base.h"

namespace toy {

struct GridConstants {
  eulerc::ConstantsHead head;
  std::int64_t row; ///< points of a row
  eulerc::Layout state, fields;
};

template <class Real> struct Grid {
  static void derive(eulerc::ParamValue *p, const bool *given) {
    if (!given[0])
      p[0].integer = 3;
    if (!given[1])
      p[1].integer = 4;
    if (!given[2])
      p[2].real = 1;
    if (!given[3])
      p[3].real = 1;
  }
  static void extents(const eulerc::ParamValue *p, std::int64_t *out) {
    out[0] = p[0].integer;
    out[1] = p[1].integer;
  }
  static eulerc::Timespan timespan(const eulerc::ParamValue *) {
    eulerc::Timespan span;
    span.dt = 0.5;
    span.hasDt = true;
    return span;
  }
  static std::int64_t distance(const eulerc::ParamValue *) { return 1; }
  static void reach(const eulerc::ParamValue *, std::int64_t *out) { out[0] = out[1] = 0; }
  static void initial(int state, const eulerc::ParamValue *p, const void *const *,
                      std::int64_t begin, std::int64_t end, void *out) {
    for (std::int64_t k = begin; k < end; k++)
      static_cast<Real *>(out)[k - begin] =
          static_cast<Real>(state == 0 ? k / p[1].integer : k % p[1].integer);
  }
  static void initialField(int, const eulerc::ParamValue *p, const void *const *,
                           std::int64_t begin, std::int64_t end, void *out) {
    for (std::int64_t k = begin; k < end; k++)
      static_cast<Real *>(out)[k - begin] = static_cast<Real>(
          p[2].real * static_cast<double>(10 * (k / p[1].integer) + k % p[1].integer));
  }
  static void prepareField(int field, const eulerc::ParamValue *p, void *values,
                           std::int64_t count) {
    for (std::int64_t k = 0; field == 1 && k < count; k++)
      static_cast<Real *>(values)[k] *= static_cast<Real>(p[3].real);
  }
  static void grid(const eulerc::ParamValue *p, eulerc::Grid *out) {
    *out = {};
    out->rank = out->components = 2;
    extents(p, out->extent);
    extents(p, out->end);
  }
  static void constants(const eulerc::ParamValue *p, const eulerc::Grid &,
                        const eulerc::Layout &state, const eulerc::Layout &fields, void *out) {
    const std::int64_t points = p[0].integer * p[1].integer;
    *static_cast<GridConstants *>(out) = {{2 * points, points}, p[1].integer, state, fields};
  }
  static void stepRange(const void *constants, const void *y, void *next, const void *const *fields,
                        std::int64_t begin, std::int64_t end, std::int64_t, double, double,
                        double h) {
    const auto *c = static_cast<const GridConstants *>(constants);
    const auto *u = static_cast<const Real *>(y), *v = u + c->state.plane;
    auto *to = static_cast<Real *>(next);
    const auto *rate = static_cast<const Real *>(fields[0]);
    const auto *source = static_cast<const Real *>(fields[1]);
    const Real step = static_cast<Real>(h);
    for (std::int64_t point = begin; point < end; point++) {
      const std::int64_t j = point / c->row, i = point % c->row;
      const std::int64_t k = c->state.lead + j * c->state.stride[0] + i;
      const std::int64_t f = c->fields.lead + j * c->fields.stride[0] + i;
      to[k] = u[k] + step * (rate[f] * v[k]);
      to[c->state.plane + k] = v[k] + step * (source[f] - u[k]);
    }
  }

  static const eulerc::Model &model() {
    using eulerc::ParamType;
    static const eulerc::Param params[] = {{"M", ParamType::Int, "3", ""},
                                           {"N", ParamType::Int, "4", ""},
                                           {"SCALE", ParamType::Real, "1", ""},
                                           {"GAIN", ParamType::Real, "1", ""}};
    static const eulerc::State states[] = {{"u", "[M][N]", ""}, {"v", "[M][N]", ""}};
    static const eulerc::Field fields[] = {{"rate", "[M][N]", "", true},
                                           {"source", "[M][N]", "", false}};
    static const bool isPrepared[] = {false, true};
    static const char *const axes[] = {"j", "i"};
    static const eulerc::Model made = [] {
      eulerc::Model m = named("grid");
      m.source = "grid.ode";
      m.program.precision =
          sizeof(Real) == 4 ? eulerc::Precision::Float : eulerc::Precision::Double;
      m.program.paramCount = 4;
      m.program.params = params;
      m.program.deriveParams = derive;
      m.program.stateCount = 2;
      m.program.states = states;
      m.program.fieldCount = 2;
      m.program.fields = fields;
      m.program.rank = 2;
      m.program.axes = axes;
      m.program.extents = extents;
      m.program.timespan = timespan;
      m.program.accessDistance = distance;
      m.program.accessWitness = "v[j][i] at grid.ode:9:3";
      m.program.reach = reach;
      m.program.initial = initial;
      m.program.initialField = initialField;
      m.host.isPrepared = isPrepared;
      m.host.prepareField = prepareField;
      m.stencil.componentsPerPoint = 2;
      m.host.grid = grid;
      m.host.constantsSize = sizeof(GridConstants);
      m.host.constants = constants;
      m.host.stepRange = stepRange;
      return m;
    }();
    return made;
  }
};

} // namespace toy
