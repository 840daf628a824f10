// mixed: runs one compiled model with each backend, in linear steps and in tiles (ways.h), and
// compares all of them with the serial backend, bit for bit. The serial results go to a file, for
// the oracle (mixed/run.py).
//
//   mixed OUT TURN STEPS DT SCHEMES OPENCL SIZES... -- SIZES...
//   mixed out.bin 17 3 0.0625 wavefront-threads,streaming 1 NX=5,M=1 -- NX=100,M=2
//
// TURN chooses what takes long: widths of vectors and kernels. SCHEMES: those that the program has
// code for. OPENCL: how many kernels of linear steps and how many of tiles are built, 0 for none.
// Sizes behind -- are not for the oracle. Out: "N runs agree", how many plans were refused, and a
// line "differs: ..." or "fails: ..." for each difference; status 1 if there are any. stderr names
// what runs, for the case that it ends there.
#include SWEEP_HEADER

#include "runs.h"

#include <eulerc/solver.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tilings;

Way linear(const std::string &name, eulerc::LinearForm form, int width, int threads) {
  Way way;
  way.scheme = "linear";
  way.name = "linear " + name + " width=" + std::to_string(width);
  way.tuning.scheme = eulerc::Scheme::Linear;
  way.tuning.linearForm = form;
  way.tuning.vectorWidth = width;
  way.threads = threads;
  return way;
}

std::vector<Way> linearOnThreads(std::size_t turn) {
  constexpr int widths[] = {1, 2, 4, 8};
  return {linear("threads", eulerc::LinearForm::Auto, 0, 3),
          linear("threads", eulerc::LinearForm::Auto, widths[turn % 4], 3)};
}

/// A way in slabs of the grid, how many and how deep in turn.
Way inSlabs(Way way, std::size_t turn) {
  way.slabs = 2 + static_cast<int>(turn % 3);
  way.ghostSteps = 1 + static_cast<long>(turn / 3 % 3);
  way.name += " slabs=" + std::to_string(way.slabs) + " every=" + std::to_string(way.ghostSteps);
  return way;
}

std::vector<Way> linearOnOpenCL() {
  std::vector<Way> ways = {linear("scalar-blocked", eulerc::LinearForm::ScalarBlocked, 0, 0),
                           linear("scalar-strided", eulerc::LinearForm::ScalarStrided, 0, 0)};
  for (const int width : {4, 1, 8, 2, 16}) {
    ways.push_back(linear("vector-ranges", eulerc::LinearForm::VectorRanges, width, 0));
    ways.push_back(linear("vector-groups", eulerc::LinearForm::VectorGroups, width, 0));
  }
  for (const int width : {1, 4}) {
    ways.push_back(linear("aos", eulerc::LinearForm::VectorRanges, width, 0));
    ways.back().tuning.arrangement = eulerc::ArrangementHint::AoS;
  }
  return ways;
}

class Comparison {
public:
  Comparison(long steps, double dt, std::vector<std::string> sizes)
      : serial_(SWEEP_MODEL::model(), dt, {{{steps}}, {{1, steps + 2}, 0.5}}, std::move(sizes)) {}

  void write(std::ofstream &out, std::size_t count) const {
    for (std::size_t s = 0; s < count; s++) {
      const std::string &bits = serial_.expected(s, 0);
      out << "serial - " << serial_.sizes()[s] << ' ' << bits.size() << '\n' << bits;
    }
  }

  /// Whether some run was not refused. Tiles of one point and five steps compute millions of points
  /// for each that they keep, so a way that took long has no further sizes.
  bool check(const Way &way) {
    const long before = ran_;
    const auto begin = std::chrono::steady_clock::now();
    eulerc::Solver &solver = serial_.tuned(way);
    for (std::size_t s = 0; s < serial_.sizes().size(); s++)
      for (std::size_t c = 0; c < serial_.courses().size(); c++)
        if (std::chrono::steady_clock::now() - begin < longest)
          checkRun(solver, way, s, c);
        else
          refused_[way.scheme + ": takes long"]++;
    return ran_ > before;
  }

  /// The first way from `turn` on that runs.
  bool checkInTurn(const std::vector<Way> &ways, std::size_t turn) {
    for (std::size_t k = 0; k < ways.size(); k++)
      if (check(ways[(turn + k) % ways.size()]))
        return true;
    return false;
  }

