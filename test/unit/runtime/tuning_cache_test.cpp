// The tuning cache: choices come back from the file, and no file is ever an error.
#include "tuning/cache.h"
#include "tuning/tuner.h"

#include <algorithm>
#include <thread>

#include <sys/stat.h>

#include "cache_folder.h"
#include "toy_model.h"

using namespace eulerc;

namespace {

using Cache = CacheFolder;

Remembered some() {
  Remembered choice;
  choice.tuning.scheme = Scheme::Overlapped;
  choice.tuning.tileSteps = 38;
  choice.tuning.kept = 3;
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
    return R"({"version": 1, "choices": [{"for": "a", "budget": 1, "complete": true, )" + members +
           "}]}";
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
  another.device.kernels = "kernel void f() {}";
  EXPECT_NE(tuningKey(another, request, "", "device"), before);
}

// Each member is named here: with one more of them this does not compile.
TEST(TuningKey, holdsEveryMemberOfATuning) {
  PlanRequest request;
  auto &[linearForm, workGroupSize, workGroups, groupsPerUnit, vectorWidth, vectorsDeep,
         arrangement, scheme, strategy, tileSteps, tileBlocks, tileForm, kept, box] =
      request.tuning;
  const auto key = [&] { return tuningKey(toy::model(), request, "", "device"); };
  const std::string before = key();
  std::vector<std::string> keys = {before};
  const auto change = [&](auto &member, auto value) {
    const auto was = member;
    member = value;
    keys.push_back(key());
    member = was;
  };
  for (std::int64_t *number :
       {&workGroupSize, &workGroups, &groupsPerUnit, &vectorWidth, &vectorsDeep, &tileSteps.count,
        &tileBlocks, &kept, &box[0], &box[1], &box[2]})
    change(*number, 64);
  change(linearForm, LinearForm::Vector);
  change(arrangement, ArrangementHint::AoS);
  change(scheme, Scheme::Diamond);
  change(strategy, Strategy::Additive);
  change(tileForm, TileForm::Wavefront);
  EXPECT_EQ(key(), before);
  std::ranges::sort(keys);
  EXPECT_EQ(std::ranges::adjacent_find(keys), keys.end()) << "two of these have one key";
}
