// RangeChecks: proves that the indices of an expression stay in their arrays. An index without a
// proof is tried with the defaults of the params: if it leaves its array, this is an error;
// otherwise the solver makes a check.
#pragma once

#include "Outside.h"
#include "ir/Access.h"
#include "ir/Diagnostics.h"
#include "ir/Problem.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace eulerc::compiler {

class RangeChecks {
public:
  /// Checks for the solver are added to `access`.
  RangeChecks(const Problem &problem, Access &access, Diagnostics &diagnostics);

  /// Sets the expression whose parts are checked next, and its names of the axes.
  void enter(ExprPtr root, const std::vector<std::string> &axes);
  /// Sets the name of a loop's variable, until the next loop of the same depth.
  void nameVariable(const Expr &variable);

  /// Whether the index of a read along an axis is proved to stay in the grid. If it is not, and no
  /// rule gives a value there, it is checked for the default params.
  bool stays(const ExprPtr &expr, std::size_t axis, const Sides &sides, const IndexSet &set);
  /// Checks the index of an entry of data along an axis.
  void checkEntry(const ExprPtr &expr, const Data &data, std::size_t axis, const IndexSet &set);
  /// Checks the bounds of a loop when data are loaded, if they depend on data.
  void checkLoop(const ExprPtr &loop, const IndexSet &set);

  /// Reports the reads that leave the grid.
  void report();

private:
  /// The reads of an array that leave the grid.
  struct Leaving {
    struct Read {
      SourceRange where;
      std::string text, at;
      std::int64_t extent;
      bool sure;
    };
    std::string array;
    std::size_t reads = 0;
    std::vector<Read> shown = {};            ///< the first ones
    std::vector<std::string> variables = {}; ///< on which guards of them must depend
  };

  void checkWithData(const ExprPtr &expr, const ExprPtr &index, const ExprPtr &extent,
                     const IndexSet &set);
  void checkWithDefaults(RangeCheck check, const Guard &guard, std::size_t axis,
                         const ExprPtr &expr);
  Guard guardOf(const ExprPtr &expr);
  void keep(const RangeCheck &check, const Outside &outside, std::size_t axis, Leaving &leaving);
  void reportRead(const Leaving::Read &read);
  void reportEntry(const RangeCheck &check, const Outside &outside);
  void noteValues(bool sure);
  std::vector<std::string> guardVariables(const Affine &index, std::size_t axis) const;

  const Problem &problem_;
  Access &access_;
  Diagnostics &diagnostics_;
  const Facts facts_;
  const ParamNumbers defaults_;
  std::vector<std::string> axisNames_;
  std::vector<std::string> variableNames_; ///< of grid indices and of the latest loops
  ExprPtr root_;
  std::optional<Guards> guards_; ///< of the nodes of root_; found when first needed
  std::set<std::string> reported_;
  std::vector<Leaving> leaving_;
};

} // namespace eulerc::compiler
