// Form: a way to lay steps out on a device. One row a form; the table of all is registry.cpp.
//
//   forms::streaming → name "streaming", scheme overlapped, planes of GPUs, plan(request) → Plan
//
// Everyone who has a plan asks its form, and nobody else looks into the plan's shape: --plan,
// --stats, notes on options, build options, arguments of kernels, launches, the tuner.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "forms/shapes.h"

namespace eulerc {

/// What launches make of the two copies of the state.
enum class Copies {
  OfLaunches, ///< each launch reads one and writes the other
  OfRounds,   ///< each round of a launch does, between which work-groups wait for each other
  OfLevels,   ///< one holds even levels, the other one odd levels
};

/// Memory that a plan needs in addition to the state.
struct Memory {
  std::int64_t localBytes = 0;   ///< local memory of a work-group
  std::int64_t scratchBytes = 0; ///< global memory of a work-group for what its tile keeps
  bool isShared = false;         ///< on the host, all threads compute each tile together
};

Memory memoryOf(const Plan &plan);

/// What a plan has of sizes that may be given by hand.
struct Sizes {
  std::int64_t kept = 0, vectorsDeep = 1, tileBlocks = 0, pointsPerChunk = 1;
  std::int64_t writtenDeep = 1; ///< of vectorsDeep, those that the text has one by one
};
Sizes sizesOf(const Plan &plan);

/// Options that only some forms read.
enum Option : unsigned {
  OptionLinearForm = 1,
  OptionAoS = 2,
  OptionVectorsDeep = 4,
  OptionWorkGroups = 8,
  OptionStrategy = 16,
  OptionTileBlocks = 32,
  OptionTileForm = 64,
  OptionTileBox = 128,
  OptionTileSteps = 256,
  OptionKept = 512,
};
constexpr unsigned optionsOfLinear =
    OptionLinearForm | OptionAoS | OptionVectorsDeep | OptionWorkGroups;
constexpr unsigned optionsOfTiles = OptionTileForm | OptionTileBox | OptionTileSteps | OptionKept;

/// A line of --plan: label and value.
using PlanLine = std::pair<std::string, std::string>;

/// A member of "tiles" in --stats.
struct Figure {
  const char *name;
  std::variant<std::int64_t, double, bool, std::array<std::int64_t, maxRank>> value;
};

/// Bands of a launch's work-groups, or tiles, that lie behind one another along the slowest axis.
struct Bands {
  std::vector<std::int64_t> first; ///< row of each; none: a launch is whole
  std::int64_t each = 0;           ///< work-groups of a band, or tiles
  std::int64_t before = 0;         ///< work-groups before all bands, for points of any row
};

struct Form {
  const char *name; ///< on the command line, in --plan and --stats
  Scheme scheme;
  /// How it is asked for by hand: one of the two, or by the scheme's name.
  LinearForm linearForm = LinearForm::Auto;
  TileForm tileForm = TileForm::Auto;
  bool onGpus = true, onProcessors = true; ///< where it is taken unless asked for
  bool onHost = true;                      ///< a solver's own threads have code for it
  int leastRank = 1, mostRank = maxRank;   ///< axes of grids
  unsigned reads = 0;                      ///< Options

  /// Why it has no plan of a program, whatever the sizes; null: it takes every program.
  Unsupported (*unsupported)(const StencilFacts &stencil) = nullptr;
  /// The plan of a request; it may be refused, with a reason and its numbers.
  Plan (*plan)(const PlanRequest &request);
  /// Build options of the form; build_options.cpp has the common ones.
  std::string (*macros)(const Plan &plan);
  // These follow from the shape, unless the form has its own function (rowOf() of shared.h).
  /// null: each launch takes one level, an argument of it; else launches take their tiling.
  Tiling (*tiling)(const Plan &plan) = nullptr;
  /// Seconds of a step that a model expects.
  double (*cost)(const PlanRequest &request, const Plan &plan) = nullptr;
  /// What --plan says of it between the scheme and the work-groups, and behind these.
  std::vector<PlanLine> (*lines)(const Plan &plan, const PlanRequest &request) = nullptr;
  std::vector<PlanLine> (*moreLines)(const Plan &plan) = nullptr;
  std::vector<Figure> (*figures)(const Plan &plan) = nullptr; ///< null: it has no tiles
  /// Words of why a plan is unsupported; "" for the usual ones (planning/unsupported.cpp).
  std::string (*reason)(const Plan &plan) = nullptr;
  /// What to change; nothing: the usual.
  std::optional<std::string> (*cure)(const Plan &plan) = nullptr;

  /// Where a launch may be cut; null: it is whole.
  Bands (*bands)(const Plan &plan, const Grid &grid) = nullptr;

  bool byPoints = false; ///< each value by itself, in no vectors
  Copies copies = Copies::OfLaunches;
  bool isWhole = false;        ///< nothing less than a launch can be measured
  const char *restKernel = ""; ///< of a last launch of fewer levels, if that takes another one
  /// A kernel for launches of fewer levels; null: kernels take any number.
  Plan (*withLevels)(Plan plan, Levels levels) = nullptr;
  bool shortIsAsLong = false; ///< a launch of fewer levels takes about as long as a whole one
  /// On the host: the times of events are among the components of tiles.
  bool carriesEvents = false;
  bool listsEvents = false;   ///< its kernels list the events of each step, if they are asked to
  bool evensLaunches = false; ///< launches of a run are made as long as each other
  /// Who reads this option when another form runs; {}: scheme, form.
  const char *elsewhere = nullptr;

  /// For `auto`: whether it is worth trying in addition to the usual form; null: it is not.
  bool (*isWorthTrying)(const PlanRequest &request) = nullptr;
  /// Work-groups that a unit of an NVIDIA GPU should hold at once; null, and 0: as many as its
  /// compiler likes.
  std::int64_t (*groupsPerUnit)(const PlanRequest &request, const Plan &plan) = nullptr;
  /// What is worth trying where no tiles overlap: before linear steps on GPUs, after them
  /// elsewhere.
  std::vector<Tuning> (*fallbacks)(const PlanRequest &request) = nullptr;
  TileForm rival = TileForm::Auto; ///< a form that may be faster where a planner's model is wrong
  /// Its speed depends on the registers that a compiler finds: more shapes are tried.
  bool isRegisterBound = false;
  /// Operations in its kernels where all levels of a launch are written out; null: they are written
  /// once, whatever the levels.
  double (*codeOfLevels)(const PlanRequest &request, const Plan &plan) = nullptr;
};

} // namespace eulerc