  bool report() const {
    std::cout << agree_ << " runs agree\n";
    for (const auto &[why, count] : refused_)
      std::cout << "refused: " << count << ' ' << why << '\n';
    return agree_ == ran_;
  }

private:
  void checkRun(eulerc::Solver &solver, const Way &way, std::size_t s, std::size_t c) {
    const std::string where = (way.threads > 0 ? "threads " : "opencl ") + way.name + ' ' +
                              serial_.sizes()[s] + (c > 0 ? " in pieces" : "");
    std::cerr << where << std::endl;
    std::string words;
    try {
      setSize(solver, serial_.sizes()[s]);
      words = difference(serial_.bitsAfter(solver, c), serial_.expected(s, c));
      if (words.empty() && !ranAs(solver.stats(), way.scheme))
        words = std::string("ran as ") + solver.stats().scheme;
    } catch (const eulerc::Error &error) {
      const std::string why = refusal(error.what());
      if (!why.empty()) {
        refused_[way.scheme + ": " + why]++;
        return;
      }
      words = error.what();
    }
    ran_++;
    agree_ += words.empty() ? 1 : 0;
    if (!words.empty() && told_++ < mostTold)
      std::cout << "differs: " << where << ": " << words << '\n';
  }

  template <class Real>
  static std::string differenceOf(const std::string &a, const std::string &b) {
    std::size_t k = 0;
    while (a.compare(k * sizeof(Real), sizeof(Real), b, k * sizeof(Real), sizeof(Real)) == 0)
      k++;
    Real got{}, expected{};
    std::memcpy(&got, a.data() + k * sizeof(Real), sizeof(Real));
    std::memcpy(&expected, b.data() + k * sizeof(Real), sizeof(Real));
    return "component " + std::to_string(k) + " of " + std::to_string(a.size() / sizeof(Real)) +
           " is " + std::to_string(got) + ", serial has " + std::to_string(expected);
  }

  static std::string difference(const std::string &got, const std::string &expected) {
    if (got == expected)
      return "";
    if (got.size() != expected.size())
      return "has another size";
    return SWEEP_MODEL::model().program.precision == eulerc::Precision::Float
               ? differenceOf<float>(got, expected)
               : differenceOf<double>(got, expected);
  }

  static constexpr int mostTold = 6;
  static constexpr std::chrono::seconds longest{20};

  SerialRuns serial_;
  long agree_ = 0, ran_ = 0;
  int told_ = 0;
  std::map<std::string, long> refused_;
};

void compareAll(Comparison &comparison, const std::vector<std::string> &schemes, std::size_t turn,
                int kernels) {
  const eulerc::Model &model = SWEEP_MODEL::model();
  for (const Way &way : linearOnThreads(turn))
    comparison.check(way);
  comparison.check(inSlabs(linearOnThreads(turn).front(), turn));
  std::vector<std::string> ofKernels;
  for (const std::string &scheme : schemes)
    if (!scheme.ends_with("-threads"))
      ofKernels.push_back(scheme);
    else
      for (Way way : waysOf(scheme, false, model)) {
        way.tuning.vectorWidth = 0; // hosts are mostly compiled for one width
        comparison.check(way);
        if (way.tuning.tileSteps == 2)
          comparison.check(inSlabs(way, turn));
      }
  for (int k = 0; k < kernels; k++)
    comparison.checkInTurn(linearOnOpenCL(),
                           turn * static_cast<std::size_t>(kernels) + static_cast<std::size_t>(k));
  int built = 0;
  for (std::size_t k = 0; k < ofKernels.size() && built < kernels; k++) {
    const std::string &scheme = ofKernels[(turn + k) % ofKernels.size()];
    built += comparison.checkInTurn(waysOf(scheme, true, model), turn / ofKernels.size()) ? 1 : 0;
  }
}

} // namespace

int main(int argc, char **argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (words.size() < 7 || dashes == words.end()) {
    std::cerr << "usage: mixed OUT TURN STEPS DT SCHEMES OPENCL SIZES... -- SIZES...\n";
    return 2;
  }
  const auto forOracle = static_cast<std::size_t>(dashes - words.begin()) - 6;
  std::vector<std::string> sizes(words.begin() + 6, words.end());
  std::erase(sizes, "--");
  try {
    Comparison comparison(std::stol(words[2]), std::stod(words[3]), sizes);
    std::ofstream out(words[0], std::ios::binary);
    comparison.write(out, forOracle);
    out.close();
    compareAll(comparison, partsOf(words[4]), std::stoul(words[1]), std::stoi(words[5]));
    return comparison.report() ? 0 : 1;
  } catch (const std::exception &error) {
    std::cout << "fails: " << error.what() << '\n';
    return 1;
  }
}
