// Stepper: the interface of a backend (serial, threads, OpenCL), which computes the steps of a run.
//
//   load (plans the run, moves the state in) → advance (some steps) … → save (the state back)
//
// A Solver keeps its stepper from run to run, so costly things (threads' memory, a device's queue,
// built kernels, buffers, the state in the layout of steps) are made once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <eulerc/solver.h>

#include "backend/event_note.h"
#include "backend/ghost_validity.h"
#include "backend/record.h"
#include "base/memory.h"

#include "input/fields.h"
#include "layout/convert.h"
#include "planning/planner.h"
#include "reduction/parts.h"

namespace eulerc {

class EventNotes;

/// Memory for a copy of the user's states, each with its components in the file's order.
struct CopyTarget {
  void *first;
  std::int64_t stateBytes; ///< from the beginning of a state to that of the next one
};

/// One run of steps, with the model and the values that it needs.
struct Job {
  const Model &model;
  const std::vector<ParamValue> &params;
  const Grid &grid;     ///< of the canonical form
  std::int64_t fileRow; ///< extent of the file's last axis
  std::int64_t components;
  std::int64_t points;                       ///< of the canonical grid
  std::vector<const void *> fields;          ///< values of each field, in the file's order
  std::vector<std::uint64_t> fieldRevisions; ///< of each field; changes when its values change
  std::vector<DataValues> data;
  std::int64_t fieldBytes; ///< of one field, in the file's order
  Run run;
  int threads; ///< hint of the user, 0: all cores
  const Tuning &tuning;
  const std::string &buildOptions;
  std::function<void(std::int64_t stepsDone)> progress; ///< called now and then; may throw
  std::function<void(const std::string &)> note;
  Measuring measuring = Measuring::Never;
  int savedStates = 0;          ///< that save() writes; 0: the user's and the kept registers
  bool oneByOne = false;        ///< no launch takes more than one step
  std::int64_t interval = 0;    ///< steps between two stops of the run; 0: not known
  const Share *share = nullptr; ///< of a slab
  EventNotes *events = nullptr; ///< where steps list their events; null: no list is needed
  Range unexchanged = {};       ///< rows of a slab that exchanges neither read nor write
  bool rowsAreQuick = false;    ///< an exchange of rows takes far less time than a launch
  Range owned = {};             ///< the rows that are computed; empty: all
  bool isInitial = false;       ///< load() computes the initial values, where the state stays
  GhostValidity ghosts = {};    ///< of a slab that takes steps

  /// The points of the rows in `owned`.
  Range ownedPoints() const {
    const std::int64_t row = points / grid.extent[0];
    return owned.begin < owned.end ? Range{owned.begin * row, owned.end * row} : Range{0, points};
  }

  std::int64_t realSize() const { return model.program.precision == Precision::Float ? 4 : 8; }
  std::int64_t allFieldBytes() const {
    return static_cast<std::int64_t>(fields.size()) * fieldBytes + dataBytes();
  }

  std::int64_t dataBytes() const;
  /// The values of all fields, followed by those of all data.
  std::vector<const void *> allFields() const;

  /// Its model's steps as the host takes them one by one, whatever the job's own ways are.
  Job linearOnHost(const Run &steps) const;
  /// For another model.
  Job of(const Model &other) const;

