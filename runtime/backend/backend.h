// Backends: where the steps of a run are computed.
//
//   load (how to run, the state to its place) → advance (some steps) … → save (the state back)
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

#include "input/fields.h"
#include "layout/convert.h"
#include "planning/planner.h"
#include "reduction/parts.h"

namespace eulerc {

class EventNotes;

/// Memory for a copy of the user's states, of each its components in the file's order.
struct CopyTarget {
  void *first;
  std::int64_t stateBytes; ///< from the beginning of a state to the next one's
};

/// One run of steps, ready to be computed.
struct Job {
  const Model &model;
  const std::vector<ParamValue> &params;
  const Grid &grid;     ///< of the canonical form
  std::int64_t fileRow; ///< extent of the file's last axis
  std::int64_t components;
  std::int64_t points;                       ///< of the canonical grid
  std::vector<const void *> fields;          ///< values of each field, in the file's order
  std::vector<std::uint64_t> fieldRevisions; ///< of each field; another one when values changed
  std::vector<DataValues> data;
  std::int64_t fieldBytes; ///< of one field, in the file's order
  Run run;
  int threads; ///< hint of the user, 0: all cores
  const Tuning &tuning;
  const std::string &buildOptions;
  std::function<void(std::int64_t stepsDone)> progress; ///< called now and then; may throw
  std::function<void(const std::string &)> note;
  Measuring measuring = Measuring::Never;
  int savedStates = 0;          ///< that save() writes; 0: the user's, and what lives as long
  bool oneByOne = false;        ///< steps are taken one at a time: each is a launch, at least
  std::int64_t interval = 0;    ///< steps between two stops of the run; 0: not known
  const Share *share = nullptr; ///< of a slab
  EventNotes *events = nullptr; ///< where steps note events; null: nobody wants each of them
  Range unexchanged = {};       ///< rows of a slab that exchanges neither read nor write
  bool rowsAreQuick = false;    ///< a slab's rows reach the others well within a launch
  Range owned = {};             ///< the rows that are computed; empty: all
  bool isInitial = false;       ///< load() computes the initial values, where the state stays
  GhostValidity ghosts = {};    ///< of a slab that takes steps

  /// The points of the rows that are computed.
  Range ownedPoints() const {
    const std::int64_t row = points / grid.extent[0];
    return owned.begin < owned.end ? Range{owned.begin * row, owned.end * row} : Range{0, points};
  }

  std::int64_t realSize() const { return model.program.precision == Precision::Float ? 4 : 8; }
  std::int64_t allFieldBytes() const {
    return static_cast<std::int64_t>(fields.size()) * fieldBytes + dataBytes();
  }

  std::int64_t dataBytes() const;
  /// The values of all fields, then of all data.
  std::vector<const void *> allFields() const;

  /// Its model's steps as the host takes them one by one, whatever the job's own ways are.
  Job linearOnHost(const Run &steps) const;
  /// For another model.
  Job of(const Model &other) const;

  Layout layout(Arrangement arrangement, RowAlignment alignment = RowAlignment::Interior) const;
  /// Where the components of the state lie in that layout, with registers that live as long behind
  /// them, and the values of a field in its own.
  Places statePlaces(const Layout &layout) const;
  /// Those places, of the states that save() writes.
  Places saved(Places places) const {
    places.states = savedStates > 0 ? savedStates : places.states;
    return places;
  }
  /// Those places, of the user's states.
  Places own(Places places) const {
    places.states = model.program.stateCount;
    return places;
  }
  /// Those places, with the file's order as a copy has it.
  Places copied(const Places &all, const CopyTarget &target) const {
    Places places = own(all);
    places.fileGap = target.stateBytes / realSize() - places.stateSize();
    return places;
  }
  /// Where a component lies, of its number in the file's order.
  std::int64_t placeOf(std::int64_t component, const ValuePlaces &in) const {
    const std::int64_t perState = components / model.program.stateCount;
    const std::int64_t row = component % perState / fileRow, i = component % perState % fileRow;
    return in.lead + component / perState * in.array + i % grid.classes * in.residue +
           row * in.pitch + i / grid.classes * in.step;
  }
  Places fieldPlaces(RowAlignment alignment) const;
  /// Replaces the values of a field, in a buffer, by the values that steps read.
  void prepareField(std::size_t field, void *values, std::int64_t count, int team) const;
  /// The kernels' constants block for steps on that layout.
  std::vector<std::byte> constants(const Layout &layout,
                                   RowAlignment alignment = RowAlignment::Interior) const;
  std::vector<std::byte> constants(const Layout &state, const Layout &fields) const;
  /// The large tables; empty where the model has none.
  std::vector<std::byte> tables() const;
};

/// What a run needs of memory, in bytes. Buffers count with everything between their rows.
struct Footprint {
  std::int64_t components;
  std::int64_t state;        ///< one buffer of the state
  std::int64_t fields;       ///< all fields in the file's order
  std::int64_t fieldBuffers; ///< buffers of all fields, each at most as large as the state's
  std::int64_t data;         ///< all data, and buffers of all data
  std::string largestName;   ///< of the data that take most; empty without data
  std::int64_t largestData;  ///< the largest of these buffers
  std::int64_t held;         ///< main memory that the solver's state and fields have already

