// Plans a run on the host: chooses the vector width, among those that the model has code for, and
// the scheme.
//
//   model compiled for vectors of 16, 8 and 4 points, a processor with 256 bits
//     → startOnHost: code for 8 points → the tuner: overlapped → planOnHost: tiles, launches
#pragma once

#include "backend/backend.h"
#include "forms/form.h"

namespace eulerc {

/// The plan of a host backend without tuning hints: the fastest one, or step by step and point by
/// point.
enum class HostDefault { Fastest, Plain };

struct HostPlan {
  HostVectors code; ///< the widest vectors there are, not wider than asked for; or point by point
  PlanRequest request; ///< with the user's hints and what follows from the code
  Plan plan;
  bool isTiled() const { return plan.form->tiling != nullptr; }
};

/// Chooses the code and makes the request of a run; its plan is left open. `backend`: the name for
/// messages. Notes hints that cannot be met.
HostPlan startOnHost(const Job &job, int threads, const char *backend, HostDefault otherwise);

/// The pace of a run on another grid.
Pace paceOnHost(const Job &job, int threads, HostDefault otherwise, const Grid &grid);

/// Makes the plan for a tuning; if its scheme is left open, the plan that is expected to be
/// fastest. Throws Usage for schemes that the host has no code for.
void planOnHost(const Job &job, const Tuning &tuning, const char *backend, HostPlan &host);

/// All that the speed of a run depends on except the program: "threads, AMD EPYC, 2 threads,
/// vectors of 64 bytes, runtime 0.1.0".
std::string placeOnHost(const HostPlan &host, const char *backend);

} // namespace eulerc
