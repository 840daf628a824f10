// Sorts and prints events (event_lines.h). Sorting takes linear time for many events.

#include "results/event_lines.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/compile.h>
#include <fmt/format.h>

namespace eulerc {
namespace {

/// Seconds and bytes by which the file may lag behind the events.
constexpr double mostBehind = 0.05;
constexpr std::size_t mostBytes = 1 << 20;

/// Sorts notes into consecutive buckets, and returns the end of each bucket.
template <class BucketOf>
std::vector<std::size_t> putIntoBuckets(std::span<EventNote> notes, std::size_t count,
                                        const BucketOf &bucketOf) {
  std::vector<std::size_t> ends(count + 1);
  for (const EventNote &note : notes)
    ends[bucketOf(note) + 1]++;
  for (std::size_t k = 1; k <= count; k++)
    ends[k] += ends[k - 1];
  std::vector<EventNote> sorted(notes.size());
  for (const EventNote &note : notes)
    sorted[ends[bucketOf(note)]++] = note;
  std::ranges::copy(sorted, notes.begin());
  ends.pop_back();
  return ends;
}

/// Calls sort(notes) for each bucket.
template <class Sort>
void sortBuckets(std::span<EventNote> notes, const std::vector<std::size_t> &ends,
                 const Sort &sort) {
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    sort(notes.subspan(begin, end - begin));
    begin = end;
  }
}

void sortPlainly(std::span<EventNote> notes) { std::sort(notes.begin(), notes.end()); }

/// Sorts the notes of a step. Times of many notes are spread about evenly over a step, so buckets
/// of equal length have few notes each.
void sortStep(std::span<EventNote> notes) {
  constexpr std::size_t few = 64, ofBucket = 4;
  if (notes.size() < few)
    return sortPlainly(notes);
  const auto [first, last] = std::ranges::minmax(notes, {}, &EventNote::time);
  const double from = first.time, length = last.time - from;
  if (!(length > 0))
    return sortPlainly(notes);
  const std::size_t count = notes.size() / ofBucket;
  const double factor = static_cast<double>(count - 1) / length;
  sortBuckets(notes,
              putIntoBuckets(notes, count,
                             [&](const EventNote &note) {
                               return std::min(count - 1, static_cast<std::size_t>(
                                                              (note.time - from) * factor));
                             }),
              sortPlainly);
}

} // namespace

void sortNotes(std::vector<EventNote> &notes) {
  if (notes.empty())
    return;
  const auto [first, last] = std::ranges::minmax(notes, {}, &EventNote::step);
  const std::int64_t from = first.step;
  const auto steps = static_cast<std::size_t>(last.step - from) + 1;
  if (steps > notes.size())
    sortPlainly(notes);
  else
    sortBuckets(notes,
                putIntoBuckets(notes, steps,
                               [&](const EventNote &note) {
                                 return static_cast<std::size_t>(note.step - from);
                               }),
                sortStep);
  notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
}

void EventLines::add(std::vector<EventNote> notes) {
  if (notes.empty() && std::exchange(hasBegun_, true))
    return check();
  const auto shared = std::make_shared<std::vector<EventNote>>(std::move(notes));
  writer_.add([this, shared] { append(std::move(*shared)); });
}

void EventLines::settle() {
  writer_.add([this] { write(); });
  writer_.wait();
}

/// Drops notes whose time is not finite: steps after a failure make such notes.
void EventLines::append(std::vector<EventNote> notes) {
  std::erase_if(notes, [](const EventNote &note) { return !std::isfinite(note.time); });
  sortNotes(notes);
  for (const EventNote &note : notes)
    print(note);
  if (!isShown_ || text_.size() > mostBytes || written_.seconds() > mostBehind)
    write();
}

void EventLines::print(const EventNote &note) {
  constexpr std::size_t numbers = 128; // a time and three indices, at most
  const std::string &name = form_.names.find(note.state)->second;
  const std::size_t begin = text_.size();
  if (text_.capacity() < begin + numbers + name.size())
    text_.reserve(2 * (begin + numbers + name.size()));
  text_.resize(begin + numbers + name.size());
  char *end = text_.data() + begin;
  end = form_.isFloat ? fmt::format_to(end, FMT_COMPILE("{}"), static_cast<float>(note.time))
                      : fmt::format_to(end, FMT_COMPILE("{}"), note.time);
  *end++ = ',';
  std::memcpy(end, name.data(), name.size());
  end += name.size();
  std::int64_t rest = note.point;
  for (std::size_t axis = 0; axis < form_.shape.size(); axis++) {
    std::int64_t behind = 1; // points of a hyperplane along the axis
    for (std::size_t other = axis + 1; other < form_.shape.size(); other++)
      behind *= form_.shape[other];
    const std::int64_t index = behind == 1 ? rest : rest / behind;
    rest -= index * behind;
    *end++ = ',';
    end = fmt::format_to(end, FMT_COMPILE("{}"), index);
  }
  *end++ = '\n';
  text_.resize(static_cast<std::size_t>(end - text_.data()));
  count_++;
}

void EventLines::write() {
  written_ = Stopwatch();
  if (!std::exchange(isShown_, true))
    file_->cut(end_);
  if (!text_.empty())
    file_->writeLines(end_, text_);
  hash_.add(text_.data(), text_.size());
  end_ += static_cast<std::int64_t>(text_.size());
  text_.clear();
  file_->publish();
}

} // namespace eulerc
