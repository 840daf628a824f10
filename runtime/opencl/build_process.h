// Builds of kernels in processes of their own: a driver builds one program at a time in a process
// (H100: a build of 0.02 s waits 38 s for another one), and several at a time in several.
//
//   int main(…) → offerBuildProcesses()          this program answers --build-kernels
//   BuildProcesses processes(device, true);      begins them; BuildProcesses(): none
//   processes.build(text, options);              the driver keeps what it builds, in its own folder
//   program.build(…)                             the same text here: the driver finds it there
//
// A process that cannot be started, or ends, costs nothing but its time: the build here tells why.
// Contexts that come and go hold up the device: four cost a run 0.25 s (H100).
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "opencl/devices.h"

namespace eulerc {

/// This program calls answerBuilds() first. Solvers do; a program that uses Solver by itself need
/// not, and its kernels are built within its process.
void offerBuildProcesses();

/// As many as suit the device and this machine; 0: kernels are built here.
int processesFor(const Device &device);

class BuildProcesses {
public:
  BuildProcesses() = default;
  /// Each has a context of the device; none unless `isMuch` is built.
  BuildProcesses(const Device &device, bool isMuch);
  /// Ends them, in the middle of a build or not.
  ~BuildProcesses();
  BuildProcesses(const BuildProcesses &) = delete;
  BuildProcesses &operator=(const BuildProcesses &) = delete;

  int count() const { return static_cast<int>(all_.size()); } ///< 0: kernels are built here
  /// Has one of them build a text, and waits for it.
  void build(const std::string &text, const std::string &options);

private:
  class Process;

  std::mutex mutex_; ///< of those that are idle
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Process>> all_;
  std::vector<const Process *> idle_;
};

/// The exit status of a process that was started for builds; nothing: it was started for a run.
std::optional<int> answerBuilds(int argc, char **argv);

} // namespace eulerc
