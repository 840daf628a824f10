// Opens regular files without waiting for pipes.

#include "input/file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

#include "input/values.h"

namespace eulerc {

InputFile openInput(const std::string &path) {
  // O_NONBLOCK: opening a pipe would wait for its writer.
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  InputFile file{{descriptor < 0 ? nullptr : fdopen(descriptor, "rb"), {}}, 0};
  struct stat status = {};
  if (!file.stream || fstat(descriptor, &status) != 0)
    throw InputError(std::strerror(errno));
  if (S_ISDIR(status.st_mode))
    throw InputError("it is a folder");
  if (!S_ISREG(status.st_mode))
    throw InputError("it is not a regular file");
  file.bytes = status.st_size;
  return file;
}

bool hasFile(const std::string &path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0;
}

} // namespace eulerc
