// The functions of the C interface, except those that take steps (runs.cpp).
#include <fmt/format.h>

#include <eulerc/program.h>

#include <algorithm>

#include "base/refuse.h"
#include "capi/guarded.h"
#include "capi/runs.h"
#include "cli/set_up.h"
#include "cli/stats.h"
#include "model/model_lists.h"
#include "slabs/remote_slab.h"

namespace eulerc {
namespace {

/// The model in this library.
const Model *theModel = nullptr;
RanksOf theRanksOf = nullptr;
std::function<void()> ending(eulerc_callback *callback, void *user) {
  return [callback, user] {
    if (callback(user) != 0)
      throw Ended();
  };
}

/// A count from the caller, whose numbers are signed. Refuses negative ones.
std::size_t countFrom(std::int64_t count, std::string_view of) {
  if (count < 0)
    refuse(
        fmt::format("{} is given {} values; a number of values must not be negative", of, count));
  return static_cast<std::size_t>(count);
}

// ---- set up -------------------------------------------------------------------------------------

int create(eulerc_solver **solver) {
  return guarded([&] { *solver = new eulerc_solver(*theModel); });
}

void destroy(eulerc_solver *solver) { delete solver; }

/// Undoes the previous options: params that the next ones do not give, stages, slabs, step control.
void forgetOptions(Session &s, const Options &next) {
  for (const auto &[name, value] : s.options.params)
    if (lastOf(next.params, name).empty() && placeOf(name, paramsOf(*theModel)))
      s.solver.unset(name);
  if (s.solver.stages() > 0)
    s.solver.useStages(0);
  s.solver.useSlabs({});
  s.solver.control(std::nullopt);
}

int configure(eulerc_solver *s, int count, const char *const *words) {
  return guarded([&] {
    std::vector<std::string> command = {theModel->name};
    command.insert(command.end(), words, words + count);
    std::vector<char *> arguments;
    for (std::string &word : command)
      arguments.push_back(word.data());
    Options options = parseOptions(*theModel, static_cast<int>(arguments.size()), arguments.data(),
                                   s->ranks.get());
    refuseOfCommandLine(command, options);
    s->solver.together([&] {
      forgetOptions(*s, options);
      setUp(s->solver, options);
      s->solver.useDevice(options.device);
    });
    s->options = std::move(options);
    s->planned.reset();
  });
}

int set(eulerc_solver *s, const char *param, const char *value) {
  return guarded([&] {
    s->solver.set(param, std::string_view(value));
    std::erase_if(s->options.params, [&](const auto &given) { return given.first == param; });
  });
}

[[noreturn]] void refuseKind(const char *function, const char *name, int of) {
  refuse(
      fmt::format("{} takes EULERC_STATE, EULERC_FIELD or EULERC_DATA as the kind of '{}', not {}",
                  function, name, of));
}

int setValues(eulerc_solver *s, int of, const char *name, const double *values,
              std::int64_t count) {
  return guarded([&] {
    const std::span<const double> all(values, countFrom(count, name));
    if (of == EULERC_STATE)
      s->solver.setValues(name, all);
    else if (of == EULERC_FIELD)
      s->solver.setField(name, all);
    else if (of == EULERC_DATA)
      s->solver.setData(name, all);
    else
      refuseKind("set_values", name, of);
  });
}

int load(eulerc_solver *s, int of, const char *name, const char *file) {
  return guarded([&] {
    if (of == EULERC_STATE)
      s->solver.loadValues(name, file);
    else if (of == EULERC_FIELD)
      s->solver.loadField(name, file);
    else if (of == EULERC_DATA)
      s->solver.loadData(name, file);
    else
      refuseKind("load", name, of);
  });
}

int setSeries(eulerc_solver *s, const char *field, const double *times, std::int64_t frames,
              const double *values, std::int64_t count) {
  return guarded([&] {
    s->solver.setSeries(field, {times, countFrom(frames, field)},
                        {values, countFrom(count, field)});
  });
}

int together(eulerc_solver *s, eulerc_callback *change, void *user) {
  struct Undone {};
  const Options before = s->options;
  int status = EULERC_DONE;
  const int own = guarded([&] {
    try {
      s->solver.together([&] {
        status = change(user);
        if (status != EULERC_DONE)
          throw Undone();
      });
    } catch (...) {
      s->options = before;
      s->planned.reset();
      if (status == EULERC_DONE)
        throw;
    }
  });
  return own != EULERC_DONE ? own : status;
}

int shape(eulerc_solver *s, std::int64_t *extents) {
  return guarded([&] { std::ranges::copy(s->solver.shape(), extents); });
}

int dataShape(eulerc_solver *s, const char *data, std::int64_t *extents) {
  return guarded([&] {
    const std::optional<int> place = placeOf(data, dataOf(*theModel));
    if (!place)
      refuse(fmt::format("there is no data '{}'", data));
    s->solver.shape(); // refuses invalid params
    theModel->data.shape(*place, s->solver.params().data(), extents);
  });
}

int params(eulerc_solver *s, double *values) {
  return guarded([&] {
    const std::vector<ParamValue> all = s->solver.params();
    for (std::size_t k = 0; k < all.size(); k++)
      values[k] = theModel->program.params[k].type == ParamType::Int
                      ? static_cast<double>(all[k].integer)
                      : all[k].real;
  });
}

int integers(eulerc_solver *s, std::int64_t *values) {
  return guarded([&] {
    const std::vector<ParamValue> all = s->solver.params();
    for (std::size_t k = 0; k < all.size(); k++)
      values[k] = theModel->program.params[k].type == ParamType::Int ? all[k].integer : 0;
  });
}

// ---- results ------------------------------------------------------------------------------------

int timeOf(eulerc_solver *s, double *t) {
  return guarded([&] { *t = s->solver.time(); });
}

int isAtStart(eulerc_solver *s, int *answer) {
  return guarded([&] { *answer = s->solver.isAtStart() ? 1 : 0; });
}

int state(eulerc_solver *s, const void **values, std::int64_t *count) {
  return guarded([&] {
    const auto take = [&](const auto &all) {
      *values = all.data();
      *count = static_cast<std::int64_t>(all.size());
    };
    if (theModel->program.precision == Precision::Float)
      take(s->solver.floats());
    else
      take(s->solver.doubles());
  });
}

int monitors(eulerc_solver *s, double *values) {
  return guarded([&] { std::ranges::copy(s->solver.monitors(), values); });
}

int output(eulerc_solver *s, const char *name, double *values) {
  return guarded([&] { std::ranges::copy(s->solver.output(name), values); });
}

int statistics(eulerc_solver *s, const char **json) {
  return guarded([&] {
    s->text = statsJson(s->solver, s->options, std::nullopt);
    *json = s->text.c_str();
  });
}

int observe(eulerc_solver *s, eulerc_callback *callback, void *user) {
  return guarded([&] {
    s->solver.observe(outputTimesOf(*s).value_or(OutputTimes::ends()), ending(callback, user));
  });
}

int watch(eulerc_solver *s, eulerc_callback *callback, void *user) {
  return guarded([&] {
    if (callback == nullptr)
      return s->solver.onProgress({});
    s->solver.onProgress([callback, user](std::int64_t, std::int64_t) {
      const int answer = callback(user);
      if (answer < 0)
        throw AtOnce();
      if (answer > 0)
        throw Ended();
    });
  });
}

int onNote(eulerc_solver *s, eulerc_note *note, void *user) {
  return guarded([&] {
    s->note = {};
    if (note != nullptr)
      s->note = [note, user](const std::string &text) { note(user, text.c_str()); };
    s->solver.onNote(s->note);
  });
}

int coordinates(eulerc_solver *s, int axis, double *values) {
  return guarded([&] {
    const std::vector<double> given = s->solver.coordinates(axis);
    const std::int64_t extent = s->solver.shape()[static_cast<std::size_t>(axis)];
    for (std::int64_t k = 0; k < extent; k++)
      values[k] = given.empty() ? static_cast<double>(k) : given[static_cast<std::size_t>(k)];
  });
}

// ---- several processes --------------------------------------------------------------------------

void requireMpi() {
  if (theRanksOf == nullptr)
    refuse(fmt::format("'{}' was compiled for one process; compile it with --mpi (in Python: "
                       "comm=COMM)",
                       theModel->name));
}

void requireRanks(const Session &s) {
  requireMpi();
  if (!s.ranks)
    refuse("this solver has no communicator yet; call use_communicator() first");
}

int useCommunicator(eulerc_solver *s, int communicator) {
  return guarded([&] {
    requireMpi();
    s->ranks = theRanksOf(communicator);
    s->serve = slabServer(*theModel, *s->ranks);
  });
}

int serve(eulerc_solver *s) {
  return guarded([&] {
    requireRanks(*s);
    s->serve();
  });
}

int release(eulerc_solver *s) {
  return guarded([&] {
    requireRanks(*s);
    endSlabs(*s->ranks);
  });
}

const char *description() {
  static const std::string text = descriptionOf(*theModel);
  return text.c_str();
}

} // namespace

const eulerc_program *programOf(const Model &model, RanksOf ranksOf) {
  theModel = &model;
  theRanksOf = ranksOf;
  static const eulerc_program table = {sizeof(eulerc_program),
                                       description,
                                       [] { return lastMessage.c_str(); },
                                       create,
                                       destroy,
                                       configure,
                                       set,
                                       setValues,
                                       shape,
                                       dataShape,
                                       params,
                                       capi::restart,
                                       capi::plan,
                                       capi::begin,
                                       capi::advance,
                                       capi::stepsLeft,
                                       capi::stepsToMoment,
                                       capi::runTo,
                                       timeOf,
                                       state,
                                       monitors,
                                       statistics,
                                       observe,
                                       watch,
                                       onNote,
                                       coordinates,
                                       useCommunicator,
                                       serve,
                                       release,
                                       setSeries,
                                       output,
                                       capi::end,
                                       integers,
                                       isAtStart,
                                       capi::checkRestart,
                                       load,
                                       together};
  return &table;
}

} // namespace eulerc
