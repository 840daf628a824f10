// Slopes: the derivatives of a state's function by all that it reads, at many points at once, from
// the tables of the program (Traced).
//
//   u'[i] = u[i - 1] - 2 u[i] + u[i + 1], points 10 to 73 → reads of components 9 to 72 with slope
//   1, 10 to 73 with slope -2, 11 to 74 with slope 1
//
// Operations are computed one after the other and recorded, then gone through backwards (reverse
// mode: A. Griewank, A. Walther, Evaluating Derivatives, SIAM 2008, chapter 3). Operations of
// quantities and of each pass of a loop are recorded, too. Where a function has a corner, the slope
// is of the branch that is taken. Random numbers count as 0.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "tracing/slope_program.h"

namespace eulerc {

/// SlopesAt: the state, fields and time at which slopes are taken; values are in the file's order.
struct SlopesAt {
  SlopePlace place;
  const void *y;
  const void *const *fields; ///< then the data
  std::int64_t extent[maxRank];

  std::int64_t points() const;
};

/// Prepares the program for slopes; threads share the result.
std::shared_ptr<const SlopeProgram> makeSlopeProgram(const SlopesAt &at);

class Slopes {
public:
  static constexpr int mostLanes = 64;

  Slopes(const SlopesAt &at, std::shared_ptr<const SlopeProgram> program);

  /// A read of some of the points: for each lane the component, and the slope by it.
  struct Entry {
    int state;
    const std::int64_t *points;
    const double *slopes;
  };
  /// Computes slopes at points [begin, begin + count) of the grid, at most mostLanes. False: that
  /// takes too much memory.
  bool take(int state, std::int64_t begin, int count);
  const std::vector<Entry> &entries() const { return entries_; }
  /// The rate itself for each lane.
  const double *rates() { return at(result_).real; }
  /// The value of an expression of params alone.
  double scalarAtOrigin(int expression);
  /// The number of operations of the last take.
  std::int64_t work() const { return used_; }

private:
  /// Factors of boundary rules for reads beyond sides; null: all reads are inside.
  struct Factors {
    const double *by = nullptr, *added = nullptr;
  };
  struct Instance {
    Code code = Code::Fixed;
    const SlopeOperation *operation = nullptr;
    int a = -1, b = -1, c = -1; ///< operands
    int array = 0;
    bool isActive = false; ///< slopes go through it
    Factors factors = {};
  };
  struct Slot {
    double real[mostLanes], adjoint[mostLanes];
    std::int64_t whole[mostLanes];
  };
  using Indices = std::array<const std::int64_t *, maxRank>;
  struct Frame {
    const SlopeExpression &expression;
    const Indices at;
    std::vector<int> instances; ///< of operations
    std::map<std::int64_t, int> variables, carried;
    std::map<int, std::vector<int>> results; ///< of loops
  };
  /// A read beyond the sides.
  struct Beyond {
    std::int64_t at[maxRank];
    double factor, added;
  };

  Slot &at(int instance) { return slots_[static_cast<std::size_t>(instance)]; }
  bool isActive(int instance) const {
    return instances_[static_cast<std::size_t>(instance)].isActive;
  }
  int push(Instance instance);
  int fixed(double value);
  int evaluate(int expression, const Indices &at);
  int take(Frame &frame, int k);
  void takeLoop(Frame &frame, int k);
  int whole(const SlopeOperation &operation, std::span<const int> operands);
  int computed(const SlopeOperation &operation, std::span<const int> operands);
  int entry(const SlopeOperation &operation, std::span<const int> operands);
  int series(const SlopeOperation &operation, int time);
  int select(int condition, int yes, int no);
  int read(const SlopeOperation &operation, std::span<const int> operands);
  int readState(int array, int place, const Factors &factors);
  int readField(int array, int place, const Factors &factors);
  int readQuantity(int array, const Indices &indices, const Factors &factors);
  void applyFactors(const Factors &factors, double *values) const;
  Factors bringAllBack(int array, Indices &indices);
  void bringBack(int array, Beyond &read);
  double scalar(int expression, const std::int64_t *at);
  void goBack();
  void goBackThrough(const Instance &instance, Slot &slot);

  const SlopesAt &from_;
  const std::shared_ptr<const SlopeProgram> program_;
  std::unique_ptr<Slopes> ofRules_; ///< for values of boundary rules
  int count_ = 0, used_ = 0, result_ = -1;
  std::vector<Instance> instances_;
  std::deque<Slot> slots_;
  std::deque<std::array<double, mostLanes>> factors_;
  std::size_t usedFactors_ = 0;
  std::vector<int> reads_; ///< of states
  std::vector<Entry> entries_;
};

} // namespace eulerc
