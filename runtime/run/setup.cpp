// Checks the inputs of a solver, and makes its grid and its stepper from them (setup.h).

#include "run/setup.h"

#include <fmt/format.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/refuse.h"
#include "schedule/times.h"
#include "slabs/cut.h"
#include "slabs/slabs.h"

namespace eulerc {

void Setup::forgetFilesOfState() {
  std::erase_if(files, [](const auto &each) {
    return each.first.starts_with("state") || each.first == resumedState;
  });
}

void Setup::takeParams(const std::vector<ParamValue> &all) {
  for (std::size_t i = 0; i < all.size(); i++) {
    const Param &param = model.program.params[i];
    if (param.type == ParamType::Int)
      params.set(param.name, all[i].integer);
    else
      params.set(param.name, all[i].real);
  }
}

double Setup::startTime() const {
  return start ? *start : model.program.timespan(params.values().data()).from;
}

std::vector<std::int64_t> Setup::shape() const {
  params.checkFinite();
  const std::vector<std::int64_t> extents = checkedShape(model, params.values());
  checkLinesOfAxes(model, params.values(), extents);
  return extents;
}

std::vector<std::int64_t> Setup::uncheckedShape() const {
  std::vector<std::int64_t> extents(static_cast<std::size_t>(model.program.rank));
  model.program.extents(params.values().data(), extents.data());
  return extents;
}

std::int64_t Setup::components() const {
  return times(gridPoints(shape()), model.program.stateCount);
}

Grid Setup::grid() const {
  Grid grid;
  model.host.grid(params.values().data(), &grid);
  return grid;
}

DeclaredState Setup::stateNamed(std::string_view name) const {
  if (const auto state = declaredState(model, name))
    return *state;
  std::string known;
  for (const DeclaredState &state : declaredStates(model))
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", state.name);
  refuse(fmt::format("there is no state '{}'; there are: {}", name, known));
}

void Setup::checkProblem() const {
  params.checkSizes();
  components();
  fields.check(params.values(), shape());
}

std::unique_ptr<Stepper> Setup::makeStepper() const {
  const bool isRing = goesRound(model);
  if (ranks != nullptr && ranks->count() > 1)
    return makeSlabsOfRanks(*ranks, model.program.precision, {backend, deviceOfRanks}, slabs,
                            isRing, note);
  if (devicesOfSlabs.empty() && slabs.count == 0)
    return eulerc::makeStepper(model.program.precision, backend, device, note,
                               isForDevices(tuning, buildOptions));
  std::vector<std::unique_ptr<Stepper>> each;
  for (const std::size_t of : devicesOfSlabs)
    each.push_back(makeOpenCL(of, true));
  for (int k = 0; k < slabs.count && devicesOfSlabs.empty(); k++)
    each.push_back(backend == Backend::Serial ? makeSerial() : makeThreads());
  return makeSlabs(std::move(each), slabs, isRing);
}

void Setup::check(const Run &run) const {
  checkRun(run);
  if (model.program.precision == Precision::Float)
    checkRunInFloat(run, model.stencil.usesTime);
}

void Setup::tellWhoGives(Target &target) const {
  for (const std::string &size : target.sizes)
    if (!checkpoint.empty())
      target.givenBy[size] = fmt::format("'{}', which the run goes on from", checkpoint);
    else if (const std::optional<int> extent = params.extentBehind(size)) {
      const Param &param = model.program.params[*extent];
      const std::string origin = fields.origin(param.sizeOf); // "" before the values are loaded
      if (params.isOpen(*extent))
        target.givenBy[size] = fmt::format("the values of '{}'{}{}", param.sizeOf,
                                           origin.empty() ? "" : " from ", origin);
      else if (size != param.name)
        target.givenBy[size] =
            fmt::format("--set {}={}: change it, or leave it out where '{}' has a file", param.name,
                        params.values()[static_cast<std::size_t>(*extent)].integer, param.sizeOf);
    }
}

void Setup::prepareFields() {
  const Stopwatch watch;
  fields.prepare(params.values(), shape(), chooseThreads(threads, components()));
  initialiseSeconds += watch.seconds();
}

void Setup::checkData() const {
  fields.checkData(params.values(), shape(), chooseThreads(threads, components()));
}

std::vector<std::uint64_t> Setup::fieldHashes() {
  prepareFields();
  return fields.hashes();
}

} // namespace eulerc