  /// Who needs memory: "10 components", with the largest data if they take more than the state.
  std::string who() const;
};

/// A device that is there and cannot be used: it makes no queue or builds no kernels. Nothing has
/// been computed, and the state has not changed.
class Unusable : public Error {
public:
  /// `why` fits into a line.
  explicit Unusable(const std::string &why) : Unusable(why, why) {}
  Unusable(std::string why, const std::string &message)
      : Error(Kind::Run, message), why_(std::move(why)) {}
  const std::string &why() const { return why_; }

private:
  std::string why_;
};

/// Rows of a slab, counted along the slowest axis from the first one held, and their components
/// that travel: a bit each, or all (SentRows).
struct HaloRows {
  Range rows;
  std::uint64_t components = ~std::uint64_t{0};
};

/// How a stepper reads and writes rows of a slab's states that travel.
class HaloTransfer {
public:
  virtual ~HaloTransfer() = default;
  /// Begins to read rows behind the steps taken; await() waits for them, for one reading after the
  /// other.
  virtual void read(const Job &job, const HaloRows &rows, void *to) = 0;
  virtual void await() {}
  /// Begins to write rows, before any step to come that needs them; `from` stays until a later
  /// reading is awaited.
  virtual void write(const Job &job, const HaloRows &rows, const void *from) = 0;
  /// Seconds that finished readings and writings kept a device from steps, since this was last
  /// asked.
  virtual double takeSeconds() { return 0; }
  /// Takes memory, aligned to pages, that processes share, so that rows are read to and written
  /// from it as fast as any; what was taken before is not used any more. False: it is faster to
  /// copy from and to memory().
  virtual bool reach(const std::vector<std::span<std::byte>> & /*shared*/) { return true; }
  /// Memory that rows are read to and written from fastest, one of eight; it stays until it is
  /// asked for with another size.
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

  /// Throws Error(Run) when a run would not fit into memory.
  virtual void checkMemory(const Footprint &footprint) const = 0;

  // `y` is the same array in all calls, of n components in the file's order with room for a buffer;
  // between load and save it is the stepper's to use. What throws leaves nothing of use, but for
  // Unusable.

  /// Chooses how to run job.run, in whole or in pieces, and makes all ready for it. Takes the state
  /// from `y`; a state that is `held` already is only converted if the layout changes. Says where
  /// the run takes place and how. False: there are no steps to run, and the state is not moved.
  virtual bool load(const Job &job, HostArray &y, bool held, RunRecord &stats) = 0;

  /// Takes the steps of job.run, a piece of the run loaded for or of one that is no longer. Adds up
  /// what it measures. Short pieces may still be running when it returns.
  virtual void advance(const Job &job, HostArray &y, RunRecord &stats) = 0;
  /// Whether steps taken as asked note events (Job::events).
  virtual bool notesEvents(const Model &, const Tuning & /*asked*/) const { return false; }
  /// Takes fields and data of new values; the steps that were loaded for go on with them. False:
  /// they have to be loaded again.
  virtual bool takeFields(const Job &) { return false; }
  /// Waits for them, and adds up what they took.
  virtual void finish(RunRecord &) {}

