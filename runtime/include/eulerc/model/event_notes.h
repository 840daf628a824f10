// What the host code of a program calls where an event happens.
#pragma once

#include <cstdint>

namespace eulerc {

/// Notes that an event happened, for whoever wants to know of the steps that this thread takes.
/// `place`: of the event's latest time in the buffer of the state.
void noteEvent(std::int64_t place, double time);

} // namespace eulerc
