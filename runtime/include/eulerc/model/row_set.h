// RowSet: some rows of a grid, which generated code adds one by one.
//
//   of 100 rows: add(7), add(-1)   →   7; where a boundary rule may lead from -1: 0, 1 and 99
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace eulerc {

class RowSet {
public:
  explicit RowSet(std::int64_t rows)
      : rows_(rows), left_(rows), has_(static_cast<std::size_t>(rows)) {}

  std::int64_t rows() const { return rows_; }
  bool has(std::int64_t row) const { return has_[static_cast<std::size_t>(row)] != 0; }
  bool hasAll() const { return left_ == 0; }
  void addAll() {
    for (std::int64_t k = 0; k < rows_; k++)
      insert(k);
  }
  void add(std::int64_t row) {
    if (row >= 0 && row < rows_)
      insert(row);
    else
      addImages(row);
  }

private:
  void insert(std::int64_t row) {
    char &has = has_[static_cast<std::size_t>(row)];
    left_ -= has == 0;
    has = 1;
  }
  /// Adds all rows that some boundary rule may read in place of a row beyond an end.
  void addImages(std::int64_t row) {
    const std::int64_t beyond = row < 0 ? -row : row - rows_ + 1;
    if (beyond >= rows_)
      return addAll();
    insert(row < 0 ? row + rows_ : row - rows_);                            // periodic
    for (const std::int64_t inside : {std::int64_t{0}, beyond - 1, beyond}) // clamp, mirrors
      insert(row < 0 ? inside : rows_ - 1 - inside);
  }

  std::int64_t rows_, left_; ///< rows of the grid; rows that are not in the set
  std::vector<char> has_;
};

} // namespace eulerc
