#include "frontend/Nearest.h"

#include "llvm/ADT/StringRef.h"

namespace eulerc::compiler {

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string> &candidates) {
  std::optional<std::string> best;
  const llvm::StringRef ref(word.data(), word.size());
  // A third of the letters may be wrong: 'Kk' for 'K', 'boundry' for 'boundary'.
  unsigned bestDistance = static_cast<unsigned>(word.size() + 2) / 3 + 1;
  for (const std::string &candidate : candidates) {
    const unsigned distance = ref.edit_distance_insensitive(candidate);
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
