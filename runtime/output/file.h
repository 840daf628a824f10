// OutputFile: a file that is checked before the run and written as a whole: after the run it is
// complete or does not exist.
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

/// A write that failed although the run itself came to its end.
struct UnwrittenError : OutputError {
  using OutputError::OutputError;
};

/// Throws OutputError(Usage): "cannot write 'y.npy': it is a folder".
[[noreturn]] void refusePath(const std::string &path, const std::string &why);
/// Throws OutputError(Run), with the reason given by the errno `why`.
[[noreturn]] void failWrite(const std::string &path, int why);

class OutputFile {
public:
  /// Throws OutputError(Usage) if no file can be written at `path`. Does not change an existing
  /// one.
  explicit OutputFile(const std::string &path);

  /// Calls `content` with a temporary file in the same folder, then renames that to the path. If
  /// this fails, throws OutputError(Run) and leaves an existing file unchanged.
  void write(const std::function<void(std::FILE *)> &content) const;

  const std::string &path() const { return path_; } ///< as given
  /// The path with symbolic links resolved, which is written.
  const std::string &target() const { return target_; }

private:
  std::string path_;
  std::string target_; ///< the path with symbolic links resolved
};

/// Throws OutputError(Usage) if `file` exists and does not begin with `begins`: "…, and is no
/// checkpoint; …". For options that accept any file name, lest a file of another kind is replaced.
void requireOwnKind(const OutputFile &file, std::string_view begins, const char *kind);

/// Whether both paths name the same file, which need not exist yet.
bool areOneFile(const std::string &path, const std::string &other);

/// Writes a text to standard output at once. Throws OutputError(Run): "cannot write to standard
/// output: No space left on device". A closed pipe is no error.
void writeStandardOutput(std::string_view text);
/// Throws that error for the errno `why`.
[[noreturn]] void failStandardOutput(int why);

/// Writes all bytes, or throws std::system_error, which OutputFile::write() turns into OutputError.
void writeBytes(std::FILE *file, const void *data, std::size_t bytes);

} // namespace eulerc
