// sweep: runs one compiled model with every backend and form for a range of sizes.
//
//   sweep OUT STEPS DT WAYS SIZES...      for example  sweep out.bin 4 1e-3 all N=1 N=2 NX=3,NY=5
//
// WAYS: all, or names such as serial,threads,scalar-blocked,vector-groups:4; sums wherever there
// are. In: the model of a generated header (SWEEP_HEADER, SWEEP_MODEL). Out: for each run a line
// "backend form sizes bytes", then the raw components. compare.py reads it. One process per program
// keeps the start of OpenCL out of the tests.
#include SWEEP_HEADER

#include <eulerc/model.h>
#include <eulerc/solver.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Form = eulerc::LinearForm;

struct Way {
  std::string backend, form;
  eulerc::Backend kind = eulerc::Backend::OpenCL;
  eulerc::Tuning tuning{};
};

eulerc::Tuning tuned(Form form, int width, int workGroup = 0, int deep = 0) {
  eulerc::Tuning tuning;
  tuning.linearForm = form;
  tuning.vectorWidth = width;
  tuning.workGroupSize = workGroup;
  tuning.vectorsDeep = deep;
  return tuning;
}

/// Every backend; threads with every width of vectors; on OpenCL every form, and the vector form at
/// every width.
std::vector<Way> allWays() {
  std::vector<Way> ways = {
      {"serial", "-", eulerc::Backend::Serial},
      {"threads", "-", eulerc::Backend::Threads},
      {"opencl", "scalar-blocked", eulerc::Backend::OpenCL, tuned(Form::ScalarBlocked, 0)},
      {"opencl", "scalar-strided", eulerc::Backend::OpenCL, tuned(Form::ScalarStrided, 0)},
      {"opencl", "scalar-strided/3", eulerc::Backend::OpenCL, tuned(Form::ScalarStrided, 0, 3)},
  };
  for (const int width : {1, 2, 4, 8}) // the widest is chosen without a hint
    ways.push_back({"threads", "vectors:" + std::to_string(width), eulerc::Backend::Threads,
                    tuned(Form::Auto, width)});
  for (const int width : {1, 2, 4, 8, 16}) {
    const std::string name = std::to_string(width);
    ways.push_back({"opencl", "vector-ranges:" + name, eulerc::Backend::OpenCL,
                    tuned(Form::VectorRanges, width)});
    ways.push_back({"opencl", "vector-groups:" + name, eulerc::Backend::OpenCL,
                    tuned(Form::VectorGroups, width, 32, width > 2 ? 2 : 1)});
  }
  for (const int width : {1, 2, 4}) // one work-group, for PoCL knows of no more at once
    ways.push_back({"opencl", "persistent:" + std::to_string(width), eulerc::Backend::OpenCL,
                    tuned(Form::Persistent, width, 32)});
  for (const int width : {1, 2, 4}) {
    Way way{"opencl", "vector-aos:" + std::to_string(width), eulerc::Backend::OpenCL,
            tuned(Form::VectorRanges, width)};
    way.tuning.arrangement = eulerc::ArrangementHint::AoS;
    ways.push_back(way);
  }
  return ways;
}

/// Of programs with loops over many points: blocks of 512 passes, of 3 and of 6; and where passes
/// are long, of 12 and more, whose terms 6 or 12 work-items compute for a point, or up to 64.
std::vector<Way> sumsWays() {
  if (SWEEP_MODEL::model().stencil.sourceValues == 0)
    return {};
  std::vector<Way> ways = {
      {"opencl", "sums", eulerc::Backend::OpenCL, tuned(Form::Sums, 0)},
      {"opencl", "sums/3", eulerc::Backend::OpenCL, tuned(Form::Sums, 0, 3, 1)},
      {"opencl", "sums/3x2", eulerc::Backend::OpenCL, tuned(Form::Sums, 0, 3, 2)}};
  if (SWEEP_MODEL::model().stencil.termValues > 0) {
    ways.push_back(
        {"opencl", "sums/12-shared", eulerc::Backend::OpenCL, tuned(Form::Sums, 0, 12, 1)});
    ways.back().tuning.workGroups = 100;
    ways.push_back(
        {"opencl", "sums/64x3-shared", eulerc::Backend::OpenCL, tuned(Form::Sums, 0, 64, 3)});
    ways.back().tuning.workGroups = 5;
  }
  return ways;
}

/// Those that are named in a list with commas, and sums; all without it.
std::vector<Way> chosenWays(std::string_view names) {
  std::vector<Way> ways = allWays(), chosen = sumsWays();
  if (names == "all") {
    ways.insert(ways.end(), chosen.begin(), chosen.end());
    return ways;
  }
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    const auto way = std::ranges::find_if(
        ways, [&](const Way &one) { return name == (one.form == "-" ? one.backend : one.form); });
    if (way == ways.end())
      throw std::runtime_error("there is no way " + std::string(name));
    chosen.push_back(*way);
    names.remove_prefix(std::min(names.size(), name.size() + 1));
  }
  return chosen;
}

/// "NX=3,NY=5"
void setParams(eulerc::Solver &solver, std::string_view settings) {
  while (!settings.empty()) {
    const std::string_view setting = settings.substr(0, settings.find(','));
    const std::size_t equals = setting.find('=');
    solver.set(setting.substr(0, equals), setting.substr(equals + 1));
    settings.remove_prefix(std::min(settings.size(), setting.size() + 1));
  }
}

void runAll(eulerc::Solver &solver, const Way &way, std::span<char *const> sizes, long steps,
            double dt, std::ofstream &out) {
  solver.useThreads(3); // more than cores, and not a divisor of most sizes
  solver.tune(way.tuning);
  for (const char *size : sizes) {
    setParams(solver, size);
    solver.restart();
    solver.runSteps(steps, dt);
    if (solver.stats().backend != way.backend)
      throw std::runtime_error("ran on " + solver.stats().backend + " instead of " + way.backend);
    const bool isFloat = solver.model().program.precision == eulerc::Precision::Float;
    const std::size_t bytes = solver.components() * (isFloat ? sizeof(float) : sizeof(double));
    const char *data = isFloat ? reinterpret_cast<const char *>(solver.floats().data())
                               : reinterpret_cast<const char *>(solver.doubles().data());
    out << way.backend << ' ' << way.form << ' ' << size << ' ' << bytes << '\n';
    out.write(data, static_cast<std::streamsize>(bytes));
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 6) {
    std::cerr << "usage: sweep OUT STEPS DT WAYS SIZES...\n";
    return 2;
  }
  std::ofstream out(argv[1], std::ios::binary);
  std::string running = argv[4];
  try {
    // One solver of each backend: PoCL reads its library again in each context, for 0.7 s.
    std::map<eulerc::Backend, eulerc::Solver> solvers;
    for (const Way &way : chosenWays(argv[4])) {
      running = way.backend + ' ' + way.form;
      const auto [solver, isNew] = solvers.try_emplace(way.kind, SWEEP_MODEL::model());
      if (isNew)
        solver->second.useBackend(way.kind);
      if (way.tuning.linearForm == Form::Persistent && SWEEP_MODEL::model().stencil.readsGlobals)
        continue; // it has none
      runAll(solver->second, way, {argv + 5, argv + argc}, std::atol(argv[2]), std::atof(argv[3]),
             out);
    }
  } catch (const std::exception &error) {
    std::cerr << "sweep: " << running << ": " << error.what() << '\n';
    return 1;
  }
  return out.flush() ? 0 : 1;
}
