// Form: a way to lay steps out on a device, as a struct of facts and functions. Each form has one
// constant of this type in its own file; forms.h lists them.
//
//   forms::streaming → name "streaming", scheme overlapped, planes of GPUs, plan(request) → Plan
//
// Only the form knows the shape of its plans. --plan, --stats, notes on options, build options,
// arguments of kernels, launches and the tuner call the functions of the form.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "forms/shapes.h"

namespace eulerc {

/// How kernels use the two copies of the state.
enum class Copies {
  OfLaunches, ///< each launch reads one copy and writes the other
  OfRounds,   ///< so does each round of a launch; work-groups wait for each other between rounds
  OfLevels,   ///< one copy holds even levels, the other odd levels
};

/// Memory that a plan needs in addition to the state.
struct Memory {
  std::int64_t localBytes = 0;   ///< local memory of a work-group
  std::int64_t scratchBytes = 0; ///< global memory of a work-group for the window of its tile
  bool isShared = false;         ///< on the host, all threads compute each tile together
};

Memory memoryOf(const Plan &plan);

/// The sizes of a plan that users can set by options. Sizes that its shape lacks keep their
/// default.
struct Sizes {
  std::int64_t kept = 0, vectorsDeep = 1, tileBlocks = 0, pointsPerChunk = 1;
  std::int64_t writtenDeep = 1; ///< of vectorsDeep, the vectors whose code is written out
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

/// A launch cut into bands along the slowest axis: consecutive work-groups, or tiles.
struct Bands {
  std::vector<std::int64_t> first; ///< first row of each band; empty: a launch cannot be cut
  std::int64_t each = 0;           ///< work-groups, or tiles, of a band
  std::int64_t before = 0;         ///< work-groups before all bands, for points of any row
};

struct Form {
  const char *name; ///< on the command line, in --plan and --stats
  Scheme scheme;
  /// The option value that asks for the form. If both are Auto, the scheme's name does.
  LinearForm linearForm = LinearForm::Auto;
  TileForm tileForm = TileForm::Auto;
  bool onGpus = true, onProcessors = true; ///< devices where its scheme takes it by default
  bool onHost = true;                      ///< the `threads` backend has code for it
  int leastRank = 1, mostRank = maxRank;   ///< axes of grids
  unsigned reads = 0;                      ///< Options

  /// Why the form does not support a program, whatever the sizes; null: it supports every program.
  Unsupported (*unsupported)(const StencilFacts &stencil) = nullptr;
  /// The plan of a request. `unsupported` of the plan says why it cannot be launched.
  Plan (*plan)(const PlanRequest &request);
  /// Build options of the form; build_options.cpp has the common ones.
  std::string (*macros)(const Plan &plan);
  // rowOf() of shared.h sets tiling, cost and figures by the shape if a form leaves them null.
  /// The tiling that kernels get as an argument. null: a launch advances one level and gets its
  /// number.
  Tiling (*tiling)(const Plan &plan) = nullptr;
  /// Seconds of a step that a model expects.
  double (*cost)(const PlanRequest &request, const Plan &plan) = nullptr;
  /// Lines of --plan between the scheme and the work-groups, and after the work-groups.
  std::vector<PlanLine> (*lines)(const Plan &plan, const PlanRequest &request) = nullptr;
  std::vector<PlanLine> (*moreLines)(const Plan &plan) = nullptr;
  std::vector<Figure> (*figures)(const Plan &plan) = nullptr; ///< null: the form has no tiles
  /// Text that says why a plan is unsupported; "": the usual text (planning/unsupported.cpp).
  std::string (*reason)(const Plan &plan) = nullptr;
  /// Text that says what to change; nullopt: the usual text.
  std::optional<std::string> (*cure)(const Plan &plan) = nullptr;

  /// Where a launch may be cut; null: nowhere.
  Bands (*bands)(const Plan &plan, const Grid &grid) = nullptr;

  bool byPoints = false; ///< values are computed one by one, without vectors
  Copies copies = Copies::OfLaunches;
  bool isWhole = false;        ///< a trial cannot run less than a whole launch
  const char *restKernel = ""; ///< kernel of a last launch of fewer levels; "": the usual kernel
  /// Changes a plan so that its kernel is built for fewer levels; null: kernels take any number.
  Plan (*withLevels)(Plan plan, Levels levels) = nullptr;
  bool shortIsAsLong = false; ///< a launch of fewer levels takes about as long as a whole one
  /// On the host: the times of events are among the components of tiles.
  bool carriesEvents = false;
  bool listsEvents = false;   ///< its kernels can list the events of each step
  bool evensLaunches = false; ///< all launches of a run advance about as many levels
  /// Text for an option that asks for this form when another form runs; {0}: scheme, {1}: form.
  const char *elsewhere = nullptr;

  /// For `auto`: whether to try this form in addition to the usual one; null: no.
  bool (*isWorthTrying)(const PlanRequest &request) = nullptr;
  /// Work-groups that a compute unit of an NVIDIA GPU should hold at once; null, or 0: NVIDIA's
  /// compiler decides.
  std::int64_t (*groupsPerUnit)(const PlanRequest &request, const Plan &plan) = nullptr;
  /// Tunings to try where no tiles overlap: before linear steps on GPUs, after them elsewhere.
  std::vector<Tuning> (*fallbacks)(const PlanRequest &request) = nullptr;
  TileForm rival = TileForm::Auto; ///< a form that may be faster where a planner's model is wrong
  /// The speed depends on how many registers a compiler needs, so more shapes are tried.
  bool isRegisterBound = false;
  /// Operations in a kernel that writes out all levels of a launch; null: kernels loop over levels.
  double (*codeOfLevels)(const PlanRequest &request, const Plan &plan) = nullptr;
};

} // namespace eulerc
