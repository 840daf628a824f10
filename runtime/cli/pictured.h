// Selects the arrays of pictures: states and outputs by name, cut by --slice.
//
//   --picture u.png --picture-of speed --slice k=10 → the plane k = 10 of the output speed
#pragma once

#include <string>
#include <vector>

#include <eulerc/solver.h>

#include "cli/options.h"
#include "output/array.h"

namespace eulerc {

/// Arrays, and values of the arrays that are outputs or are cut.
struct Pictured {
  std::vector<StateArray> arrays;
  std::vector<std::vector<double>> values;
};

/// The names of the arrays, which are also parts of file names. Throws Usage for unknown names.
std::vector<std::string> namesInPictures(const Model &model, const TimeOptions &options);
/// Throws Usage for slices that the grid does not have, and for options without a picture.
void requirePictures(const Solver &solver, const TimeOptions &options);
/// The arrays with the solver's current values; valid as long as Solver::floats().
Pictured picturedBy(const Solver &solver, const TimeOptions &options);

} // namespace eulerc
