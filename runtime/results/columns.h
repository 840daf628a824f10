// A table over time: a line for each output time, with the time, chosen components and outputs, and
// all monitors.
//
//   time,u[10][20],energy
//   0,0.5,12.25
//
// It goes to FILE.csv, which holds complete lines at every moment, or to standard output.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "results/observer.h"

namespace eulerc {

/// `path`: "-" is standard output. Throws Usage for another suffix than .csv.
std::unique_ptr<Observer> makeColumns(const std::string &path,
                                      const std::vector<std::string> &components);

} // namespace eulerc
