// What tilings.cpp and mixed.cpp share: runs of a solver as bits, sizes as text, what a plan ran
// as, and why one was refused.
//
//   refusal("diamond needs a bounded access distance") → "unbounded"
#pragma once

#include "ways.h"

#include <eulerc/model.h>
#include <eulerc/solver.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilings {

/// Steps of the runs that follow each other; `last` is the length of the very last step.
struct Course {
  std::vector<long> runs;
  double last = 1;
};

inline std::vector<std::string> partsOf(std::string_view list) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= list.size() && !list.empty();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    parts.emplace_back(list.substr(from, comma - from));
    from = comma + 1;
  }
  return parts;
}

/// Gives each field that changes in time its frames (mixed/run.py has the same).
inline void giveSeries(eulerc::Solver &solver) {
  const auto &program = solver.model().program;
  const std::vector<double> times = {-0.1, 0.03125, 0.1, 0.15, 0.2, 0.29, 0.45, 4};
  const long points = program.fieldSeriesCount > 0 ? solver.components() / program.stateCount : 0;
  std::vector<double> values;
  for (long frame = 0; frame < std::ssize(times); frame++)
    for (long k = 0; k < points; k++)
      values.push_back(0.25 * static_cast<double>((3 * frame + 5 * k) % 9) - 1);
  for (int k = 0; k < program.fieldSeriesCount; k++)
    solver.setSeries(program.fields[program.fieldSeries[k]].name, times, values);
}

inline void setSize(eulerc::Solver &solver, const std::string &size) {
  for (const std::string &setting : partsOf(size)) {
    const std::size_t equals = setting.find('=');
    solver.set(setting.substr(0, equals), setting.substr(equals + 1));
  }
  giveSeries(solver);
}

/// The bits of all components after a course.
inline std::string bitsAfter(eulerc::Solver &solver, const Course &course, double dt) {
  solver.restart();
  for (std::size_t k = 0; k < course.runs.size(); k++) {
    eulerc::Run run = eulerc::Solver::planSteps(solver.time(), dt, course.runs[k]);
    if (k + 1 == course.runs.size() && course.last < 1) {
      run.lastStep = course.last * dt;
      run.to -= dt - run.lastStep;
    }
    solver.run(run);
  }
  const bool isFloat = solver.model().program.precision == eulerc::Precision::Float;
  const auto count = static_cast<std::size_t>(solver.components());
  return isFloat ? std::string(reinterpret_cast<const char *>(solver.floats().data()), 4 * count)
                 : std::string(reinterpret_cast<const char *>(solver.doubles().data()), 8 * count);
}

/// Why a plan was refused, in a word or two; "" for any other failure.
inline std::string refusal(std::string_view message) {
  for (const auto &[part, word] : std::map<std::string_view, std::string>{
           {"needs a bounded access distance", "unbounded"},
           {"needs every read to be near", "far reads"},
           {"has no values of the whole grid", "far reads"},
           {"is periodic", "periodic"},
           {"computes in vectors, and", "scalar"},
           {"needs distances that are numbers", "distances"},
           {"looks at most", "reach"},
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
           {"computes overlapped tiles in vectors, which have", "another width"},
           {"cannot have slabs here", "far reads"},
           {"slabs need as many", "too small"},
           {"are too many: the thinnest one", "too small"},
           {"are too uneven: the thinnest one", "too small"},
           {"bytes of local memory for", "memory"},
           {"needs a buffer of", "memory"}})
    if (message.find(part) != std::string_view::npos)
      return word;
  return "";
}

inline bool ranAs(const eulerc::RunStats &stats, std::string_view name) {
  const std::string_view form = stats.form;
  return name == stats.scheme ||
         name.substr(0, name.find('-')) == (form == "persistent" ? "registers" : form);
}

/// A model's solvers, and the bits that the serial backend computes for each size and course.
class SerialRuns {
public:
  SerialRuns(const eulerc::Model &model, double dt, std::vector<Course> courses,
             std::vector<std::string> sizes)
      : kernels_(model), threads_(model), dt_(dt), courses_(std::move(courses)),
        sizes_(std::move(sizes)) {
    kernels_.useBackend(eulerc::Backend::OpenCL);
    threads_.useBackend(eulerc::Backend::Threads);
    eulerc::Solver serial(model);
    serial.useBackend(eulerc::Backend::Serial);
    for (const std::string &size : sizes_) {
      std::cerr << "serial " << size << std::endl;
      setSize(serial, size);
      for (const Course &course : courses_)
        expected_.push_back(tilings::bitsAfter(serial, course, dt_));
    }
  }

  const std::vector<Course> &courses() const { return courses_; }
  const std::vector<std::string> &sizes() const { return sizes_; }
  /// Of the size and course with these numbers.
  const std::string &expected(std::size_t size, std::size_t course) const {
    return expected_[size * courses_.size() + course];
  }
  std::string bitsAfter(eulerc::Solver &solver, std::size_t course) const {
    return tilings::bitsAfter(solver, courses_[course], dt_);
  }

  /// The solver that runs this way.
  eulerc::Solver &tuned(const Way &way) {
    eulerc::Solver &solver = way.threads > 0 ? threads_ : kernels_;
    solver.useThreads(way.threads);
    if (way.threads > 0)
      solver.useSlabs({{}, way.slabs, {}, way.ghostSteps});
    solver.useBuildOptions(way.asOnGpus ? "-DEULERC_SHIFTS" : "");
    solver.tune(way.tuning);
    return solver;
  }

private:
  // One of each for all ways: PoCL reads its library again in each context, for 0.7 s.
  eulerc::Solver kernels_, threads_;
  double dt_;
  std::vector<Course> courses_;
  std::vector<std::string> sizes_, expected_;
};

} // namespace tilings
