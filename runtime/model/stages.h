// Stages of a method whose number a run chooses, rkl2's, as numbers.
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

/// Whether a run says how many levels a step has.
inline bool isOpen(const Model &model) {
  return model.method.errorLevels > 0 || model.method.stageLevels > 0;
}
/// Levels of the least that a tile of overlapped takes: a step, or, on GPUs, where many stages
/// would leave little of a tile that is not computed twice, a part of one with all registers.
std::int64_t levelsOfTiles(const Model &model, bool onProcessor);
/// What tiles take: whole steps; parts of them, which may begin and end anywhere; or such that each
/// step begins with a part.
enum class Parts { Whole, Any, Even };
/// Of parts of so many levels, 0: of any number.
Parts partsOf(const Model &model, Levels levels);
/// What stands before the text of kernels of an open model.
std::string textBefore(const Model &model, const Grid &grid, Parts parts);
/// States that go with a state from step to step: the user's, and then as many registers
/// where steps know the slopes of the step before.
int travellingStates(const Model &model);
/// Components of a point that live from step to step.
std::int64_t liveOutComponents(const Model &model, const Grid &grid);
/// The model with or without the levels that tell the error of a step.
Model withError(Model model, bool isTold);
/// The model of steps that keep their last slope, if it can, and begin with one that is known.
Model withSlope(Model model, bool isKnown);
/// Tells a constants block of an open model what its steps are.
void tellStages(const Model &model, const Grid &grid, void *constants);

/// Stages that may be asked for; and where nothing else tells how many there should be.
constexpr int leastStages = 2, mostStages = 100, usualStages = 9;

/// Meyer, Balsara and Aslam, A stabilized Runge–Kutta–Legendre method for explicit
/// super-time-stepping of parabolic and mixed equations, J. Comput. Phys. 257, 2014, section 2.2.
class Stages {
public:
  Stages(const Model &model, int count);

  int count() const { return count_; }
  /// The model with these stages, which have to live as long.
  Model of(Model model) const;

private:
  int count_ = 0;
  std::vector<double> times_; ///< of each level, in steps
  std::vector<double> rows_, cycle_;
  std::vector<float> rowsInFloat_;
};

} // namespace eulerc
