// Temporary files: written beside the file that they become, removed when the process is ended.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace eulerc {

/// Characters that the name of a temporary file has more than that of its target, at most.
constexpr std::size_t mostOfTemporaryName = std::string_view(".4194304.999.tmp").size();

/// An entry in the list of files that are being written, as long as it lives, no longer than the
/// name.
class BeingWritten {
public:
  explicit BeingWritten(const std::string &name);
  BeingWritten(const BeingWritten &) = delete;
  BeingWritten &operator=(const BeingWritten &) = delete;
  ~BeingWritten();

private:
  std::atomic<const char *> *place_ = nullptr;
};

/// A new file under a name nobody else has, made where what killed processes have left of the
/// same target is removed; with the permissions any new file gets. It is known to
/// the signal handler before it is there. Whoever makes it renames or removes it, and closes it.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &target);
  const std::string &name() const { return name_; }
  /// It has another name from now on, or is no longer there.
  void release() { entry_.reset(); }

  int descriptor = -1; ///< negative: it cannot be made, and errno says why

private:
  std::string name_;
  std::optional<BeingWritten> entry_;
};

/// Removes the temporary files that this process is writing, for it is about to end. A signal
/// handler may call it.
void removeTemporaryFiles() noexcept;

} // namespace eulerc
