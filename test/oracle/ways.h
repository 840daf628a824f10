// The ways to run a scheme's tiles that tilings.cpp compares: shapes of tiles, vectors and
// work-groups, and what a program's turn takes of them.
//
//   waysOf("diamond", false, model) → "diamond D=4 S=1 width=0 work-group=3", …
#pragma once

#include <eulerc/model.h>
#include <eulerc/solver.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilings {

/// Points that a tile of a grid stores along each axis; 0 leaves one to the planner. Threads share
/// a tile that holds the grid.
using Box = std::array<long, 3>;

inline std::vector<Box> boxes(bool every) {
  if (!every)
    return {{0, 0, 0}, {3, 4, 4}, {99, 99, 99}};
  return {{0, 0, 0}, {1, 1, 1}, {3, 2, 4}, {4, 16, 16}, {0, 5, 0}, {99, 99, 99}};
}

/// What a kernel is built for.
struct Build {
  int width;             ///< of vectors; 0: scalar
  int workGroup, blocks; ///< D of a tile in local memory; of one in registers, more vectors
  bool asOnGpus = false; ///< neighbours from the lanes of aligned vectors
};

inline std::vector<Build> builds(bool every) {
  if (!every)
    return {{0, 3, 4}, {4, 3, 6}};
  std::vector<Build> all = {{0, 3, 4}, {4, 32, 6}, {4, 1, 10}};
  for (const int width : {0, 4})
    for (const auto &[workGroup, blocks] : {std::pair(1, 4), {3, 6}, {32, 10}})
      all.push_back({width, workGroup, blocks});
  for (const int width : {1, 2, 8, 16})
    all.push_back({width, 3, 6});
  for (const int width : {2, 4})
    all.push_back({width, 3, 6, true});
  return all;
}

inline eulerc::Scheme schemeOf(std::string_view name) {
  const std::map<std::string_view, eulerc::Scheme> schemes = {
      {"diamond", eulerc::Scheme::Diamond},
      {"diamond-columns", eulerc::Scheme::DiamondColumns},
      {"honeycomb", eulerc::Scheme::Honeycomb},
      {"honeycomb-columns", eulerc::Scheme::HoneycombColumns},
      {"registers", eulerc::Scheme::Overlapped},
      {"registers-planes", eulerc::Scheme::Overlapped},
      {"streaming", eulerc::Scheme::Overlapped},
      {"skewed", eulerc::Scheme::Overlapped},
      {"skewed-threads", eulerc::Scheme::Overlapped},
      {"wavefront", eulerc::Scheme::Overlapped},
      {"wavefront-threads", eulerc::Scheme::Overlapped}};
  const auto found = schemes.find(name);
  if (found == schemes.end())
    throw std::runtime_error("there is no scheme " + std::string(name));
  return found->second;
}

/// S of honeycombs of D blocks; diamonds have but one.
inline std::vector<int> stepsOfTiles(const std::string &name, const Build &build) {
  if (name == "skewed-threads") // as many in flight as it was compiled for
    return {2, 8, 13};
  const eulerc::Scheme scheme = schemeOf(name);
  if (scheme == eulerc::Scheme::Diamond || scheme == eulerc::Scheme::DiamondColumns)
    return {0};
  std::vector<int> fitting;
  for (const int steps : {1, 2, 3, 5})
    if (2 * steps <= build.blocks)
      fitting.push_back(steps);
  return fitting;
}

/// One way to run a scheme: a kernel, but for sizes that kernels are built for.
struct Way {
  std::string scheme, name;
  eulerc::Tuning tuning;
  int threads = 0; ///< of the backend threads; 0: on OpenCL
  bool asOnGpus = false;
  std::size_t sizesBetween = 1; ///< of which one is run
};

inline Way tiled(const std::string &scheme, std::string shape, int width, int steps) {
  Way way;
  way.scheme = scheme;
  way.name = scheme + ' ' + std::move(shape) + " S=" + std::to_string(steps) +
             " width=" + std::to_string(width);
  way.tuning.scheme = schemeOf(scheme);
  way.tuning.vectorWidth = width;
  way.tuning.tileSteps = steps;
  return way;
}

/// Diamonds and honeycombs, on lines and in slices of grids.
inline void addSlices(std::vector<Way> &ways, const std::string &scheme, const Build &build) {
  for (const int steps : stepsOfTiles(scheme, build)) {
    Way way = tiled(scheme, "D=" + std::to_string(build.blocks), build.width, steps);
    way.name += " work-group=" + std::to_string(build.workGroup);
    way.tuning.linearForm =
        build.width == 0 ? eulerc::LinearForm::ScalarStrided : eulerc::LinearForm::Vector;
    way.tuning.workGroupSize = build.workGroup;
    way.tuning.tileBlocks = build.blocks;
    way.asOnGpus = build.asOnGpus;
    ways.push_back(std::move(way));
  }
}