  Layout layout(Arrangement arrangement, RowAlignment alignment = RowAlignment::Interior) const;
  /// Where the layout has the components of the state, then the registers that are kept between
  /// steps; for the layout of a field, where it has the field's values.
  Places statePlaces(const Layout &layout) const;
  /// The places of the states that save() writes alone.
  Places saved(Places places) const {
    places.states = savedStates > 0 ? savedStates : places.states;
    return places;
  }
  /// The places of the user's states alone.
  Places own(Places places) const {
    places.states = model.program.stateCount;
    return places;
  }
  /// The places of the user's states, with the gaps between states that `target` has.
  Places copied(const Places &all, const CopyTarget &target) const {
    Places places = own(all);
    places.fileGap = target.stateBytes / realSize() - places.stateSize();
    return places;
  }
  /// The place of a component, given by its number in the file's order.
  std::int64_t placeOf(std::int64_t component, const ValuePlaces &in) const {
    const std::int64_t perState = components / model.program.stateCount;
    const std::int64_t row = component % perState / fileRow, i = component % perState % fileRow;
    return in.lead + component / perState * in.array + i % grid.classes * in.residue +
           row * in.pitch + i / grid.classes * in.step;
  }
  Places fieldPlaces(RowAlignment alignment) const;
  /// Replaces the values of a field in a buffer by the values that steps read instead.
  void prepareField(std::size_t field, void *values, std::int64_t count, int team) const;
  /// The kernels' constants block for steps on that layout.
  std::vector<std::byte> constants(const Layout &layout,
                                   RowAlignment alignment = RowAlignment::Interior) const;
  std::vector<std::byte> constants(const Layout &state, const Layout &fields) const;
  /// The large tables; empty where the model has none.
  std::vector<std::byte> tables() const;
};

/// The memory that a run needs, in bytes. Buffers include the padding between their rows.
struct Footprint {
  std::int64_t components;
  std::int64_t state;        ///< one buffer of the state
  std::int64_t fields;       ///< all fields in the file's order
  std::int64_t fieldBuffers; ///< buffers of all fields, each at most as large as the state's
  std::int64_t data;         ///< all data, and buffers of all data
  std::string largestName;   ///< of the largest data; empty without data
  std::int64_t largestData;  ///< the buffer of the largest data
  bool isFarRead;            ///< levels read at any distance: each slab holds all rows

  /// What needs the memory: "10 components", with the largest data if they exceed the state.
  std::string who() const;
};

/// Unusable: a device exists but cannot be used, because it makes no queue or builds no kernels.
/// Nothing has been computed, and the state has not changed.
class Unusable : public Error {
public:
  /// `why` is a single line.
  explicit Unusable(const std::string &why) : Unusable(why, why) {}
  Unusable(std::string why, const std::string &message)
      : Error(Kind::Run, message), why_(std::move(why)) {}
  const std::string &why() const { return why_; }

private:
  std::string why_;
};

/// Rows of a slab, counted along the slowest axis from the first row held, and a bit for each of
/// their components that is exchanged; all bits: every component (SentRows).
struct HaloRows {
  Range rows;
  std::uint64_t components = ~std::uint64_t{0};
};

/// How a stepper reads and writes the rows that slabs exchange.
class HaloTransfer {
public:
  virtual ~HaloTransfer() = default;
  /// Begins to read rows after the steps taken so far. Each await() waits for the oldest reading
  /// that was not awaited yet.
  virtual void read(const Job &job, const HaloRows &rows, void *to) = 0;
  virtual void await() {}
  /// Begins to write rows, ahead of the steps that need them. The caller keeps `from` unchanged
  /// until a later reading has been awaited.
  virtual void write(const Job &job, const HaloRows &rows, const void *from) = 0;
  /// Seconds during which finished transfers kept the device from steps, since the last call.
  virtual double takeSeconds() { return 0; }
  /// Makes memory that processes share, aligned to pages, as fast for transfers as memory(); it
  /// replaces the memory of the call before. False: it is faster to transfer to memory() and copy.
  virtual bool reach(const std::vector<std::span<std::byte>> & /*shared*/) { return true; }
  /// Memory to which and from which transfers are fastest; `which`: 0 … 7. It stays valid until the
  /// same `which` is asked for with another size.
  virtual void *memory(int which, std::int64_t bytes) {
    memory_[which].allocate(bytes);
    return memory_[which].data();
  }

private:
  HostArray memory_[8];
};

class Stepper {
public:
  virtual ~Stepper() = default;

  /// Adds the memory that a run needs in addition to the solver's state, fields and data. Throws
  /// Error(Run) if a device lacks it.
  virtual void addNeeds(const Footprint &footprint, MemoryNeeds &needs) const = 0;

  // `y` is the same array in all calls: n components in the file's order, with room for a buffer.
  // Between load and save the stepper may overwrite it. After an exception other than Unusable the
  // state is lost.

  /// Plans job.run, whole or in pieces, and prepares all that it needs. Takes the state from `y`;
  /// a state that is `held` already is only converted if the layout changes. Writes the device and
  /// the plan into `stats`. False: there are no steps to run, and the state is not moved.
  virtual bool load(const Job &job, HostArray &y, bool held, RunRecord &stats) = 0;

