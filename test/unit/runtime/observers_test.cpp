// What happens between the steps of a run: when, how often, and that it changes no bit.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "expect_error.h"
#include "temporary_folder.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

using Observers = TemporaryFolder;

TEST_F(Observers, AreCalledAtTheirStepsAndChangeNoBit) {
  for (const Backend backend : {Backend::Serial, Backend::Threads}) {
    const Model model = toy::model();
    Solver whole(model), observed(model);
    for (Solver *one : {&whole, &observed})
      one->useBackend(backend);
    std::vector<double> times, values;
    observed.every(1, [&] {
      times.push_back(observed.time());
      values.push_back(observed.values("y")[3]);
    });
    whole.run(Solver::planTimes(0.5, 4, 0.25));
    observed.run(Solver::planTimes(0.5, 4, 0.25));
    EXPECT_EQ(times, (std::vector<double>{0.5, 1.5, 2.5, 3.5}));
    EXPECT_EQ(values[0], 4);
    EXPECT_EQ(observed.values("y"), whole.values("y"));
    EXPECT_EQ(observed.stats().loads, 1); // of the initial values, before the first moment
    EXPECT_GT(observed.stats().initialise, 0);
    observed.unobserve();
    observed.runSteps(4, 0.25);
    EXPECT_EQ(times.size(), 4);
  }
}

TEST_F(Observers, OfRunsInPiecesSeeOneRun) {
  const Model model = toy::model();
  Solver solver(model);
  solver.useBackend(Backend::Serial);
  std::vector<double> times;
  solver.observe(OutputTimes::everySteps(5), [&] { times.push_back(solver.time()); });
  solver.begin(Solver::planSteps(0, 0.5, 12));
  for (const int steps : {3, 2, 0, 7})
    solver.advance(steps);
  EXPECT_EQ(times, (std::vector<double>{0, 2.5, 5}));
  solver.runSteps(3, 0.5); // goes on counting: steps 13 to 15
  EXPECT_EQ(times, (std::vector<double>{0, 2.5, 5, 7.5}));
}

TEST_F(Observers, EndRuns) {
  const Model model = toy::model();
  Solver solver(model);
  solver.useBackend(Backend::Serial);
  solver.every(1, [&] {
    if (solver.time() > 2)
      solver.stop();
  });
  solver.run(Solver::planTimes(0, 100, 0.25));
  EXPECT_EQ(solver.time(), 3);
  EXPECT_EQ(solver.stats().run.steps, 12);
  EXPECT_EQ(solver.stepsLeft(), 0);
  EXPECT_EQ(solver.stats().stopped, "stopped at t = 3, after 12 steps, by a callback");
}

TEST_F(Observers, ThatThrowEndRunsWhereTheyAre) {
  const Model model = toy::model();
  Solver whole(model), solver(model);
  for (Solver *one : {&whole, &solver})
    one->useBackend(Backend::Threads);
  whole.run(Solver::planTimes(0, 4, 0.25));
  struct Own {}; // no std::exception
  for (const bool isOwn : {false, true}) {
    solver.restart(0);
    solver.save(path("y.npy"), OutputTimes::every(0.5));
    solver.every(1, [&] {
      if (solver.time() == 2 && isOwn)
        throw Own();
      if (solver.time() == 2)
        throw std::runtime_error("enough");
    });
    const eulerc::Run run = Solver::planTimes(0, 4, 0.25);
    if (isOwn)
      EXPECT_THROW(solver.run(run), Own);
    else
      EXPECT_THROW(solver.run(run), std::runtime_error);
    EXPECT_EQ(solver.time(), 2);
    EXPECT_EQ(solver.stats().run.steps, 8);
    EXPECT_EQ(solver.stepsLeft(), 0);
    solver.unobserve();
    solver.runTo(4, 0.25);
    EXPECT_EQ(solver.values("y"), whole.values("y"));
  }
}

