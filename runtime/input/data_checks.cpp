// What data lead to, checked at each point when they are loaded.
#include "input/fields.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/refuse.h"
#include "base/text.h"
#include "state/state.h"

namespace eulerc {
namespace {

/// "i = 5, k = 17"
std::string placeText(const DataCheck &check, const BadIndex &bad) {
  std::istringstream names(check.variables);
  std::string text;
  int k = 0;
  for (std::string name; std::getline(names >> std::ws, name, ',');)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, bad.at[k++]);
  return text;
}

} // namespace

void Fields::refuseBad(const DataCheck &check, const BadIndex &bad) const {
  const auto origin = [&](int data) {
    return values_[static_cast<std::size_t>(model_->program.fieldCount + data)].origin;
  };
  std::string files; // of all data that may be at fault
  for (int k = 0; k < std::min(model_->data.count, 64); k++)
    if (check.of >> k & 1)
      files += fmt::format("{}'{}' from {}", files.empty() ? "" : ", ", model_->data.list[k].name,
                           origin(k));
  if (*check.end != '\0')
    refuse(fmt::format("data {}: at {} the loop over {} to {} would run from {} to {}; counts are "
                       "not negative, and row pointers do not decrease (required at {})",
                       files, placeText(check, bad), check.text, check.end, bad.first, bad.index,
                       check.location));
  const std::string range = fmt::format("[0, {})", bad.extent);
  if (bad.data < 0)
    refuse(fmt::format("data {}: at {} '{}' would read entry {}, and '{}' has the entries {} along "
                       "that axis (required at {})",
                       files, placeText(check, bad), check.text, bad.index, check.array, range,
                       check.location));
  const auto which = static_cast<std::size_t>(model_->program.fieldCount + bad.data);
  refuse(fmt::format("data '{0}' from {1}: {0}{2} is {3}, and '{4}' reads '{5}' there, which has "
                     "the entries {6} along that axis (required at {7})",
                     model_->data.list[bad.data].name, origin(bad.data),
                     indexText(values_[which].shape, bad.entry), bad.index, check.text, check.array,
                     range, check.location));
}

void Fields::checkEntries(const std::vector<ParamValue> &params,
                          const std::vector<std::int64_t> &grid, int threads) const {
  if (entriesChecked_)
    return;
  const std::vector<const void *> values = pointers();
  const std::int64_t points = gridPoints(grid);
  for (int check = 0; check < model_->data.checkCount; check++) {
    std::vector<BadIndex> bad(static_cast<std::size_t>(threads));
    std::vector<char> holds(static_cast<std::size_t>(threads), 1);
    inParallel(threads, [&](int index) {
      const Range part = cutRange(points, 1, threads, index);
      const auto k = static_cast<std::size_t>(index);
      if (part.begin < part.end)
        holds[k] =
            model_->data.check(check, params.data(), values.data(), part.begin, part.end, &bad[k]);
    });
    const auto failed = std::ranges::find(holds, char{0}) - holds.begin();
    if (failed < threads)
      refuseBad(model_->data.checks[check], bad[static_cast<std::size_t>(failed)]);
  }
  for (int k = 0; k < model_->data.seriesCount; k++)
    checkTimes(model_->data.series[k].times, values, params);
}

void Fields::checkTimes(int data, const std::vector<const void *> &values,
                        const std::vector<ParamValue> &params) const {
  const auto which = static_cast<std::size_t>(model_->program.fieldCount + data);
  std::int64_t size[maxRank] = {};
  model_->data.shape(data, params.data(), size);
  const auto timeAt = [&](std::int64_t k) {
    return realAt(model_->program.precision, values[which], k);
  };
  for (std::int64_t k = 1; k < size[0]; k++)
    if (!(timeAt(k) > timeAt(k - 1)))
      refuse(fmt::format("data '{}' from {}: these times do not grow: entry {} is {}, and entry {} "
                         "is {}",
                         model_->data.list[data].name, values_[which].origin, k - 1, timeAt(k - 1),
                         k, timeAt(k)));
}

} // namespace eulerc
