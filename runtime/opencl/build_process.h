// BuildProcesses: builds kernels in child processes. Within one process a driver builds one program
// at a time (H100: a build of 0.02 s waits 38 s for another one); in several processes it builds
// several.
//
//   int main(…) → offerBuildProcesses()          this program answers --build-kernels
//   BuildProcesses processes(device, true);      starts processes; BuildProcesses(): none
//   processes.build(text, options);              the driver keeps the build in its cache folder
//   program.build(…)                             the same text here: the driver finds it there
//
// A process that does not start, or fails, only costs time: the build here reports the reason.
// Creating contexts delays the device: four cost a run 0.25 s (H100).
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "opencl/devices.h"

namespace eulerc {

/// Declares that this program calls answerBuilds() first. Solvers do. A program that uses Solver as
/// a library need not; its kernels are then built within its process.
void offerBuildProcesses();

/// The number of processes for the device on this machine; 0: kernels are built here.
int processesFor(const Device &device);

class BuildProcesses {
public:
  BuildProcesses() = default;
  /// Starts processes, each with a context of the device; none unless there `isMuch` to build.
  BuildProcesses(const Device &device, bool isMuch);
  /// Ends the processes, even during a build.
  ~BuildProcesses();
  BuildProcesses(const BuildProcesses &) = delete;
  BuildProcesses &operator=(const BuildProcesses &) = delete;

  int count() const { return static_cast<int>(all_.size()); } ///< 0: kernels are built here
  /// Lets a process build a text, and waits for it.
  void build(const std::string &text, const std::string &options);

private:
  class Process;

  std::mutex mutex_; ///< guards `idle_`
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Process>> all_;
  std::vector<const Process *> idle_;
};

/// Answers builds if this process was started for them, and returns its exit status; nullopt: the
/// process was started for a run.
std::optional<int> answerBuilds(int argc, char **argv);

} // namespace eulerc
