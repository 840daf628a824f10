// tilings: runs one compiled model with every tiling and compares with the serial backend, bit for
// bit; that one agrees with the oracle (sweep.cpp).
//
//   tilings every|some TURN SCHEMES DT SIZES...     tilings every - diamond,honeycomb 1e-3 N=1 N=2
//
// The forms of `overlapped` are run as registers, delayed and delayed-threads, the backend threads.
// Building a kernel takes a second. With a number for TURN, each scheme with kernels takes one of
// its ways, those of `every` in any case: the first from that one on that runs. Over programs of
// different turns come all of them. A program of `some` takes every fourth of these schemes.
//
// In: the model of a generated header (SWEEP_HEADER, SWEEP_MODEL). Out: how many runs agree, how
// many plans are refused, by reason, and what ran in turn; status 1 and the first difference when
// one is found.
#include SWEEP_HEADER

#include <eulerc/solver.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// Steps of the runs that follow each other; `last` is the length of the very last step.
struct Course {
  std::vector<long> runs;
  double last = 1;
};

/// Points that a tile of a grid stores along each axis; 0 leaves one to the planner. Threads share
/// a tile that holds the grid.
using Box = std::array<long, 3>;

std::vector<Box> boxes(bool every) {
  if (!every)
    return {{0, 0, 0}, {3, 4, 4}, {99, 99, 99}};
  return {{0, 0, 0}, {1, 1, 1}, {3, 2, 4}, {4, 16, 16}, {0, 5, 0}, {99, 99, 99}};
}

/// What a kernel is built for.
struct Build {
  int width;             ///< of vectors; 0: scalar
  int workGroup, blocks; ///< D of a tile in local memory; of one in registers, more vectors
  bool asOnGpus = false; ///< neighbours from the lanes of aligned vectors
};

std::vector<Course> courses(bool every, bool all) {
  if (!every)
    return {{{1}}, {{4}}, {{13}}};
  std::vector<Course> found = {{{13}}, {{5, 8}}, {{6}, 0.5}};
  for (long steps = 0; steps <= 7; steps += all ? 1 : 3)
    found.push_back({{steps}});
  return found;
}

std::vector<Build> builds(bool every) {
  if (!every)
    return {{0, 3, 4}, {4, 3, 6}};
  std::vector<Build> all = {{0, 3, 4}, {4, 32, 6}, {4, 1, 10}};
  for (const int width : {0, 4})
    for (const auto &[workGroup, blocks] : {std::pair(1, 4), {3, 6}, {32, 10}})
      all.push_back({width, workGroup, blocks});
  for (const int width : {1, 2, 8, 16})
    all.push_back({width, 3, 6});
  for (const int width : {2, 4})
    all.push_back({width, 3, 6, true});
  return all;
}

eulerc::Scheme schemeOf(std::string_view name) {
  const std::map<std::string_view, eulerc::Scheme> schemes = {
      {"diamond", eulerc::Scheme::Diamond},
      {"diamond-columns", eulerc::Scheme::DiamondColumns},
      {"honeycomb", eulerc::Scheme::Honeycomb},
      {"honeycomb-columns", eulerc::Scheme::HoneycombColumns},
      {"registers", eulerc::Scheme::Overlapped},
      {"registers-planes", eulerc::Scheme::Overlapped},
      {"strips", eulerc::Scheme::Overlapped},
      {"delayed", eulerc::Scheme::Overlapped},
      {"delayed-threads", eulerc::Scheme::Overlapped},
      {"streamed", eulerc::Scheme::Overlapped},
      {"streamed-threads", eulerc::Scheme::Overlapped}};
  const auto found = schemes.find(name);
  if (found == schemes.end())
    throw std::runtime_error("there is no scheme " + std::string(name));
  return found->second;
}

/// S of honeycombs of D blocks; diamonds have but one.
std::vector<int> stepsOfTiles(const std::string &name, const Build &build) {
  if (name == "delayed-threads") // as many in flight as it was compiled for
    return {2, 8, 13};
  const eulerc::Scheme scheme = schemeOf(name);
  if (scheme == eulerc::Scheme::Diamond || scheme == eulerc::Scheme::DiamondColumns)
    return {0};
  std::vector<int> fitting;
  for (const int steps : {1, 2, 3, 5})
    if (2 * steps <= build.blocks)
      fitting.push_back(steps);
  return fitting;
}

