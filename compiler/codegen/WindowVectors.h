// WindowVectors: the vectors of the windows of points j … j + EULERC_WIDTH - 1, each loaded or made
// once, and the step functions called with them.
//
//   u[i - 1] + u[i]  →  const realv w0 = eulerc_load(…);  const realv w1 = EULERC_NEAR(…, w0, …);
//                       const realv new_0 = eulerc_vector_0_0(…, w1, w0);
//
// Where the vectors come from is the business of who asks: memory (PointText.h), registers
// (KeptText.h) or the layers of a grid (WindowText.h).
#pragma once

#include "Places.h"

#include <functional>
#include <map>
#include <set>

namespace eulerc::compiler {

class WindowVectors {
public:
  /// The name of the vector of a window entry.
  using VectorOf = std::function<std::string(const WindowRead &read)>;

  /// `indices`: the macro that makes the indices of points along the last axis.
  WindowVectors(const Step &step, const Places &places, std::string indices = "EULERC_INDICES")
      : step_(step), places_(places), indices_(std::move(indices)) {}

  /// The name of a vector; declared when it is first asked for. `key` tells it from the others.
  std::string declared(const std::string &key, const std::string &value);
  /// The vector at `pointer` + `here`, or one beside it, which is made of its lanes where that is
  /// better. `load` is the function that loads it, `step` the distance of its values.
  std::string near(const std::string &pointer, const std::string &here, std::int64_t distance,
                   const std::string &load, const std::string &step);

  /// Calls a step function of an equation: that of the interior, or the edge's.
  void call(const StepOfEquation &equation, bool ofEdge, const VectorOf &vectorOf);
  /// The name of its result.
  std::string resultOf(const StepOfEquation &equation) const;

  /// The statements: all vectors that were asked for, then the calls.
  std::string text() const { return vectors_ + calls_; }
  /// The same with calls for all equations in the interior, whose results go into an array: one for
  /// each component.
  std::string textInto(const std::string &array, const VectorOf &vectorOf);

private:
  const Step &step_;
  const Places &places_;
  const std::string indices_;
  std::string vectors_, calls_;
  std::map<std::string, std::string> names_; ///< of vectors, by their keys
  std::set<std::string> besides_;            ///< whose neighbours have been loaded
};

} // namespace eulerc::compiler
