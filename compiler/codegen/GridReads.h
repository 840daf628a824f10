// GridReads: functions that read states and fields between two steps, in double and in the common
// subset of C++ and OpenCL C.
//
//   u[i + 1]  →  at_state_0(v, i0 + 1)    any point: u's rules bring it back into the grid
//                own_state_0(v, i0 + 1)   a point of the grid
//
// `v` is the eulerc_view of templates/language/view.h and reduction/view.cl: where the values lie.
#pragma once

#include "ParamText.h"

#include <set>

namespace eulerc::compiler {

/// A state or a field, and its number among the states or among the fields.
struct ReadArray {
  bool isState;
  std::size_t number;

  /// In emitted code: "state_0", "field_2".
  std::string text() const;
  auto operator<=>(const ReadArray &) const = default;
};

class GridReads {
public:
  /// `problem` and `values` must outlive the object. `classes`: residue classes of the last axis.
  GridReads(const Problem &problem, const ParamText &values, std::int64_t classes);

  /// ", long i0, long i1", of functions, and ", i0, i1", of calls.
  const std::string &parameters() const { return parameters_; }
  const std::string &arguments() const { return arguments_; }

  /// Spells expressions at the point i0, i1, …. `isInside`: every read stays in the grid.
  Spelling spelling(bool isInside) const;

  /// The functions that read these arrays.
  std::string functions(const std::set<ReadArray> &arrays) const;

  ReadArray arrayNamed(const std::string &name) const;
  /// The boundary rules of a state or field.
  const std::vector<Sides> &rulesOf(const std::string &name) const;

private:
  std::string own(const ReadArray &array) const;
  std::string at(const std::string &array, const std::vector<Sides> &boundary) const;
  std::string placeInRules(const std::vector<Sides> &boundary) const;
  std::string beyond(const std::string &array, const Rule &rule, std::size_t axis, bool isLow,
                     std::string &parts) const;
  std::string ofRule(const std::string &function, const ExprPtr &part, std::string &parts) const;

  const Problem &problem_;
  const ParamText &values_;
  const std::int64_t classes_;
  const std::string parameters_, arguments_;
};

} // namespace eulerc::compiler
