// expand: replaces include lines by the templates that are embedded at build time.
#include "templates/expand.h"

#include "embedded.h"

#include <algorithm>

namespace eulerc {
namespace {

/// The template that an include line names; null if it is another line, or names none.
const char *templateOf(std::string_view line) {
  constexpr std::string_view before = "#include \"";
  if (!line.starts_with(before) || !line.ends_with('"'))
    return nullptr;
  const std::string_view name = line.substr(before.size(), line.size() - before.size() - 1);
  for (const EmbeddedFile &file : embeddedTemplates)
    if (name == file.name)
      return file.text;
  return nullptr;
}

} // namespace

std::string withTemplates(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    const char *included = templateOf(line.substr(0, line.find_last_not_of('\n') + 1));
    result += included ? std::string_view(included) : line;
    text.remove_prefix(end);
  }
  return result;
}

} // namespace eulerc
