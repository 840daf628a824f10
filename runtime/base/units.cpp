// Splits a description at its last brackets.

#include "base/units.h"

namespace eulerc {

Described described(std::string_view description) {
  const auto trimmed = [](std::string_view text) {
    const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return std::string(first == text.npos ? "" : text.substr(first, last - first + 1));
  };
  const auto open = description.rfind('[');
  const auto close = open == description.npos ? open : description.find(']', open);
  if (close == description.npos)
    return {trimmed(description), ""};
  return {trimmed(std::string(description.substr(0, open)) +
                  std::string(description.substr(close + 1))),
          trimmed(description.substr(open + 1, close - open - 1))};
}

} // namespace eulerc