/// One way to run a scheme: a kernel, but for sizes that kernels are built for.
struct Way {
  std::string scheme, name;
  eulerc::Tuning tuning;
  int threads = 0; ///< of the backend threads; 0: on OpenCL
  bool asOnGpus = false;
  std::size_t sizesBetween = 1; ///< of which one is run
};

Way tiled(const std::string &scheme, std::string shape, int width, int steps) {
  Way way;
  way.scheme = scheme;
  way.name = scheme + ' ' + std::move(shape) + " S=" + std::to_string(steps) +
             " width=" + std::to_string(width);
  way.tuning.scheme = schemeOf(scheme);
  way.tuning.vectorWidth = width;
  way.tuning.tileSteps = steps;
  return way;
}

/// Diamonds and honeycombs, on lines and in slices of grids.
void addSlices(std::vector<Way> &ways, const std::string &scheme, const Build &build) {
  for (const int steps : stepsOfTiles(scheme, build)) {
    Way way = tiled(scheme, "D=" + std::to_string(build.blocks), build.width, steps);
    way.name += " work-group=" + std::to_string(build.workGroup);
    way.tuning.linearForm =
        build.width == 0 ? eulerc::LinearForm::ScalarStrided : eulerc::LinearForm::Vector;
    way.tuning.workGroupSize = build.workGroup;
    way.tuning.tileBlocks = build.blocks;
    way.asOnGpus = build.asOnGpus;
    ways.push_back(std::move(way));
  }
}

/// Tiles in registers, on lines or kept whole; strips of planes; delayed ones.
void addOverlapped(std::vector<Way> &ways, const std::string &scheme, const Build &build) {
  const bool registers = scheme == "registers", planes = scheme == "registers-planes";
  const bool strips = scheme == "strips", threads = scheme == "delayed-threads";
  const bool ofGpus = registers || planes || strips;
  if (build.asOnGpus || (ofGpus && build.width > 4)) // which they do in any case
    return;
  if (threads && build.width < 4) // no processor's
    return;
  for (const int steps : stepsOfTiles(scheme, build)) {
    Way way = tiled(scheme, "D=" + std::to_string(build.blocks), std::max(build.width, 1), steps);
    way.name += " work-group=" + std::to_string(build.workGroup);
    way.threads = threads ? 1 + build.blocks % 4 : 0; // 1 or 3
    // Whole planes: else there is nothing but what a step spoils.
    way.tuning.workGroupSize = planes ? 16 * (build.workGroup + 1) : build.workGroup;
    if (!threads && !strips)
      way.tuning.kept = build.blocks / 4 + build.blocks / 6; // 1, 2 or 3
    const bool waits = steps == 3; // rounds of so many steps, all of a run in a launch
    way.tuning.tileForm = strips                   ? eulerc::TileForm::Strips
                          : !(registers || planes) ? eulerc::TileForm::Delayed
                          : waits                  ? eulerc::TileForm::Resident
                                                   : eulerc::TileForm::Registers;
    if (strips)
      way.tuning.box[0] = build.blocks - 3; // rows: 1, 3 or 7
    else if (!registers && !planes)
      way.tuning.box[0] = build.blocks * std::max(build.width, 1);
    way.sizesBetween = planes ? 9 : 1; // each size of a tile that is kept has a kernel of its own
    ways.push_back(std::move(way));
  }
}

/// Strips of space: few, for these kernels are the largest.
void addStripsOfSpace(std::vector<Way> &ways, const Build &build) {
  const bool isWide = build.width == 4 && build.blocks == 6;
  if (build.asOnGpus || build.workGroup != 3 || !(isWide || build.blocks == 4))
    return;
  Way way = tiled("strips", "of space", isWide ? 4 : 2, 2);
  way.tuning.tileForm = eulerc::TileForm::Strips;
  way.tuning.kept = isWide ? 2 : 3;
  way.tuning.workGroupSize = 96;
  const Box box = isWide ? Box{3, 4, 4} : Box{5, 3, 6};
  std::copy(box.begin(), box.end(), way.tuning.box);
  ways.push_back(std::move(way));
}

/// Tiles of grids on processors, that stream through boxes.
void addBoxes(std::vector<Way> &ways, const std::string &scheme, const Build &build, bool every) {
  const bool threads = scheme == "streamed-threads";
  if (build.asOnGpus || build.blocks != 6 || (threads && build.width < 4))
    return;
  for (const Box &box : boxes(every))
    for (const int steps : {1, 2, 3, 5}) {
      Way way = tiled(scheme,
                      "boxes " + std::to_string(box[0]) + 'x' + std::to_string(box[1]) + 'x' +
                          std::to_string(box[2]),
                      std::max(build.width, 1), steps);
      way.threads = threads ? 3 : 0;
      way.tuning.tileForm = eulerc::TileForm::Streamed;
      std::copy(box.begin(), box.end(), way.tuning.box);
      ways.push_back(std::move(way));
    }
}

