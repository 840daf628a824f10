// The tuning cache: choices come back from the file, and no file is ever an error.
#include "tuning/cache.h"
#include "tuning/tuner.h"

#include <algorithm>
#include <thread>

#include <sys/stat.h>

#include "temporary_folder.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

class Cache : public TemporaryFolder {
protected:
  std::string file() const { return path("eulerc/tuning.json"); }
  TuningCache::Note note() {
    return [this](const std::string &text) { notes += text + "\n"; };
  }
  std::optional<Remembered> found(const std::string &key) {
    return TuningCache(file()).find(key, note());
  }
  void keep(const std::string &key, const Remembered &choice) {
    TuningCache(file()).keep(key, choice, note());
  }
  void putFile(const std::string &text) {
    std::filesystem::create_directories(folder_ / "eulerc");
    put(file(), text);
  }
  void expectIgnored(const std::string &text, const std::string &why) {
    notes.clear();
    putFile(text);
    EXPECT_FALSE(found("a"));
    EXPECT_NE(notes.find(why), std::string::npos) << text << "\n" << notes;
  }

  std::string notes;
};

Remembered some() {
  Remembered choice;
  choice.tuning.scheme = Scheme::Overlapped;
  choice.tuning.tileSteps = 38;
  choice.tuning.kept = 3;
  choice.copyRate = 4.5e12;
  choice.budget = 0.5;
  choice.complete = true;
  return choice;
}

} // namespace

TEST_F(Cache, remembersFromProcessToProcess) {
  EXPECT_FALSE(found("a"));
  keep("a", some());
  Remembered other = some();
  other.tuning = {};
  other.tuning.scheme = Scheme::Linear;
  other.tuning.workGroupSize = 128;
  other.complete = false;
  keep("b", other);
  const auto a = found("a"), b = found("b");
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->tuning.scheme, Scheme::Overlapped);
  EXPECT_EQ(a->tuning.tileSteps, 38);
  EXPECT_EQ(a->tuning.kept, 3);
  EXPECT_EQ(a->tuning.workGroupSize, 0);
  EXPECT_EQ(a->copyRate, 4.5e12);
  EXPECT_EQ(a->budget, 0.5);
  EXPECT_TRUE(a->complete);
  EXPECT_EQ(b->tuning.workGroupSize, 128);
  EXPECT_FALSE(b->complete);
  keep("a", other); // the latest one counts
  EXPECT_EQ(found("a")->tuning.scheme, Scheme::Linear);
  EXPECT_TRUE(found("b"));
  EXPECT_EQ(notes, "");
}

TEST_F(Cache, keepsWhatAnotherProcessWroteMeanwhile) {
  TuningCache first(file()), second(file());
  EXPECT_FALSE(first.find("a", note()));
  EXPECT_FALSE(second.find("a", note()));
  first.keep("a", some(), note());
  second.keep("b", some(), note());
  EXPECT_TRUE(found("a"));
  EXPECT_TRUE(found("b"));
}

TEST_F(Cache, losesNothingOfManyWhoWriteAtOnce) {
  std::vector<std::thread> writers;
  for (int w = 0; w < 8; w++)
    writers.emplace_back([this, w] {
      for (int k = 0; k < 10; k++)
        TuningCache(file()).keep(std::to_string(10 * w + k), some(), [](const std::string &) {});
    });
  for (std::thread &writer : writers)
    writer.join();
  for (int k = 0; k < 80; k++)
    EXPECT_TRUE(found(std::to_string(k))) << k;
  EXPECT_EQ(notes, "");
  int files = 0; // no temporary one is left
  for ([[maybe_unused]] const auto &file : std::filesystem::directory_iterator(folder_ / "eulerc"))
    files++;
  EXPECT_EQ(files, 1);
}

TEST_F(Cache, waitsForNoPipe) {
  std::filesystem::create_directories(folder_ / "eulerc");
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  EXPECT_FALSE(found("a"));
  EXPECT_NE(notes.find("it is no regular file"), std::string::npos) << notes;
}

