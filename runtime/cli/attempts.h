// Attempts: several things to do of which one may fail and the others are done all the same.
//
//   Attempts attempts;
//   attempts.attempt([&] { … });   // a file that cannot be written costs no other one
//   attempts.attempt([&] { … });
//   attempts.finish();             // throws what the first one that failed has thrown
#pragma once

#include <exception>

namespace eulerc {

class Attempts {
public:
  template <class Part> void attempt(Part &&part) {
    try {
      part();
    } catch (...) {
      if (!failure_)
        failure_ = std::current_exception();
    }
  }
  void finish() const {
    if (failure_)
      std::rethrow_exception(failure_);
  }

private:
  std::exception_ptr failure_;
};

} // namespace eulerc
