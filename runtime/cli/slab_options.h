// Options that cut a grid into slabs.
#pragma once

#include <eulerc/slabs.h>

#include "cli/options.h"

namespace CLI {
class App;
}

namespace eulerc {

void addSlabOptions(CLI::App &app, Slabs &slabs);
/// Throws Usage for options that contradict each other. `onHost`: the user asks for the processor.
void refuseSlabs(const Options &o, bool onHost);

} // namespace eulerc
