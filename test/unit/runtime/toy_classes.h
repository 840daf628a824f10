// A third hand-made model: two states of two residue classes each and a field, on [L][M][N].
//
//   u'[i] = gain[i] * v[i - 1] (0 before the first), v'[i] = u[i]
//   u(k, j, i) = its place in C order, v = 1 / (1 + place), gain must be given
//
// In float, with a kernel for both arrangements; the plan follows the tuning.
#pragma once

#include "toy_base.h"

namespace toy {

struct ClassesConstants {
  eulerc::ConstantsHead head;
  std::int64_t extent[3]; ///< M, points of a row, N
  std::int64_t lead, stride0, stride1, plane, fieldPlane;
};

struct Classes {
  static void derive(eulerc::ParamValue *p, const bool *given) {
    for (int axis = 0; axis < 3; axis++)
      if (!given[axis])
        p[axis].integer = 2 + axis;
  }
  static void extents(const eulerc::ParamValue *p, std::int64_t *out) {
    for (int axis = 0; axis < 3; axis++)
      out[axis] = p[axis].integer;
  }
  static eulerc::Timespan timespan(const eulerc::ParamValue *) { return {}; }
  static std::int64_t distance(const eulerc::ParamValue *) { return 2; }
  static void reach(const eulerc::ParamValue *, std::int64_t *out) {
    out[0] = out[1] = 0;
    out[2] = 1;
  }
  static void initial(int state, const eulerc::ParamValue *, const void *const *,
                      std::int64_t begin, std::int64_t end, void *out) {
    for (std::int64_t k = begin; k < end; k++)
      static_cast<float *>(out)[k - begin] =
          state == 0 ? static_cast<float>(k) : 1 / static_cast<float>(1 + k);
  }
  static void grid(const eulerc::ParamValue *p, eulerc::Grid *out) {
    *out = {};
    out->rank = 3;
    out->components = 4;
    out->classes = 2;
    extents(p, out->extent);
    out->extent[2] = (p[2].integer + 1) / 2;
    out->end[0] = out->extent[0];
    out->end[1] = out->extent[1];
    out->begin[2] = 1;
    out->end[2] = p[2].integer / 2;
  }
  static void constants(const eulerc::ParamValue *p, const eulerc::Grid &,
                        const eulerc::Layout &state, const eulerc::Layout &fields, void *out) {
    const std::int64_t rows = p[0].integer * p[1].integer, row = (p[2].integer + 1) / 2;
    *static_cast<ClassesConstants *>(out) = {{2 * rows * p[2].integer, rows * row},
                                             {p[1].integer, row, p[2].integer},
                                             state.lead,
                                             state.stride[0],
                                             state.stride[1],
                                             state.plane,
                                             fields.plane};
  }
  static void stepRange(const void *constants, const void *y, void *next, const void *const *fields,
                        std::int64_t begin, std::int64_t end, std::int64_t, double, double,
                        double h) {
    const auto *c = static_cast<const ClassesConstants *>(constants);
    const auto *from = static_cast<const float *>(y), *gain = static_cast<const float *>(fields[0]);
    auto *to = static_cast<float *>(next);
    for (std::int64_t point = begin; point < end; point++) {
      const std::int64_t i = point % c->extent[1], row = point / c->extent[1];
      const std::int64_t at =
          c->lead + row / c->extent[0] * c->stride0 + row % c->extent[0] * c->stride1 + i;
      for (std::int64_t r = 0; r < 2 && 2 * i + r < c->extent[2]; r++) {
        const float u = from[r * c->plane + at], v = from[(2 + r) * c->plane + at];
        const std::int64_t before = r == 1 ? at : at - 1;
        const float w = 2 * i + r > 0 ? from[(3 - r) * c->plane + before] : 0;
        to[r * c->plane + at] = u + static_cast<float>(h) * (gain[r * c->fieldPlane + at] * w);
        to[(2 + r) * c->plane + at] = v + static_cast<float>(h) * u;
      }
    }
  }
  static constexpr const char *kernels = R"(
#pragma OPENCL FP_CONTRACT OFF
typedef struct {
  long components, points, extent[3], lead, stride0, stride1, plane, field_plane;
} toy_constants;
kernel void toy_step(global const float *y, global float *next, global const float *gain,
                     const toy_constants c, const float2 t, const float h, const long level) {
  for (long point = get_global_id(0); point < c.points; point += get_global_size(0)) {
    const long i = point % c.extent[1], row = point / c.extent[1];
    const long at = c.lead + row / c.extent[0] * c.stride0 + row % c.extent[0] * c.stride1 + i;
    for (long r = 0; r < 2 && 2 * i + r < c.extent[2]; r++) {
      const long p = r * c.plane + at * EULERC_STEP, q = (2 + r) * c.plane + at * EULERC_STEP;
      const long before = (3 - r) * c.plane + (r == 1 ? at : at - 1) * EULERC_STEP;
      const float w = 2 * i + r > 0 ? y[before] : 0;
      next[p] = y[p] + h * (gain[r * c.field_plane + at] * w);
      next[q] = y[q] + h * y[p];
    }
  }
})";
  static eulerc::Plan plan(const eulerc::PlanRequest &request) {
    eulerc::Plan plan;
    plan.kernel = "toy_step";
    plan.workGroups = 3;
    plan.launches = request.steps;
    if (request.tuning.arrangement == eulerc::ArrangementHint::AoS)
      plan.arrangement = eulerc::Arrangement::AoS;
    return plan;
  }

  static const eulerc::Model &model() {
    using eulerc::ParamType;
    static const eulerc::Param params[] = {{"L", ParamType::Int, "2", ""},
                                           {"M", ParamType::Int, "3", ""},
                                           {"N", ParamType::Int, "4", ""}};
    static const eulerc::State states[] = {{"u", "[L][M][N]", ""}, {"v", "[L][M][N]", ""}};
    static const eulerc::Field fields[] = {{"gain", "[L][M][N]", "", false}};
    static const bool isPrepared[] = {false};
    static const char *const axes[] = {"k", "j", "i"};
    static const eulerc::Model made = [] {
      eulerc::Model m = named("classes");
      m.source = "classes.ode";
      m.program.precision = eulerc::Precision::Float;
      m.program.paramCount = 3;
      m.program.params = params;
      m.program.deriveParams = derive;
      m.program.stateCount = 2;
      m.program.states = states;
      m.program.fieldCount = 1;
      m.host.isPrepared = isPrepared;
      m.program.fields = fields;
      m.program.rank = 3;
      m.program.axes = axes;
      m.program.extents = extents;
      m.program.timespan = timespan;
      m.program.accessDistance = distance;
      m.program.accessWitness = "v[k][j][i - 1] at classes.ode:9:3";
      m.program.reach = reach;
      m.program.initial = initial;
      m.stencil.componentsPerPoint = 4;
      m.host.grid = grid;
      m.host.constantsSize = sizeof(ClassesConstants);
      m.host.constants = constants;
      m.host.stepRange = stepRange;
      m.device.kernels = kernels;
      static eulerc::Planner planner = *m.planner;
      planner.plan = plan;
      m.planner = &planner;
      return m;
    }();
    return made;
  }
};

} // namespace toy
