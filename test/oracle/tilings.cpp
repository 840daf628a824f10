// tilings: runs one compiled model with every tiling (ways.h) and compares with the serial backend,
// bit for bit; that one agrees with the oracle (sweep.cpp).
//
//   tilings every|some TURN SCHEMES DT SIZES...     tilings every - diamond,honeycomb 1e-3 N=1 N=2
//
// The forms of `overlapped` are run as registers, skewed and skewed-threads, the backend threads.
// Building a kernel takes a second. With a number for TURN, each scheme with kernels takes one of
// its ways, those of `every` in any case: the first from that one on that runs. Over programs of
// different turns come all of them. A program of `some` takes every fourth of these schemes.
//
// In: the model of a generated header (SWEEP_HEADER, SWEEP_MODEL). Out: how many runs agree, how
// many plans are refused, by reason, and what ran in turn; status 1 and the first difference when
// one is found.
#include SWEEP_HEADER

#include "runs.h"

#include <eulerc/solver.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace tilings;

std::vector<Course> courses(bool every, bool all) {
  if (!every)
    return {{{1}}, {{4}}, {{13}}};
  std::vector<Course> found = {{{13}}, {{5, 8}}, {{6}, 0.5}};
  for (long steps = 0; steps <= 7; steps += all ? 1 : 3)
    found.push_back({{steps}});
  return found;
}

class Comparison {
public:
  Comparison(bool every, bool all, double dt, std::vector<std::string> sizes)
      : serial_(SWEEP_MODEL::model(), dt, courses(every, all), std::move(sizes)) {}

  /// Whether a run agrees; not when all are refused.
  bool check(const Way &way) {
    const long before = agree_;
    eulerc::Solver &solver = serial_.tuned(way);
    for (std::size_t s = 0; s < serial_.sizes().size(); s += way.sizesBetween)
      checkSize(solver, way, s);
    return agree_ > before;
  }

  /// The first way of a scheme from `turn` on that runs.
  void checkInTurn(const std::string &scheme, const std::vector<Way> &ways, std::size_t turn) {
    for (std::size_t k = 0; k < ways.size(); k++)
      if (const Way &way = ways[(turn + k) % ways.size()]; check(way))
        return taken_.push_back(way.name);
    neverRan_.push_back(scheme);
  }

  /// All ways of a scheme.
  void checkAll(const std::string &scheme, const std::vector<Way> &ways) {
    bool ran = false;
    for (const Way &way : ways)
      ran = check(way) || ran;
    if (!ran)
      neverRan_.push_back(scheme);
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
    for (const std::string &scheme : neverRan_)
      std::cout << "\n  never ran: " << scheme;
    std::cout << '\n';
  }

private:
  void checkSize(eulerc::Solver &solver, const Way &way, std::size_t s) {
    setSize(solver, serial_.sizes()[s]);
    for (std::size_t c = 0; c < serial_.courses().size(); c++) {
      const std::vector<long> &runs = serial_.courses()[c].runs;
      const std::string where = way.name + ' ' + serial_.sizes()[s] +
                                " steps=" + std::to_string(runs.front()) +
                                (runs.size() > 1 ? " and on" : "");
      try {
        compare(serial_.bitsAfter(solver, c), serial_.expected(s, c), where);
        if (runs.back() > 0 && !ranAs(solver.stats(), way.scheme))
          throw std::runtime_error(where + ": ran as " + solver.stats().scheme);
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
    const std::size_t size =
        SWEEP_MODEL::model().program.precision == eulerc::Precision::Float ? 4 : 8;
    std::size_t k = 0;
    while (got.compare(k * size, size, expected, k * size, size) == 0)
      k++;
    throw std::runtime_error(where + ": component " + std::to_string(k) +
                             " is not as the serial backend's");
  }

  SerialRuns serial_;
  std::vector<std::string> taken_, neverRan_;
  long agree_ = 0;
  std::map<std::string, long> refused_;
};

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
    const eulerc::Model &model = SWEEP_MODEL::model();
    for (const std::string &scheme : partsOf(argv[3])) {
      if (all || scheme.ends_with("-threads")) // no kernels
        comparison.checkAll(scheme, waysOf(scheme, every, model));
      else if (every || isItsTurn(scheme, turn))
        comparison.checkInTurn(scheme, waysOf(scheme, true, model), turn);
    }
    comparison.report();
  } catch (const std::exception &error) {
    std::cerr << "tilings: " << error.what() << '\n';
    return 1;
  }
}
