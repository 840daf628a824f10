// FieldReads: how points of streaming tiles read fields.
//
//   K[j][i] + K[j + 1][i]  →  fields[0], fields[1], which eulerc_load_fields() loads for each
//   level,
//                             or eulerc_see_walked() takes from rows that a walk has loaded once
#pragma once

#include "WindowVectors.h"

namespace eulerc::compiler {

/// The fields of a plane that points read at other points, no farther away than states. A walk
/// loads each of their rows once and keeps it in registers until the last level has read it.
std::set<std::size_t> walkedFields(const Stencil &stencil);

class FieldReads {
public:
  FieldReads(const AddressMap &map, const WindowVectors &vectors)
      : map_(map), vectors_(vectors), walked_(walkedFields(map.stencil())) {}

  /// The name of the value of a read.
  std::string nameOf(const WindowRead &read);

  /// The functions that load all values with a name. `indices`: parameters with the indices of a
  /// row.
  std::string text(const std::string &indices) const;

private:
  /// A component of a field, with all its reads.
  struct Plane {
    std::string name;
    std::vector<std::size_t> reads;
  };
  std::vector<Plane> walkedPlanes() const;
  std::string loads(bool ofAll, const std::string &indices) const;
  std::string walks(const std::vector<Plane> &planes, const std::string &indices) const;
  std::string seen(std::size_t read, std::size_t plane) const;
  bool isWalked(std::size_t read) const { return walked_.contains(reads_[read].at.array); }

  const AddressMap &map_;
  const WindowVectors &vectors_;
  const std::set<std::size_t> walked_;
  std::vector<WindowRead> reads_;
};

} // namespace eulerc::compiler
