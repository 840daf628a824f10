#include "ir/CommonWindow.h"

#include <algorithm>

namespace eulerc::compiler {

std::int64_t CommonWindow::placeOf(const WindowEntry &entry) {
  const auto known = std::ranges::find_if(entries_, [&](const WindowEntry &other) {
    return other.array == entry.array && std::ranges::equal(other.offset, entry.offset, ExprSame());
  });
  const std::int64_t place = known - entries_.begin();
  if (known == entries_.end())
    entries_.push_back(entry);
  return place;
}

ExprPtr CommonWindow::over(const ExprPtr &value, const std::vector<WindowEntry> &window) {
  std::vector<std::int64_t> places;
  for (const WindowEntry &entry : window)
    places.push_back(placeOf(entry));
  return rewrite(value, [&](const ExprPtr &node) {
    return node->op == Op::Window ? makeWindow(places[static_cast<std::size_t>(node->integer)])
                                  : nullptr;
  });
}

} // namespace eulerc::compiler
