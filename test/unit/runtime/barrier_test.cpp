#include "host/barrier.h"

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <eulerc/solver.h>

#include "base/parallel.h"

using namespace eulerc;

TEST(StepBarrier, nobodyIsAStepAhead) {
  const int threads = 4;
  StepBarrier barrier(threads);
  std::vector<int> step(threads, 0); // written by its own thread, read by all after the barrier
  int meetings = 0;
  bool inStep = true;
  inParallel(threads, [&](int index) {
    for (int k = 1; k <= 2000; k++) {
      step[static_cast<std::size_t>(index)] = k;
      barrier.meet([&] {
        meetings++;
        for (const int s : step)
          inStep = inStep && s == k;
      });
    }
  });
  EXPECT_EQ(meetings, 2000);
  EXPECT_TRUE(inStep);
}

TEST(InParallel, passesAnExceptionOn) {
  EXPECT_THROW(inParallel(3,
                          [](int index) {
                            if (index == 2)
                              throw std::runtime_error("two");
                          }),
               std::runtime_error);
}

TEST(InParallel, runsEveryBodyOnce) {
  std::vector<int> runs(7, 0);
  inParallel(7, [&](int index) { runs[static_cast<std::size_t>(index)]++; });
  EXPECT_EQ(runs, std::vector<int>(7, 1));
}
