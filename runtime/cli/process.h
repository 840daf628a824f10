// What the command line of a solver asks of its process, so that no result is lost for want of an
// ear: texts that cannot be printed do no harm, and a solver that is ended leaves no half a file.
//
// A program that uses Solver by itself keeps its signals and descriptors as they are.
#pragma once

#include <cstdio>
#include <string_view>

namespace eulerc {

/// Call it first. Closed standard descriptors are taken by /dev/null, so that no file that is
/// opened later gets their numbers and the messages with them. A reader that has gone (SIGPIPE) and
/// a file that grows too large (SIGXFSZ) become failed writes. Signals that end the process remove
/// the file that is being written. Signals that the caller has set up otherwise stay as they are.
void prepareProcess();

/// Prints all of a text at once. Returns 0 or, if it did not arrive, errno; nothing else comes of
/// it.
int printText(std::FILE *stream, std::string_view text);

} // namespace eulerc
