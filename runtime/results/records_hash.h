// RecordsHash: a hash of the records of a file, by which a continued run recognizes the file: .npy
// files and tables have no facts about their run.
//
//   RecordsHash hash("T x=0:20:3");                       // describes the records
//   hash.add(values, bytes); hash.add(&time, 8); hash.end();   // a record
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace eulerc {

class RecordsHash {
public:
  explicit RecordsHash(std::string_view what = "")
      : next_(hashOf(what)), all_(next_), butLast_(next_) {}

  /// Bytes of the next record.
  void add(const void *data, std::size_t bytes) { next_.add(data, bytes); }
  void end() {
    butLast_ = all_;
    all_ = next_;
  }
  /// Hashes of all records, and of all except the last one.
  std::vector<std::uint64_t> values() const { return {Hash(all_).value(), Hash(butLast_).value()}; }

private:
  Hash next_, all_, butLast_;
};

} // namespace eulerc