  /// Writes the state to `y`, and still holds it.
  virtual void save(const Job &job, HostArray &y) = 0;

  struct Copied {
    /// If there is one, it has to be called for that, once, on any thread and while steps are
    /// taken.
    std::function<void()> rest;
    bool isFinite = false; ///< all values are; else nobody has looked, or some are not
  };
  /// Whether the state stays in parts elsewhere: load() computes initial values where they are, and
  /// what looks at the state takes it piece by piece.
  virtual bool staysInParts() const { return false; }
  /// Writes some components of a state that travels, in the order of files, where it is in parts.
  virtual void savePiece(const Job &, std::int64_t /*state*/, Range, void * /*to*/) {}
  /// Copies the state held, and still holds it.
  virtual Copied copyTo(const Job &job, const CopyTarget &target) = 0;

  /// Reads some components of the state held, by their places in the file's order. False: this
  /// takes as long as copying all of them.
  virtual bool read(const Job &, std::span<const std::int64_t> /*components*/, void * /*to*/) {
    return false;
  }

  /// Whether all components of the state held are finite. May take a value between them for one.
  virtual bool isFinite(const Job &job) = 0;

  /// The largest |value| of the state held, or more: a value between those may be larger.
  virtual double largest(const Job &job) = 0;

  /// The value of a monitor for the state held, computed where it is; null where that cannot be.
  /// What it returns waits for the value, perhaps, and may be asked when the state has moved on.
  /// `view` is of params, fields in the file's order, and the time.
  virtual std::function<double()> monitor(const Job &job, int number, const StateView &view) = 0;

  /// The monitor's value over the points that a slab owns; nothing where that cannot be.
  virtual std::optional<ReducedPart> part(const Job &, int /*number*/, const StateView &) {
    return std::nullopt;
  }

  /// Keeps a copy of the state in another buffer. False: there is no room for one.
  virtual bool remember(const Job &job) = 0;
  /// The largest |change| of a component since then; nothing if the state has moved.
  virtual std::optional<double> change(const Job &job) = 0;

  /// Of a run that is to be loaded, on another grid.
  virtual Pace paceOf(const Job &, const Grid & /*grid*/) { return {}; }

  /// Of a slab: its rows that travel; null: none do.
  virtual HaloTransfer *rows() { return nullptr; }
  /// Begins the piece that is advanced next with what needs no rows that are still to be written.
  virtual void begin(const Job & /*piece*/) {}

  // Steps that are taken only if their error is small, where the state is held.

  /// Keeps the state held: a trial is taken from it. False: none can be taken here.
  virtual bool beginTrial(const Job &) { return false; }
  /// The norm of the error of the step taken since, in tolerances (reduction/error.h).
  virtual double errorOfTrial(const Job &, const StepControl &) { return 0; }
  /// Writes the state that the trial was taken from to `y`, the user's states alone.
  virtual void saveBefore(const Job &, HostArray & /*y*/) {}
  /// The events of the trial's step; nothing where the states have to be compared.
  virtual std::optional<std::vector<EventNote>> eventsOfTrial(const Job &) { return std::nullopt; }
  /// Gives events of the state held other times. False: the state has to be loaded anew.
  virtual bool placeEvents(const Job &, const std::vector<EventNote> &) { return false; }
  /// Accepts the step, or goes back to the state before it.
  virtual void endTrial(const Job &, bool /*isTaken*/) {}
};

std::unique_ptr<Stepper> makeSerial();
std::unique_ptr<Stepper> makeThreads();

/// Whether a thread of this process is within an OpenCL driver, to build kernels that nobody waits
/// for. Static objects must not be destroyed then: leave by _exit, or wait at exit.
bool isDriverBusy();

/// On the given device of listDevices(). Several that share the device's context take their steps
/// while rows of others travel.
std::unique_ptr<Stepper> makeOpenCL(std::size_t deviceIndex, bool sharesContext = false);

} // namespace eulerc
