// The params that a sweep changes, and the values of each of its runs.
//
//   --sweep a=1:2:2 --sweep b=3,4 → axes a, b → run 2 is of a = 2, b = 3
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"

namespace eulerc {

using Note = std::function<void(const std::string &)>;

/// A param that is swept, and its values as they are given to it.
struct SweptAxis {
  std::string param;
  std::vector<std::string> values;
};

std::vector<SweptAxis> sweptAxes(const std::vector<Sweep> &sweeps, const Model &model);

std::int64_t runsOf(const std::vector<SweptAxis> &axes);

/// The values of run k, each with its param; those of the last axis follow each other.
Assignments valuesOf(const std::vector<SweptAxis> &axes, std::int64_t k);

/// What --set takes from a sweep, or the sweep from it.
void noteSettings(const Options &options, const Model &model, const std::vector<SweptAxis> &axes,
                  const Note &note);

/// Says so where a param has made no difference to any number.
void noteAlike(const std::vector<SweptAxis> &axes, const std::vector<std::size_t> &results,
               const Note &note);

/// Whether random numbers follow from a param `seed`.
bool followsSeed(const Model &model);

/// The seed of the first run, where each takes another one.
std::optional<std::int64_t> seedToChange(const Solver &solver, const Options &options,
                                         const std::vector<SweptAxis> &axes);

std::string textOf(const Assignments &values);

} // namespace eulerc
