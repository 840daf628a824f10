// The end of a run amid its steps: what onProgress() throws waits for the end of the steps under
// way, but for this, which loses the state.
#pragma once

namespace eulerc {

struct AtOnce {};

} // namespace eulerc
