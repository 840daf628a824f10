// HostFields: the fields of a program in the layout of steps, kept from run to run.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"

namespace eulerc {

class HostFields {
public:
  /// Lays out the fields whose values or layout have changed.
  void enter(const Job &job, RowAlignment alignment, int threads);
  /// The arrays that steps read: the fields, the large tables, and all data.
  std::vector<const void *> pointers(const Job &job, const void *tables) const;
  std::int64_t bytes() const;

private:
  struct LaidOut {
    HostArray array;
    Places places;
    std::uint64_t revision = 0;
  };
  std::vector<LaidOut> fields_;
};

} // namespace eulerc
