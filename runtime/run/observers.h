// Observers: the observers of runs, and when each is due.
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
  std::string path; ///< that it writes to; "": none, "-": standard output
  OutputTimes outputTimes;
  bool isOnCall = false;            ///< has no output times: by the clock alone
  bool isOfProgram = false;         ///< nobody has asked for it: a program's own stops
  bool isLost = false;              ///< it could not be written, and takes no part any more
  std::optional<Schedule> schedule; ///< of the run that was begun; none: it takes no part in it
  std::int64_t due = 0;             ///< the next step, counted from Run::from
  /// Of a controlled run: the times of its output times, and the next one, or infinity.
  std::optional<TimeSchedule> times;
  double dueAt = std::numeric_limits<double>::infinity();
};

class Observers {
public:
  Observers(const Setup &setup, const StateStore &store) : setup_(setup), store_(store) {}

  std::vector<Observing> list;
  bool isUnderWay = false; ///< the run that was begun: it was not refused

  void add(const OutputTimes &outputTimes, std::unique_ptr<Observer> observer,
           bool isOnCall = false);
  /// Throws Usage if another observer writes to the file.
  void addWriter(const std::string &path, const OutputTimes &outputTimes,
                 std::unique_ptr<Observer> observer, bool isOnCall = false);
  void begin();
  /// What files had when the checkpoint of a run was written.
  void goOn(const FileRecords &files) { had_ = files; }
  /// What files have of the run that was begun, and of those before it.
  FileRecords files() const;
  /// Makes the schedules of observers that have none for this run, or that begin anew.
  void prepare(const ObservedRun &run);
  /// At the end of a step, by its number or its time.
  bool isDue(const Observing &each) const;
  bool isAnyDue() const;
  /// The step at which the run stops next, counted from its begin.
  std::int64_t nextStop() const;
  /// The time of the next output of a controlled run, or infinity.
  double nextOutput() const;
  /// Steps between two stops, as far as these are regular; else 0.
  std::int64_t interval() const;
  /// Behind the output time that is now.
  void setNext(Observing &each) const;
  /// Writes everything that was taken.
  void settle();
  /// Every observer ends what it writes. What could not be written, then or before, is told by
  /// unwritten().
  void finish(const Observation &observation);
  /// Throws UnwrittenError of the first file that could not be written.
  void unwritten();
  /// Does a part of an observer's work. A file that cannot be written ends the run, or that
  /// recording alone where the run goes on for others.
  void attempt(const std::shared_ptr<Observer> &observer, const std::function<void()> &part);
  /// The run is left where it is: checkpoints are of there. Throws Run for one that cannot be
  /// written.
  void leave(const std::function<Observation()> &observation);
  /// A callback has failed at the end of a step: what that step owes to files and to comparisons is
  /// taken yet, so that a checkpoint is of no other state than they are.
  void takeDue(const std::function<Observation()> &observation);
  /// Something failed: observers write what they have taken, and keep the state if it is still
  /// there.
  void rescue(const std::string &failure, const std::function<Observation()> &observation);

private:
  void lose(const std::shared_ptr<Observer> &observer, const OutputError &error);
  void note(const OutputError &error);
  bool goesOnWithout(const Observing &lost) const;
  bool isOutputTime(const Observing &each) const;
  bool leavesOut(const Observing &each, bool isFileLost) const;
  void schedule(Observing &each, const ObservedRun &run);
  void requireNotRead(const Observing &each) const;
  void tellTimes(const Observing &each, const ObservedRun &run, Dues &dues) const;

  const Setup &setup_;
  const StateStore &store_;
  bool isFileLost_ = false;               ///< and ended the run
  FileRecords had_;                       ///< of files that no run has gone on with yet
  std::optional<UnwrittenError> failure_; ///< of the first file that could not be written
};

} // namespace eulerc
