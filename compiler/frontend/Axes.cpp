// Coordinates: axis x = { .from = 0, .step = dx }; or { .at = xs }; with data real xs[NX].
#include "Reading.h"

#include "ir/Evaluate.h"

#include "frontend/Nearest.h"

namespace eulerc::compiler {
namespace {

/// The data that an expression names.
const clang::VarDecl *namedIn(const clang::Expr *expression) {
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// The expression for a member of the list; null if there is none.
const clang::Expr *givenIn(const clang::InitListExpr *list, unsigned which) {
  const bool isGiven =
      which < list->getNumInits() && !llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(which));
  return isGiven ? list->getInit(which) : nullptr;
}

class AxisReader {
public:
  AxisReader(Reading &in, const clang::VarDecl *declaration) : in_(in), declaration_(declaration) {
    axis_.name = declaration->getName().str();
    axis_.description = descriptionAbove(in.context, declaration, in.diagnostics);
    axis_.where = in.nameRange(declaration);
  }

  void read() {
    const auto *list = llvm::dyn_cast_if_present<clang::InitListExpr>(declaration_->getInit());
    if (!list)
      return in_.error(declaration_, "an axis is a list",
                       "write 'axis " + axis_.name +
                           " = { .from = 0.0, .step = 0.1 };', or '{ .at = "
                           "DATA }'");
    if (in_.lacksNames(list, "axis " + axis_.name + " = { .from = 0.0, .step = 0.1 };"))
      return;
    const Data *ofTime = find(in_.problem.data, dataOfTimes());
    const auto place = std::ranges::find(in_.problem.indexNames, axis_.name);
    if (place == in_.problem.indexNames.end() && !ofTime)
      return in_.error(declaration_, "there is no index '" + axis_.name + "' in ddt",
                       "an axis is called as the index along it; " +
                           suggestion(axis_.name, in_.problem.indexNames));
    if (!ofTime)
      axis_.number = static_cast<std::size_t>(place - in_.problem.indexNames.begin());
    const clang::Expr *from = givenIn(list, 0), *step = givenIn(list, 1), *at = givenIn(list, 2);
    if (at && (from || step))
      return in_.error(declaration_, "an axis has .from and .step, or .at", "keep one of both");
    if (!at && !step)
      return in_.error(declaration_, "an axis needs the distance of its points",
                       "write 'axis " + axis_.name +
                           " = { .from = 0.0, .step = 0.1 };', or '{ .at = "
                           "DATA }'");
    if (at)
      return readData(at);
    axis_.step = in_.lowering.constant(step, Place::Axis);
    axis_.from = from ? in_.lowering.constant(from, Place::Axis) : makeReal(0);
    if (axis_.step && axis_.from && !refuseStep(step))
      add();
  }

private:
  /// A step that depends on params is known only when a run begins.
  bool refuseStep(const clang::Expr *step) {
    const bool isOfRun = anyNode(
        axis_.step, [](const Expr &node) { return node.op == Op::Param || node.op == Op::Loop; });
    if (isOfRun || evaluate(asReal(axis_.step), {}).real > 0)
      return false;
    in_.diagnostics.error(toRange(in_.context, step->getSourceRange()),
                          "the step of the axis '" + axis_.name + "' is not above zero");
    in_.diagnostics.hint("coordinates grow with the index: '.from' is the lowest of them, and "
                         "'.step' the distance of two points");
    return true;
  }

  void readData(const clang::Expr *at) {
    const clang::VarDecl *named = namedIn(at);
    const Data *data = named ? find(in_.problem.data, named->getName().str()) : nullptr;
    const bool isData = data && !data->isTable(), isList = isData && data->extents.size() == 1;
    if (!isList || data->type != Type::Real) {
      const SourceRange where = toRange(in_.context, at->getSourceRange());
      if (isData)
        in_.diagnostics.error(where, "the coordinates of an axis are a list of reals, and '" +
                                         data->name + "' " +
                                         (isList ? "is one of integers" : "is no list"));
      else
        in_.diagnostics.error(where, "the coordinates of an axis are data");
      const std::string name = isList ? data->name : axis_.name + "s";
      return in_.diagnostics.hint(
          "declare 'data real " + name + "[" + (isList ? print(data->extents[0]) : "N") + "];'" +
          (isList ? " in place of 'data int'" : " and write '{ .at = " + name + " }'"));
    }
    axis_.at = data->name;
    add();
  }

  /// "wind" for the axis "wind_time"; "" for other axes.
  std::string dataOfTimes() const {
    return axis_.name.ends_with("_time") ? axis_.name.substr(0, axis_.name.size() - 5) : "";
  }

  /// Adds an axis of the grid, or the times of data.
  void add() {
    if (find(in_.problem.data, dataOfTimes()))
      in_.problem.series.push_back({dataOfTimes(), axis_.from, axis_.step, axis_.at});
    else
      in_.problem.axes.push_back(axis_);
  }

  Reading &in_;
  const clang::VarDecl *declaration_;
  Axis axis_;
};

} // namespace

void findSeries(Reading &in) {
  for (const auto &[name, where] : in.lowering.series()) {
    auto &all = in.problem.series;
    auto known = std::ranges::find(all, name, &Series::values);
    const Data &values = *find(in.problem.data, name);
    const Data *times = find(in.problem.data, known == all.end() ? name + "_time" : known->times);
    const auto refuse = [&](const std::string &message, const std::string &hint) {
      in.diagnostics.error(where, message);
      in.diagnostics.hint(hint);
    };
    if (values.type != Type::Real || values.extents.size() != 1)
      refuse("'at' looks up a list of reals, and '" + name + "' is none",
             "declare it with one size, as 'data real " + name + "[K];'");
    else if (known == all.end() && !times)
      refuse("the times of '" + name + "' are not known",
             "declare 'data real " + name + "_time[K];', or 'axis " + name +
                 "_time = { .from = 0.0, .step = 0.1 };'");
    else if (times && (times->type != Type::Real || times->extents.size() != 1 ||
                       !sameValue(times->extents[0], values.extents[0])))
      refuse("'" + times->name + "' are not the times of '" + name + "'",
             "declare 'data real " + times->name + "[" + print(values.extents[0]) +
                 "];', a time for each value");
    else if (known == all.end())
      all.push_back({name, nullptr, nullptr, times->name});
  }
  // axes of data that no at() looks up
  std::erase_if(in.problem.series,
                [&](const Series &each) { return !in.lowering.series().contains(each.values); });
}

void readAxes(Reading &in) {
  for (const clang::VarDecl *declaration : in.recorded.axes)
    AxisReader(in, declaration).read();
}

} // namespace eulerc::compiler
