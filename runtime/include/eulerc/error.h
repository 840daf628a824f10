// Error: what eulerc throws.
#pragma once

#include <stdexcept>
#include <string>

namespace eulerc {

/// An error, in words for the user.
class Error : public std::runtime_error {
public:
  /// Usage: the caller gave a wrong name, value, time or size. Run: a device, memory or the
  /// numerics failed.
  enum class Kind { Usage, Run };
  Error(Kind kind, const std::string &message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

private:
  Kind kind_;
};

} // namespace eulerc
