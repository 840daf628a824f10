// Movies: the states of a saved series as pictures, which ffmpeg makes a film of.
//
//   --save u.npy --every 0.1 --movie u.mp4
#pragma once

#include <string>

#include "output/file.h"

namespace eulerc {

/// Throws Usage if there is no ffmpeg to be found.
void requireFfmpeg();

/// A picture for each state of a series (.npy, the time first), all in one range of values, 25 a
/// second. Throws OutputError, and then there is no movie.
void writeMovie(const std::string &series, const OutputFile &movie);

} // namespace eulerc
