#include "host/host_code.h"

#include <fmt/format.h>

namespace eulerc {
namespace {

bool wishesScalar(const Tuning &tuning) {
  return tuning.vectorWidth == 1 || tuning.linearForm == LinearForm::ScalarBlocked ||
         tuning.linearForm == LinearForm::ScalarStrided;
}

} // namespace

HostVectors chooseHostCode(const Job &job) {
  const Model &model = job.model;
  const std::int64_t wish = job.tuning.vectorWidth;
  HostVectors chosen = {1, nullptr, model.stepRange};
  if (wishesScalar(job.tuning))
    return chosen;
  for (int k = model.vectorsCount - 1; k >= 0; k--) {
    const HostVectors &vectors = model.vectors[k];
    if (vectors.present() && (wish == 0 || vectors.width <= wish))
      chosen = vectors;
  }
  if (wish != 0 && wish != chosen.width && job.note)
    job.note(
        fmt::format("no vectors of {} points on this processor; taking {}", wish, chosen.width));
  return chosen;
}

} // namespace eulerc
