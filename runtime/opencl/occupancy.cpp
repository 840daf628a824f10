// Inserts .minnctapersm into PTX text (occupancy.h).

#include "opencl/occupancy.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace eulerc {

DeviceCache::Bytes withOccupancy(std::int64_t groups, const DeviceCache::Bytes &binary) {
  constexpr std::string_view size = "\n.reqntid "; // a kernel's line with the size of work-groups
  const std::string asked = fmt::format("\n.minnctapersm {}", groups);
  DeviceCache::Bytes text;
  auto from = binary.begin();
  while (true) {
    const auto found = std::search(from, binary.end(), size.begin(), size.end());
    if (found == binary.end())
      break;
    const auto end = std::find(found + 1, binary.end(), '\n');
    text.insert(text.end(), from, end);
    text.insert(text.end(), asked.begin(), asked.end());
    from = end;
  }
  text.insert(text.end(), from, binary.end());
  return text;
}

} // namespace eulerc
