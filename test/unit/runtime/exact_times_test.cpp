// Steps and output times against exact arithmetic: decimal numbers as they are meant, in integers.
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "schedule/schedule.h"
#include "schedule/times.h"

using namespace eulerc;

namespace {

__extension__ using Whole = __int128;

constexpr int digits = 12; ///< behind the point

/// A decimal number, exactly and as a double.
struct Decimal {
  Whole units; ///< of 10^-digits
  double value;
};

Decimal decimal(Whole units) {
  std::string text = std::to_string(static_cast<std::int64_t>(units % 1'000'000'000'000));
  text = std::string(digits - text.size(), '0') + text;
  return {units, std::stod(std::to_string(static_cast<std::int64_t>(units / 1'000'000'000'000)) +
                           "." + text)};
}

Whole roundedUp(Whole a, Whole b) { return (a + b - 1) / b; }

class Drawn {
public:
  explicit Drawn(unsigned seed) : random_(seed) {}
  std::int64_t from(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }
  /// One to three digits, from 10^-low on.
  Whole unitsOf(int low, int high) {
    Whole units = from(1, 999);
    for (int k = static_cast<int>(from(digits - low, digits - high)); k > 0; k--)
      units *= 10;
    return units;
  }

private:
  std::mt19937_64 random_;
};

struct Drawing {
  Decimal start, dt, period, end;
};

/// Where doubles lie closer than a hundredth of a step, so that what is meant can be told.
Drawing draw(Drawn &drawn) {
  const bool isFar = drawn.from(0, 1) == 1;
  const Whole step = drawn.unitsOf(isFar ? 4 : 9, isFar ? 2 : 5);
  const Whole start = isFar ? Whole(drawn.from(1'600'000'000, 1'800'000'000)) * 1'000'000'000'000 +
                                  drawn.from(0, 9) * Whole(100'000'000'000)
                            : drawn.unitsOf(3, 0);
  const Whole period = step * drawn.from(1, 40) + (drawn.from(0, 2) == 0 ? step / 3 : 0);
  const Whole end = start + step * drawn.from(1, 4000) + (drawn.from(0, 2) == 0 ? step / 2 : 0);
  return {decimal(start), decimal(step), decimal(period), decimal(end)};
}

} // namespace

TEST(ExactTimes, RunsTakeTheStepsThatAreMeant) {
  Drawn drawn(1);
  for (int k = 0; k < 20000; k++) {
    const auto [start, dt, period, end] = draw(drawn);
    const eulerc::Run run = Solver::planTimes(start.value, end.value, dt.value);
    ASSERT_EQ(run.steps, static_cast<std::int64_t>(roundedUp(end.units - start.units, dt.units)))
        << start.value << " to " << end.value << " by " << dt.value;
  }
}

TEST(ExactTimes, OutputComesAfterTheStepsThatAreMeant) {
  Drawn drawn(2);
  for (int k = 0; k < 4000; k++) {
    const auto [start, dt, period, end] = draw(drawn);
    const eulerc::Run run = Solver::planTimes(start.value, end.value, dt.value);
    const Schedule schedule(OutputTimes::every(period.value), run);
    std::int64_t step = -1;
    for (Whole at = 0; at <= end.units - start.units; at += period.units) {
      step = schedule.next(step + 1);
      ASSERT_EQ(step, static_cast<std::int64_t>(roundedUp(at, dt.units)))
          << start.value << " to " << end.value << " by " << dt.value << " each " << period.value;
      const double time = decimal(start.units + at).value;
      ASSERT_EQ(Schedule(OutputTimes::at({time}), run).next(0), step) << time;
    }
  }
}

TEST(ExactTimes, LongRunsAreNotRounded) {
  const eulerc::Run run =
      Solver::planTimes(0, 1e6 + 0.4e-3, 1e-3); // 1e-9 of the quotient would be a step
  EXPECT_EQ(run.steps, 1000000001);
  EXPECT_NEAR(run.lastStep, 0.4e-3, 1e-9);
}
