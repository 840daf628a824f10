// Whole states and fields of the host backends: converted and placed so that every thread writes
// the part that it computes later, and that part's memory lies near it.
//
//   y in the file's order → enterLayout → buffer → steps → leaveLayout → the file's order
//
// For components apart.
#pragma once

#include <cstdint>

#include "layout/convert.h"

namespace eulerc {

void enterLayout(const Places &places, std::int64_t size, const void *file, void *buffer,
                 int threads);
/// Whether all components are finite.
bool leaveLayout(const Places &places, std::int64_t size, const void *buffer, void *file,
                 int threads);

/// Zeros between and around the rows of a buffer whose components are about to be written.
void clearGaps(const Places &places, std::int64_t size, void *buffer);

/// Writes to each page of a buffer that has just been allocated, by the thread that it belongs to.
void placePages(const Places &places, std::int64_t size, void *buffer, int threads);

} // namespace eulerc
