// StepSizes: the longest stable step (stepsize/), for runs that are long enough for an estimate and
// for callers; and the number of stages, where runs choose it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "model/stages.h"
#include "run/state_store.h"
#include "stepsize/spectrum.h"

namespace eulerc {

class StepSizes {
public:
  StepSizes(Setup &setup, StateStore &store);

  /// The estimate at the current state, if there can be one.
  std::optional<Estimate> currentSpectrum();
  /// Stages asked for; 0: each run chooses, where the method lets it.
  int askedStages() const { return askedStages_; }
  void askForStages(int count);
  /// Sets the stages of a step, where the method leaves them open.
  void takeStages(int count);
  /// Sets the fewest stages that are stable for a run, unless the user asked for a number.
  void chooseStages(const Run &run);
  /// Steps by dt go on with the stages of a checkpoint, unless the user asked for a number; 0: the
  /// first step is still to choose them.
  void resumeStages(int count, double dt);
  /// Gives a note if the steps of a run are unstable, and if they skip frames of a series. The
  /// stepper holds the state.
  void checkStep(const Run &run);
  /// Why the steps of a failed run are too long, or "". The state is lost then.
  std::string whyTooLong(const Run &run);
  /// The run starts with the state on the host.
  void noteStart() { largestAtStart_ = store_.largestValue(); }
  /// Gives one note in a run if values have grown by a factor of a million.
  void noteGrowth();
  /// Steps have led to another state.
  void stateMoved() { spectrum_.reset(); }
  double takeSeconds() { return std::exchange(seconds_, 0); }

private:
  /// The current stages suit steps by dt.
  void keepStagesFor(double dt);
  std::optional<Estimate> spectrumOf(const Run &run, const void *state);
  void record(const Estimate &found);
  bool paysForSpectrum(const Run &run);
  bool mayEstimate(const Run &run, std::int64_t bytes);
  std::optional<Estimate> startEstimate();
  std::string growthText(double largest);
  void noteSkippedFrames(const Run &run);
  void forgetReplaced();

  Setup &setup_;
  StateStore &store_;
  std::optional<Estimate> spectrum_; ///< at the current state, if it is known
  double chosenFor_ = 0;             ///< steps of the length that stages were last chosen for
  std::int64_t replaced_ = 0;        ///< StateStore::replaced of these two
  double seconds_ = 0;               ///< of spectra since the last run
  double toldOfFrames_ = 0;          ///< steps of that length were said to skip some
  int askedStages_;
  bool areOfUser_ = false; ///< the user asked for them, not the program
  double largestAtStart_ =
      -1; ///< |value| when the state was last given to the stepper; -1: unknown
  std::optional<Stages> stages_; ///< of the model, where their number can be chosen
};

} // namespace eulerc
