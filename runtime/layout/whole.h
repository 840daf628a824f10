// Converts whole states and fields of the host backends: every thread writes the part that it
// computes later, so that the part's memory is near its core (NUMA).
//
//   y in the file's order → enterLayout → buffer → steps → leaveLayout → the file's order
//
// Only for layouts with components apart.
#pragma once

#include <cstdint>

#include "layout/convert.h"

namespace eulerc {

void enterLayout(const Places &places, std::int64_t size, const void *file, void *buffer,
                 int threads);
/// Returns whether all components are finite.
bool leaveLayout(const Places &places, std::int64_t size, const void *buffer, void *file,
                 int threads);

/// Writes zeros between and around the rows of a buffer whose components are written later.
void clearGaps(const Places &places, std::int64_t size, void *buffer);

/// Writes to each page of a new buffer from the thread that computes its part.
void placePages(const Places &places, std::int64_t size, void *buffer, int threads);

} // namespace eulerc
