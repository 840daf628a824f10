// Selection: the states, outputs and points that are recorded.
//
//   only {"u"}, region "j=10:20,i=::4" of 100 x 80 points → u at rows 10 … 19, every fourth point
//
// Ranges are written as in Python: begin:end:step. Omitted bounds mean the whole axis, negative
// numbers count from its end, and a negative step goes backwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <eulerc/model.h>
#include <eulerc/output_times.h>

namespace eulerc {

/// Indices begin, begin + step, … of an axis: less than `end`, or greater than `end` if step < 0.
struct AxisRange {
  std::string name; ///< "j"
  std::int64_t begin = 0, end = 0, step = 1;
  bool has(std::int64_t index) const { return step < 0 ? index > end : index < end; }
  std::int64_t count() const {
    return has(begin) ? (end - begin + step - (step < 0 ? -1 : 1)) / step : 0;
  }
};

/// The recorded values of a model, by numbers.
struct SelectedArrays {
  std::vector<int> states, outputs;
  std::vector<int> wholes; ///< the first species of each state that is recorded with all of them
};

/// The selected states and outputs; all if none are named. Throws Usage for unknown names.
SelectedArrays selectArrays(const Model &model, const Selection &selection);

struct Selected : SelectedArrays {
  std::vector<AxisRange> axes; ///< slowest first
  std::vector<std::int64_t> shape() const;
  std::int64_t points() const; ///< of a state
};

/// Throws Usage for unknown names, and for ranges that hold no point of the grid.
Selected select(const Model &model, const std::vector<std::int64_t> &shape,
                const Selection &selection);

/// Copies the selected values of one state, `size` bytes each.
void gather(const Selected &selected, const std::vector<std::int64_t> &shape, std::size_t size,
            const std::byte *state, std::byte *out);

/// The indices of the selected values within one state.
std::vector<std::int64_t> selectedPoints(const Selected &selected,
                                         const std::vector<std::int64_t> &shape);

/// A component of the state, or a point of an output.
struct ProbedPlace {
  std::int64_t place = 0;
  std::optional<int> output;
};

/// The place named by "u[10][20]" or, for an output, "speed[10][20]". Throws Usage.
ProbedPlace placeNamed(const Model &model, const std::vector<std::int64_t> &shape,
                       const std::string &name);

} // namespace eulerc