TEST_F(Cache, readsNoFileThatIsFarTooLarge) {
  expectIgnored(std::string(5 << 20, ' '), "it is too large");
}

TEST_F(Cache, doesNotGrowForever) {
  for (int k = 0; k < 520; k++)
    keep(std::to_string(k), some());
  EXPECT_FALSE(found("0"));
  EXPECT_FALSE(found("19"));
  EXPECT_TRUE(found("20"));
  EXPECT_TRUE(found("519"));
}

TEST_F(Cache, ignoresDamagedFiles) {
  for (const char *text : {"", "{", "[]", "42", "{}", R"({"version": 1})", R"({"choices": []})",
                           R"({"version": 1, "choices": [{"for": "a"}]})",
                           R"({"version": 1, "choices": [{"for": 7, "scheme": "linear"}]})"})
    expectIgnored(text, "it is damaged; it will be written anew");
  keep("a", some()); // and is
  notes.clear();
  EXPECT_TRUE(found("a"));
  EXPECT_EQ(notes, "");
}

TEST_F(Cache, leavesFilesOfOtherVersionsAsTheyAre) {
  const std::string text = R"({"version": 2, "choices": {"a": "overlapped"}})";
  expectIgnored(text, "another version of eulerc wrote it");
  TuningCache cache(file());
  cache.keep("a", some(), note());
  EXPECT_EQ(contents(file()), text);
  EXPECT_TRUE(cache.find("a", note())); // in this process
}

TEST_F(Cache, ignoresEntriesThatMakeNoSense) {
  const auto with = [](const std::string &members) {
    return R"({"version": 1, "choices": [{"for": "a", "copyRate": 0, "budget": 1, "complete": true, )" +
           members + "}]}";
  };
  putFile(with(R"("scheme": "linear")"));
  EXPECT_TRUE(found("a"));
  for (const char *members :
       {R"("scheme": "wavy")", R"("scheme": "auto")", R"("scheme": "linear", "vectorWidth": 3)",
        R"("scheme": "overlapped", "kept": -1)", R"("scheme": "overlapped", "tileSteps": 1e300)",
        R"("scheme": "overlapped", "tileSteps": "many")",
        R"("scheme": "overlapped", "workGroupSize": 99999999999)"}) {
    notes.clear();
    putFile(with(members));
    EXPECT_FALSE(found("a")) << members;
    EXPECT_NE(notes.find("is not used: no scheme is like that"), std::string::npos) << members;
  }
}

TEST_F(Cache, notesWhatCannotBeReadOrWritten) {
  std::filesystem::create_directories(file()); // a folder in its place
  EXPECT_FALSE(found("a"));
  EXPECT_NE(notes.find("it is no regular file"), std::string::npos) << notes;
  keep("a", some());
  EXPECT_TRUE(std::filesystem::is_directory(file())); // and stays
  std::filesystem::remove_all(folder_ / "eulerc");
  notes.clear();
  put(path("eulerc"), "a file where the folder should be");
  TuningCache cache(file());
  cache.keep("a", some(), note());
  EXPECT_NE(notes.find("what was measured is not remembered: cannot write"), std::string::npos)
      << notes;
  EXPECT_TRUE(cache.find("a", note()));
}

TEST_F(Cache, worksWithoutAFolder) {
  TuningCache cache("");
  EXPECT_FALSE(cache.find("a", note()));
  cache.keep("a", some(), note());
  EXPECT_TRUE(cache.find("a", note()));
  EXPECT_EQ(notes, "");
}

