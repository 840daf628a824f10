// In place of runtime/host/barrier.h: threads do not wait for each other. A fault for
// sanitized.test.
#pragma once

namespace eulerc {

class StepBarrier {
public:
  explicit StepBarrier(int) {}
  template <class Action> void meet(Action &&whileAllWait) { whileAllWait(); }
};

} // namespace eulerc
