// GrowingFile: a file that others may read while it grows. It is valid at every moment, however the
// run ends.
//
//   GrowingFile file(target);             // under another name; throws if another run has the
//   target file.write(offset, values, bytes);    // … file.publish();                       // now
//   it stands at the target, and goes on growing
//
// When write() returns, the bytes are in the file, without a flush, even if the process is killed.
// Large arrays go past the page cache (direct.h). A file that was never published is removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "output/direct.h"
#include "output/file.h"
#include "output/temporary.h"

namespace eulerc {

class GrowingFile {
public:
  /// A new, empty file. Throws OutputError(Usage) when another run is writing to the target. `own`:
  /// the file at the target that this run holds until the new one is published.
  explicit GrowingFile(const OutputFile &target, const GrowingFile *own = nullptr);
  /// The existing file at the target, to be continued.
  static std::unique_ptr<GrowingFile> standing(const OutputFile &target);
  GrowingFile(const GrowingFile &) = delete;
  GrowingFile &operator=(const GrowingFile &) = delete;
  ~GrowingFile();

  /// The file's present name.
  const std::string &name() const { return temporary_ ? temporary_->name() : target_.target(); }
  /// These throw OutputError(Run).
  void write(std::int64_t offset, const void *data, std::size_t bytes);
  /// Writes lines at the file's end, `offset`. If that fails, removes a line written in part, since
  /// half a number would be another number.
  void writeLines(std::int64_t offset, const std::string &lines);
  void read(std::int64_t offset, void *data, std::size_t bytes) const;
  void cut(std::int64_t bytes) const;
  std::int64_t size() const;
  /// Writes all to the disk, so that the file survives a crash of the machine.
  void sync() const;
  void publish();

private:
  GrowingFile(const OutputFile &target, int descriptor);
  [[noreturn]] void fail(int why) const;
  void writeCached(std::int64_t offset, const std::byte *from, std::size_t bytes) const;

  OutputFile target_;
  std::unique_ptr<TemporaryFile> temporary_; ///< until it is published
  bool replacesOwn_ = false;
  int descriptor_ = -1;
  DirectWriter direct_;
};

/// Throws OutputError(Usage) when another run is writing to the existing file, or another program
/// that locks files it writes to, as the HDF5 library does.
void requireNoOtherRun(const OutputFile &target);
/// The same, but waits up to half a second: the system takes a while to close the files of a run
/// that was just killed.
void awaitNoOtherRun(const OutputFile &target);

} // namespace eulerc