std::vector<Way> waysOf(const std::string &scheme, bool every) {
  std::vector<Way> ways;
  for (const Build &build : builds(every))
    if (schemeOf(scheme) != eulerc::Scheme::Overlapped)
      addSlices(ways, scheme, build);
    else if (scheme == "streamed" || scheme == "streamed-threads")
      addBoxes(ways, scheme, build, every);
    else if (scheme == "strips" && SWEEP_MODEL::model().rank == 3)
      addStripsOfSpace(ways, build);
    else
      addOverlapped(ways, scheme, build);
  return ways;
}

std::vector<std::string> partsOf(std::string_view list) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    parts.emplace_back(list.substr(from, comma - from));
    from = comma + 1;
  }
  return parts;
}

/// The bits of all components after a course.
std::string bitsAfter(eulerc::Solver &solver, const Course &course, double dt) {
  solver.restart();
  for (std::size_t k = 0; k < course.runs.size(); k++) {
    eulerc::Run run = eulerc::Solver::planSteps(solver.time(), dt, course.runs[k]);
    if (k + 1 == course.runs.size() && course.last < 1) {
      run.lastStep = course.last * dt;
      run.to -= dt - run.lastStep;
    }
    solver.run(run);
  }
  const bool isFloat = solver.model().precision == eulerc::Precision::Float;
  const auto count = static_cast<std::size_t>(solver.components());
  return isFloat ? std::string(reinterpret_cast<const char *>(solver.floats().data()), 4 * count)
                 : std::string(reinterpret_cast<const char *>(solver.doubles().data()), 8 * count);
}

void setSize(eulerc::Solver &solver, const std::string &size) {
  for (const std::string &setting : partsOf(size)) {
    const std::size_t equals = setting.find('=');
    solver.set(setting.substr(0, equals), setting.substr(equals + 1));
  }
}

/// Why a plan was refused, in a word or two; "" for any other failure.
std::string refusal(std::string_view message) {
  for (const auto &[part, word] : std::map<std::string_view, std::string>{
           {"needs a bounded access distance", "unbounded"},
           {"needs every read to be near", "far reads"},
           {"is periodic", "periodic"},
           {"goes round an axis with all states or with none", "ends"},
           {"computes all points alike", "points differ"},
           {"computes in vectors, and", "scalar"},
           {"needs distances that are numbers", "distances"},
           {"reads fields at the point itself", "fields"},
           {"looks at most", "reach"},
           {"takes rows with classes", "classes"},
           {"where rows go round", "ring"},
           {"components of a point, and one", "components"},
           {"for grids of fewer axes", "form"},
           {"as far as a point looks", "reach"},
           {"goes round a ring in groups", "cut ring"},
           {"points in tiles that advance", "too many steps"},
           {"points across tiles that advance", "too many steps"},
           {"needs tiles of at least", "too many steps"},
           {"points of a plane in tiles that advance", "too many steps"},
           {"for a tile; the system has", "too small"},
           {"as far as its points look", "too small"},
           {"points a row for vectors", "short rows"},
           {"of a work-item in registers", "registers"},
           {"points at most in registers", "wide vectors"},
           {"bytes of local memory for", "memory"}})
    if (message.find(part) != std::string_view::npos)
      return word;
  return "";
}

bool ranAs(const eulerc::Plan &plan, std::string_view name) {
  const std::string_view form = plan.form;
  return name == plan.scheme ||
         name.substr(0, name.find('-')) == (form == "resident" ? "registers" : form);
}

class Comparison {
public:
  Comparison(bool every, bool all, double dt, std::vector<std::string> sizes)
      : dt_(dt), courses_(courses(every, all)), sizes_(std::move(sizes)) {
    kernels_.useBackend(eulerc::Backend::OpenCL);
    threads_.useBackend(eulerc::Backend::Threads);
    eulerc::Solver serial(SWEEP_MODEL::model());
    serial.useBackend(eulerc::Backend::Serial);
    for (const std::string &size : sizes_) {
      setSize(serial, size);
      for (const Course &course : courses_)
        expected_.push_back(bitsAfter(serial, course, dt_));
    }
  }

