// Reads of the slopes: entries of data, states, fields and quantities, also beyond the sides.
#include "tracing/slopes.h"

#include <algorithm>

#include "state/state.h"
#include "tracing/beyond.h"

namespace eulerc {
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

/// An entry of data or a table. In a branch that is not taken the index may be out of range.
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

int Slopes::series(const SlopeOperation &operation, int time) {
  const int k = fixed(0);
  for (int l = 0; l < count_; l++)
    at(k).real[l] = from_.place.model.data.atTime(
        static_cast<int>(operation.whole), from_.place.params, from_.fields, at(time).real[l]);
  return k;
}

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

/// Replaces indices beyond the sides by those of points in the grid.
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

void Slopes::applyFactors(const Factors &factors, double *values) const {
  for (int l = 0; l < count_ && factors.by != nullptr; l++)
    values[l] = factors.by[l] * values[l] + factors.added[l];
}

int Slopes::readState(int array, int place, const Factors &factors) {
  constexpr std::size_t near =
      64; // number of last reads searched: equal reads are mostly close together
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
  const int k = push({.code = Code::Read, .array = array, .isActive = true, .factors = factors});
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
  const int k = push({.code = Code::Image, .a = value, .factors = factors});
  std::copy_n(at(value).real, count_, at(k).real);
  applyFactors(factors, at(k).real);
  return k;
}

/// Moves a read into the grid by the boundary rules, as Evaluator::read does. Without an image, the
/// factor is 0.
void Slopes::bringBack(int array, Beyond &read) {
  const RuledSides sides(program_->traced(), array, from_.place.model.program.rank, from_.extent);
  std::int64_t back[maxRank] = {};
  std::copy_n(read.at, maxRank, back);
  sides.clampInto(back);
  const auto part = [&](int expression, double otherwise) {
    return expression < 0 ? otherwise : scalar(expression, back);
  };
  const bool isInside = sides.followImages(read.at, [&](const TracedRule &rule, double distance) {
    read.added += read.factor * (part(rule.value, 0) + part(rule.slope, 0) * distance);
    read.factor *= part(rule.factor, 1);
  });
  if (!isInside) {
    read.factor = 0;
    std::copy_n(back, maxRank, read.at);
  }
}

} // namespace eulerc
