// Library and Session: a compiled program in this process, and a solver of it, over the program's C
// entry (<eulerc/program.h>).
//
//   Library("string.so").description() → JSON        Session(library, false).advance(100)
//
// The GIL is released while the solver works; callbacks take it again. What fails is thrown as
// Failure.
#pragma once

#include <eulerc/program.h>

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;

struct Failure {
  int status;
  std::string message;
};

[[noreturn]] inline void refuse(const std::string &message) {
  throw Failure{EULERC_USAGE, message};
}

/// The process in which eulerc was used first: threads and drivers do not survive a fork.
inline std::atomic<pid_t> owner = 0;

inline void requireOwner() {
  pid_t nobody = 0;
  if (owner.compare_exchange_strong(nobody, getpid()) || nobody == getpid())
    return;
  refuse("eulerc was used before this process was forked, and its threads and drivers stayed "
         "behind; start processes "
         "with multiprocessing.get_context(\"spawn\"), or use eulerc in them alone");
}

// ---- a compiled program -------------------------------------------------------------------------

class Library {
public:
  explicit Library(const std::string &path) : path_(path) {
    // A program stays loaded: a solver's threads may still be in it, and the cache has each once.
    void *const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr)
      refuse(std::string("the compiled program cannot be loaded: ") + dlerror());
    using Entry = const eulerc_program *();
    auto *const entry = reinterpret_cast<Entry *>(dlsym(handle, EULERC_PROGRAM_ENTRY));
    program_ = entry != nullptr ? entry() : nullptr;
    if (program_ == nullptr || program_->size < sizeof(eulerc_program)) {
      dlclose(handle); // else its name stands for it, also when another file has taken its place
      refuse("'" + path +
             "' has no entry " EULERC_PROGRAM_ENTRY
             ": it was not compiled by 'eulerc --shared', or by another version");
    }
  }
  const eulerc_program *program() const { return program_; }
  const std::string &path() const { return path_; }
  std::string description() const { return program_->description(); }

private:
  std::string path_;
  const eulerc_program *program_;
};

/// A solver; arrays that show its state hold it, too.
struct Handle {
  explicit Handle(const eulerc_program *theProgram) : program(theProgram) {
    if (const int status = program->create(&solver); status != EULERC_DONE)
      throw Failure{status, program->message()};
  }
  ~Handle() {
    if (getpid() == owner)
      program->destroy(solver);
  }
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;

  const eulerc_program *program;
  eulerc_solver *solver = nullptr;
};

/// States over time, as they are recorded: one row for each moment.
struct Record {
  std::vector<std::pair<std::int64_t, std::int64_t>> parts; ///< first component and count
  std::vector<std::string> outputs;                         ///< after the components
  std::size_t points = 0;                                   ///< of each output
  std::int64_t row = 0;                                     ///< components of a row
  std::size_t monitors = 0;
  std::vector<double> times, values; ///< values: of monitors
  std::vector<char> states;
};

using Doubles = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

class Session {
public:
  explicit Session(const Library &library, bool isDouble)
      : isDouble_(isDouble), p_(library.program()) {
    requireOwner();
    handle_ = std::make_shared<Handle>(p_);
    call([&] { return p_->on_note(solver(), onNote, this); }, false);
  }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  ~Session() {
    if (handle_ && getpid() == owner)
      p_->on_note(solver(), [](void *, const char *) {}, nullptr);
  }

  // -- set up
  void configure(const std::vector<std::string> &words) {
    std::vector<const char *> texts;
    for (const std::string &word : words)
      texts.push_back(word.c_str());
    call([&] { return p_->configure(solver(), static_cast<int>(texts.size()), texts.data()); });
  }
  void set(const std::string &name, const std::string &value) {
    call([&] { return p_->set(solver(), name.c_str(), value.c_str()); });
  }
  void setValues(int of, const std::string &name, const Doubles &values) {
    call([&] {
      return p_->set_values(solver(), of, name.c_str(), values.data(),
                            static_cast<std::int64_t>(values.size()));
    });
  }
  void setSeries(const std::string &field, const Doubles &times, const Doubles &values) {
    call([&] {
      return p_->set_series(solver(), field.c_str(), times.data(),
                            static_cast<std::int64_t>(times.size()), values.data(),
                            static_cast<std::int64_t>(values.size()));
    });
  }
  void load(int of, const std::string &name, const std::string &file) {
    call([&] { return p_->load(solver(), of, name.c_str(), file.c_str()); });
  }
  /// Calls `change`, whose calls of this session are all undone if it throws.
  void together(const nb::callable &change) {
    struct {
      const nb::callable &change;
      std::optional<nb::python_error> failure;
    } calling{change, std::nullopt};
    const auto make = [](void *user) -> int {
      auto &made = *static_cast<decltype(calling) *>(user);
      try {
        made.change();
        return EULERC_DONE;
      } catch (nb::python_error &failure) {
        made.failure.emplace(failure);
        return EULERC_USAGE;
      }
    };
    requireOwner();
    const int status = p_->together(solver(), make, &calling);
    if (calling.failure)
      throw *std::move(calling.failure);
    if (status != EULERC_DONE)
      throw Failure{status, p_->message()};
  }
  std::vector<std::int64_t> shape(std::size_t rank) {
    std::vector<std::int64_t> extents(rank);
    call([&] { return p_->shape(solver(), extents.data()); }, false);
    return extents;
  }
  std::vector<std::int64_t> dataShape(const std::string &name, std::size_t rank) {
    std::vector<std::int64_t> extents(rank);
    call([&] { return p_->data_shape(solver(), name.c_str(), extents.data()); }, false);
    return extents;
  }
  std::vector<double> params(std::size_t count) {
    std::vector<double> values(count);
    call([&] { return p_->params(solver(), values.data()); }, false);
    return values;
  }
  std::vector<std::int64_t> integers(std::size_t count) {
    std::vector<std::int64_t> values(count);
    call([&] { return p_->integers(solver(), values.data()); }, false);
    return values;
  }
  std::vector<double> coordinates(int axis, std::size_t extent) {
    std::vector<double> values(extent);
    call([&] { return p_->coordinates(solver(), axis, values.data()); }, false);
    return values;
  }

