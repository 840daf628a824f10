// What the host code of a program includes; only what it needs: <eulerc/solver.h> would triple its
// compile time.
#pragma once

#include <eulerc/command_line.h>
#include <eulerc/model.h>
#include <eulerc/model/event_hits.h>
#include <eulerc/model/processors.h>

#include <cstdint>
#include <initializer_list>

#include "boxes.h"
#include "tiles.h"
#undef EULERC_INLINE // the prelude has its own
