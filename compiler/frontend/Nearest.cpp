#include "frontend/Nearest.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

/// The number of wrong letters. Two letters that changed places count as one: 'emti'.
unsigned distanceBetween(llvm::StringRef word, llvm::StringRef candidate) {
  const unsigned distance = word.edit_distance_insensitive(candidate);
  const bool isSwap = distance == 2 && word.size() == candidate.size() &&
                      std::ranges::is_permutation(word.lower(), candidate.lower());
  return isSwap ? 1 : distance;
}

} // namespace

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string> &candidates) {
  std::optional<std::string> best;
  const llvm::StringRef ref(word.data(), word.size());
  // A third of the letters may be wrong, in a short word one: 'Kk' for 'K', 'boundry' for
  // 'boundary'.
  unsigned bestDistance = std::max(1U, static_cast<unsigned>(word.size() + 1) / 3) + 1;
  for (const std::string &candidate : candidates) {
    const unsigned distance = distanceBetween(ref, candidate);
    if (distance < bestDistance && distance < candidate.size() + (word.size() > 1)) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string> &candidates) {
  if (const auto meant = nearest(word, candidates))
    return "did you mean '" + *meant + "'?";
  std::string all;
  for (const std::string &candidate : candidates)
    all += (all.empty() ? "" : ", ") + candidate;
  return (candidates.size() == 1 ? "there is: " : "there are: ") + all;
}

} // namespace eulerc::compiler
