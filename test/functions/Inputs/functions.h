// The elementary functions of emitted code, as a program of one level of processors has them:
// eulerc_exp(x) of a value, vectors::eulerc_lanes_exp(x) of a vector. Compile with
// -DREAL_IS_DOUBLE=0 or 1 and -DEULERC_LEVEL=512, 256 or 128.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>

namespace eulerc {
struct EventHit { // of <eulerc/model/event_hits.h>, and noteHits() does nothing here
  std::int64_t at, step;
  double time;
};
inline void noteHits(const EventHit *, std::size_t) {}
} // namespace eulerc

#define EULERC_IS_DOUBLE REAL_IS_DOUBLE
#if EULERC_IS_DOUBLE
#define EULERC_REAL double
#else
#define EULERC_REAL float
#endif
#define EULERC_PROGRAM emitted
namespace EULERC_PROGRAM { // apart from the functions of <cmath>
typedef EULERC_REAL real;
#include "prelude.h"

#include "lanes.h"

#include "function_constants.h"

#include "function_values.h"

#include "function_all.h"

#include "function_end.h"

#include "level_begin.h"
struct eulerc_non_temporal { // of linear.h; vectors.h overloads stores for it
  real *p;
};
namespace vectors {
#include "vectors.h"

#include "function_lanes.h"

#include "function_all.h"

#include "function_end.h"
} // namespace vectors
} // namespace EULERC_PROGRAM
using namespace EULERC_PROGRAM;