/// Tiles in registers, on lines or kept whole; streaming tiles of planes; skewed ones.
/// Of lines whose points look far, vectors reach as far.
inline void addOverlapped(std::vector<Way> &ways, const std::string &scheme, const Build &build,
                          bool isFar) {
  const bool registers = scheme == "registers", planes = scheme == "registers-planes";
  const bool streaming = scheme == "streaming", threads = scheme == "skewed-threads";
  const bool ofGpus = registers || planes || streaming;
  if (build.asOnGpus || (ofGpus && build.width > 4 && !isFar)) // which they do in any case
    return;
  if (threads && build.width < 4) // no processor's
    return;
  for (const int steps : stepsOfTiles(scheme, build)) {
    Way way = tiled(scheme, "D=" + std::to_string(build.blocks), std::max(build.width, 1), steps);
    way.name += " work-group=" + std::to_string(build.workGroup);
    way.threads = threads ? 1 + build.blocks % 4 : 0; // 1 or 3
    // Whole planes: else there is nothing but what a step spoils.
    way.tuning.workGroupSize = planes ? 16 * (build.workGroup + 1) : build.workGroup;
    if (!threads && !streaming)
      way.tuning.kept = build.blocks / 4 + build.blocks / 6; // 1, 2 or 3
    const bool waits = steps == 3; // rounds of so many steps, all of a run in a launch
    way.tuning.tileForm = streaming                ? eulerc::TileForm::Streaming
                          : !(registers || planes) ? eulerc::TileForm::Skewed
                          : waits                  ? eulerc::TileForm::Persistent
                                                   : eulerc::TileForm::Registers;
    if (streaming)
      way.tuning.box[0] = build.blocks - 3; // rows: 1, 3 or 7
    else if (!registers && !planes)
      way.tuning.box[0] = build.blocks * std::max(build.width, 1);
    way.sizesBetween = planes ? 9 : 1; // each size of a tile that is kept has a kernel of its own
    ways.push_back(std::move(way));
  }
}

/// Streaming tiles of space: few, for these kernels are the largest.
inline void addStreamingOfSpace(std::vector<Way> &ways, const Build &build) {
  const bool isWide = build.width == 4 && build.blocks == 6;
  if (build.asOnGpus || build.workGroup != 3 || !(isWide || build.blocks == 4))
    return;
  Way way = tiled("streaming", "of space", isWide ? 4 : 2, 2);
  way.tuning.tileForm = eulerc::TileForm::Streaming;
  way.tuning.kept = isWide ? 2 : 3;
  way.tuning.workGroupSize = 96;
  const Box box = isWide ? Box{3, 4, 4} : Box{5, 3, 6};
  std::copy(box.begin(), box.end(), way.tuning.box);
  ways.push_back(std::move(way));
}

/// Tiles of grids on processors, that stream through boxes.
inline void addBoxes(std::vector<Way> &ways, const std::string &scheme, const Build &build,
                     bool every) {
  const bool threads = scheme == "wavefront-threads";
  if (build.asOnGpus || build.blocks != 6 || (threads && build.width < 4))
    return;
  for (const Box &box : boxes(every))
    for (const int steps : {1, 2, 3, 5}) {
      Way way = tiled(scheme,
                      "boxes " + std::to_string(box[0]) + 'x' + std::to_string(box[1]) + 'x' +
                          std::to_string(box[2]),
                      std::max(build.width, 1), steps);
      way.threads = threads ? 3 : 0;
      way.tuning.tileForm = eulerc::TileForm::Wavefront;
      std::copy(box.begin(), box.end(), way.tuning.box);
      ways.push_back(std::move(way));
    }
}

inline std::vector<Way> waysOf(const std::string &scheme, bool every, const eulerc::Model &model) {
  const int rank = model.program.rank;
  const std::int64_t reach = rank == 1 ? model.stencil.pointReach : 0;
  std::vector<Way> ways;
  for (Build build : builds(every)) {
    while (reach > 4 && build.width > 0 && build.width < reach && build.width < 16)
      build.width *= 2;
    if (schemeOf(scheme) != eulerc::Scheme::Overlapped)
      addSlices(ways, scheme, build);
    else if (scheme == "wavefront" || scheme == "wavefront-threads")
      addBoxes(ways, scheme, build, every);
    else if (scheme == "streaming" && rank == 3)
      addStreamingOfSpace(ways, build);
    else
      addOverlapped(ways, scheme, build, reach > 4);
  }
  return ways;
}

/// Every fourth program takes a scheme with kernels, the others its neighbours in this list.
inline bool isItsTurn(const std::string &scheme, std::size_t turn) {
  const char *const schemes[] = {"diamond",   "honeycomb",         "diamond-columns",
                                 "registers", "honeycomb-columns", "registers-planes",
                                 "wavefront", "streaming",         "skewed"};
  const auto at = std::find(std::begin(schemes), std::end(schemes), scheme) - schemes;
  return (static_cast<std::size_t>(at) + turn / 2) % 4 == 0;
}

} // namespace tilings
