#include "StateReads.h"

#include "ir/Expr.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// Whether an expression reads a value of the whole grid, which may depend on all states.
bool readsGlobal(const System &system, const ExprPtr &value) {
  return anyNode(value, [&](const Expr &node) {
    const Data *data = node.op == Op::Entry ? find(system.data, node.name) : nullptr;
    return data && data->isGlobal;
  });
}

} // namespace

StateReads::StateReads(const System &system) : system_(system), reads_(system.stateCount) {
  const auto classes = static_cast<std::size_t>(system.period);
  for (std::size_t state = 0; state < system.stateCount; state++)
    for (std::size_t residue = 0; residue < classes; residue++) {
      const ExprPtr &value = system.equations[state * classes + residue].edge;
      const bool readsAll = readsGlobal(system, value);
      for (std::size_t other = 0; other < system.stateCount; other++)
        if (readOf(value, system.arrays[other].name) || (readsAll && other < system.cycle.liveOut))
          reads_[state].insert(other);
    }
  for (std::size_t let = system.cycle.liveOut; let < system.stateCount; let++)
    for (std::set<std::size_t> &reads : reads_)
      if (reads.contains(let))
        reads.insert(reads_[let].begin(), reads_[let].end());
}

bool StateReads::isReadBy(std::size_t first, std::size_t last, std::size_t other,
                          bool byRates) const {
  for (std::size_t state = first; state < last; state++)
    if (reads(state, other) && (!byRates || system_.arrays[state].gives == Gives::Rate))
      return true;
  return false;
}

std::size_t StateReads::endOfSpecies(std::size_t first) const {
  std::size_t last = first + 1;
  while (last < system_.cycle.liveOut && declared(last) == declared(first))
    last++;
  return last;
}

std::vector<std::string> StateReads::seenAnew() const {
  std::vector<std::string> sees(system_.cycle.liveOut);
  for (std::size_t first = 0, last = 0; first < sees.size(); first = last) {
    last = endOfSpecies(first);
    std::string names;
    for (std::size_t other = 0; other < first; other = endOfSpecies(other))
      for (std::size_t species = other; species < endOfSpecies(other); species++)
        if (isReadBy(first, last, species)) {
          names += (names.empty() ? "" : ", ") + declared(other);
          break;
        }
    std::fill(sees.begin() + static_cast<std::ptrdiff_t>(first),
              sees.begin() + static_cast<std::ptrdiff_t>(last), names);
  }
  return sees;
}

} // namespace eulerc::compiler
