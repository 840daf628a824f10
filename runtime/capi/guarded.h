// guarded(): the frame of every function of the C interface. It turns exceptions into a status and
// a message.
#pragma once

#include <exception>
#include <new>
#include <string>

#include <eulerc/error.h>
#include <eulerc/program.h>

#include "run/at_once.h"

namespace eulerc {

inline thread_local std::string lastMessage;

/// Thrown when a callback asks for the end of the run.
struct Ended {};

inline int failed(int status, const std::string &message) {
  lastMessage = message;
  return status;
}

template <class Body> int guarded(Body &&body) {
  try {
    body();
    return EULERC_DONE;
  } catch (const Ended &) {
    return failed(EULERC_ENDED, "the run was ended");
  } catch (const AtOnce &) {
    return failed(EULERC_ENDED, "the run was ended amid its steps");
  } catch (const Error &error) {
    return failed(error.kind() == Error::Kind::Usage ? EULERC_USAGE : EULERC_RUN, error.what());
  } catch (const std::bad_alloc &) {
    return failed(EULERC_RUN, "not enough memory; make the problem smaller");
  } catch (const std::exception &error) { // a bug of eulerc
    return failed(EULERC_RUN, std::string("the solver failed unexpectedly: ") + error.what());
  }
}

} // namespace eulerc
