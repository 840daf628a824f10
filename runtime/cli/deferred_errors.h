// DeferredErrors: several things to do of which one may fail and the others are done all the same.
//
//   DeferredErrors errors;
//   errors.attempt([&] { … });   // a file that cannot be written costs no other one
//   errors.attempt([&] { … });
//   errors.finish();             // throws what the first one that failed has thrown, with the
//                                  // names of all files that cannot be written
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "output/file.h"

namespace eulerc {

class DeferredErrors {
public:
  template <class Part> void attempt(Part &&part) {
    try {
      part();
    } catch (const OutputError &error) {
      unwritten_ += (unwritten_.empty() ? "" : "; ") + std::string(error.what());
      keep(std::current_exception());
    } catch (...) {
      keep(std::current_exception());
    }
  }
  void finish() const {
    if (!failure_)
      return;
    try {
      std::rethrow_exception(failure_);
    } catch (const OutputError &first) {
      throw OutputError(first.kind(), unwritten_);
    }
  }

private:
  void keep(std::exception_ptr failure) {
    if (!failure_)
      failure_ = std::move(failure);
  }

  std::exception_ptr failure_;
  std::string unwritten_; ///< what is wrong with each file
};

} // namespace eulerc
