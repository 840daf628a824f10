// Reads the processor's name from /proc/cpuinfo.

#include "host/processor.h"

#include <fstream>
#include <string_view>

namespace eulerc {
namespace {

/// The text after the colon if the line begins with `name`; else "".
std::string valueOf(const std::string &line, std::string_view name) {
  const std::size_t colon = line.find(':');
  if (!line.starts_with(name) || colon == std::string::npos ||
      line.find_first_not_of(" \t", name.size()) != colon)
    return "";
  const std::size_t from = line.find_first_not_of(" \t", colon + 1);
  return from == std::string::npos ? "" : line.substr(from);
}

} // namespace

std::string processorName(const std::string &cpuinfo) {
  std::ifstream file(cpuinfo);
  std::string implementer, part;
  for (std::string line; std::getline(file, line);) {
    if (const std::string name = valueOf(line, "model name"); !name.empty())
      return name;
    // ARM processors have only numbers, no name.
    if (implementer.empty())
      implementer = valueOf(line, "CPU implementer");
    if (part.empty())
      part = valueOf(line, "CPU part");
  }
  return implementer.empty() ? "unknown processor" : "processor " + implementer + " " + part;
}

} // namespace eulerc
