// Temporary files: written in the folder of the file that they become, and removed when a signal
// ends the process.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace eulerc {

/// The most characters by which the name of a temporary file is longer than that of its target.
constexpr std::size_t mostOfTemporaryName = std::string_view(".4194304.999.tmp").size();

/// BeingWritten: keeps a file in the list of those being written while it exists. `name` has to
/// live as long.
class BeingWritten {
public:
  explicit BeingWritten(const std::string &name);
  BeingWritten(const BeingWritten &) = delete;
  BeingWritten &operator=(const BeingWritten &) = delete;
  ~BeingWritten();

private:
  std::atomic<const char *> *place_ = nullptr;
};

/// TemporaryFile: a new file under a unique name, with the permissions of any new file. Files that
/// killed processes left for the same target are removed first. The signal handler knows the name
/// before the file exists. The owner renames or removes the file, and closes it.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &target);
  const std::string &name() const { return name_; }
  /// To be called when the file has been renamed or removed.
  void release() { entry_.reset(); }

  int descriptor = -1; ///< negative: the file cannot be made, and errno tells why

private:
  std::string name_;
  std::optional<BeingWritten> entry_;
};

/// Removes the temporary files of this process, which is about to end. Safe in a signal handler.
void removeTemporaryFiles() noexcept;

} // namespace eulerc
