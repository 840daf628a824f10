// Stages: the times and factors of the stages of rkl2, a method whose number of stages each run
// chooses. The compiled model leaves them open.
//
//   a model with 2 levels a stage, 5 stages → the same model with 10 levels a step, their times and
//   factors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/tuning.h>

namespace eulerc {

/// Whether the number of levels of a step is chosen by a run.
inline bool isOpen(const Model &model) {
  return model.method.errorLevels > 0 || model.method.stageLevels > 0;
}
/// The least number of levels of an overlapped tile: a step. On GPUs, a step of many stages would
/// compute most of a tile redundantly, so there it is a part of a step, with all registers.
std::int64_t levelsOfTiles(const Model &model, bool onProcessor);
/// What tiles compute: whole steps; parts of steps that begin and end anywhere; or equal parts, so
/// that each step begins with a new part.
enum class Parts { Whole, Any, Even };
/// The kind of parts of `levels` levels; 0: any number.
Parts partsOf(const Model &model, Levels levels);
/// The definitions that precede the source of kernels of an open model.
std::string textBefore(const Model &model, const Grid &grid, Parts parts);
/// The number of states that are kept from step to step: the user's, and as many registers if steps
/// reuse the slopes of the step before.
int travellingStates(const Model &model);
/// The number of components of a point that are kept from step to step.
std::int64_t liveOutComponents(const Model &model, const Grid &grid);
/// The model with or without the levels that compute the error of a step.
Model withError(Model model, bool isTold);
/// The model whose steps keep their last slope, if the method can, and, if it `isKnown`, begin with
/// the slope of the step before.
Model withSlope(Model model, bool isKnown);
/// Writes the number of levels, times and factors of an open model into its constants block.
void tellStages(const Model &model, const Grid &grid, void *constants);

/// The numbers of stages that may be asked for, and the default.
constexpr int leastStages = 2, mostStages = 100, usualStages = 9;

/// Meyer, Balsara and Aslam, A stabilized Runge–Kutta–Legendre method for explicit
/// super-time-stepping of parabolic and mixed equations, J. Comput. Phys. 257, 2014, section 2.2.
class Stages {
public:
  Stages(const Model &model, int count);

  int count() const { return count_; }
  /// The model with these stages; it points to them, so they have to live as long.
  Model of(Model model) const;

private:
  int count_ = 0;
  std::vector<double> times_; ///< of each level, in units of the step
  std::vector<double> rows_, cycle_;
  std::vector<float> rowsInFloat_;
};

} // namespace eulerc
