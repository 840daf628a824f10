// Pairs entries with their transposes, and balances them by weights.

#include "stepsize/skewness.h"

#include <algorithm>
#include <cmath>

namespace eulerc {
namespace {

/// Logarithms of weights that differ by more are no use: steps could multiply errors by as much
/// before they damp them. Capacities of 1 and 20,000 differ by less.
constexpr double mostSpread = 5;

bool isSmall(const std::vector<double> &logs) {
  const auto [least, most] = std::ranges::minmax(logs);
  return most - least <= mostSpread;
}

/// Pairs: the entries of a part, each with its transpose.
class Pairs {
public:
  explicit Pairs(const Part &part) : part_(part), transposes_(part.values.size()) {
    for (std::size_t row = 0; row < part_.components.size(); row++)
      for (std::size_t k = part_.begins[row]; k < part_.begins[row + 1]; k++)
        transposes_[k] = entry(part_.columns[k], row);
  }

  /// Half of the largest row sum of |S − Sᵀ|; `logs` of the weights.
  double skewness(const std::vector<double> &logs) const {
    std::vector<double> sums(part_.components.size());
    for (std::size_t row = 0; row < sums.size(); row++)
      for (std::size_t k = part_.begins[row]; k < part_.begins[row + 1]; k++) {
        const double ratio = std::exp(logs[part_.columns[k]] - logs[row]);
        const double half = std::fabs(part_.values[k] * ratio - transposes_[k] / ratio) / 2;
        sums[row] += half;
        if (transposes_[k] == 0) // the row of the transpose does not have it
          sums[part_.columns[k]] += half;
      }
    return *std::ranges::max_element(sums);
  }

  /// Logarithms of weights, from component to component along entries whose transposes are not 0.
  std::vector<double> balanced() const {
    std::vector<double> logs(part_.components.size());
    std::vector<bool> isKnown(logs.size());
    std::vector<std::size_t> next;
    for (std::size_t first = 0; first < logs.size(); first++) {
      if (!isKnown[first])
        next.push_back(first);
      isKnown[first] = true;
      while (!next.empty()) {
        const std::size_t row = next.back();
        next.pop_back();
        for (std::size_t k = part_.begins[row]; k < part_.begins[row + 1]; k++) {
          const std::size_t column = part_.columns[k];
          if (isKnown[column] || transposes_[k] == 0)
            continue;
          logs[column] = logs[row] + std::log(std::fabs(transposes_[k] / part_.values[k])) / 2;
          isKnown[column] = true;
          next.push_back(column);
        }
      }
    }
    return logs;
  }

private:
  double entry(std::size_t row, std::size_t column) const {
    const auto begin = part_.columns.begin() + static_cast<std::ptrdiff_t>(part_.begins[row]),
               end = part_.columns.begin() + static_cast<std::ptrdiff_t>(part_.begins[row + 1]);
    const auto found = std::lower_bound(begin, end, column);
    return found == end || *found != column
               ? 0
               : part_.values[static_cast<std::size_t>(found - part_.columns.begin())];
  }

  const Part &part_;
  std::vector<double> transposes_;
};

} // namespace

double skewness(const Part &part, bool mayDiffer) {
  const Pairs pairs(part);
  const double plain = pairs.skewness(std::vector<double>(part.components.size()));
  if (!mayDiffer)
    return plain;
  const std::vector<double> logs = pairs.balanced();
  return isSmall(logs) ? std::min(plain, pairs.skewness(logs)) : plain;
}

bool areWeightsBounded(const Part &part) { return isSmall(Pairs(part).balanced()); }

} // namespace eulerc
