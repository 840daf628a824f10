// Planning a run on the host: which of a model's code, and which scheme.
//
//   model compiled for vectors of 16, 8 and 4 points, a processor with 256 bits
//     → startOnHost: code for 8 points → the tuner: overlapped → planOnHost: tiles, launches
#pragma once

#include "backend/backend.h"
#include "forms/form.h"

namespace eulerc {

/// What a host backend does without tuning hints: the fastest plan, or step by step and point by
/// point.
enum class HostDefault { Fastest, Plain };

struct HostPlan {
  HostVectors code; ///< the widest vectors there are, not wider than asked for; else point by point
  PlanRequest request; ///< with the hints made by hand, and what follows from the code
  Plan plan;
  bool isTiled() const { return plan.form->tiling != nullptr; }
};

/// The code and the request of a run; the plan is left open. `backend`: its name for messages.
/// Notes hints that cannot be met.
HostPlan startOnHost(const Job &job, int threads, const char *backend, HostDefault otherwise);

/// How a run on another grid would take its steps.
Pace paceOnHost(const Job &job, int threads, HostDefault otherwise, const Grid &grid);

/// Makes the plan of that tuning, whose scheme is the fastest to come if it is left open. Throws
/// Usage for schemes that the host has no code for.
void planOnHost(const Job &job, const Tuning &tuning, const char *backend, HostPlan &host);

/// What the speed of a run depends on, but for the program: "threads, AMD EPYC, 2 threads, vectors
/// of 64 bytes, runtime 0.1.0".
std::string placeOnHost(const HostPlan &host, const char *backend);

} // namespace eulerc