  /// Whether a run agrees; not when all are refused.
  bool check(const Way &way) {
    const long before = agree_;
    eulerc::Solver &solver = way.threads > 0 ? threads_ : kernels_;
    solver.useThreads(way.threads);
    solver.useBuildOptions(way.asOnGpus ? "-DEULERC_SHIFTS" : "");
    solver.tune(way.tuning);
    for (std::size_t s = 0; s < sizes_.size(); s += way.sizesBetween)
      checkSize(solver, way, s);
    return agree_ > before;
  }

  /// The first way from `turn` on that runs.
  void checkInTurn(const std::vector<Way> &ways, std::size_t turn) {
    for (std::size_t k = 0; k < ways.size(); k++)
      if (const Way &way = ways[(turn + k) % ways.size()]; check(way))
        return taken_.push_back(way.name);
  }

  void report() const {
    std::cout << agree_ << " runs agree";
    const char *between = "; refused: ";
    for (const auto &[why, count] : refused_) {
      std::cout << between << count << ' ' << why;
      between = ", ";
    }
    for (const std::string &name : taken_)
      std::cout << "\n  in turn: " << name;
    std::cout << '\n';
  }

private:
  void checkSize(eulerc::Solver &solver, const Way &way, std::size_t s) {
    setSize(solver, sizes_[s]);
    for (std::size_t c = 0; c < courses_.size(); c++) {
      const std::string where = way.name + ' ' + sizes_[s] +
                                " steps=" + std::to_string(courses_[c].runs.front()) +
                                (courses_[c].runs.size() > 1 ? " and on" : "");
      try {
        compare(bitsAfter(solver, courses_[c], dt_), expected_[s * courses_.size() + c], where);
        if (courses_[c].runs.back() > 0 && !ranAs(solver.stats().plan, way.scheme))
          throw std::runtime_error(where + ": ran as " + solver.stats().plan.scheme);
        agree_++;
      } catch (const eulerc::Error &error) {
        const std::string why = refusal(error.what());
        if (why.empty())
          throw std::runtime_error(where + ": " + error.what());
        refused_[why]++;
      }
    }
  }

  void compare(const std::string &got, const std::string &expected, const std::string &where) {
    if (got == expected)
      return;
    const std::size_t size = SWEEP_MODEL::model().precision == eulerc::Precision::Float ? 4 : 8;
    std::size_t k = 0;
    while (got.compare(k * size, size, expected, k * size, size) == 0)
      k++;
    throw std::runtime_error(where + ": component " + std::to_string(k) +
                             " is not as the serial backend's");
  }

  // One of each for all ways: PoCL reads its library again in each context, for 0.7 s.
  eulerc::Solver kernels_{SWEEP_MODEL::model()}, threads_{SWEEP_MODEL::model()};
  double dt_;
  std::vector<Course> courses_;
  std::vector<std::string> sizes_, expected_, taken_;
  long agree_ = 0;
  std::map<std::string, long> refused_;
};

/// Every fourth program takes a scheme with kernels, the others its neighbours in this list.
bool isItsTurn(const std::string &scheme, std::size_t turn) {
  const char *const schemes[] = {
      "diamond",          "honeycomb", "diamond-columns", "registers", "honeycomb-columns",
      "registers-planes", "streamed",  "strips",          "delayed"};
  const auto at = std::find(std::begin(schemes), std::end(schemes), scheme) - schemes;
  return (static_cast<std::size_t>(at) + turn / 2) % 4 == 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 6) {
    std::cerr << "usage: tilings every|some TURN|- SCHEMES DT SIZES...\n";
    return 2;
  }
  try {
    const bool every = argv[1] == std::string("every"), all = argv[2] == std::string("-");
    const std::size_t turn = all ? 0 : std::strtoul(argv[2], nullptr, 10);
    Comparison comparison(every, all, std::atof(argv[4]), {argv + 5, argv + argc});
    for (const std::string &scheme : partsOf(argv[3])) {
      if (all || scheme.ends_with("-threads")) // no kernels
        for (const Way &way : waysOf(scheme, every))
          comparison.check(way);
      else if (every || isItsTurn(scheme, turn))
        comparison.checkInTurn(waysOf(scheme, true), turn);
    }
    comparison.report();
  } catch (const std::exception &error) {
    std::cerr << "tilings: " << error.what() << '\n';
    return 1;
  }
}
