// Prepares the process of a solver's command line: failed prints do no harm, and a solver that is
// ended by a signal leaves no incomplete file.
//
// Programs that use Solver as a library keep their own signals and descriptors.
#pragma once

#include <cstdio>
#include <string_view>

namespace eulerc {

/// Must be called first. Opens /dev/null for closed standard descriptors, so that no later file
/// gets their numbers and the messages. A closed pipe (SIGPIPE) and a file that is too large
/// (SIGXFSZ) become failed writes. Signals that end the process remove the file that is being
/// written. Signal handlers that the caller has set are kept.
void prepareProcess();

/// Prints a whole text. Returns 0, or errno if that failed; a failure has no other effect.
int printText(std::FILE *stream, std::string_view text);

} // namespace eulerc
