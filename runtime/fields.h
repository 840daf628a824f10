// Fields of a solver: coefficients given by the user, or computed as the file says.
//
//   Fields fields(model);  fields.give(0, shape, values);  fields.prepare(params, shape, 2)
//   → fields.pointers(): the values of each field, in the solver's precision and C order
//
// Errors are eulerc::Error(Usage); a field that could not be had keeps its values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/model.h>

#include "host/array.h"

namespace eulerc {

class Fields {
public:
  explicit Fields(const Model &model);

  /// Throws Usage for an unknown name, with the nearest known one.
  int find(std::string_view name) const;

  /// Takes over values of that shape; they stay until others are given.
  void give(int field, const std::vector<std::int64_t> &shape, HostArray &values);

  /// Values computed from params have to be computed anew.
  void paramsChanged();

  /// Throws Usage when a field was not given but has to be, or was given for another shape.
  void check(const std::vector<std::int64_t> &shape) const;

  /// Computes those that were not given. Throws Usage when one is not finite, and as check().
  void prepare(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &shape,
               int threads);

  std::vector<const void *> pointers() const;
  /// One number for each field, never 0; another one when its values have changed.
  std::vector<std::uint64_t> revisions() const;
  /// Main memory held.
  std::int64_t bytes() const;

private:
  struct Values {
    HostArray array;
    std::vector<std::int64_t> shape;
    bool given = false;
    bool current = false; ///< the array holds what a run needs
    std::uint64_t revision = 0;
  };

  const Model *model_;
  std::vector<Values> values_;
  std::uint64_t lastRevision_ = 0;
};

} // namespace eulerc
