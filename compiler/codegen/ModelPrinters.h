// The printers of the model: the tables and functions of host code that describe a program to the
// runtime. Each printer has a file, whose head describes its text.
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

/// A compiled program, from which the model is printed.
struct ModelSource {
  const Problem &problem;
  const Access &access;
  const Step &step;
  const Stencil &stencil;
  const EmitOptions &options;
};

/// Base of the classes that print a part of the model.
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
/// The part of the host source that depends on the program and follows the step functions. It
/// embeds the source of the kernels.
std::string modelText(const ModelSource &source, const std::string &kernels);

// ---- ModelTable.cpp
/// The model, which refers to all other tables.
std::string modelTable(const ModelSource &source);

// ---- ValueChecks.cpp
struct ValueCheck {
  std::string holds; ///< the body of a function of the emitted host code that returns a bool
  std::string message;
  SourceRange where;
  /// "Always": without it, no point is finite. "Classes": no point of a residue class. "Inside": no
  /// point of the interior. "Perhaps": perhaps no point needs the value, because a condition or a
  /// function may drop it or only edges use it.
  const char *needed;
};

std::vector<ValueCheck> valueChecks(const ModelSource &source);

// ---- ProblemText.cpp
std::string problemText(const ModelSource &source);

// ---- DataText.cpp
/// The number of data among all data that are not tables.
std::size_t dataNumber(const Problem &problem, const std::string &name);

/// The tables and functions that dataTables() refers to; "" if the program has no data.
std::string dataText(const ModelSource &source);

/// The model's DataTables.
Aggregate dataTables(const Problem &problem, const Access &access);

/// Spells expressions in host code at the point i0, i1, …, in double: they are not the rounded
/// values of the right-hand side. `p` are the params, `fields` the values of all fields and then of
/// all data. Both arguments must outlive the spelling.
Spelling spellingAtPoint(const Problem &problem, const ParamText &values);

// ---- RowReadsText.cpp
/// The function that rowReadsEntry() refers to, which lists the rows that points read. "" if the
/// distance is the same for all points, or if points are in classes.
std::string rowReadsText(const Problem &problem, const Stencil &stencil);

std::string rowReadsEntry(const Stencil &stencil);

// ---- MonitorText.cpp
/// The functions and tables that monitorTables() refers to; "" if the program has no monitors and
/// no conditions.
std::string monitorText(const ModelSource &source);

/// The model's MonitorTables.
Aggregate monitorTables(const Problem &problem);

// ---- TraceText.cpp
/// The tables that traceEntry() refers to. "" if the slopes of a point cannot be computed alone,
/// because random numbers change them or the program is too large.
std::string traceText(const Problem &problem, const Step &step);

std::string traceEntry(const Problem &problem);

// ---- Radius.cpp
/// The farthest distance of reads along the slowest axis, in points, if it is the same for all
/// params; else -1.
std::int64_t pointReach(const Step &step, const Stencil &stencil);

/// A bit for each axis along which a state wraps around, or a field whose points are in classes.
int rings(const Step &step, const Stencil &stencil);

/// Whether points of the interior read a component in several rows or planes. A read of the point's
/// own component counts only if the function uses it.
bool rowsShare(const Step &step, const Stencil &stencil);
/// Whether points read a column of rows besides their own in several planes.
bool planesShare(const Step &step, const Stencil &stencil);

/// Whether all levels read at distances that are the same for all points.
bool readsNear(const Stencil &stencil);

/// For each level of a step, the states that it reads at other points, a bit each, where distances
/// differ from point to point; empty if they are not known for each level.
std::vector<std::uint64_t> readsOfLevels(const Step &step, const Stencil &stencil);

/// Sets StencilFacts::radius and StencilFacts::circles.
void setRadius(Aggregate &facts, const Step &step, const Stencil &stencil);

} // namespace eulerc::compiler
