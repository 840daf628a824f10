// Movies: the states of a saved series as pictures, in one file or as a film that ffmpeg makes.
//
//   --save u.npy --every 0.1 --movie u.png
//   --save u.npy --every 0.1 --movie u.mp4
#pragma once

#include <string>

#include "output/file.h"

namespace eulerc {

/// Whether a movie is a file of images, for which no other program is needed.
bool isImages(const std::string &movie);
/// Throws Usage if there is no ffmpeg to be found.
void requireFfmpeg();

/// A state of a series (.npy, the time first), or a species of one.
struct SeriesPart {
  std::string file;
  int part = 0, species = 0; ///< which of how many; 0: a state without species
};

/// A picture for each time of a series, all in one range of values, 25 a second. Throws
/// OutputError, and then there is no movie.
void writeMovie(const SeriesPart &series, const OutputFile &movie);

} // namespace eulerc