  // -- several processes: rank 0 makes the calls, the others answer it in between
  void useCommunicator(int communicator) {
    call([&] { return p_->use_communicator(solver(), communicator); });
    isShared_ = true;
  }
  void serve() {
    call([&] { return p_->serve(solver()); });
  }
  void release() {
    call([&] { return p_->release(solver()); }, false);
  }

  // -- runs
  void restart() {
    call([&] { return p_->restart(solver()); });
  }
  std::tuple<double, double, double, std::int64_t, std::int64_t, bool> plan() {
    eulerc_run run;
    call([&] { return p_->plan(solver(), &run); });
    return {run.from, run.to, run.dt, run.steps, run.outputs, run.controlled != 0};
  }
  void begin() {
    call([&] { return p_->begin(solver()); });
  }
  void advance(std::int64_t steps) {
    watching();
    call([&] { return p_->advance(solver(), steps); });
  }
  void checkRestart() {
    call([&] { return p_->check_restart(solver()); }, false);
  }
  bool isAtStart() {
    int answer = 0;
    call([&] { return p_->is_at_start(solver(), &answer); }, false);
    return answer != 0;
  }
  void end() {
    call([&] { return p_->end(solver()); }, false);
  }
  std::int64_t stepsLeft() { return number(p_->steps_left); }
  std::int64_t stepsToMoment() { return number(p_->steps_to_moment); }
  void runTo(double tEnd, double dt) {
    watching();
    call([&] { return p_->run_to(solver(), tEnd, dt); });
  }

  // -- results
  double time() {
    double t = 0;
    call([&] { return p_->time(solver(), &t); }, false);
    return t;
  }
  /// All components without a copy; as long as the array is there, nothing changes the solver.
  nb::ndarray<nb::numpy, nb::ro> state() {
    const void *values = nullptr;
    std::int64_t count = 0;
    call([&] { return p_->state(solver(), &values, &count); }, false);
    nb::capsule keeper(new std::shared_ptr<Handle>(handle_),
                       [](void *p) noexcept { delete static_cast<std::shared_ptr<Handle> *>(p); });
    const std::size_t shape[] = {static_cast<std::size_t>(count)};
    return {const_cast<void *>(values),
            1,
            shape,
            keeper,
            nullptr,
            isDouble_ ? nb::dtype<double>() : nb::dtype<float>()};
  }
  std::vector<double> monitors(std::size_t count) {
    std::vector<double> values(count);
    call([&] { return p_->monitors(solver(), values.data()); }, false);
    return values;
  }
  std::vector<double> output(const std::string &name, std::size_t points) {
    std::vector<double> values(points);
    call([&] { return p_->output(solver(), name.c_str(), values.data()); }, false);
    return values;
  }
  std::string statistics() {
    const char *text = "";
    call([&] { return p_->statistics(solver(), &text); }, false);
    return text;
  }

