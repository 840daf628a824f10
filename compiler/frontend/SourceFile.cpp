#include "frontend/SourceFile.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "llvm/Support/JSON.h"

namespace eulerc::compiler {
namespace {

constexpr off_t kMostBytes = 16 << 20;

enum class Refusal { Folder = 1, NotRegular, TooLarge, OtherSize, NoText };

class Refusals : public std::error_category {
  const char *name() const noexcept override { return "source file"; }
  std::string message(int refusal) const override {
    switch (static_cast<Refusal>(refusal)) {
    case Refusal::Folder:
      return "it is a folder";
    case Refusal::NotRegular:
      return "it is not a regular file";
    case Refusal::TooLarge:
      return "it is larger than 16 MiB";
    case Refusal::OtherSize:
      return "its content is not as long as its size says";
    case Refusal::NoText:
      return "it holds a byte of 0, and a program is a text in UTF-8";
    }
    return "";
  }
};

FileText refused(Refusal refusal) {
  static const Refusals category;
  return {std::nullopt, {static_cast<int>(refusal), category}};
}

FileText failed() { return {std::nullopt, {errno, std::generic_category()}}; }

FileText readAll(int file) {
  struct stat status = {};
  if (fstat(file, &status) != 0)
    return failed();
  if (!S_ISREG(status.st_mode))
    return refused(S_ISDIR(status.st_mode) ? Refusal::Folder : Refusal::NotRegular);
  if (status.st_size > kMostBytes)
    return refused(Refusal::TooLarge);
  const auto size = static_cast<std::size_t>(status.st_size);
  std::string text(size + 1, '\0'); // one more: a file of /proc has more bytes than its size says
  std::size_t had = 0;
  while (had <= size) {
    const ssize_t count = read(file, text.data() + had, text.size() - had);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return failed();
    if (count == 0)
      break;
    had += static_cast<std::size_t>(count);
  }
  if (had != size)
    return refused(Refusal::OtherSize);
  text.resize(size);
  if (text.find('\0') != text.npos) // a solver, for instance
    return refused(Refusal::NoText);
  return {std::move(text), {}};
}

} // namespace

FileText readFile(const std::string &path) {
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return failed();
  FileText result = readAll(file);
  close(file);
  return result;
}

std::string inUtf8(const std::string &text) { return llvm::json::fixUTF8(text); }

} // namespace eulerc::compiler
