// The state vector on the host: n components of the model's precision, states one after the other,
// each in the file's order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/model.h>

#include "base/array.h"
#include "layout/convert.h"
#include "model/precision.h"
#include "model/stages.h"

namespace eulerc {

/// Extents of the grid for these params. Throws Usage when one is not positive or a requirement
/// does not hold.
std::vector<std::int64_t> checkedShape(const Model &model, const std::vector<ParamValue> &params);

/// The message of the first requirement that does not hold, or "". When a result is not finite,
/// all requirements are checked.
std::string brokenRequirement(const Model &model, const std::vector<ParamValue> &params,
                              bool isFinite = true);

/// Grid points of a shape; `tooMuch` beyond 63 bits.
std::int64_t gridPoints(const std::vector<std::int64_t> &shape);

/// States as the program declares them: "f[0]" to "f[8]" are the nine species of one, "f".
struct DeclaredState {
  std::string name;
  int first = 0, count = 1; ///< of the model's states
  bool hasSpecies = false;
  /// Its values follow each other; of species that is the slowest index.
  std::vector<std::int64_t> shape(const std::vector<std::int64_t> &ofGrid) const;
};
/// Of each extent of a declared shape, "[NY][NX]", the int param that it is; "" of an expression.
std::vector<std::string> sizesOf(const Model &model, std::string_view shape);

std::vector<DeclaredState> declaredStates(const Model &model);

/// The declared state or the single species of that name; nothing if there is none.
std::optional<DeclaredState> declaredState(const Model &model, std::string_view name);

/// A name as part of a file's: "f3" of the species "f[3]", "f3_" where another one is called f3.
std::string fileWord(const std::string &name, const std::vector<std::string> &all);

/// Components of one state that a canonical point stands for: 2 for the string, whose even and odd
/// components are states of the canonical form; 1 for most.
std::int64_t componentsOfState(const Model &model);

/// From now on nothing is known of a step before: `y` has room for registers behind `n` components.
void forgetSlopes(const Model &model, std::int64_t n, void *y);

/// Whether initial values of states read fields.
bool startsFromFields(const Model &model);

/// Fills `y` (n components) with the initial values of all states. Every thread writes the part
/// that it computes in the threads backend, so that memory lies near it.
void computeInitial(const Model &model, const std::vector<ParamValue> &params,
                    const std::vector<const void *> &fields, HostArray &y, int threads);

/// The same for a field or data that hasInitial, the fields counted first; `values` has room for
/// one value a grid point or entry.
void computeField(const Model &model, int which, const std::vector<ParamValue> &params,
                  const std::vector<const void *> &fields, HostArray &values, int threads);

/// Index of the first of n values that is not an int, or -1.
std::int64_t firstNoDataInt(const void *values, std::int64_t n);

/// Index of the first of n components that is infinite or NaN, or -1.
std::int64_t firstNonFinite(Precision precision, const void *y, std::int64_t n, int threads);

/// Whether all components of a buffer are finite, wherever they lie in it.
bool allFinite(Precision precision, const Places &places, const void *buffer, int threads);

/// The largest |value| of a state, NaN left out.
double largestValue(Precision precision, const Places &places, const void *buffer, int threads);

/// The largest |change| of a component between two buffers.
double largestChange(Precision precision, const Places &places, const void *before, const void *now,
                     int threads);

/// "y[3] is nan", of the first component of the state that is not finite; "" if all are.
std::string nonFiniteText(const Model &model, const std::vector<std::int64_t> &shape,
                          const HostArray &y, int threads);

/// A component as the user calls it: "y[17]", "u[3][0]".
std::string componentName(const Model &model, const std::vector<std::int64_t> &shape,
                          std::int64_t component);

} // namespace eulerc
