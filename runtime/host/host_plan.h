// Planning a run on the host: which of a model's code, and which scheme.
//
//   model compiled for vectors of 16, 8 and 4 points, a processor with 256 bits, --scheme auto
//     →  code for 8 points; overlapped tiles where they apply and pay, else linear
#pragma once

#include <functional>

#include "backend.h"

namespace eulerc {

/// What a host backend does if nobody wishes otherwise: what is fastest, or step by step and point
/// by point.
enum class HostDefault { Fastest, Plain };

struct HostPlan {
  HostVectors
      code; ///< the widest vectors there are, not wider than wished for; else point by point
  PlanRequest request;
  Plan plan;
  bool isTiled() const { return plan.tiles > 0; }
};

/// `backend`: its name for messages. Throws Usage for schemes that the host has no code for, and
/// notes wishes that it cannot meet.
HostPlan planOnHost(const Model &model, const std::vector<ParamValue> &params, const Tuning &tuning,
                    std::int64_t steps, int threads, const char *backend, HostDefault otherwise,
                    const std::function<void(const std::string &)> &note);

} // namespace eulerc
