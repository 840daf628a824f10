// AtOnce: an exception that onProgress() throws to end a run during its steps; the state is lost.
// Other exceptions of onProgress() take effect after the steps in progress.
#pragma once

namespace eulerc {

struct AtOnce {};

} // namespace eulerc
