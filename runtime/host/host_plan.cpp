// Chooses the code, the request and the plan; refuses hints without code.

#include "host/host_plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/caches.h"
#include "base/refuse.h"
#include "host/processor.h"
#include "planning/request.h"
#include "schedule/times.h"

namespace eulerc {
namespace {

bool asksForScalar(const Tuning &tuning) {
  return tuning.vectorWidth == 1 || std::ranges::any_of(allForms(), [&](const Form *form) {
           return form->byPoints && form->linearForm == tuning.linearForm;
         });
}

/// The width of the widest vectors that this processor has and the model has code for.
std::int64_t widestVector(const Model &model) {
  std::int64_t widest = 1;
  for (int k = 0; k < model.host.vectorsCount; k++)
    if (model.host.vectors[k]->present())
      widest = std::max(widest, model.host.vectors[k]->width);
  return widest;
}

HostVectors chooseCode(const Model &model, const Tuning &tuning, HostDefault otherwise) {
  HostVectors chosen = {1, nullptr, model.host.stepRange};
  const bool plain = otherwise == HostDefault::Plain && tuning.vectorWidth == 0 &&
                     tuning.scheme != Scheme::Overlapped;
  if (asksForScalar(tuning) || plain)
    return chosen;
  for (int k = model.host.vectorsCount - 1; k >= 0; k--) {
    const HostVectors &vectors = *model.host.vectors[k];
    if (vectors.present() && (tuning.vectorWidth == 0 || vectors.width <= tuning.vectorWidth))
      chosen = vectors;
  }
  return chosen;
}

/// The hints without those that only affect devices; a note says that these have no effect.
Tuning ofHost(Tuning hints, const HostVectors &code) {
  hints.vectorWidth = code.width;
  hints.workGroupSize = 1;
  if (!hasHostCode(hints.tileForm))
    hints.tileForm = TileForm::Auto;
  if (!hasHostCode(hints.linearForm))
    hints.linearForm = LinearForm::Auto;
  return hints;
}

/// Refuses schemes whose tiles lie in local memory, for which the host has no code.
void requireCode(Scheme scheme, const char *backend) {
  if (scheme != Scheme::Overlapped && scheme != Scheme::Linear)
    refuse(fmt::format("{} has no code for {}, whose tiles lie in local memory; take --scheme "
                       "overlapped or linear, or --backend opencl",
                       backend, schemeName(scheme)));
}

/// Refuses a hint for a number of steps in flight that differs from that of the compiled code.
void requireKept(const HostVectors &code, std::int64_t asked, const char *backend) {
  if (asked == 0 || code.tiles == nullptr || asked == code.kept)
    return;
  if (code.kept == 0)
    refuse(fmt::format("{} keeps no steps in flight, as it was compiled; leave out --kept, or "
                       "take --backend opencl",
                       backend));
  refuse(fmt::format("{} keeps {} step{} in flight, as it was compiled; take --kept {}, or "
                     "--backend opencl",
                     backend, code.kept, code.kept == 1 ? "" : "s", code.kept));
}

/// The message that there are no tiles for vectors as narrow as asked for.
std::string withoutTiles(const Job &job, const char *backend) {
  std::vector<std::string> widths; // the narrowest first
  for (int k = job.model.host.vectorsCount - 1; k >= 0; k--)
    if (job.model.host.vectors[k]->present() && job.model.host.vectors[k]->tiles != nullptr)
      widths.push_back(std::to_string(job.model.host.vectors[k]->width));
  std::string why;
  if (widths.empty())
    why = fmt::format("{} computes overlapped tiles in vectors, and has none for this processor; "
                      "take --scheme linear",
                      backend);
  else
    why = fmt::format("{} computes overlapped tiles in vectors, which have {} values on this "
                      "processor, not {}; take --vector-width {}, or --scheme linear",
                      backend, fmt::join(widths, " or "), job.tuning.vectorWidth, widths.front());
  return why;
}

PlanRequest requestOnHost(const Job &job, int threads, const HostVectors &code, const Grid &grid) {
  const Tuning hints = ofHost(job.tuning, code);
  DeviceLimits limits;
  limits.isHost = true;
  limits.computeUnits = threads;
  limits.localMemory = 8 << 20; // scratch memory in main memory: no less than any cache
  noteCaches(limits);
  limits.vectorBytes = widestVector(job.model) * job.realSize();
  const std::int64_t levels = levelsOf(job.run, job.model);
  PlanRequest request =
      planRequest(job.model, job.params, grid, limits, hints,
                  job.oneByOne ? std::min<std::int64_t>(levels, job.model.method.stages) : levels);
  request.transposed = code.transposed;
  if (hints.scheme == Scheme::Auto && code.tiles == nullptr)
    request.stencil.overlaps = request.stencil.keepsLayers = false; // nothing to choose tiles for
  return request;
}

/// Whether there are tiles for narrower vectors if rows are too short for those of the plan.
bool fitsNarrower(const Job &job, const Tuning &tuning, const HostPlan &host) {
  for (int k = 0; k < job.model.host.vectorsCount; k++) {
    const HostVectors &code = *job.model.host.vectors[k];
    if (!code.present() || code.tiles == nullptr || code.width >= host.code.width)
      continue;
    Tuning asked = ofHost(tuning, code);
    asked.kept = code.kept;
    const int threads = static_cast<int>(host.request.device.computeUnits);
    if (planOf(job.model, requestOnHost(job, threads, code, job.grid), asked).isPossible())
      return true;
  }
  return false;
}

} // namespace

HostPlan startOnHost(const Job &job, int threads, const char *backend, HostDefault otherwise) {
  HostPlan host;
  host.code = chooseCode(job.model, job.tuning, otherwise);
  const bool isRefused = job.tuning.scheme == Scheme::Overlapped && host.code.tiles == nullptr;
  if (job.tuning.vectorWidth > 0 && job.tuning.vectorWidth != host.code.width && job.note &&
      !isRefused)
    job.note(fmt::format("{} has no vectors of {} values here; taking {}", backend,
                         job.tuning.vectorWidth, host.code.width));
  host.request = requestOnHost(job, threads, host.code, job.grid);
  host.request.interval = job.interval * job.model.method.stages;
  return host;
}

Pace paceOnHost(const Job &job, int threads, HostDefault otherwise, const Grid &grid) {
  const HostVectors code = chooseCode(job.model, job.tuning, otherwise);
  Pace pace;
  if (code.tiles != nullptr)
    pace = paceOf(job.model, requestOnHost(job, threads, code, grid));
  pace.cores = threads;
  pace.leavesOld = true;
  return pace;
}

void planOnHost(const Job &job, const Tuning &tuning, const char *backend, HostPlan &host) {
  Tuning asked = ofHost(tuning, host.code);
  if (asked.scheme == Scheme::Auto)
    asked.scheme = Scheme::Linear;
  requireCode(asked.scheme, backend);
  if (asked.scheme == Scheme::Overlapped)
    asked.kept = host.code.kept;
  host.plan = planOf(job.model, host.request, asked);
  if (host.plan.unsupported.why == Reason::ShortRows && !fitsNarrower(job, tuning, host))
    refuse(fmt::format("{} {}; take --scheme linear", host.plan.scheme(),
                       unsupportedReason(host.plan)));
  requirePlan(host.plan);
  if (asked.scheme == Scheme::Overlapped)
    requireKept(host.code, job.tuning.kept, backend);
  if (!host.isTiled() && host.code.takesRows)
    host.plan.alignment = RowAlignment::Grid;
  if (host.isTiled() && host.code.tiles == nullptr)
    refuse(withoutTiles(job, backend));
}

std::string placeOnHost(const HostPlan &host, const char *backend) {
  const DeviceLimits &limits = host.request.device;
  static const std::string processor = processorName(); // read from a file once
  return fmt::format("{}, {}, {} thread{}, vectors of {} bytes, runtime {}", backend, processor,
                     limits.computeUnits, limits.computeUnits == 1 ? "" : "s",
                     host.code.width * host.request.realSize, EULERC_VERSION);
}

} // namespace eulerc
