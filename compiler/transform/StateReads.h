/// StateReads: which states read which, in the order in which a method updates them.
///
///   ddt(x) = v, ddt(v) = -x  →  x reads v, v reads x; in turn, v reads the new x
#pragma once

#include "ir/System.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace eulerc::compiler {

class StateReads {
public:
  explicit StateReads(const System &system);

  /// Whether a state or quantity reads `other`, directly or through quantities.
  bool reads(std::size_t state, std::size_t other) const { return reads_[state].contains(other); }
  /// Whether some of the states [first, last) do; with `byRates`, only states with a rate count.
  bool isReadBy(std::size_t first, std::size_t last, std::size_t other, bool byRates = false) const;
  /// The state after the last species of a state: all species are updated together.
  std::size_t endOfSpecies(std::size_t first) const;
  /// For each state, the states that it reads and that are updated before it.
  std::vector<std::string> seenAnew() const;

private:
  const std::string &declared(std::size_t state) const { return system_.arrays[state].declared; }

  const System &system_;
  std::vector<std::set<std::size_t>> reads_; ///< of each state
};

} // namespace eulerc::compiler
