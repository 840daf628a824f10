#include "fields.h"

#include <numeric>

#include <fmt/format.h>

#include <eulerc/solver.h>

#include "memory.h"
#include "state.h"
#include "text.h"

namespace eulerc {
namespace {

[[noreturn]] void refuse(const std::string &message) { throw Error(Error::Kind::Usage, message); }

} // namespace

Fields::Fields(const Model &model)
    : model_(&model), values_(static_cast<std::size_t>(model.fieldCount)) {}

int Fields::find(std::string_view name) const {
  std::vector<std::string> known;
  for (int i = 0; i < model_->fieldCount; i++) {
    if (name == model_->fields[i].name)
      return i;
    known.push_back(model_->fields[i].name);
  }
  refuse(fmt::format("there is no field '{}'; {}", name, suggestion(name, known)));
}

void Fields::give(int field, const std::vector<std::int64_t> &shape, HostArray &values) {
  Values &taken = values_[static_cast<std::size_t>(field)];
  taken.array.swap(values);
  taken.shape = shape;
  taken.given = taken.current = true;
  taken.revision = ++lastRevision_;
}

void Fields::paramsChanged() {
  for (std::size_t i = 0; i < values_.size(); i++) {
    values_[i].current = values_[i].given;
    if (model_->isPrepared[i]) // what steps read depends on params
      values_[i].revision = ++lastRevision_;
  }
}

void Fields::check(const std::vector<std::int64_t> &shape) const {
  for (int i = 0; i < model_->fieldCount; i++) {
    const Field &field = model_->fields[i];
    const Values &values = values_[static_cast<std::size_t>(i)];
    if (!values.given && !field.hasInitial)
      refuse(fmt::format("the field '{0}' of shape {1} has no values: {2} gives none; give them "
                         "with --field {0}=FILE (in C++: setField or loadField)",
                         field.name, shapeText(shape), model_->source));
    if (values.given && values.shape != shape)
      refuse(fmt::format("the field '{}' was given with shape {}, but the grid is now {}; give it "
                         "again, after the params",
                         field.name, shapeText(values.shape), shapeText(shape)));
  }
}

void Fields::prepare(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &shape,
                     int threads) {
  check(shape);
  const std::int64_t points = gridPoints(shape);
  for (int i = 0; i < model_->fieldCount; i++) {
    Values &field = values_[static_cast<std::size_t>(i)];
    if (field.current)
      continue;
    field.array.allocate(times(points, realSize(model_->precision)));
    computeField(*model_, i, params, field.array, threads);
    const std::int64_t bad = firstNonFinite(model_->precision, field.array.data(), points, threads);
    if (bad >= 0)
      refuse(fmt::format("the field '{0}' is not finite: {0}{1} is infinite or NaN, computed by "
                         "initial({0}) of {2} with these params",
                         model_->fields[i].name, indexText(shape, bad), model_->source));
    field.shape = shape;
    field.current = true;
    field.revision = ++lastRevision_;
  }
}

std::vector<const void *> Fields::pointers() const {
  std::vector<const void *> result;
  for (const Values &field : values_)
    result.push_back(field.array.data());
  return result;
}

std::vector<std::uint64_t> Fields::revisions() const {
  std::vector<std::uint64_t> result;
  for (const Values &field : values_)
    result.push_back(field.revision);
  return result;
}

std::int64_t Fields::bytes() const {
  return std::accumulate(
      values_.begin(), values_.end(), std::int64_t{0},
      [](std::int64_t sum, const Values &field) { return sum + field.array.bytes(); });
}

} // namespace eulerc
