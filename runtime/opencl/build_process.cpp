// Child processes that build kernels: this program with the option --build-kernels reads texts from
// a pipe and answers each with a byte (build_process.h).

#include "opencl/build_process.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

namespace eulerc {

/// Owns a file descriptor and closes it.
class OpenFile {
public:
  explicit OpenFile(int number) : number_(number) {}
  OpenFile(OpenFile &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
  OpenFile &operator=(OpenFile &&) = delete;
  ~OpenFile() {
    if (number_ >= 0)
      close(number_);
  }

  int number() const { return number_; }
  /// Returns whether all of the text was written.
  bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::write(number_, text.data(), text.size());
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }
  /// Waits for a byte, or for the end of the file; returns whether there was a byte.
  bool readByte() const {
    char byte = 0;
    ssize_t count = 0;
    while ((count = ::read(number_, &byte, 1)) < 0 && errno == EINTR)
      continue;
    return count == 1;
  }

private:
  int number_;
};

namespace {

constexpr std::string_view option = "--build-kernels";
std::atomic<bool> isOffered = false;

struct Pipe {
  OpenFile out, in;
};

/// A pipe that other processes do not inherit.
Pipe makePipe() {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {OpenFile(-1), OpenFile(-1)};
  return {OpenFile(ends[0]), OpenFile(ends[1])};
}

/// Starts this program again, reading from `in` and writing to `out`; -1: it did not start.
pid_t start(const OpenFile &in, const OpenFile &out) {
  std::string self = "/proc/self/exe", build(option);
  char *words[] = {self.data(), build.data(), nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.number(), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  if (posix_spawn(&child, self.c_str(), &files, nullptr, words, environ) != 0)
    child = -1;
  posix_spawn_file_actions_destroy(&files);
  return child;
}

/// The request for a build: sizes of options and text, then both. The first line that a process
/// reads is the device's number.
std::string messageOf(const std::string &text, const std::string &options) {
  return fmt::format("{} {}\n{}{}", options.size(), text.size(), options, text);
}

std::optional<std::string> readText(std::size_t bytes) {
  std::string text(bytes, '\0');
  return std::cin.read(text.data(), static_cast<std::streamsize>(bytes)) ? std::optional(text)
                                                                         : std::nullopt;
}

void buildAll(const Device &device) {
  const cl::Context context(device.handle);
  constexpr std::size_t most = 1 << 30; // bytes of a text
  std::size_t optionBytes = 0, textBytes = 0;
  while (std::cin >> optionBytes >> textBytes && optionBytes < most && textBytes < most) {
    std::cin.get();
    const auto options = readText(optionBytes), text = readText(textBytes);
    if (!options || !text)
      return;
    try {
      cl::Program(context, *text).build({device.handle}, options->c_str());
    } catch (const cl::Error &) { // the build of the run reports the reason
    }
    std::cout.put('.').flush();
  }
}

} // namespace

class BuildProcesses::Process {
public:
  explicit Process(int device) : Process(device, makePipe(), makePipe()) {}
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;
  ~Process() {
    if (child_ < 0)
      return;
    kill(child_, SIGKILL);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR)
      continue;
  }

  void build(const std::string &text, const std::string &options) const {
    if (child_ >= 0 && requests_.write(messageOf(text, options)))
      (void)answers_.readByte();
  }

private:
  Process(int device, Pipe requests, Pipe answers)
      : requests_(std::move(requests.in)), answers_(std::move(answers.out)),
        child_(start(requests.out, answers.in)) {
    (void)requests_.write(fmt::format("{}\n", device));
  }

  OpenFile requests_, answers_;
  pid_t child_;
};

void offerBuildProcesses() { isOffered = true; }

/// 0 on processors, whose drivers have no cache that makes it pay. $EULERC_BUILD_PROCESSES
/// overrides the number, for tests.
int processesFor(const Device &device) {
  constexpr int most = 3; // each has a context on the device, of several hundred MB
  if (!isOffered)
    return 0;
  if (const char *asked = std::getenv("EULERC_BUILD_PROCESSES"))
    return static_cast<int>(std::clamp<std::int64_t>(readInteger(asked).value_or(0), 0, most));
  const int able = static_cast<int>(std::thread::hardware_concurrency()) / 2;
  return !device.isRemembered || able < 2 ? 0 : std::min(able, most);
}

BuildProcesses::BuildProcesses(const Device &device, bool isMuch) {
  const int count = isMuch ? processesFor(device) : 0;
  for (int k = 0; k < count; k++) {
    all_.push_back(std::make_unique<Process>(device.number));
    idle_.push_back(all_.back().get());
  }
}

BuildProcesses::~BuildProcesses() = default;

void BuildProcesses::build(const std::string &text, const std::string &options) {
  std::unique_lock lock(mutex_);
  if (all_.empty())
    return;
  changed_.wait(lock, [&] { return !idle_.empty(); });
  const Process *process = idle_.back();
  idle_.pop_back();
  lock.unlock();
  process->build(text, options);
  lock.lock();
  idle_.push_back(process);
  changed_.notify_one();
}

std::optional<int> answerBuilds(int argc, char **argv) {
  if (argc != 2 || argv[1] != option)
    return std::nullopt;
  prctl(PR_SET_PDEATHSIG, SIGKILL); // a build that hangs must not outlive the run
  std::size_t number = 0;
  const std::vector<Device> devices = findDevices().devices;
  if (!(std::cin >> number) || number >= devices.size())
    return 2;
  try {
    buildAll(devices[number]);
    return 0;
  } catch (const std::exception &) { // no context
    return 1;
  }
}

} // namespace eulerc
