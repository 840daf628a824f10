#include "host/host_plan.h"

#include <fmt/format.h>

#include "caches.h"
#include "planning.h"

namespace eulerc {
namespace {

[[noreturn]] void refuse(const std::string &message) { throw Error(Error::Kind::Usage, message); }

bool wishesScalar(const Tuning &tuning) {
  return tuning.vectorWidth == 1 || tuning.linearForm == LinearForm::ScalarBlocked ||
         tuning.linearForm == LinearForm::ScalarStrided;
}

HostVectors chooseCode(const Model &model, const Tuning &tuning, HostDefault otherwise) {
  HostVectors chosen = {1, nullptr, model.stepRange};
  const bool plain = otherwise == HostDefault::Plain && tuning.vectorWidth == 0 &&
                     tuning.scheme != Scheme::Overlapped;
  if (wishesScalar(tuning) || plain)
    return chosen;
  for (int k = model.vectorsCount - 1; k >= 0; k--) {
    const HostVectors &vectors = model.vectors[k];
    if (vectors.present() && (tuning.vectorWidth == 0 || vectors.width <= tuning.vectorWidth))
      chosen = vectors;
  }
  return chosen;
}

/// Local memory is a device's; other schemes' tiles have no code here.
void requireCode(const HostVectors &code, const Tuning &tuning, const char *backend) {
  if (tuning.scheme == Scheme::Overlapped) {
    if (tuning.kept > 0 && code.tiles != nullptr && tuning.kept != code.kept)
      refuse(fmt::format("{} keeps {} steps in flight, as it was compiled; take --kept {}, or "
                         "--backend opencl",
                         backend, code.kept, code.kept));
    return;
  }
  if (tuning.scheme != Scheme::Auto && tuning.scheme != Scheme::Linear)
    refuse(fmt::format("{} has no code for {}, whose tiles lie in local memory; take --scheme "
                       "overlapped or linear, or --backend opencl",
                       backend, schemeName(tuning.scheme)));
}

/// The scheme of someone who names none: of what `auto` takes, what there is code for.
Scheme chooseScheme(const HostVectors &code, HostDefault otherwise,
                    const std::function<Plan()> &planOfAuto) {
  if (otherwise == HostDefault::Plain || code.tiles == nullptr)
    return Scheme::Linear;
  const Plan plan = planOfAuto();
  const bool overlaps = schemeNamed(plan.scheme) == Scheme::Overlapped;
  return overlaps && plan.refusal == Refusal::None ? Scheme::Overlapped : Scheme::Linear;
}

} // namespace

HostPlan planOnHost(const Model &model, const std::vector<ParamValue> &params, const Tuning &tuning,
                    std::int64_t steps, int threads, const char *backend, HostDefault otherwise,
                    const std::function<void(const std::string &)> &note) {
  HostPlan host;
  host.code = chooseCode(model, tuning, otherwise);
  if (tuning.vectorWidth > 0 && tuning.vectorWidth != host.code.width && note)
    note(fmt::format("{} has no vectors of {} values here; taking {}", backend, tuning.vectorWidth,
                     host.code.width));

  Tuning wishes = tuning;
  wishes.vectorWidth = host.code.width;
  wishes.workGroupSize = 1;
  DeviceLimits limits;
  limits.computeUnits = threads;
  limits.localMemory = 8 << 20; // scratch memory is the host's own: as much as any cache has
  noteCaches(limits);
  limits.vectorBytes = host.code.width * (model.precision == Precision::Float ? 4 : 8);
  if (wishes.scheme == Scheme::Auto)
    wishes.scheme = chooseScheme(host.code, otherwise, [&] {
      return model.plan(planRequest(model, params, limits, wishes, steps));
    });
  requireCode(host.code, wishes, backend);
  if (wishes.scheme == Scheme::Overlapped)
    wishes.kept = host.code.kept;
  host.request = planRequest(model, params, limits, wishes, steps);
  host.plan = model.plan(host.request);
  requirePlan(host.plan);
  if (host.isTiled() && host.code.tiles == nullptr)
    refuse(fmt::format("{} computes overlapped tiles in vectors alone; take a larger "
                       "--vector-width, or --scheme linear",
                       backend));
  return host;
}

} // namespace eulerc
