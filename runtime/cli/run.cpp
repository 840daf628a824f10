// The command line of a solver: options → Solver → result, files, exit status.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <memory>
#include <new>

#include <eulerc/command_line.h>
#include <eulerc/solver.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/refuse.h"
#include "base/text.h"
#include "cli/deferred_errors.h"
#include "cli/describe.h"
#include "cli/described_plan.h"
#include "cli/effects.h"
#include "cli/guard.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/over_time.h"
#include "cli/picture.h"
#include "cli/pictured.h"
#include "cli/process.h"
#include "cli/progress.h"
#include "cli/set_up.h"
#include "cli/start.h"
#include "cli/states.h"
#include "cli/stats.h"
#include "cli/summary.h"
#include "cli/sweep.h"
#include "cli/tuning.h"
#include "cli/verify.h"
#include "model/abi.h"
#include "opencl/build_process.h"
#include "output/file.h"
#include "schedule/schedule.h"
#include "schedule/time_schedule.h"
#include "schedule/times.h"
#include "slabs/remote_slab.h"

namespace eulerc {
namespace {

enum ExitStatus { Done = 0, RunFailed = 1, WrongUsage = 2, VerificationFailed = 4 };

void note(const Options &options, const std::string &text) {
  if (!options.quiet)
    printText(stderr, fmt::format("note: {}\n", text));
}

/// The time after `done` steps of a run; Solver::time() may lag behind during steps.
double timeBehind(const Solver &solver, const Run &run, std::int64_t done) {
  return solver.control() ? solver.time() : timeOfStep(run, done);
}

/// The next output time; infinity: none.
double nextOutput(const Solver &solver, const OutputTimes &outputTimes, const Run &run,
                  std::int64_t done) {
  if (solver.meets(outputTimes))
    return TimeSchedule(outputTimes, run).after(solver.time());
  const std::int64_t next = Schedule(outputTimes, run).next(run.first + done + 1);
  return next > run.first + run.steps ? std::numeric_limits<double>::infinity()
                                      : timeOfStep(run, next - run.first);
}

/// The time of the next recorded state: "  next at t = 0.5".
std::string nextText(const Solver &solver, const Options &options, const Run &run,
                     std::int64_t done) {
  double soonest = std::numeric_limits<double>::infinity();
  for (const Recording &each : options.overTime.recordings.all)
    if (each.outputTimes)
      soonest = std::min(soonest, nextOutput(solver, *each.outputTimes, run, done));
  return std::isfinite(soonest) ? fmt::format("  next at t = {:.6g}", soonest) : "";
}

void takeSteps(Solver &solver, const Options &options, const Run &run) {
  if (!options.overTime.resume.empty())
    return solver.advance(solver.stepsLeft());
  if (!options.stableDt && options.overTime.restart.empty())
    restart(solver, options, run.from);
  solver.run(run);
}

/// Runs the solver with a progress line. Returns the error of files that could not be written in a
/// run that came to its end, or null.
std::exception_ptr runShowingProgress(Solver &solver, const Options &options, const Run &run,
                                      Guard &guard) {
  std::string monitored; // monitors at the last output time
  std::int64_t now = 0;  // steps shown in the line
  const auto more = [&] {
    return fmt::format("t = {:.6g}{}", timeBehind(solver, run, now),
                       nextText(solver, options, run, now)) +
           monitored + tryingText(recordOf(solver).tuning);
  };
  ProgressLine line(options.progress.value_or(onTerminal() && !options.quiet), solver.components(),
                    more);
  const Model &model = solver.model();
  const std::optional<Recording> &first = options.overTime.recordings.first;
  if (line.isEnabled() && model.monitors.count > 0 && first)
    solver.observe(*first->outputTimes, [&] {
      const char *name = model.monitors.list[0].name;
      monitored = fmt::format("  {} = {:.4g}", name, solver.monitor(name));
    });
  solver.onProgress([&](std::int64_t done, std::int64_t steps) {
    guard.stepsBegin();
    now = done;
    if (solver.control())
      line.show((solver.time() - run.from) / (run.to - run.from), recordOf(solver).steps.accepted);
    else
      line.show(static_cast<double>(done) / static_cast<double>(steps), done);
    line.wait(waitingText(recordOf(solver).tuning));
  });
  solver.onNote([&](const std::string &text) {
    line.clear();
    note(options, text);
  });
  std::exception_ptr unwritten;
  try {
    takeSteps(solver, options, run);
  } catch (const UnwrittenError &) {
    unwritten = std::current_exception();
  }
  solver.onProgress({});
  solver.onNote({});
  solver.unobserve();
  return unwritten;
}

int fail(const std::string &message, int status) {
  printText(stderr, fmt::format("error: {}\n", message));
  return status;
}

/// Prints a text that is the result of the command; fails if it cannot be printed.
int answer(const std::string &text) {
  if (const int why = printText(stdout, text))
    failStandardOutput(why);
  return Done;
}

/// Prints the results of a run. Returns 0, or the errno of standard output. If a table goes to
/// standard output, everything else goes to standard error.
int printResults(Solver &solver, const Options &options,
                 const std::optional<Verification> &verification) {
  std::FILE *results = printsTable(options) ? stderr : stdout;
  int why = 0;
  const auto print = [&](const std::string &text) {
    if (const int failure = printText(results, text); failure != 0 && results == stdout)
      why = failure;
  };
  print(resultText(solver)); // before the timings, even if both go to one file
  if (options.overTime.picture == "") {
    const Pictured shown = picturedBy(solver, options.overTime);
    for (const StateArray &array : shown.arrays)
      print(pictureText(array, solver.time()));
  }
  if (!options.quiet)
    printText(stderr, timingsText(solver, options.explain));
  if (verification)
    print(verificationText(*verification));
  return why;
}

int solve(Solver &solver, const Options &options) {
  solver.onNote([&](const std::string &text) { note(options, text); });
  const Run run =
      options.overTime.resume.empty() ? planRun(solver, options) : resumeRun(solver, options);
  if (const std::string text = endOfResumed(solver, options); !text.empty())
    note(options, text);
  const Outputs outputs(solver.model(), options); // checks paths before anything is computed
  if (const std::string text = repeatedNoise(solver.model(), options); !text.empty())
    note(options, text);
  observeOverTime(solver, options, run);
  for (const std::string &text : seldomDue(solver, options, run))
    note(options, text);
  Guard guard(options);
  if (!options.device.empty())
    solver.useDevice(options.device);

  DeferredErrors errors;
  if (const std::exception_ptr unwritten = runShowingProgress(solver, options, run, guard))
    errors.attempt([&] { std::rethrow_exception(unwritten); });
  if (!recordOf(solver).pieces)
    stateArrays(solver); // copies the state to the host, so that the statistics include it
  // Files first: printing may wait forever for a reader.
  std::optional<Verification> verification;
  errors.attempt([&] { outputs.writeState(solver); });
  if (options.verify)
    errors.attempt([&] { verification = verify(solver, options, run); });
  errors.attempt(
      [&] { outputs.writeStats([&] { return statsJson(solver, options, verification); }); });
  errors.attempt([&] { outputs.writePictures(solver, options.overTime); });
  errors.attempt([&] { outputs.writeMovies(); });
  for (const std::string &text : withoutEffect(options, recordOf(solver)))
    note(options, text);
  if (!solver.stats().stopped.empty())
    note(options, solver.stats().stopped);
  const int unprinted = printResults(solver, options, verification);
  errors.finish();
  if (outputs.stateFiles().size() > 1)
    note(options, fmt::format("a file for each state: {}", joined(outputs.stateFiles())));

  if (verification && !verification->passed)
    return VerificationFailed;
  if (unprinted != 0 && options.output.empty())
    failStandardOutput(unprinted);
  return Done;
}

int solveMany(Solver &solver, const Options &options) {
  const Outputs outputs(solver.model(), options);
  Guard guard(options);
  if (!options.device.empty())
    solver.useDevice(options.device);
  RunsOfSweep how;
  bool areAtOnce = false;
  how.run = [&](Solver &by, std::int64_t number, MonitorsOverTime &over) {
    Options own = optionsOf(options, number);
    if (areAtOnce) // progress lines of several runs would mix
      own.progress = false;
    const Run planned = planRun(by, own);
    observeOverTime(by, own, planned);
    if (const auto &first = own.overTime.recordings.first; first && by.model().monitors.count > 0)
      by.observe(*first->outputTimes, [&] { over.take(by.time(), by.monitors()); });
    if (const std::exception_ptr unwritten = runShowingProgress(by, own, planned, guard))
      std::rethrow_exception(unwritten);
  };
  how.another = [&] {
    areAtOnce = true;
    auto another = std::make_unique<Solver>(solver.model());
    Options own = options;
    own.threads = 1;
    setUp(*another, own);
    another->useBackend(Backend::Threads);
    return another;
  };
  sweep(solver, options, how, [&](const std::string &text) { note(options, text); });
  return Done;
}

int runOptions(const Model &model, const Options &options) {
  if (!options.answer.empty())
    return answer(options.answer);
  if (options.listDevices) {
    const Guard guard(options);
    return answer(describeDevices(listDevices()));
  }
  Solver solver(model);
  setUp(solver, options);
  solver.shape(); // refuses inconsistent params first
  for (const std::string &text : withoutEffect(options))
    note(options, text);
  for (const std::string &text : options.overTime.recordings.notes)
    note(options, text);
  if (options.plan || options.describe)
    solver.checkData();
  if (options.plan)
    return answer(
        describePlan(solver, options, [&](const std::string &text) { note(options, text); }));
  if (options.describe)
    return answer(describeProblem(solver, options));
  return !options.overTime.sweeps.empty() ? solveMany(solver, options) : solve(solver, options);
}

/// The variable of a launcher that started this process as one of several: "PMI_SIZE=4"; else "".
std::string launchedBy() {
  for (const char *name :
       {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"})
    if (const char *size = std::getenv(name); size != nullptr && readInteger(size).value_or(1) > 1)
      return fmt::format("{}={}", name, size);
  return "";
}

std::string optionsText(int argc, char **argv) {
  return fmt::format("{}", fmt::join(argv + 1, argv + std::max(argc, 1), " "));
}

/// The whole command, except for the end of the process. Returns the exit status.
int runWith(const Model &model, int argc, char **argv, Ranks *ranks) {
  try {
    requireAbi(model);
    if (ranks != nullptr)
      requireSameStart(model, *ranks, optionsText(argc, argv));
    else if (const std::string launcher = launchedBy(); !launcher.empty())
      throw Error(
          Error::Kind::Run,
          fmt::format("several processes were started ({}), and this solver is made for one: "
                      "each would compute all and write the same files; make it with "
                      "eulerc --mpi",
                      launcher));
    return runOptions(model, parseOptions(model, argc, argv, ranks));
  } catch (const Error &error) {
    return fail(error.what(), error.kind() == Error::Kind::Usage ? WrongUsage : RunFailed);
  } catch (const std::bad_alloc &) {
    return fail("not enough memory; make the problem smaller", RunFailed);
  } catch (const std::exception &error) { // a bug of eulerc: report it and end normally
    return fail(fmt::format("the solver failed unexpectedly: {}", error.what()), RunFailed);
  }
}

/// Ends the process at once if a driver is still busy with a build that is no longer needed.
int ended(int status) {
  if (isDriverBusy()) {
    std::fflush(nullptr);
    _exit(status);
  }
  return status;
}

} // namespace

int runCommandLine(const Model &model, int argc, char **argv) {
  prepareProcess();
  if (const auto status = answerBuilds(argc, argv))
    return *status;
  offerBuildProcesses();
  return ended(runWith(model, argc, argv, nullptr));
}

int runCommandLine(const Model &model, int argc, char **argv, Ranks &ranks) {
  prepareProcess();
  if (ranks.rank() > 0) {
    requireSameStart(model, ranks, optionsText(argc, argv));
    slabServer(model, ranks)();
    return 0;
  }
  const int status = runWith(model, argc, argv, &ranks);
  endSlabs(ranks);
  return status;
}

} // namespace eulerc
