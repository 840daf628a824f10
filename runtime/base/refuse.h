// What a user asked for and cannot have.
#pragma once

#include <string>

#include <eulerc/solver.h>

namespace eulerc {

/// Throws Usage.
[[noreturn]] inline void refuse(const std::string &message) {
  throw Error(Error::Kind::Usage, message);
}

} // namespace eulerc