TEST(UserCache, isInTheUsersFolder) {
  const char *given = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
  const std::string before = given ? given : "", homeBefore = home ? home : "";
  setenv("XDG_CACHE_HOME", "/tmp/cache", 1);
  EXPECT_EQ(inUserCache("tuning.json"), "/tmp/cache/eulerc/tuning.json");
  setenv("XDG_CACHE_HOME", "relative", 1); // to be ignored, says the specification
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(inUserCache("tuning.json"), "/home/me/.cache/eulerc/tuning.json");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(inUserCache("tuning.json"), "/home/me/.cache/eulerc/tuning.json");
  unsetenv("HOME");
  EXPECT_EQ(inUserCache("tuning.json"), "");
  if (given)
    setenv("XDG_CACHE_HOME", before.c_str(), 1);
  if (home)
    setenv("HOME", homeBefore.c_str(), 1);
}

TEST(TuningKey, holdsWhatAChoiceDependsOn) {
  PlanRequest request;
  request.grid.extent[0] = 1000;
  const Model &model = toy::model();
  const auto key = [&] { return tuningKey(model, request, "", "device"); };
  const std::string before = key();
  EXPECT_NE(before.find("device, 1 units; toy "), std::string::npos);
  EXPECT_NE(before.find("; double; 2^10"), std::string::npos);
  request.grid.extent[0] = 1100; // the same class of sizes
  EXPECT_EQ(key(), before);
  request.steps = 5; // and any number of steps
  EXPECT_EQ(key(), before);
  const auto differs = [&](auto change) {
    const PlanRequest kept = request;
    change();
    const bool other = key() != before;
    request = kept;
    return other;
  };
  EXPECT_TRUE(differs([&] { request.grid.extent[0] = 4000; }));
  EXPECT_TRUE(differs([&] { request.grid.rank = 2; }));
  EXPECT_TRUE(differs([&] { request.reach = 7; }));
  EXPECT_NE(tuningKey(model, request, "-cl-fast-relaxed-math", "device"), before);
  EXPECT_NE(tuningKey(model, request, "", "other device"), before);
  Model another = model;
  another.kernels = "kernel void f() {}";
  EXPECT_NE(tuningKey(another, request, "", "device"), before);
}

// Each member is named here: with one more of them this does not compile.
TEST(TuningKey, holdsEveryMemberOfATuning) {
  PlanRequest request;
  auto &[linearForm, workGroupSize, workGroups, vectorWidth, vectorsDeep, arrangement, scheme,
         strategy, tileSteps, tileBlocks, tileForm, kept, box] = request.tuning;
  const auto key = [&] { return tuningKey(toy::model(), request, "", "device"); };
  const std::string before = key();
  std::vector<std::string> keys = {before};
  const auto change = [&](auto &member, auto value) {
    const auto was = member;
    member = value;
    keys.push_back(key());
    member = was;
  };
  for (std::int64_t *number : {&workGroupSize, &workGroups, &vectorWidth, &vectorsDeep, &tileSteps,
                               &tileBlocks, &kept, &box[0], &box[1], &box[2]})
    change(*number, 64);
  change(linearForm, LinearForm::Vector);
  change(arrangement, ArrangementWish::Interleaved);
  change(scheme, Scheme::Diamond);
  change(strategy, Strategy::Additive);
  change(tileForm, TileForm::Streamed);
  EXPECT_EQ(key(), before);
  std::ranges::sort(keys);
  EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end()) << "two of these have one key";
}

namespace {

/// A run of a model with two ways: linear and diamonds, which take half as long.
class Tuned : public Cache {
protected:
  Tuned() {
    request.grid.extent[0] = 1000;
    request.steps = 10000;
    model.candidates = [](const PlanRequest &) {
      Candidates found;
      found.count = 2;
      found.list[0].tuning.scheme = Scheme::Linear;
      found.list[1].tuning.scheme = Scheme::Diamond;
      found.list[0].seconds = found.list[1].seconds = 1e-3;
      return found;
    };
    model.plan = [](const PlanRequest &asked) {
      Plan plan;
      plan.scheme = asked.tuning.scheme == Scheme::Diamond ? "diamond" : "linear";
      return plan;
    };
  }

