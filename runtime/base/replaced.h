// Replaced: entries of a list that others have replaced, to be put back after an error.
//
//   keep() → note(2), list[2] = … → putBack()  or  forget()
#pragma once

#include <cstddef>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

namespace eulerc {

template <class Entry> class Replaced {
public:
  explicit Replaced(std::vector<Entry> &list) : list_(list) {}

  /// From now on, replaced entries are kept.
  void keep() { entries_.emplace(); }
  /// Keeps an entry, if entries are kept: the one in the list is then empty.
  void note(std::size_t place) {
    if (entries_)
      entries_->emplace_back(place, std::move(list_[place]));
  }
  void putBack() {
    for (auto &[place, entry] : std::views::reverse(*entries_))
      list_[place] = std::move(entry);
    forget();
  }
  void forget() { entries_.reset(); }

private:
  std::vector<Entry> &list_;
  std::optional<std::vector<std::pair<std::size_t, Entry>>> entries_; ///< the latest last
};

} // namespace eulerc
