// StepSizes: estimates the longest stable step (stepsize/), for callers and for runs that are long
// enough, and chooses the number of stages of methods that leave it open.
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

  /// The estimate at the current state, if one is possible.
  std::optional<Estimate> currentSpectrum();
  /// The number of stages that the user asks for; 0: each run chooses, if the method leaves it
  /// open.
  int askedStages() const { return askedStages_; }
  void askForStages(int count);
  /// The stages of steps, and who has chosen them.
  struct StageChoice {
    int asked = 0;         ///< 0: runs choose
    bool isOfUser = false; ///< the user asked for them, not the program
    double chosenFor = 0;  ///< step size that they were last chosen for
    int count = 0;
  };
  StageChoice choice() const;
  void restore(const StageChoice &before);
  /// Sets the stages of a step, if the method leaves them open.
  void takeStages(int count);
  /// Sets the fewest stages that are stable for a run, unless the user asked for a number.
  void chooseStages(const Run &run);
  /// Continues steps of dt with the stages of a checkpoint, unless the user asked for a number;
  /// `count` 0: the first step must still choose them.
  void resumeStages(int count, double dt);
  /// Gives a note if the steps of a run are unstable, and if they skip frames of a series. The
  /// stepper must hold the state.
  void checkStep(const Run &run);
  /// Why the steps of a failed run are too long, or "". The state is lost afterwards.
  std::string whyTooLong(const Run &run);
  /// Records the largest |value| at the start of a run.
  void noteStart() { largestAtStart_ = store_.largestValue(); }
  /// Gives one note in a run if values have grown by a factor of a million.
  void noteGrowth();
  /// Called after steps: the estimate was of an earlier state.
  void stateMoved() { spectrum_.reset(); }
  double takeSeconds() { return std::exchange(seconds_, 0); }

private:
  /// Records that the current stages are chosen for steps of dt.
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
  double chosenFor_ = 0;             ///< step size that stages were last chosen for
  std::int64_t replaced_ = 0;        ///< StateStore::replaced when these two were set
  double seconds_ = 0;               ///< for estimates since the last run
  double toldOfFrames_ = 0; ///< step size for which the note about skipped frames was given
  int askedStages_;
  bool areOfUser_ = false;       ///< the user asked for the stages, not the program
  double largestAtStart_ = -1;   ///< |value| at the start of the run; -1: unknown
  std::optional<Stages> stages_; ///< of the model, where their number can be chosen
};

} // namespace eulerc
