// Stages of a method whose number a run chooses, rkl2's, as numbers.
//
//   a model with 2 levels a stage, 5 stages → the same model with 10 levels a step, their times and
//   factors
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <eulerc/model.h>

namespace eulerc {

/// Stages that may be asked for; and where nothing else tells how many there should be.
constexpr int leastStages = 2, mostStages = 50, usualStages = 9;

/// Meyer, Balsara and Aslam, A stabilized Runge–Kutta–Legendre method for explicit
/// super-time-stepping of parabolic and mixed equations, J. Comput. Phys. 257, 2014, section 2.2.
class Stages {
public:
  Stages(const Model &model, int count);

  int count() const { return static_cast<int>(rows_.size()) / factors; }
  /// The model with these stages, which have to live as long.
  Model of(Model model) const;
  /// What stands before the text of its kernels.
  static std::string textBefore(const Model &model);

private:
  static constexpr int factors = 5; ///< of a stage

  std::vector<double> times_; ///< of each level, in steps
  std::vector<double> rows_, cycle_;
  std::vector<float> rowsInFloat_;
};

} // namespace eulerc
