// The headers of a program's host code. There are few of them: <eulerc/solver.h> would triple the
// time to compile.
#pragma once

#include <eulerc/command_line.h>
#include <eulerc/model.h>
#include <eulerc/model/event_hits.h>
#include <eulerc/model/processors.h>

#include <cstdint>
#include <initializer_list>

#include "boxes.h"
#include "tiles.h"
#undef EULERC_INLINE // the prelude defines another one
