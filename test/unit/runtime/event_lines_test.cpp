// A list of events is in the order of steps, of times, events and points, whatever steps are looked
// at together, though rounded times of one step may pass the begin of the next one.
#include "results/standing_events.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/stopwatch.h"
#include "results/event_lines.h"

using namespace eulerc;

namespace {

/// Events of many steps, of which some happen where one step ends and the next begins.
std::vector<EventNote> someNotes(int steps) {
  std::mt19937 draw(17); // NOLINT(bugprone-random-generator-seed): the same notes each time
  std::vector<EventNote> notes;
  for (int step = 0; step < steps; step++)
    for (int k = 0; k < 50; k++)
      notes.push_back(
          {step + static_cast<double>(draw() % 5) * 0.2500001, // behind the step at most
           static_cast<std::int64_t>(draw() % 2), static_cast<std::int64_t>(draw() % 9), step});
  std::shuffle(notes.begin(), notes.end(), draw);
  return notes;
}

TEST(EventLines, AreInOneOrder) {
  const std::vector<EventNote> all = someNotes(20);
  std::vector<EventNote> together = all, plain = all, apart;
  sortNotes(together);
  std::sort(plain.begin(), plain.end());
  plain.erase(std::unique(plain.begin(), plain.end()), plain.end());
  EXPECT_EQ(together, plain);
  for (int step = 0; step < 20; step++) {
    std::vector<EventNote> own;
    std::ranges::copy_if(all, std::back_inserter(own),
                         [&](const EventNote &note) { return note.step == step; });
    sortNotes(own);
    apart.insert(apart.end(), own.begin(), own.end());
  }
  EXPECT_EQ(together, apart);
}

TEST(EventLines, MayBeFewOrOfOneTime) {
  for (const std::size_t count : {0, 1, 3, 1000}) {
    std::vector<EventNote> notes;
    for (std::size_t k = 0; k < count; k++)
      notes.push_back({0.5, 0, static_cast<std::int64_t>(count - k), 0});
    sortNotes(notes);
    EXPECT_EQ(notes.size(), count);
    EXPECT_TRUE(std::is_sorted(notes.begin(), notes.end()));
  }
}

/// What stands in a list is read in a time that grows with its length, and not with its square.
TEST(EventLines, ThatStandAreReadOnce) {
  std::string text = "time,event,i\n";
  constexpr int count = 200'000;
  for (int k = 0; k < count; k++)
    text += fmt::format("{},spike{},{}\n", k, k % 2, k % 100);
  EventLines::Form form = {{{3, "spike0"}, {4, "spike"}, {5, "spike1"}}, {100}, false};
  const Stopwatch watch;
  const StandingEvents standing =
      standingEvents(text, 13, form, {count - 2.0, 0.5, [](const EventNote &) { return true; }});
  EXPECT_LT(watch.seconds(), 3);
  ASSERT_EQ(standing.aboutThere.size(), 1);
  EXPECT_EQ(standing.aboutThere[0].state, 3);
  EXPECT_EQ(standing.aboutThere[0].point, 98);
  EXPECT_EQ(standing.end, static_cast<std::int64_t>(text.rfind("199999,")));
}

} // namespace
