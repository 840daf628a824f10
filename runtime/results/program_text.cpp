// Removes comments and extra space from a text (program_text.h).

#include "results/program_text.h"

#include <algorithm>

namespace eulerc {
namespace {

/// The end of a string or character that begins at `at`.
std::size_t behindQuoted(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote && text[at] != '\n')
    at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

/// The end of a comment that begins at `at`; `at` if there is none.
std::size_t behindComment(std::string_view text, std::size_t at) {
  const std::string_view start = text.substr(at, 2);
  const std::size_t end = start == "//"   ? text.find('\n', at)
                          : start == "/*" ? text.find("*/", at + 2)
                                          : at;
  if (end == std::string_view::npos)
    return text.size();
  return start == "/*" ? end + 2 : end;
}

} // namespace

std::string bareText(std::string_view program) {
  std::string bare;
  char space = 0; // pending space or line end; line ends matter after directives
  for (std::size_t at = 0; at < program.size();) {
    const std::size_t behind = behindComment(program, at);
    const char c = program[at];
    if (behind > at || c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      space = c == '\n' || space == '\n' ? '\n' : ' ';
      at = std::max(behind, at + (behind > at ? 0 : 1));
      continue;
    }
    if (space != 0 && !bare.empty())
      bare += space;
    space = 0;
    const std::size_t end = c == '"' || c == '\'' ? behindQuoted(program, at) : at + 1;
    bare += program.substr(at, end - at);
    at = end;
  }
  return bare;
}

} // namespace eulerc
