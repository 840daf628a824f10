#include "tracing/slopes.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "state/state.h"

namespace eulerc {
namespace {

/// Of a take: some 100 MB.
constexpr int mostInstances = 1 << 16;
/// Images of images, in grids that are narrower than what is read.
constexpr int mostImages = 64;

struct TooMuch {};

std::int64_t imageOf(int image, std::int64_t i, std::int64_t n) {
  constexpr int mirror = 2, clamp = 3;
  if (image == mirror)
    return i < 0 ? -1 - i : 2 * n - 1 - i;
  if (image == clamp)
    return i < 0 ? 0 : n - 1;
  return i < 0 ? i + n : i - n; // a ring
}

std::int64_t wholeResult(std::string_view name, std::int64_t a, std::int64_t b) {
  if (name == "&&")
    return a != 0 && b != 0;
  if (name == "||")
    return a != 0 || b != 0;
  return integerResult(name, a, b);
}

/// Slopes by what does not change are 0 however steep the function is.
double through(double adjoint, double slope) { return adjoint == 0 ? 0 : adjoint * slope; }

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
  std::fill_n(at(k).whole, count_, std::fabs(value) < 9e18 ? static_cast<std::int64_t>(value) : 0);
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

/// Whole numbers and conditions: no slope goes through them.
int Slopes::whole(const SlopeOperation &operation, std::span<const int> operands) {
  const int k = push({});
  const Slot &a = at(operands[0]), &b = at(operands.back());
  const std::string_view name = operation.name;
  constexpr double most = 9e18;
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
      value = std::fabs(a.real[l]) < most ? static_cast<std::int64_t>(a.real[l]) : 0;
    }
    at(k).whole[l] = value;
    at(k).real[l] = static_cast<double>(value);
  }
  return k;
}

int Slopes::select(int condition, int yes, int no) {
  Instance instance;
  instance.code = Code::Select;
  instance.a = condition;
  instance.b = yes;
  instance.c = no;
  const int k = push(instance);
  for (int l = 0; l < count_; l++) {
    const Slot &from = at(at(condition).whole[l] != 0 ? yes : no);
    at(k).real[l] = from.real[l];
    at(k).whole[l] = from.whole[l];
  }
  return k;
}

int Slopes::computed(const SlopeOperation &operation, std::span<const int> operands) {
  Instance instance;
  instance.code = operation.code;
  instance.operation = &operation;
  instance.a = operands[0];
  instance.b = operands.size() > 1 ? operands[1] : -1;
  const int k = push(instance);
  double *out = at(k).real;
  const double *a = at(operands[0]).real, *b = at(operands.back()).real;
  const auto each = [&](auto &&value) {
    for (int l = 0; l < count_; l++)
      out[l] = value(a[l], b[l]);
  };
  switch (operation.code) {
  case Code::Copy:
    each([](double x, double) { return x; });
    break;
  case Code::Negate:
    each([](double x, double) { return -x; });
    break;
  case Code::Add:
    each([](double x, double y) { return x + y; });
    break;
  case Code::Sub:
    each([](double x, double y) { return x - y; });
    break;
  case Code::Mul:
    each([](double x, double y) { return x * y; });
    break;
  case Code::Div:
    each([](double x, double y) { return x / y; });
    break;
  case Code::OfOne:
    each([&](double x, double) { return operation.one.value(x); });
    break;
  case Code::OfTwo:
    each([&](double x, double y) { return operation.two.value(x, y); });
    break;
  default:
    each([](double, double) { return 0.0; });
  }
  return k;
}

/// In a branch that is not taken an index may lead anywhere.
int Slopes::entry(const SlopeOperation &operation, std::span<const int> operands) {
  const int k = fixed(0);
  if (operation.code == Code::Table) {
    for (int l = 0; l < count_; l++) {
      const std::int64_t index = at(operands[0]).whole[l];
      const auto found = program_->tableValues.find(operation.whole + index);
      if (index >= 0 && static_cast<double>(index) < operation.real &&
          found != program_->tableValues.end())
        at(k).real[l] = found->second;
      at(k).whole[l] = static_cast<std::int64_t>(at(k).real[l]);
    }
    return k;
  }
  const Model &model = from_.place.model;
  const auto which = static_cast<int>(operation.whole);
  std::int64_t shape[maxRank] = {};
  model.data.shape(which, from_.place.params, shape);
  const void *values = from_.fields[model.program.fieldCount + which];
  for (int l = 0; l < count_; l++) {
    std::int64_t place = 0;
    bool isThere = true;
    for (std::size_t axis = 0; axis < operands.size(); axis++) {
      const std::int64_t index = at(operands[axis]).whole[l];
      isThere = isThere && index >= 0 && index < shape[axis];
      place = place * shape[axis] + index;
    }
    if (!isThere)
      continue;
    at(k).real[l] = model.data.list[which].isInt ? static_cast<const int *>(values)[place]
                                                 : realAt(model.program.precision, values, place);
    at(k).whole[l] = static_cast<std::int64_t>(at(k).real[l]);
  }
  return k;
}

