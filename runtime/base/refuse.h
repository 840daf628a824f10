// Refuses what a user asked for: throws Error(Usage) with a message.
#pragma once

#include <string>

#include <eulerc/solver.h>

namespace eulerc {

[[noreturn]] inline void refuse(const std::string &message) {
  throw Error(Error::Kind::Usage, message);
}

} // namespace eulerc