TEST_F(Observers, MayForgetAllAndAskForMore) {
  const Model model = toy::model();
  Solver solver(model);
  solver.useBackend(Backend::Serial);
  int calls = 0, later = 0;
  solver.probe(path("y.csv"), OutputTimes::every(1), {"y[3]"});
  solver.every(1, [&, word = std::string("long enough to live on the heap")] {
    calls++;
    solver.every(1, [&] { later++; }); // from the next run on
    if (solver.time() > 1) {
      solver.unobserve();
      EXPECT_EQ(word.size(), 31);
    }
  });
  solver.every(1, [&] { EXPECT_LT(solver.time(), 2); });
  solver.run(Solver::planTimes(0, 4, 0.25));
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(later, 0);
  const std::string table = contents(path("y.csv"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4); // the times 0, 1 and 2
}

TEST_F(Observers, DoNotRunTheSolver) {
  const Model model = toy::model();
  Solver solver(model);
  solver.useBackend(Backend::Serial);
  const std::vector<std::function<void()>> calls = {[&] { solver.runTo(3, 0.25); },
                                                    [&] { solver.advance(1); },
                                                    [&] { solver.resume(path("none")); }};
  for (const std::function<void()> &call : calls) {
    solver.unobserve();
    solver.every(1, call);
    EXPECT_USAGE(solver.run(Solver::planTimes(0, 2, 0.25)), "a run is going on");
  }
  solver.unobserve();
  solver.run(Solver::planTimes(0, 2, 0.25));
  EXPECT_EQ(solver.time(), 2);
}

TEST_F(Observers, FreeTheirFilesWhenTheRunIsOver) {
  const Model model = toy::model();
  Solver first(model), second(model);
  for (Solver *one : {&first, &second}) {
    one->useBackend(Backend::Serial);
    one->save(path("y.npy"), OutputTimes::every(0.5));
    one->probe(path("y.csv"), OutputTimes::every(0.5), {"y[3]"});
    one->checkpoint(path("run.ckpt"));
  }
  first.begin(Solver::planTimes(0, 2, 0.25));
  first.advance(4);
  EXPECT_USAGE(second.run(Solver::planTimes(0, 2, 0.25)), "another run is writing to it");
  first.advance(4);
  second.run(Solver::planTimes(0, 2, 0.25));
  second.observe(OutputTimes::at({1}), [] { throw std::runtime_error("enough"); });
  EXPECT_THROW(second.run(Solver::planTimes(0, 2, 0.25)), std::runtime_error);
  first.run(Solver::planTimes(0, 2, 0.25));
}

TEST_F(Observers, HaveWhatTheirCheckpointSaysWhenProgressFails) {
  const Model model = toy::model();
  const eulerc::Run run = Solver::planTimes(0, 2.25, 0.25); // ends between output times
  const auto recorded = [&](Solver &solver) {
    solver.useBackend(Backend::Serial);
    solver.save(path("y.npy"), OutputTimes::every(0.5));
    solver.probe(path("y.csv"), OutputTimes::every(0.5), {"y[3]"});
  };
  for (int failing = 1; failing < 19; failing++) {
    std::filesystem::remove(path("run.ckpt"));
    Solver solver(model), resumed(model);
    recorded(solver);
    solver.checkpoint(path("run.ckpt"));
    int calls = 0;
    solver.onProgress([&](std::int64_t, std::int64_t) {
      if (++calls == failing)
        throw std::runtime_error("enough");
    });
    solver.begin(run);
    EXPECT_THROW(while (solver.stepsLeft() > 0) solver.advance(1), std::runtime_error);
    ASSERT_TRUE(std::filesystem::exists(path("run.ckpt"))) << failing;
    const std::string table = contents(path("y.csv")); // ends where the run did
    EXPECT_NE(table.find(fmt::format("\n{},", solver.time())), std::string::npos) << failing;
    const auto records = std::ranges::count(table, '\n') - 1;
    EXPECT_NE(contents(path("y.npy")).find(fmt::format("({}, 100)", records)), std::string::npos)
        << failing;
    recorded(resumed);
    resumed.resume(path("run.ckpt"));
    resumed.advance(resumed.stepsLeft());
    EXPECT_NE(contents(path("y.npy")).find("(6, 100)"), std::string::npos) << failing;
    EXPECT_EQ(std::ranges::count(contents(path("y.csv")), '\n'), 7) << failing;
  }
}

TEST_F(Observers, SayWhyTheyLackTheEndOfARunThatProgressEnds) {
  const Model model = toy::model();
  for (const bool keeps : {false, true}) {
    Solver solver(model);
    solver.useBackend(Backend::Serial);
    solver.set("RATE", 1e300); // the second step overflows
    solver.save(path("y.npy"), OutputTimes::every(2));
    if (keeps)
      solver.checkpoint(path("run.ckpt"));
    std::string notes;
    solver.onNote([&](const std::string &text) { notes += text; });
    solver.onProgress([](std::int64_t done, std::int64_t) {
      if (done > 2)
        throw std::runtime_error("enough");
    });
    solver.begin(Solver::planTimes(0, 4, 0.25));
    EXPECT_THROW(solver.advance(7), std::runtime_error);
    EXPECT_NE(notes.find("the result is not finite: "), std::string::npos) << notes;
    EXPECT_TRUE(solver.isAtStart());
    EXPECT_FALSE(std::filesystem::exists(path("run.ckpt")));
    EXPECT_NE(contents(path("y.npy")).find("(1, 100)"), std::string::npos);
    solver.unobserve();
    solver.onProgress({});
    solver.set("RATE", 1.0);
    solver.run(Solver::planTimes(0, 4, 0.25));
  }
}

TEST_F(Observers, HaveAFileEach) {
  const Model model = toy::model();
  Solver solver(model);
  solver.save(path("y.npy"), OutputTimes::every(0.5));
  EXPECT_USAGE(solver.save(path("./y.npy"), OutputTimes::at({1})),
               "another recording of this solver writes to it; give another name");
  EXPECT_USAGE(solver.checkpoint(path("y.npy")), "another recording of this solver");
  solver.unobserve();
  solver.save(path("y.npy"), OutputTimes::at({1}));
}

TEST_F(Observers, OfARunOfNoStepsTakeItsBeginning) {
  Solver solver(toy::model());
  solver.useBackend(Backend::Serial);
  solver.save(path("y.npy"), OutputTimes::ends());
  solver.checkpoint(path("run.ckpt"));
  solver.begin(Solver::planSteps(0, 0.5, 0));
  solver.advance(solver.stepsLeft());
  EXPECT_NE(contents(path("y.npy")).find("(1, 100)"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(path("run.ckpt")));
}

TEST_F(Observers, KeepACheckpointWhenNothingElseIsDue) {
  const Model model = toy::model();
  Solver solver(model);
  solver.useBackend(Backend::Serial);
  solver.checkpoint(path("run.ckpt"),
                    1e-300); // due before the first step, where there is no state yet
  solver.run(Solver::planTimes(0, 2, 0.25));
  Solver resumed(model);
  resumed.useBackend(Backend::Serial);
  const eulerc::Run run = resumed.resume(path("run.ckpt"));
  EXPECT_EQ(run.steps, 8);
  EXPECT_EQ(run.to, 2);
  EXPECT_EQ(resumed.time(), 2);
}

TEST_F(Observers, GoOnWithACheckpoint) {
  const Model model = toy::model();
  Solver whole(model), first(model), second(model);
  for (Solver *one : {&whole, &first, &second})
    one->useBackend(Backend::Serial);
  whole.run(Solver::planTimes(0, 2.6, 0.25));
  first.set("RATE", 1.0);
  first.checkpoint(path("run.ckpt"));
  first.save(path("y.npy"), OutputTimes::every(0.5));
  first.begin(Solver::planTimes(0, 2.6, 0.25));
  first.advance(5);
  first.unobserve(); // writes the checkpoint and closes its files

  second.save(path("y.npy"), OutputTimes::every(0.5));
  second.resume(path("run.ckpt"));
  EXPECT_EQ(second.time(), 1.25);
  EXPECT_EQ(second.stepsLeft(), 6);
  second.advance(3);
  second.unobserve(); // the file is left, and taken up again
  second.save(path("y.npy"), OutputTimes::every(0.5));
  second.advance(second.stepsLeft());
  EXPECT_EQ(second.values("y"), whole.values("y"));
  EXPECT_EQ(second.stats().resumedAt, 5);
  EXPECT_EQ(contents(path("y.npy")).substr(0, 6), "\x93NUMPY");
  EXPECT_NE(contents(path("y.npy")).find("(7, 100)"), std::string::npos);
  EXPECT_USAGE(second.resume(path("y.npy")), "it is no checkpoint");
  EXPECT_EQ(second.restartFrom(path("run.ckpt"), 3.5).time, 3.5);
  EXPECT_EQ(second.time(), 3.5);
}

TEST_F(Observers, SeeThatARunIsSteadyHoweverItIsCut) {
  const Model model = toy::model();
  const auto endOf = [&](int steps, const std::function<void(Solver &)> &change) {
    Solver solver(model);
    solver.useBackend(Backend::Threads);
    solver.stopWhenSteady(1); // at the second look, behind step 101
    solver.checkpoint(path("run.ckpt"));
    solver.begin(Solver::planTimes(0, 20, 0.05));
    solver.advance(steps);
    change(solver);
    if (solver.stepsLeft() > 0)
      solver.advance(solver.stepsLeft());
    return solver.time();
  };
  const auto resume = [&](Solver &solver) {
    solver.unobserve(); // writes the checkpoint
    solver.stopWhenSteady(1);
    solver.resume(path("run.ckpt"));
  };
  const double end = 101 * 0.05;
  EXPECT_EQ(endOf(0, [](Solver &) {}), end);
  const auto interrupt = [&](Solver &solver) {
    solver.onProgress([](std::int64_t done, std::int64_t) {
      if (done == 101)
        throw std::runtime_error("enough");
    });
    EXPECT_THROW(solver.advance(solver.stepsLeft()), std::runtime_error);
    resume(solver);
    solver.onProgress({});
  };
  EXPECT_EQ(endOf(0, interrupt), end);
  for (const int steps : {99, 100, 101}) {
    EXPECT_EQ(endOf(steps, [](Solver &solver) { solver.useBackend(Backend::Serial); }), end);
    EXPECT_EQ(endOf(steps, resume), end) << steps;
  }
}

TEST_F(Observers, MonitorsAreAskedForTogetherOrAlone) {
  static const Monitor monitors[] = {{"points", Reduction::Sum, ""}, {"last", Reduction::Max, ""}};
  static std::set<int> computed;
  Model model = toy::model();
  model.monitors.count = 2;
  model.monitors.list = monitors;
  model.monitors.values = [](int monitor, const StateView &, std::int64_t begin, std::int64_t end,
                             double *out) {
    computed.insert(monitor);
    for (std::int64_t i = begin; i < end; i++)
      out[i - begin] = monitor == 0 ? 1 : static_cast<double>(i);
  };
  Solver solver(model);
  solver.useBackend(Backend::Serial);
  solver.useThreads(1);
  EXPECT_EQ(solver.monitor("last"), 99);
  EXPECT_EQ(computed, std::set<int>{1});
  EXPECT_EQ(solver.monitors(), (std::vector<double>{100, 99}));
}

TEST_F(Observers, RefusePathsAndNames) {
  const Model model = toy::model();
  Solver solver(model);
  solver.useBackend(Backend::Serial);
  EXPECT_USAGE(solver.save("y.txt", OutputTimes::every(1)), "ends in .h5, .nc, .vtkhdf or .npy");
  EXPECT_USAGE(solver.probe("y.txt", OutputTimes::every(1), {"y[3]"}), "ends in .csv");
  EXPECT_USAGE(solver.checkpoint(path("c"), 0), "above zero");
  EXPECT_USAGE(solver.stopWhenSteady(-1), "zero or above");
  EXPECT_USAGE(solver.monitor("energy"), "the program has none");
  solver.save(path("no/y.npy"), OutputTimes::every(1));
  EXPECT_USAGE(solver.runSteps(4, 0.25), "there is no folder");
  solver.unobserve();
  solver.probe(path("y.csv"), OutputTimes::every(1), {"y[100]"});
  EXPECT_USAGE(solver.runSteps(4, 0.25), "the index i goes from 0 to 99");
}

TEST_F(Observers, ARestartThatIsRefusedChangesNothing) {
  Solver writer(toy::model());
  writer.useBackend(Backend::Serial);
  writer.setValues("y", std::vector<double>(static_cast<std::size_t>(writer.components()), 1e300));
  writer.checkpoint(path("large.ckpt"));
  writer.runSteps(0, 0.1);

  Model single = toy::model();
  single.program.precision = Precision::Float;
  single.program.initial = [](int, const ParamValue *, const void *const *, std::int64_t begin,
                              std::int64_t end, void *out) {
    std::fill_n(static_cast<float *>(out), end - begin, 0.5F);
  };
  Solver reader(single);
  reader.restart(3);
  const std::vector<double> before = reader.values("y");
  EXPECT_USAGE(reader.restartFrom(path("large.ckpt")), "values of state 'y' must be finite");
  EXPECT_EQ(reader.time(), 3);
  EXPECT_EQ(reader.values("y"), before);
  reader.set("N", static_cast<double>(writer.components() + 1));
  EXPECT_USAGE(reader.restartFrom(path("large.ckpt")), "cannot restart");
  EXPECT_EQ(reader.time(), 3);
}

TEST_F(Observers, AFileThatCannotBeWrittenEndsRunsUnlessTheyAreToGoOn) {
  for (const LostFile what : {LostFile::EndsRun, LostFile::CostsNoOther}) {
    Solver solver(toy::model());
    solver.useBackend(Backend::Serial);
    const std::string folder = path(what == LostFile::EndsRun ? "ends" : "costs");
    std::filesystem::create_directory(folder);
    std::vector<std::string> notes;
    solver.onNote([&](const std::string &text) { notes.push_back(text); });
    solver.onLostFile(what);
    solver.checkpoint(folder + "/run.ckpt", 1e-9);
    solver.every(0.1, [&] { std::filesystem::remove_all(folder); });
    EXPECT_RUN_ERROR(solver.runSteps(10, 0.1), "run.ckpt': No such file or directory");
    EXPECT_FALSE(notes.empty()); // of each time but the last
    EXPECT_EQ(solver.time(), 1.5);
    EXPECT_EQ(solver.stats().run.steps, 10);
  }
}

} // namespace
