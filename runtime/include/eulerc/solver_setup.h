// SolverSetup: the part of a Solver that chooses where and how it runs.
//
//   solver.useBackend(eulerc::Backend::Threads);
//   solver.control({.tolerance = {1e-6, 1e-9}});
#pragma once

#include <optional>
#include <string_view>

#include <eulerc/declarations.h>
#include <eulerc/device.h>
#include <eulerc/output_times.h>
#include <eulerc/slabs.h>
#include <eulerc/steps.h>
#include <eulerc/tuning.h>

namespace eulerc {

class Ranks; // <eulerc/model/ranks.h>: processes of one run
struct SolverImpl;

class SolverSetup {
public:
  // These take effect at the next run.

  void useBackend(Backend backend);
  /// Chooses an OpenCL device by its index in listDevices() or by part of its name (any case); ""
  /// leaves the choice to the solver. Throws Run if no device matches, and names all devices.
  void useDevice(std::string_view indexOrName);
  /// Cuts the grid into slabs that run at the same time: on OpenCL devices, or on threads of the
  /// backends threads and serial. Throws Run if no device matches, and Usage for slabs that make no
  /// sense; a run throws Usage for a program that cannot be cut.
  void useSlabs(const Slabs &slabs);
  /// Each rank steps a slab; call this on rank 0, while the others serve it (runCommandLine).
  void useRanks(Ranks &ranks);
  /// Throws Usage for impossible sizes, and for choices that the scheme does not support.
  void tune(const Tuning &tuning);
  /// Default: Measuring::WhenItPays.
  void measure(Measuring measuring);
  /// Sets the threads of the backend Threads, 0 to 4096. 0 is the default: all cores, or fewer for
  /// a small problem.
  void useThreads(int count);
  /// Passes options to the OpenCL compiler. Options that allow inexact arithmetic give up bitwise
  /// equality with the host backends.
  void useBuildOptions(std::string_view options);

  // ---- steps --------------------------------------------------------------------------------
  /// Sets the stages of a step of rkl2, 2 to 100. 0: each run takes the fewest stages that are
  /// stable for its dt. Throws Usage for other numbers and other methods.
  void useStages(int count);
  /// The stages set; 0: runs choose.
  int stages() const;
  /// Controls the length of steps by their error, from the next run on; without a value steps have
  /// one length again. A run then consists of intervals, whose ends steps meet exactly; runTo(tEnd)
  /// is one interval. Outputs change no step: the state between two steps is interpolated, with an
  /// error of order 4 for dopri5 and 3 for bs32. everySteps() counts accepted steps. Throws Usage
  /// for a method without an error estimate, for unknown states, for tolerances below zero or none
  /// above it, and for lengths below zero.
  void control(const std::optional<StepControl> &control);
  /// Lets observers of runs with fixed steps see the state at their output times exactly, also
  /// between two steps. It is the state of one shorter step of the same method, which the host
  /// takes beside the run; the steps of the run do not change. Under error control it is always so,
  /// by interpolation. A callback cannot replace such a state. Throws Usage for programs with maps
  /// (next), random numbers, events or `when`.
  void interpolate(bool isOn = true);
  /// Whether observers see the state at these output times exactly.
  bool meets(const OutputTimes &outputTimes) const;
  /// The control set, or the control of the resumed run.
  const std::optional<StepControl> &control() const;

protected:
  explicit SolverSetup(SolverImpl &solver) : solver_(&solver) {}

private:
  SolverImpl *solver_;
};

} // namespace eulerc
