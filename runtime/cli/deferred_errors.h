// DeferredErrors: does several parts of work. If one fails, the others are still done.
//
//   DeferredErrors errors;
//   errors.attempt([&] { … });   // the other files are written even if this one fails
//   errors.attempt([&] { … });
//   errors.finish();             // throws the first failure, with the names of all files that
//                                // cannot be written
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
  std::string unwritten_; ///< errors of files that cannot be written
};

} // namespace eulerc
