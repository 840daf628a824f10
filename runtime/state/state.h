// The state vector on the host, its initial values, names and checks. It has n components of the
// model's precision, states one after another, each in the file's order.
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

/// The extents of the grid for these params. Throws Usage when an extent is not positive or a
/// requirement does not hold.
std::vector<std::int64_t> checkedShape(const Model &model, const std::vector<ParamValue> &params);

/// The message of the first requirement that does not hold, or "". When a result is not finite,
/// all requirements are checked.
std::string brokenRequirement(const Model &model, const std::vector<ParamValue> &params,
                              bool isFinite = true);

/// The number of grid points of a shape; `tooMuch` beyond 63 bits.
std::int64_t gridPoints(const std::vector<std::int64_t> &shape);

/// DeclaredState: a state as the program declares it. "f[0]" to "f[8]" are nine species of one,
/// "f".
struct DeclaredState {
  std::string name;
  int first = 0, count = 1; ///< in the model's list of states
  bool hasSpecies = false;
  /// The shape of its values, which are contiguous; the species are the slowest index.
  std::vector<std::int64_t> shape(const std::vector<std::int64_t> &ofGrid) const;
};
/// For each extent of a declared shape, "[NY][NX]", the int param that gives it; "": an expression.
std::vector<std::string> sizesOf(const Model &model, std::string_view shape);

std::vector<DeclaredState> declaredStates(const Model &model);

/// The declared state or single species of that name; nullopt: there is none.
std::optional<DeclaredState> declaredState(const Model &model, std::string_view name);

/// A name for use in file names: "f3" for the species "f[3]", or "f3_" if another state is f3.
std::string fileWord(const std::string &name, const std::vector<std::string> &all);

/// The number of components of a state at one canonical point: 2 for the string, whose even and odd
/// components are states of the canonical form; 1 for most programs.
std::int64_t componentsOfState(const Model &model);

/// Marks the slopes of the step before as unknown: `y` has room for registers after `n` components.
void forgetSlopes(const Model &model, std::int64_t n, void *y);
/// Sets the times of events to 0, as before the first event. `y` has `n` components.
void forgetEvents(const Model &model, std::int64_t n, void *y);

/// Whether initial values of states read fields.
bool startsFromFields(const Model &model);

/// Fills `y` (n components) with the initial values of all states. Every thread writes the part
/// that it computes in the threads backend, so that the part's memory is near its core (NUMA).
void computeInitial(const Model &model, const std::vector<ParamValue> &params,
                    const std::vector<const void *> &fields, HostArray &y, int threads);

/// The same for a field or data that hasInitial, where fields are counted first; `values` has room
/// for one value per grid point or entry.
void computeField(const Model &model, int which, const std::vector<ParamValue> &params,
                  const std::vector<const void *> &fields, HostArray &values, int threads);

/// Index of the first of n values that is not an int, or -1.
std::int64_t firstNoDataInt(const void *values, std::int64_t n);

/// Index of the first of n components that is infinite or NaN, or -1.
std::int64_t firstNonFinite(Precision precision, const void *y, std::int64_t n, int threads);

/// Whether all components of a buffer are finite; values in gaps do not count.
bool allFinite(Precision precision, const Places &places, const void *buffer, int threads);

/// The largest |value| of a state, without NaN.
double largestValue(Precision precision, const Places &places, const void *buffer, int threads);

/// The largest |change| of a component between two buffers.
double largestChange(Precision precision, const Places &places, const void *before, const void *now,
                     int threads);

/// "y[3] is nan" for the first component of the state that is not finite; "": all are finite.
std::string nonFiniteText(const Model &model, const std::vector<std::int64_t> &shape,
                          const HostArray &y, int threads);

/// The user's name of a component: "y[17]", "u[3][0]".
std::string componentName(const Model &model, const std::vector<std::int64_t> &shape,
                          std::int64_t component);

} // namespace eulerc