  /// What a process starts with, after it has measured where it may.
  Tuning run() {
    const std::vector<ParamValue> params;
    const std::string buildOptions;
    const Job job{model,
                  params,
                  request.grid,
                  0,
                  1000,
                  1000,
                  {},
                  {},
                  {},
                  0,
                  {.steps = request.steps},
                  0,
                  request.tuning,
                  buildOptions,
                  {},
                  note(),
                  measuring};
    Tuner tuner(file());
    const Tuning first = tuner.start(job, request, "device", stats);
    if (!tuner.measures())
      return first;
    Clock clock;
    return tuner.measure(job, {}, clock, stats);
  }

  /// Diamonds take half the time of linear; time passes only here.
  struct Clock : Measurer {
    double time = 0, step = 0;
    double now() override { return time; }
    LaunchShape shapeOf(const Candidate &) override { return {}; }
    std::optional<LaunchShape> makeReady(const Candidate &candidate) override {
      step = candidate.tuning.scheme == Scheme::Diamond ? 5e-4 : 1e-3;
      return LaunchShape{};
    }
    void run(std::int64_t pieces) override { time += step * static_cast<double>(pieces); }
    std::int64_t copyBytes() override { return 1000; }
    void copy(std::int64_t times) override { time += 1e-6 * static_cast<double>(times); }
  };

  Model model = toy::model();
  PlanRequest request;
  Measuring measuring = Measuring::WhenItPays;
  TuningStats stats;
};

} // namespace

TEST_F(Tuned, measuresOnceAndRemembers) {
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Measured);
  ASSERT_EQ(stats.tried.size(), 2U);
  EXPECT_EQ(stats.best, 1);
  EXPECT_NEAR(stats.tried[1].measured, 5e-4, 1e-9);
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
  EXPECT_NEAR(stats.copyRate, 2e9, 1e4);
  EXPECT_TRUE(stats.tried.empty());
  request.steps = 10; // short runs profit from it
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  measuring = Measuring::Always; // although it is known
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Measured);
  EXPECT_EQ(notes, "");
}

TEST_F(Tuned, takesTheModelsChoiceWhereItMayNotMeasure) {
  measuring = Measuring::Never;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Model);
  EXPECT_FALSE(std::filesystem::exists(file()));
  measuring = Measuring::WhenItPays;
  request.steps = 10;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_FALSE(std::filesystem::exists(file()));
  request.tuning.scheme = Scheme::Honeycomb;
  EXPECT_EQ(run().scheme, Scheme::Honeycomb);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Asked);
}

TEST_F(Tuned, doesNotTakeWhatThePlannerRefuses) {
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  model.plan = [](const PlanRequest &asked) {
    Plan plan;
    plan.scheme = "diamond";
    plan.refusal = asked.tuning.scheme == Scheme::Diamond ? Refusal::Unbounded : Refusal::None;
    return plan;
  };
  request.steps = 10;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Model);
  EXPECT_NE(notes.find("what the tuning cache remembers is not used: diamond needs a bounded"),
            std::string::npos)
      << notes;
}

TEST_F(Tuned, doesNotTakeWhatTheHostHasNoCodeFor) {
  EXPECT_EQ(run().scheme, Scheme::Diamond);
  request.device.isHost = true;
  request.steps = 10;
  EXPECT_EQ(run().scheme, Scheme::Linear);
  EXPECT_EQ(stats.origin, TuningStats::Origin::Model);
  EXPECT_NE(notes.find("what the tuning cache remembers is not used: the host has no code for "
                       "diamond"),
            std::string::npos)
      << notes;
}

TEST_F(Tuned, keepsTheWishesNextToWhatIsRemembered) {
  request.tuning.tileForm = TileForm::Streamed;
  request.tuning.box[0] = 7;
  run();
  const Tuning tuning = run();
  EXPECT_EQ(stats.origin, TuningStats::Origin::Remembered);
  EXPECT_EQ(tuning.tileForm, TileForm::Streamed);
  EXPECT_EQ(tuning.box[0], 7);
}
