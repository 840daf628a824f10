// The printers of the model: the tables and functions of host code that describe a program to the
// runtime. Each is in a file of its own, which begins with what its text is.
//
//   modelText(…)  →  params[], initial(), monitors[], …, and the_model, which names them all
#pragma once

#include "Aggregate.h"
#include "ParamText.h"
#include "codegen/Emit.h"

#include "ir/Step.h"

#include <string>
#include <vector>

namespace eulerc::compiler {

/// A program, as the model is made of it.
struct ModelSource {
  const Problem &problem;
  const Access &access;
  const Step &step;
  const Stencil &stencil;
  const EmitOptions &options;
};

/// What prints a part of the model.
class ModelPrinter {
protected:
  explicit ModelPrinter(const ModelSource &source)
      : source_(source), problem_(source.problem), step_(source.step), values_(problem_) {}

  const ModelSource &source_;
  const Problem &problem_;
  const Step &step_;
  const ParamText values_;
  std::string out_;
};

// ---- HostText.cpp
/// Everything of the host source that depends on the program, behind the step functions. The
/// kernels' source is embedded in it.
std::string modelText(const ModelSource &source, const std::string &kernels);

// ---- ModelTable.cpp
/// The model, which names all of these.
std::string modelTable(const ModelSource &source);

// ---- ValueChecks.cpp
struct ValueCheck {
  std::string holds; ///< the body of a function of the emitted host code that returns a bool
  std::string message;
  SourceRange where;
  /// No point of the interior is finite without it; else perhaps none needs the value: it is behind
  /// a condition or a function that may drop it, or for the edges alone.
  bool inside;
};

std::vector<ValueCheck> valueChecks(const ModelSource &source);

// ---- ProblemText.cpp
std::string problemText(const ModelSource &source);

// ---- DataText.cpp
/// The number of data of that name among those that are no tables.
std::size_t dataNumber(const Problem &problem, const std::string &name);

/// The tables and functions that dataTables() names; none if the program has no data.
std::string dataText(const ModelSource &source);

/// The model's DataTables.
Aggregate dataTables(const Problem &problem, const Access &access);

/// Expressions in host code at the point i0, i1, ... where `p` are the params and `fields` the
/// values of all fields and then of all data. In double: not the rounded values of the right-hand
/// side. Both arguments must outlive the spelling.
Spelling spellingAtPoint(const Problem &problem, const ParamText &values);

// ---- RowReadsText.cpp
/// The function that rowReadsEntry() names: which rows points read; none if its distance is the
/// same for all points, or if points are in classes.
std::string rowReadsText(const Problem &problem, const Stencil &stencil);

std::string rowReadsEntry(const Stencil &stencil);

// ---- MonitorText.cpp
/// The functions and tables that monitorTables() names; none if the program has no monitors and no
/// conditions.
std::string monitorText(const ModelSource &source);

/// The model's MonitorTables.
Aggregate monitorTables(const Problem &problem);

// ---- TraceText.cpp
/// The tables that the model names by traceEntry(); none where the slopes of a point cannot be
/// computed by themselves, for random numbers change them, or in too large a program.
std::string traceText(const Problem &problem, const Step &step);

std::string traceEntry(const Problem &problem);

// ---- Radius.cpp
/// The farthest point along the slowest axis that is read, if that is the same for all params; -1.
std::int64_t pointReach(const Step &step, const Stencil &stencil);

/// A bit for each axis along which the grid goes round; or fields alone, through classes.
int rings(const Step &step, const Stencil &stencil);

/// Whether points of the interior read a component in several rows or planes. The own component is
/// read by rates alone, and where it is written.
bool rowsShare(const Step &step, const Stencil &stencil);

/// Whether all levels read at distances that are the same for all points.
bool readsNear(const Stencil &stencil);

/// Of each level of a step the states that points read at other points, a bit each, where distances
/// differ from point to point; none if that is not told.
std::vector<std::uint64_t> readsOfLevels(const Step &step, const Stencil &stencil);

/// Sets StencilFacts::radius and StencilFacts::circles.
void setRadius(Aggregate &facts, const Step &step, const Stencil &stencil);

} // namespace eulerc::compiler