  // -- recording
  void record(const std::vector<std::pair<std::int64_t, std::int64_t>> &parts,
              const std::vector<std::string> &outputs, std::size_t points, std::size_t monitors,
              std::int64_t rows) {
    const auto ofOutputs = static_cast<std::int64_t>(outputs.size() * points);
    record_ = Record{parts, outputs, points, ofOutputs, monitors, {}, {}, {}};
    for (const auto &[first, count] : parts)
      record_.row += count;
    record_.states.reserve(static_cast<std::size_t>(rows * record_.row) * size());
    call([&] { return p_->observe(solver(), onMoment, this); });
  }
  /// Adds the current state, of a run that begins with it.
  void recordNow() {
    call([&] { return addRow() ? EULERC_DONE : status_; });
  }
  /// Adds the state at the end; then gives all away.
  nb::tuple recorded() {
    call([&] { return addRow() ? EULERC_DONE : status_; });
    const std::size_t rows = record_.times.size();
    auto *const kept = new Record(std::exchange(record_, {}));
    nb::capsule keeper(kept, [](void *p) noexcept { delete static_cast<Record *>(p); });
    const std::size_t times[] = {rows}, states[] = {rows, static_cast<std::size_t>(kept->row)},
                      monitors[] = {rows, kept->monitors};
    return nb::make_tuple(
        nb::ndarray<nb::numpy, double>(kept->times.data(), 1, times, keeper),
        nb::ndarray<nb::numpy>(kept->states.data(), 2, states, keeper, nullptr,
                               isDouble_ ? nb::dtype<double>() : nb::dtype<float>()),
        nb::ndarray<nb::numpy, double>(kept->values.data(), 2, monitors, keeper));
  }
  std::vector<std::string> takeNotes() { return std::exchange(notes_, {}); }

private:
  eulerc_solver *solver() const { return handle_->solver; }
  std::size_t size() const { return isDouble_ ? sizeof(double) : sizeof(float); }

  /// Calls without the GIL; one call at a time. What changes the solver needs it alone.
  template <class Body> void call(Body &&body, bool changes = true) {
    requireOwner();
    if (changes && handle_.use_count() > 1)
      refuse("an array that shows the state is still in use (it came from view()); delete it, or "
             "take a copy of it, "
             "before the solver goes on");
    if (busy_.exchange(true))
      refuse("the solver is at work in another thread; a solver is used by one thread at a time, "
             "each needs its own");
    int status;
    std::string message;
    {
      nb::gil_scoped_release released;
      status = body();
      if (status != EULERC_DONE)
        message = p_->message();
    }
    busy_ = false;
    if (interrupt_)
      throw *std::exchange(interrupt_, std::nullopt);
    if (status != EULERC_DONE)
      throw Failure{status, message};
  }

  std::int64_t number(int (*function)(eulerc_solver *, std::int64_t *)) {
    std::int64_t value = 0;
    call([&] { return function(solver(), &value); }, false);
    return value;
  }

  /// A rank that ends its run leaves the others waiting: there Ctrl-C is for mpirun.
  void watching() {
    if (isShared_)
      return;
    call([&] { return p_->watch(solver(), onWatch, this); });
  }

  /// Ctrl-C ends a run behind the steps under way; a second one ends it at once.
  static int onWatch(void *user) {
    nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() == 0)
      return 0;
    std::optional<nb::python_error> &interrupt = static_cast<Session *>(user)->interrupt_;
    const bool isSecond = interrupt.has_value();
    interrupt.emplace();
    return isSecond ? -1 : 1;
  }
  static int onMoment(void *user) {
    try {
      return static_cast<Session *>(user)->addRow() ? 0 : 1;
    } catch (const std::bad_alloc &) {
      return 1;
    }
  }
  static void onNote(void *user, const char *text) {
    static_cast<Session *>(user)->notes_.emplace_back(text);
  }

  /// Of the current state, unless it is the last one recorded.
  bool addRow() {
    const void *values = nullptr;
    std::int64_t count = 0;
    double t = 0;
    std::vector<double> monitors(record_.monitors);
    status_ = p_->time(solver(), &t);
    if (status_ == EULERC_DONE && !record_.times.empty() && record_.times.back() == t)
      return true;
    if (status_ == EULERC_DONE && !record_.parts.empty())
      status_ = p_->state(solver(), &values, &count);
    if (status_ == EULERC_DONE && record_.monitors > 0)
      status_ = p_->monitors(solver(), monitors.data());
    if (status_ != EULERC_DONE)
      return false;
    const auto *const bytes = static_cast<const char *>(values);
    const auto each = static_cast<std::int64_t>(size());
    for (const auto &[first, n] : record_.parts)
      record_.states.insert(record_.states.end(), bytes + first * each, bytes + (first + n) * each);
    for (const std::string &name : record_.outputs)
      if (!addOutput(name))
        return false;
    record_.values.insert(record_.values.end(), monitors.begin(), monitors.end());
    record_.times.push_back(t);
    return true;
  }

  /// Rounded to the program's precision, as in files.
  bool addOutput(const std::string &name) {
    std::vector<double> values(record_.points);
    status_ = p_->output(solver(), name.c_str(), values.data());
    const auto add = [&](const auto &all) {
      const auto *const bytes = reinterpret_cast<const char *>(all.data());
      record_.states.insert(record_.states.end(), bytes, bytes + all.size() * size());
    };
    if (isDouble_)
      add(values);
    else
      add(std::vector<float>(values.begin(), values.end()));
    return status_ == EULERC_DONE;
  }

  bool isDouble_;
  const eulerc_program *p_;
  std::shared_ptr<Handle> handle_;
  bool isShared_ = false; ///< by the ranks of a communicator
  std::atomic<bool> busy_ = false;
  Record record_;
  int status_ = EULERC_DONE;
  std::optional<nb::python_error> interrupt_; ///< of the run that is under way
  std::vector<std::string> notes_;
};
