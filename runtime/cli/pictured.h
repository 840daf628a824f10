// What pictures show: states and outputs by name, cut where the user asks for it.
//
//   --picture u.png --picture-of speed --slice k=10 → the plane k = 10 of the output speed
#pragma once

#include <string>
#include <vector>

#include <eulerc/solver.h>

#include "cli/options.h"
#include "output/array.h"

namespace eulerc {

/// Arrays, and the values of those that are no states or are cut.
struct Pictured {
  std::vector<StateArray> arrays;
  std::vector<std::vector<double>> values;
};

/// Their names, which the files have, too. Throws Usage for unknown ones.
std::vector<std::string> namesInPictures(const Model &model, const TimeOptions &options);
/// Throws Usage for slices that the grid does not have, and for options without a picture.
void requirePictures(const Solver &solver, const TimeOptions &options);
/// As the solver has them now; valid as floats() is.
Pictured picturedBy(const Solver &solver, const TimeOptions &options);

} // namespace eulerc