// ---- what is read ------------------------------------------------------------------------------

int Slopes::read(const SlopeOperation &operation, std::span<const int> operands) {
  const auto array = static_cast<int>(operation.whole);
  const auto rank = static_cast<std::size_t>(from_.place.model.program.rank);
  const std::int64_t *extent = from_.extent;
  Indices indices = {};
  std::int64_t outside = 0;
  for (std::size_t axis = 0; axis < rank; axis++) {
    indices[axis] = at(operands[axis]).whole;
    for (int l = 0; l < count_; l++)
      outside |= indices[axis][l] | (extent[axis] - 1 - indices[axis][l]); // below 0
  }
  const Factors factors = outside < 0 ? bringAllBack(array, indices) : Factors();
  const Model &model = from_.place.model;
  const int states = model.program.stateCount, quantities = program_->traced().quantities;
  if (array >= states && array < states + quantities)
    return readQuantity(array, indices, factors);
  const int place = push({});
  std::int64_t *points = at(place).whole;
  std::copy_n(indices[0], count_, points);
  for (std::size_t axis = 1; axis < rank; axis++)
    for (int l = 0; l < count_; l++)
      points[l] = points[l] * extent[axis] + indices[axis][l];
  return array < states ? readState(array, place, factors)
                        : readField(array - states - quantities, place, factors);
}

/// Indices of points in the grid, in place of those beyond.
Slopes::Factors Slopes::bringAllBack(int array, Indices &indices) {
  const auto rank = static_cast<std::size_t>(from_.place.model.program.rank);
  usedFactors_ += 2;
  while (factors_.size() < usedFactors_)
    factors_.emplace_back();
  double *by = factors_[usedFactors_ - 2].data(), *added = factors_[usedFactors_ - 1].data();
  std::array<std::int64_t *, maxRank> moved = {};
  for (std::size_t axis = 0; axis < rank; axis++) {
    moved[axis] = at(push({})).whole;
    std::copy_n(indices[axis], count_, moved[axis]);
    indices[axis] = moved[axis];
  }
  for (int l = 0; l < count_; l++) {
    Beyond beyond = {{}, 1, 0};
    for (std::size_t axis = 0; axis < rank; axis++)
      beyond.at[axis] = moved[axis][l];
    bringBack(array, beyond);
    for (std::size_t axis = 0; axis < rank; axis++)
      moved[axis][l] = beyond.at[axis];
    by[l] = beyond.factor;
    added[l] = beyond.added;
  }
  return {by, added};
}

namespace {

void readValues(Precision precision, const void *values, std::int64_t first,
                const std::int64_t *points, int count, double *out) {
  if (precision == Precision::Float)
    for (int l = 0; l < count; l++)
      out[l] = static_cast<double>(static_cast<const float *>(values)[first + points[l]]);
  else
    for (int l = 0; l < count; l++)
      out[l] = static_cast<const double *>(values)[first + points[l]];
}

} // namespace

void Slopes::applyFactors(const Factors &factors, double *values) const {
  for (int l = 0; l < count_ && factors.by != nullptr; l++)
    values[l] = factors.by[l] * values[l] + factors.added[l];
}

int Slopes::readState(int array, int place, const Factors &factors) {
  constexpr std::size_t near = 64; // of the last reads: what is written twice is so side by side
  const std::int64_t *points = at(place).whole;
  const auto areEqual = [&](const double *a, const double *b) {
    return a == b || (a != nullptr && b != nullptr && std::equal(a, a + count_, b));
  };
  const std::size_t first = reads_.size() > near ? reads_.size() - near : 0;
  for (std::size_t k = first; k < reads_.size(); k++) {
    const Instance &other = instances_[static_cast<std::size_t>(reads_[k])];
    const std::int64_t *others = at(reads_[k]).whole;
    if (other.array == array && others[0] == points[0] &&
        std::equal(points, points + count_, others) && areEqual(other.factors.by, factors.by) &&
        areEqual(other.factors.added, factors.added))
      return reads_[k];
  }
  Instance instance;
  instance.code = Code::Read;
  instance.array = array;
  instance.isActive = true;
  instance.factors = factors;
  const int k = push(instance);
  Slot &slot = at(k);
  std::copy_n(points, count_, slot.whole);
  readValues(from_.place.model.program.precision, from_.y, array * from_.points(), points, count_,
             slot.real);
  applyFactors(factors, slot.real);
  reads_.push_back(k);
  return k;
}

