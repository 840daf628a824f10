// Movies: the states of a saved series as pictures, in one animated PNG file or as a film made by
// ffmpeg.
//
//   --save u.npy --every 0.1 --movie u.png
//   --save u.npy --every 0.1 --movie u.mp4
#pragma once

#include <string>

#include "output/file.h"

namespace eulerc {

/// Whether a movie is a file of images, which needs no other program.
bool isImages(const std::string &movie);
/// Throws Usage if ffmpeg is not found.
void requireFfmpeg();

/// A state of a series (.npy, time is the first axis), or one of its species.
struct SeriesPart {
  std::string file;
  int part = 0, species = 0; ///< number of the species, and how many there are; 0: none
};

/// Writes a picture for each time of a series, all in one range of values, 25 a second. Throws
/// OutputError, and leaves no file then.
void writeMovie(const SeriesPart &series, const OutputFile &movie);

} // namespace eulerc