  /// Takes the steps of job.run, which is a piece of the loaded run or of a run that is no longer
  /// than it. Adds its measurements to the record. Short pieces may still be running on return.
  virtual void advance(const Job &job, HostArray &y, RunRecord &stats) = 0;
  /// Whether steps with the hints `asked` list their events (Job::events).
  virtual bool notesEvents(const Model &, const Tuning & /*asked*/) const { return false; }
  /// Takes new values of fields and data for the steps of the loaded run. False: the run has to be
  /// loaded again.
  virtual bool takeFields(const Job &) { return false; }
  /// Waits for pieces that are still running, and adds their time to the record.
  virtual void finish(RunRecord &) {}

  /// Writes the state to `y`; the stepper still holds it.
  virtual void save(const Job &job, HostArray &y) = 0;

  struct Copied {
    /// Unless empty, completes the copy: to be called once, on any thread, even while steps are
    /// taken.
    std::function<void()> rest;
    bool isFinite = false; ///< all values are; false: not checked, or some are not
  };
  /// Whether the state stays in parts elsewhere, as with ranks: load() computes the initial values
  /// in the parts, and the state is read piece by piece.
  virtual bool staysInParts() const { return false; }
  /// Writes some components of a state that is held in parts to `to`, in the file's order.
  virtual void savePiece(const Job &, std::int64_t /*state*/, Range, void * /*to*/) {}
  /// Copies the state; the stepper still holds it.
  virtual Copied copyTo(const Job &job, const CopyTarget &target) = 0;

  /// Reads some components of the state held, given by their places in the file's order. False:
  /// that would take as long as copying all of them.
  virtual bool read(const Job &, std::span<const std::int64_t> /*components*/, void * /*to*/) {
    return false;
  }

  /// Whether all components of the state held are finite. Values in gaps may count as components.
  virtual bool isFinite(const Job &job) = 0;

  /// The largest |value| of the state held, or more: values in gaps may count as components.
  virtual double largest(const Job &job) = 0;

  /// Begins to compute a monitor where the state is held; null: that is not possible. The function
  /// returned waits for the value if need be; it may be called after further steps. `view` has the
  /// params, the fields in the file's order, and the time.
  virtual std::function<double()> monitor(const Job &job, int number, const StateView &view) = 0;

  /// The monitor's part over the points that a slab owns; nullopt where that is not possible.
  virtual std::optional<ReducedPart> part(const Job &, int /*number*/, const StateView &) {
    return std::nullopt;
  }

  /// Keeps a copy of the state in another buffer. False: there is no room for one.
  virtual bool remember(const Job &job) = 0;
  /// The largest |change| of a component since remember(); nullopt if the state was laid out anew.
  virtual std::optional<double> change(const Job &job) = 0;

  /// The pace that a run on another grid would have, before it is loaded.
  virtual Pace paceOf(const Job &, const Grid & /*grid*/) { return {}; }

  /// How the rows of this slab are exchanged; null: no rows are.
  virtual HaloTransfer *rows() { return nullptr; }
  /// Begins the piece that is advanced next, as far as it needs no rows that are not written yet.
  virtual void begin(const Job & /*piece*/) {}

  // Trial steps of step control, which are accepted only if their error is small.

  /// Keeps the state held, from which a trial step starts. False: this backend takes no trials.
  virtual bool beginTrial(const Job &) { return false; }
  /// The norm of the trial step's error, in units of the tolerance (reduction/error.h).
  virtual double errorOfTrial(const Job &, const StepControl &) { return 0; }
  /// Writes the state before the trial step to `y`, only the user's states.
  virtual void saveBefore(const Job &, HostArray & /*y*/) {}
  /// The events of the trial step; nullopt: the caller has to compare the states.
  virtual std::optional<std::vector<EventNote>> eventsOfTrial(const Job &) { return std::nullopt; }
  /// Replaces the times of events in the state held. False: the state has to be loaded anew.
  virtual bool placeEvents(const Job &, const std::vector<EventNote> &) { return false; }
  /// Accepts the step, or goes back to the state before it.
  virtual void endTrial(const Job &, bool /*isTaken*/) {}
};

std::unique_ptr<Stepper> makeSerial();
std::unique_ptr<Stepper> makeThreads();

/// Whether a background thread of this process is building kernels in an OpenCL driver. Static
/// objects must not be destroyed then: leave by _exit, or wait at exit.
bool isDriverBusy();

/// The stepper for a device of listDevices(). Steppers that share the device's context can take
/// steps while others transfer rows.
std::unique_ptr<Stepper> makeOpenCL(std::size_t deviceIndex, bool sharesContext = false);

} // namespace eulerc
