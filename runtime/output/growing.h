// A file that grows while it is read: complete at every moment, whatever ends the run.
//
//   GrowingFile file(target);             // under another name; throws if another run has the
//   target file.write(offset, values, bytes);    // … file.publish();                       // now
//   it stands at the target, and goes on growing
//
// What is written is in the file when write() returns, as far as the process goes: it needs no
// flush. Large arrays go past the page cache (direct.h). A file that was never published leaves
// nothing behind.
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
  /// A new, empty file. Throws OutputError(Usage) when another run is writing to the target; `own`
  /// is what this run has written there and holds until the new one is published.
  explicit GrowingFile(const OutputFile &target, const GrowingFile *own = nullptr);
  /// The file that stands at the target, to go on with it.
  static std::unique_ptr<GrowingFile> standing(const OutputFile &target);
  GrowingFile(const GrowingFile &) = delete;
  GrowingFile &operator=(const GrowingFile &) = delete;
  ~GrowingFile();

  /// What it is called now.
  const std::string &name() const { return temporary_ ? temporary_->name() : target_.target(); }
  /// Throw OutputError(Run).
  void write(std::int64_t offset, const void *data, std::size_t bytes);
  /// Lines at the end, which is at `offset`. Of those that fail none stays in part: half a number
  /// would be another one.
  void writeLines(std::int64_t offset, const std::string &lines);
  void read(std::int64_t offset, void *data, std::size_t bytes) const;
  void cut(std::int64_t bytes) const;
  std::int64_t size() const;
  /// On the disk, whatever becomes of the machine.
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

/// Throws OutputError(Usage) when another run is writing to the file that stands there, or another
/// program that locks what it writes to, as HDF5's do.
void requireNoOtherRun(const OutputFile &target);
/// The same, after half a second at most: a run that was just killed has its files until the system
/// has closed them.
void awaitNoOtherRun(const OutputFile &target);

} // namespace eulerc
