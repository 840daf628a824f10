// The part of Solver that takes params and the values of fields, data and states.

#include <eulerc/solver_inputs.h>

#include <fmt/format.h>

#include "base/refuse.h"
#include "model/model_lists.h"
#include "run/solver_impl.h"
#include "state/state.h"

namespace eulerc {

void SolverInputs::set(std::string_view name, std::int64_t value) {
  solver_->setParam(name, [&] { solver_->setup.params.set(name, value); });
}

void SolverInputs::set(std::string_view name, double value) {
  solver_->setParam(name, [&] { solver_->setup.params.set(name, value); });
}

void SolverInputs::set(std::string_view name, std::string_view text) {
  solver_->setParam(name, [&] { solver_->setup.params.setText(name, text); });
}

void SolverInputs::unset(std::string_view name) {
  solver_->setParam(name, [&] { solver_->setup.params.unset(name); });
}

std::vector<ParamValue> SolverInputs::params() const { return solver_->setup.params.values(); }

std::vector<std::int64_t> SolverInputs::shape() const { return solver_->setup.shape(); }

std::int64_t SolverInputs::components() const { return solver_->setup.components(); }

void SolverInputs::addRowsRead(std::int64_t begin, std::int64_t end, RowSet &rows) {
  const ProgramFacts &program = solver_->setup.model.program;
  if (program.rowsRead == nullptr)
    return rows.addAll();
  solver_->setup.prepareFields();
  program.rowsRead(params().data(), solver_->setup.fields.pointers().data(), begin, end, rows);
}

void SolverInputs::readSizes(std::string_view array, const std::string &path) {
  if (!solver_->setup.params.takesSizeOf(array))
    return;
  const std::optional<int> field = placeOf(array, fieldsOf(solver_->setup.model));
  const bool isSeries = field && solver_->setup.frames.seriesOf(*field);
  const std::string what = fmt::format("'{}'", array);
  const auto shape = isSeries ? shapeOfFrame(path, what) : shapeInFile(path, what);
  solver_->setup.params.requireAxes(array, shape, path);
  solver_->takeSizes(array, shape);
}

void SolverInputs::setField(std::string_view field, std::span<const double> values) {
  const int which = solver_->setup.fields.findField(field);
  if (solver_->setup.frames.seriesOf(which))
    refuse(fmt::format("field '{0}' changes in time: give its frames with their times "
                       "(setSeries, or a file: loadField; in Python {0}=(times, frames))",
                       field));
  solver_->giveField(which, "setField", [&](const Target &target, const std::string &what) {
    takeValues(values, what, target);
  });
}

void SolverInputs::loadField(std::string_view field, const std::string &path) {
  solver_->giveSized(field, [&] {
    readSizes(field, path);
    const int which = solver_->setup.fields.findField(field);
    const std::string called = solver_->setup.fields.called(which);
    const bool isSeries = solver_->setup.frames.seriesOf(which).has_value();
    if (isSeries)
      solver_->giveSeries(which, framesInFile(path, called));
    else
      solver_->giveField(
          which, fmt::format("'{}'", path),
          [&](const Target &target, const std::string &what) { readValues(path, what, target); });
    solver_->setup.files[called] = {fileOf(path)};
    if (isSeries)
      solver_->setup.files[called].push_back(fileOfTimes(path));
  });
}

void SolverInputs::setSeries(std::string_view field, std::span<const double> times,
                             std::span<const double> values) {
  const int which = solver_->setup.fields.findField(field);
  if (!solver_->setup.frames.seriesOf(which))
    refuse(fmt::format("field '{}' keeps its values: it has no times", field));
  solver_->giveSeries(which, framesInMemory(times, values, solver_->setup.fields.called(which)));
}

void SolverInputs::setData(std::string_view data, std::span<const double> values) {
  const Fields &fields = solver_->setup.fields;
  const int number = fields.findData(data);
  const int which = number - solver_->setup.model.program.fieldCount;
  solver_->giveSized(data, [&] {
    if (solver_->setup.model.data.list[which].rank == 1)
      solver_->takeSizes(data, {std::ssize(values)});
    solver_->giveField(number, "setData", [&](const Target &target, const std::string &what) {
      takeValues(values, what, target);
      if (fields.areRoundedTimes(number))
        fields.checkTimesGiven(number, {values.begin(), values.end()});
    });
  });
}

void SolverInputs::loadData(std::string_view data, const std::string &path) {
  solver_->giveSized(data, [&] {
    readSizes(data, path);
    const Fields &fields = solver_->setup.fields;
    const int number = fields.findData(data);
    solver_->giveField(number, fmt::format("'{}'", path),
                       [&](const Target &target, const std::string &what) {
                         readValues(path, what, target);
                         if (fields.areRoundedTimes(number))
                           fields.checkTimesGiven(number, timesInFile(path, what));
                       });
    solver_->setup.files[fields.called(number)] = {fileOf(path)};
  });
}

void SolverInputs::checkData() const { solver_->setup.checkData(); }

void SolverInputs::setValues(std::string_view state, std::span<const double> values) {
  const DeclaredState declared = solver_->setup.stateNamed(state);
  solver_->store.replaceState(
      declared, solver_->setup.filled(declared.shape(shape()), [&](const Target &target) {
        takeValues(values, fmt::format("state '{}'", state), target);
      }));
  solver_->setup.files.erase(fmt::format("state '{}'", state));
}

static HostArray valuesIn(Setup &setup, const DeclaredState &state, const std::string &path) {
  return setup.filled(state.shape(setup.shape()), [&](const Target &target) {
    readValues(path, fmt::format("state '{}'", state.name), target);
  });
}

void SolverInputs::checkValues(std::string_view state, const std::string &path) {
  valuesIn(solver_->setup, solver_->setup.stateNamed(state), path);
}

void SolverInputs::loadValues(std::string_view state, const std::string &path) {
  const DeclaredState declared = solver_->setup.stateNamed(state);
  solver_->store.replaceState(declared, valuesIn(solver_->setup, declared, path));
  solver_->setup.files[fmt::format("state '{}'", state)] = {fileOf(path)};
}

} // namespace eulerc
