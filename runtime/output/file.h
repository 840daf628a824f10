// Output files: tried before the run, complete or not there after it.
//
//   OutputFile file("y.npy");      // throws if it could not be written; creates nothing
//   file.write([](std::FILE *f) { … });   // temporary file beside it, renamed when complete
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include <eulerc/solver.h>

namespace eulerc {

/// An output path that cannot be written (Usage), or a write that failed (Run).
struct OutputError : Error {
  using Error::Error;
};

/// The same of a run that has come to its end all the same.
struct UnwrittenError : OutputError {
  using OutputError::OutputError;
};

/// Throws OutputError(Usage): "cannot write 'y.npy': it is a folder".
[[noreturn]] void refusePath(const std::string &path, const std::string &why);
/// Throws OutputError(Run), with the reason that the errno `why` stands for.
[[noreturn]] void failWrite(const std::string &path, int why);

class OutputFile {
public:
  /// Throws OutputError(Usage) when no file could be put at `path`; an existing one stays as it is.
  explicit OutputFile(const std::string &path);

  /// Calls `content` with a temporary file in the same folder, then renames it to the path.
  /// Throws OutputError(Run) and leaves an existing file as it is when that fails.
  void write(const std::function<void(std::FILE *)> &content) const;

  const std::string &path() const { return path_; } ///< as given
  /// The same with symbolic links resolved: what is written.
  const std::string &target() const { return target_; }

private:
  std::string path_;
  std::string target_; ///< the path with symbolic links resolved
};

/// Throws OutputError(Usage) where a file that does not begin so would be replaced: "…, and is no
/// checkpoint; …". For options whose files need no ending: the name may be that of anything.
void requireOwnKind(const OutputFile &file, std::string_view begins, const char *kind);

/// Whether both are names of one file, which need not be there yet.
bool areOneFile(const std::string &path, const std::string &other);

/// Puts a text on standard output at once. Throws OutputError(Run): "cannot write to standard
/// output: No space left on device"; a reader that has gone ends nothing.
void writeStandardOutput(std::string_view text);
/// Throws the same for the errno `why`.
[[noreturn]] void failStandardOutput(int why);

/// Writes all bytes, or throws std::system_error, of which write() makes an OutputError.
void writeBytes(std::FILE *file, const void *data, std::size_t bytes);

} // namespace eulerc
