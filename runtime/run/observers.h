// Observers: the list of a solver's observers (files, callbacks, stops, checkpoints), and when each
// is due in the current run.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "output/file.h"
#include "results/observer.h"
#include "run/state_store.h"
#include "schedule/schedule.h"
#include "schedule/time_schedule.h"

namespace eulerc {

/// An observer, and when it is called.
struct Observing {
  std::shared_ptr<Observer> observer;
  std::string path; ///< file that it writes; "": none, "-": standard output
  OutputTimes outputTimes;
  bool isOnCall = false;            ///< called by the clock, without output times: a checkpoint
  bool isOfProgram = false;         ///< a stop condition of the program, not of the user
  bool isLost = false;              ///< its file could not be written; it is no longer called
  std::optional<Schedule> schedule; ///< of the current run; none: the run does not call it
  std::int64_t due = 0;             ///< the next step at which it is due, counted from Run::from
  /// With step control or interpolation: the output times, and the next one, or infinity.
  std::optional<TimeSchedule> times;
  double dueAt = std::numeric_limits<double>::infinity();
  std::optional<double> takenAt; ///< the time of its latest call in the current run
};

class Observers {
public:
  Observers(const Setup &setup, const StateStore &store) : setup_(setup), store_(store) {}

  std::vector<Observing> list;
  bool isUnderWay = false; ///< the current run has begun and was not refused

  void add(const OutputTimes &outputTimes, std::unique_ptr<Observer> observer,
           bool isOnCall = false);
  /// Throws Usage if another observer writes to the file.
  void addWriter(const std::string &path, const OutputTimes &outputTimes,
                 std::unique_ptr<Observer> observer, bool isOnCall = false);
  void begin();
  /// Sets the records that files had when the checkpoint of a run was written.
  void goOn(const FileRecords &files) { had_ = files; }
  /// The records that files have of the current run and of runs before it.
  FileRecords files() const;
  /// Makes the schedules of observers that have none for this run, or that begin anew.
  void prepare(const ObservedRun &run);
  /// Whether an observer is due at the end of the current step, by its number or its time.
  bool isDue(const Observing &each) const;
  bool isAnyDue() const;
  /// The step at which the run stops next, counted from the beginning of the run.
  std::int64_t nextStop() const;
  /// The next output time with step control or interpolation, or infinity.
  double nextOutput() const;
  /// Steps between two stops if these are regular; else 0.
  std::int64_t interval() const;
  /// Sets the next output time after the current one.
  void setNext(Observing &each) const;
  /// Lets observers write everything that they have taken.
  void settle();
  /// Lets every observer end its file. unwritten() reports files that could not be written.
  void finish(const Observation &observation);
  /// Throws UnwrittenError, which names all files that could not be written.
  void unwritten();
  /// Does a part of an observer's work. A file that cannot be written ends the run, or only this
  /// recording if the run continues for others.
  void attempt(const std::shared_ptr<Observer> &observer, const std::function<void()> &part);
  /// Called when a run is left before its end: checkpoints are written. Throws Run if one cannot be
  /// written.
  void leave(const std::function<Observation()> &observation);
  /// Called after a callback has failed at the end of a step: files of states record this step, and
  /// lists of events and comparisons take it if it is due, so that all agree with a checkpoint.
  void takeDue(const std::function<Observation()> &observation);
  /// Called after a failure: observers write what they have taken, and the state if it still
  /// exists.
  void rescue(const std::string &failure, const std::function<Observation()> &observation);

private:
  void lose(const std::shared_ptr<Observer> &observer, const OutputError &error);
  UnwrittenError withEarlier(const OutputError &error) const;
  void note(const OutputError &error);
  bool goesOnWithout(const Observing &lost) const;
  bool isOutputTime(const Observing &each) const;
  bool leavesOut(const Observing &each, bool isFileLost) const;
  void schedule(Observing &each, const ObservedRun &run);
  void requireNotRead(const Observing &each) const;
  void tellTimes(const Observing &each, const ObservedRun &run, Dues &dues) const;

  const Setup &setup_;
  const StateStore &store_;
  bool isFileLost_ = false;               ///< a lost file has ended the run
  FileRecords had_;                       ///< records of files that no run has continued yet
  std::optional<UnwrittenError> failure_; ///< names the files that could not be written
};

} // namespace eulerc