int Slopes::readField(int array, int place, const Factors &factors) {
  const int k = push({});
  readValues(from_.place.model.program.precision, from_.fields[array], 0, at(place).whole, count_,
             at(k).real);
  applyFactors(factors, at(k).real);
  return k;
}

int Slopes::readQuantity(int array, const Indices &indices, const Factors &factors) {
  const int value = evaluate(array, indices);
  if (factors.by == nullptr)
    return value;
  Instance instance;
  instance.code = Code::Image;
  instance.a = value;
  instance.factors = factors;
  const int k = push(instance);
  std::copy_n(at(value).real, count_, at(k).real);
  applyFactors(factors, at(k).real);
  return k;
}

/// As Evaluator::read has it: by the rules of the array's sides. Without an image, the factor is 0.
void Slopes::bringBack(int array, Beyond &read) {
  const int rank = from_.place.model.program.rank;
  const auto ruleAt = [&](int axis, std::int64_t i) -> const TracedRule & {
    return program_->traced().rules[2 * (array * rank + axis) + (i < 0 ? 0 : 1)];
  };
  const auto isBeyond = [&](int axis) {
    return read.at[axis] < 0 || read.at[axis] >= from_.extent[axis];
  };
  std::int64_t back[maxRank] = {};
  const Beyond asked = read;
  for (int axis = 0; axis < rank; axis++)
    for (int turn = 0; isBeyond(axis); turn++) {
      const int image = turn > mostImages ? 3 : ruleAt(axis, read.at[axis]).image;
      read.at[axis] = imageOf(image < 2 ? 3 : image, read.at[axis], from_.extent[axis]);
    }
  std::copy_n(read.at, maxRank, back);
  const auto part = [&](int expression, double otherwise) {
    return expression < 0 ? otherwise : scalar(expression, back);
  };
  std::copy_n(asked.at, maxRank, read.at);
  for (int axis = 0; axis < rank; axis++)
    for (int turn = 0; isBeyond(axis); turn++) {
      const TracedRule &rule = ruleAt(axis, read.at[axis]);
      const bool hasImage = rule.image > 1 && turn <= mostImages;
      const std::int64_t to =
          hasImage ? imageOf(rule.image, read.at[axis], from_.extent[axis]) : read.at[axis];
      const auto distance = static_cast<double>(std::abs(to - read.at[axis]));
      read.added += read.factor * (part(rule.value, 0) + part(rule.slope, 0) * distance);
      if (!hasImage) {
        read.factor = 0;
        std::copy_n(back, maxRank, read.at);
        return;
      }
      read.factor *= part(rule.factor, 1);
      read.at[axis] = to;
    }
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
    return std::nan(""); // and so nothing is known of what it is in
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
  const auto one = [](int) { return 1.0; };
  const double *a = instance.a < 0 ? nullptr : at(instance.a).real;
  const double *b = instance.b < 0 ? nullptr : at(instance.b).real;
  switch (instance.code) {
  case Code::Read:
    for (int l = 0; l < count_ && instance.factors.by != nullptr; l++)
      out[l] *= instance.factors.by[l];
    entries_.push_back({instance.array, slot.whole, out});
    break;
  case Code::Image:
    add(instance.a, [&](int l) { return instance.factors.by[l]; });
    break;
  case Code::Copy:
    add(instance.a, one);
    break;
  case Code::Negate:
    add(instance.a, [](int) { return -1.0; });
    break;
  case Code::Add:
    add(instance.a, one);
    add(instance.b, one);
    break;
  case Code::Sub:
    add(instance.a, one);
    add(instance.b, [](int) { return -1.0; });
    break;
  case Code::Mul:
    add(instance.a, [&](int l) { return b[l]; });
    add(instance.b, [&](int l) { return a[l]; });
    break;
  case Code::Div:
    add(instance.a, [&](int l) { return 1 / b[l]; });
    add(instance.b, [&](int l) { return -slot.real[l] / b[l]; });
    break;
  case Code::Select: {
    const std::int64_t *isYes = at(instance.a).whole;
    add(instance.b, [&](int l) { return isYes[l] != 0 ? 1.0 : 0.0; });
    add(instance.c, [&](int l) { return isYes[l] != 0 ? 0.0 : 1.0; });
    break;
  }
  case Code::OfOne:
    if (const auto slope = instance.operation->one.slope; slope != nullptr)
      add(instance.a, [&](int l) { return slope(a[l], slot.real[l]); });
    break;
  case Code::OfTwo:
    for (const bool isFirst : {true, false})
      add(isFirst ? instance.a : instance.b, [&](int l) {
        double byA = 0, byB = 0;
        instance.operation->two.slopes(a[l], b[l], slot.real[l], &byA, &byB);
        return isFirst ? byA : byB;
      });
    break;
  default:
    break;
  }
}

} // namespace eulerc
