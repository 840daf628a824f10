// The params that a sweep changes, and their values in each run.
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

/// A swept param, and its values as text.
struct SweptAxis {
  std::string param;
  std::vector<std::string> values;
};

std::vector<SweptAxis> sweptAxes(const std::vector<Sweep> &sweeps, const Model &model);

std::int64_t runsOf(const std::vector<SweptAxis> &axes);

/// The values of run k, each with its param; the last axis varies fastest.
Assignments valuesOf(const std::vector<SweptAxis> &axes, std::int64_t k);

/// Notes params of --set that have no effect because they are swept, and params that --set fixes
/// although their defaults follow from a swept param.
void noteSettings(const Options &options, const Model &model, const std::vector<SweptAxis> &axes,
                  const Note &note);

/// Notes params that made no difference to any number.
void noteAlike(const std::vector<SweptAxis> &axes, const std::vector<std::size_t> &results,
               const Note &note);

/// Whether random numbers depend on a param `seed`.
bool followsSeed(const Model &model);

/// The seed of the first run, if each run takes another seed.
std::optional<std::int64_t> seedToChange(const Solver &solver, const Options &options,
                                         const std::vector<SweptAxis> &axes);

std::string textOf(const Assignments &values);

} // namespace eulerc
