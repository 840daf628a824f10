// Computes operations forwards, and derivatives backwards (reverse mode).

#include "tracing/slopes.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "state/state.h"
#include "tracing/arithmetic.h"

namespace eulerc {
namespace {

/// The most operations of a take: some 100 MB.
constexpr int mostInstances = 1 << 16;

struct TooMuch {};

std::int64_t wholeResult(std::string_view name, std::int64_t a, std::int64_t b) {
  if (name == "&&")
    return a != 0 && b != 0;
  if (name == "||")
    return a != 0 || b != 0;
  return integerResult(name, a, b);
}

/// adjoint · slope, but 0 for an adjoint of 0 even if the slope is infinite.
double through(double adjoint, double slope) { return adjoint == 0 ? 0 : adjoint * slope; }

// Arithmetic of one or two operands a and b, and the derivatives of its value y by both.
struct Copied {
  static double value(double a, double) { return a; }
  static double byA(double, double, double) { return 1; }
  static double byB(double, double, double) { return 0; }
};
struct Negated : Copied {
  static double value(double a, double) { return -a; }
  static double byA(double, double, double) { return -1; }
};
struct Sum : Copied {
  static double value(double a, double b) { return a + b; }
  static double byB(double, double, double) { return 1; }
};
struct Difference : Copied {
  static double value(double a, double b) { return a - b; }
  static double byB(double, double, double) { return -1; }
};
struct Product {
  static double value(double a, double b) { return a * b; }
  static double byA(double, double b, double) { return b; }
  static double byB(double a, double, double) { return a; }
};
struct Quotient {
  static double value(double a, double b) { return a / b; }
  static double byA(double, double b, double) { return 1 / b; }
  static double byB(double, double b, double y) { return -y / b; }
};

/// Calls use(Product{}) for Code::Mul and so on. False: the code is another one.
template <typename Use> bool withArithmetic(Code code, const Use &use) {
  switch (code) {
  case Code::Copy:
    return use(Copied{}), true;
  case Code::Negate:
    return use(Negated{}), true;
  case Code::Add:
    return use(Sum{}), true;
  case Code::Sub:
    return use(Difference{}), true;
  case Code::Mul:
    return use(Product{}), true;
  case Code::Div:
    return use(Quotient{}), true;
  default:
    return false;
  }
}

} // namespace

std::int64_t SlopesAt::points() const {
  std::int64_t all = 1;
  for (int axis = 0; axis < place.model.program.rank; axis++)
    all *= extent[axis];
  return all;
}

std::shared_ptr<const SlopeProgram> makeSlopeProgram(const SlopesAt &at) {
  const auto program = std::make_shared<SlopeProgram>(at.place);
  for (int e = 0; e < program->count(); e++)
    for (const SlopeOperation &operation : (*program)[e].operations)
      for (std::int64_t k = operation.whole;
           operation.code == Code::Table &&
           k < operation.whole + static_cast<std::int64_t>(operation.real);
           k++)
        if (!program->tableValues.contains(k)) {
          Slopes slopes(at, program);
          program->tableValues[k] = slopes.scalarAtOrigin(static_cast<int>(k));
        }
  return program;
}

Slopes::Slopes(const SlopesAt &at, std::shared_ptr<const SlopeProgram> program)
    : from_(at), program_(std::move(program)) {}

bool Slopes::take(int state, std::int64_t begin, int count) {
  count_ = count;
  used_ = 0;
  usedFactors_ = 0;
  reads_.clear();
  entries_.clear();
  std::array<std::array<std::int64_t, mostLanes>, maxRank> indices = {};
  const int rank = from_.place.model.program.rank;
  std::int64_t index[maxRank] = {}, rest = begin;
  for (int axis = rank; axis-- > 0; rest /= from_.extent[axis])
    index[axis] = rest % from_.extent[axis];
  for (std::size_t l = 0; l < static_cast<std::size_t>(count); l++) {
    for (std::size_t axis = 0; axis < maxRank; axis++)
      indices[axis][l] = index[axis];
    index[rank - 1]++;
    for (int axis = rank - 1; axis > 0 && index[axis] == from_.extent[axis]; axis--) {
      index[axis] = 0;
      index[axis - 1]++;
    }
  }
  try {
    result_ = evaluate(state, {indices[0].data(), indices[1].data(), indices[2].data()});
  } catch (const TooMuch &) {
    return false;
  }
  goBack();
  return true;
}

int Slopes::push(Instance instance) {
  if (used_ == mostInstances)
    throw TooMuch();
  if (static_cast<std::size_t>(used_) == slots_.size()) {
    slots_.emplace_back();
    instances_.emplace_back();
  }
  for (const int operand : {instance.a, instance.b, instance.c})
    instance.isActive = instance.isActive || (operand >= 0 && isActive(operand));
  instances_[static_cast<std::size_t>(used_)] = instance;
  return used_++;
}

int Slopes::fixed(double value) {
  const int k = push({});
  std::fill_n(at(k).real, count_, value);
  std::fill_n(at(k).whole, count_, integerPart(value));
  return k;
}

// ---- forwards ----------------------------------------------------------------------------------

int Slopes::evaluate(int expression, const Indices &at) {
  const SlopeExpression &own = (*program_)[expression];
  Frame frame{own, at, std::vector<int>(own.operations.size(), -1), {}, {}, {}};
  for (std::size_t k = 0; k < own.operations.size(); k++)
    if (!own.operations[k].isInLoop)
      frame.instances[k] = take(frame, static_cast<int>(k));
  return frame.instances.back();
}

int Slopes::take(Frame &frame, int k) {
  const SlopeOperation &operation = frame.expression.operations[static_cast<std::size_t>(k)];
  switch (operation.code) {
  case Code::Index: {
    const int index = push({});
    const std::int64_t *from = frame.at[static_cast<std::size_t>(operation.whole)];
    std::copy_n(from, count_, at(index).whole);
    std::copy_n(from, count_, at(index).real);
    return index;
  }
  case Code::Variable: {
    const auto found = frame.variables.find(operation.whole);
    return found == frame.variables.end() ? fixed(0) : found->second;
  }
  case Code::Carried: {
    const auto found = frame.carried.find(operation.whole);
    return found == frame.carried.end() ? fixed(0) : found->second;
  }
  case Code::Loop:
    takeLoop(frame, k);
    return fixed(0);
  case Code::Result:
    return frame.results[operation.operands[0]][static_cast<std::size_t>(operation.whole)];
  default:
    break;
  }
  if (operation.count == 0)
    return fixed(operation.real);
  std::array<int, 4> all = {};
  const auto few = std::min<std::size_t>(all.size(), static_cast<std::size_t>(operation.count));
  for (std::size_t o = 0; o < few; o++)
    all[o] = frame.instances[static_cast<std::size_t>(operation.operands[o])];
  const std::span<const int> operands(all.data(), few);
  switch (operation.code) {
  case Code::Read:
    return read(operation, operands);
  case Code::Table:
  case Code::Entry:
    return entry(operation, operands);
  case Code::Series:
    return series(operation, operands[0]);
  case Code::Whole:
    return whole(operation, operands);
  case Code::Select:
    return select(operands[0], operands[1], operands[2]);
  default:
    return computed(operation, operands);
  }
}

void Slopes::takeLoop(Frame &frame, int k) {
  const SlopeOperation &loop = frame.expression.operations[static_cast<std::size_t>(k)];
  const auto instanceOf = [&](int o) {
    return frame.instances[static_cast<std::size_t>(loop.operands[o])];
  };
  const auto wholeOf = [&](int o) {
    return frame.expression.operations[static_cast<std::size_t>(loop.operands[o])].whole;
  };
  const std::vector<int> &body = frame.expression.bodies.at(k);
  std::vector<int> results;
  for (int o = 4; o < loop.count; o += 3)
    results.push_back(instanceOf(o));
  const int begin = instanceOf(1), end = instanceOf(2);
  const std::int64_t first = *std::min_element(at(begin).whole, at(begin).whole + count_);
  const std::int64_t last = *std::max_element(at(end).whole, at(end).whole + count_);
  for (std::int64_t pass = first; pass < last; pass++) {
    frame.variables[wholeOf(0)] = fixed(static_cast<double>(pass));
    for (std::size_t local = 0; local < results.size(); local++)
      frame.carried[wholeOf(static_cast<int>(3 + 3 * local))] = results[local];
    for (const int o : body)
      frame.instances[static_cast<std::size_t>(o)] = take(frame, o);
    const int runs = fixed(1);
    bool runsAll = true;
    for (int l = 0; l < count_; l++) {
      at(runs).whole[l] = pass >= at(begin).whole[l] && pass < at(end).whole[l];
      runsAll = runsAll && at(runs).whole[l] != 0;
    }
    for (std::size_t local = 0; local < results.size(); local++) {
      const int next = instanceOf(static_cast<int>(5 + 3 * local));
      results[local] = runsAll ? next : select(runs, next, results[local]);
    }
  }
  frame.results[k] = results;
}

/// Computes operations of whole numbers and conditions, which have no slopes.
int Slopes::whole(const SlopeOperation &operation, std::span<const int> operands) {
  const int k = push({});
  const Slot &a = at(operands[0]), &b = at(operands.back());
  const std::string_view name = operation.name;
  for (int l = 0; l < count_; l++) {
    std::int64_t value = 0;
    if (operands.size() == 2) {
      const auto result = compared(name, a.real[l], b.real[l]);
      value =
          result ? static_cast<std::int64_t>(*result) : wholeResult(name, a.whole[l], b.whole[l]);
    } else if (name == "!") {
      value = a.whole[l] == 0;
    } else if (name == "negate") {
      value = integerResult("-", 0, a.whole[l]);
    } else if (name == "int") {
      value = integerPart(a.real[l]);
    }
    at(k).whole[l] = value;
    at(k).real[l] = static_cast<double>(value);
  }
  return k;
}

int Slopes::select(int condition, int yes, int no) {
  const int k = push({.code = Code::Select, .a = condition, .b = yes, .c = no});
  for (int l = 0; l < count_; l++) {
    const Slot &from = at(at(condition).whole[l] != 0 ? yes : no);
    at(k).real[l] = from.real[l];
    at(k).whole[l] = from.whole[l];
  }
  return k;
}

int Slopes::computed(const SlopeOperation &operation, std::span<const int> operands) {
  const int k = push({.code = operation.code,
                      .operation = &operation,
                      .a = operands[0],
                      .b = operands.size() > 1 ? operands[1] : -1});
  double *out = at(k).real;
  const double *a = at(operands[0]).real, *b = at(operands.back()).real;
  const auto each = [&](auto &&value) {
    for (int l = 0; l < count_; l++)
      out[l] = value(a[l], b[l]);
  };
  if (operation.code == Code::OfOne)
    each([&](double x, double) { return operation.one.value(x); });
  else if (operation.code == Code::OfTwo)
    each([&](double x, double y) { return operation.two.value(x, y); });
  else if (!withArithmetic(operation.code, [&](auto of) {
             each([of](double x, double y) { return of.value(x, y); });
           }))
    each([](double, double) { return 0.0; });
  return k;
}

double Slopes::scalar(int expression, const std::int64_t *at) {
  if (!ofRules_)
    ofRules_ = std::make_unique<Slopes>(from_, program_);
  ofRules_->count_ = 1;
  ofRules_->used_ = 0;
  ofRules_->usedFactors_ = 0;
  ofRules_->reads_.clear();
  const int value = ofRules_->evaluate(expression, {at, at + 1, at + 2});
  return ofRules_->at(value).real[0];
}

double Slopes::scalarAtOrigin(int expression) {
  const std::int64_t origin[maxRank] = {};
  try {
    return scalar(expression, origin);
  } catch (const TooMuch &) {
    return std::nan(""); // then everything computed from it is unknown
  }
}

// ---- backwards ---------------------------------------------------------------------------------

void Slopes::goBack() {
  for (int k = 0; k <= result_; k++)
    if (isActive(k))
      std::fill_n(at(k).adjoint, count_, 0.0);
  if (!isActive(result_))
    return;
  std::fill_n(at(result_).adjoint, count_, 1.0);
  for (int k = result_; k >= 0; k--)
    if (isActive(k))
      goBackThrough(instances_[static_cast<std::size_t>(k)], at(k));
}

void Slopes::goBackThrough(const Instance &instance, Slot &slot) {
  double *out = slot.adjoint;
  const auto add = [&](int operand, auto &&slope) {
    if (operand < 0 || !isActive(operand))
      return;
    double *to = at(operand).adjoint;
    for (int l = 0; l < count_; l++)
      to[l] += through(out[l], slope(l));
  };
  const double *y = slot.real;
  const double *a = instance.a < 0 ? y : at(instance.a).real;
  const double *b = instance.b < 0 ? a : at(instance.b).real;
  switch (instance.code) {
  case Code::Read:
    for (int l = 0; l < count_ && instance.factors.by != nullptr; l++)
      out[l] *= instance.factors.by[l];
    entries_.push_back({instance.array, slot.whole, out});
    break;
  case Code::Image:
    add(instance.a, [&](int l) { return instance.factors.by[l]; });
    break;
  case Code::Select: {
    const std::int64_t *isYes = at(instance.a).whole;
    add(instance.b, [&](int l) { return isYes[l] != 0 ? 1.0 : 0.0; });
    add(instance.c, [&](int l) { return isYes[l] != 0 ? 0.0 : 1.0; });
    break;
  }
  case Code::OfOne:
    if (const auto slope = instance.operation->one.slope; slope != nullptr)
      add(instance.a, [&](int l) { return slope(a[l], y[l]); });
    break;
  case Code::OfTwo:
    for (const bool isFirst : {true, false})
      add(isFirst ? instance.a : instance.b, [&](int l) {
        const SlopesByBoth slopes = instance.operation->two.slopes(a[l], b[l], y[l]);
        return isFirst ? slopes.byA : slopes.byB;
      });
    break;
  default:
    withArithmetic(instance.code, [&](auto of) {
      add(instance.a, [&](int l) { return of.byA(a[l], b[l], y[l]); });
      add(instance.b, [&](int l) { return of.byB(a[l], b[l], y[l]); });
    });
  }
}

} // namespace eulerc
