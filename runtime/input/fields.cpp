// Keeps the values of fields and data, computes those not given, and checks all.

#include "input/fields.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/refuse.h"
#include "base/text.h"
#include "model/model_lists.h"
#include "state/state.h"

namespace eulerc {
namespace {

int findIn(const auto &list, std::string_view name, const char *kind) {
  if (const std::optional<int> place = placeOf(name, list))
    return *place;
  refuse(fmt::format("there is no {} '{}'; {}", kind, name, suggestion(name, namesOf(list))));
}

std::vector<std::int64_t> shapeOfData(const Model &model, int which,
                                      const std::vector<ParamValue> &params) {
  const Data &data = model.data.list[which];
  std::vector<std::int64_t> shape(static_cast<std::size_t>(data.rank));
  model.data.shape(which, params.data(), shape.data());
  for (const std::int64_t extent : shape)
    if (extent < 1)
      refuse(fmt::format("data '{}' of shape {} would have the extent {}; it must be at least 1",
                         data.name, data.shape, extent));
  return shape;
}

} // namespace

std::vector<std::int64_t> dataBytes(const Model &model, const std::vector<ParamValue> &params) {
  std::vector<std::int64_t> result;
  for (int k = 0; k < model.data.count; k++)
    result.push_back(times(gridPoints(shapeOfData(model, k, params)),
                           model.data.list[k].isInt ? static_cast<std::int64_t>(sizeof(int))
                                                    : realSize(model.program.precision)));
  return result;
}

Fields::Fields(const Model &model)
    : model_(&model),
      values_(static_cast<std::size_t>(model.program.fieldCount + model.data.count)) {}

int Fields::findField(std::string_view name) const {
  return findIn(fieldsOf(*model_), name, "field");
}

int Fields::findData(std::string_view name) const {
  return model_->program.fieldCount + findIn(dataOf(*model_), name, "data");
}

Field Fields::about(int which) const {
  const int data = which - model_->program.fieldCount;
  if (data < 0)
    return model_->program.fields[which];
  const Data &all = model_->data.list[data];
  return {.name = all.name,
          .shape = all.shape,
          .description = all.description,
          .hasInitial = all.hasInitial};
}

std::string Fields::called(int which) const {
  return fmt::format("{} '{}'", which < model_->program.fieldCount ? "field" : "data", name(which));
}

const std::string &Fields::origin(std::string_view name) const {
  const std::optional<int> field = placeOf(name, fieldsOf(*model_));
  return values_[static_cast<std::size_t>(field ? *field : findData(name))].origin;
}

bool Fields::isInt(int which) const {
  return which >= model_->program.fieldCount &&
         model_->data.list[which - model_->program.fieldCount].isInt;
}

std::vector<std::int64_t> Fields::shapeOf(int which, const std::vector<ParamValue> &params,
                                          const std::vector<std::int64_t> &grid) const {
  const int data = which - model_->program.fieldCount;
  return data < 0 ? grid : shapeOfData(*model_, data, params);
}

Target Fields::target(int which, const std::vector<ParamValue> &params,
                      const std::vector<std::int64_t> &grid, HostArray &values) const {
  return {model_->program.precision,
          shapeOf(which, params, grid),
          values,
          isInt(which),
          which < model_->program.fieldCount ? "the grid's" : "that of the data",
          sizesOf(*model_, which < model_->program.fieldCount
                               ? model_->program.fields[which].shape
                               : model_->data.list[which - model_->program.fieldCount].shape)};
}

void Fields::give(int which, const std::vector<std::int64_t> &shape, HostArray &values,
                  const std::string &origin) {
  exchange(which, shape, values, origin);
  entriesChecked_ = false;
}

void Fields::exchange(int which, const std::vector<std::int64_t> &shape, HostArray &values,
                      const std::string &origin) {
  Values &taken = values_[static_cast<std::size_t>(which)];
  replaced.note(static_cast<std::size_t>(which));
  taken.array.swap(values);
  taken.shape = shape;
  taken.origin = origin;
  taken.given = taken.current = true;
  taken.revision = ++lastRevision_;
}

void Fields::paramsChanged() {
  for (std::size_t i = 0; i < values_.size(); i++) {
    values_[i].current = values_[i].given;
    if (i < static_cast<std::size_t>(model_->program.fieldCount) && model_->host.isPrepared[i])
      values_[i].revision = ++lastRevision_; // the prepared values depend on params
  }
  entriesChecked_ = false;
}

void Fields::check(const std::vector<ParamValue> &params,
                   const std::vector<std::int64_t> &grid) const {
  for (int i = 0; i < static_cast<int>(values_.size()); i++) {
    const Values &values = values_[static_cast<std::size_t>(i)];
    const std::vector<std::int64_t> shape = shapeOf(i, params, grid);
    const bool isField = i < model_->program.fieldCount;
    const bool changes = isField && isSeries(*model_, model_->program.fields[i]);
    if (!values.given && !about(i).hasInitial)
      refuse(
          fmt::format("the {} of shape {} has no values: {} gives none; give them with --{}=FILE "
                      "(in C++: {})",
                      called(i), shapeText(shape), model_->source,
                      (isField ? "field " : "data ") + std::string(name(i)),
                      changes   ? "setSeries or loadField"
                      : isField ? "setField or loadField"
                                : "setData or loadData"));
    if (values.given && values.shape != shape)
      refuse(fmt::format("the {} was given with shape {}, but its shape is now {}; give values "
                         "of that shape (in C++ and Python after the params)",
                         called(i), shapeText(values.shape), shapeText(shape)));
  }
}

void Fields::compute(int which, const std::vector<ParamValue> &params,
                     const std::vector<std::int64_t> &grid, int threads) {
  Values &computed = values_[static_cast<std::size_t>(which)];
  const std::vector<std::int64_t> shape = shapeOf(which, params, grid);
  Target target{model_->program.precision, shape, computed.array, isInt(which), ""};
  target.allocate();
  const std::int64_t points = target.points();
  computeField(*model_, which, params, pointers(), computed.array, threads);
  const std::int64_t bad = isInt(which) ? firstNoDataInt(computed.array.data(), points)
                                        : firstNonFinite(model_->program.precision,
                                                         computed.array.data(), points, threads);
  if (bad >= 0 && isInt(which))
    refuse(fmt::format("{} is no int of -2147483647 to 2147483647, computed by initial({}) of {} "
                       "with these params",
                       name(which) + indexText(shape, bad), name(which), model_->source));
  if (bad >= 0)
    refuse(fmt::format("the {} is not finite: {} is infinite or NaN, computed by initial({}) of {} "
                       "with these params",
                       called(which), name(which) + indexText(shape, bad), name(which),
                       model_->source));
  computed.shape = shape;
  computed.origin = fmt::format("initial({})", name(which));
  computed.current = true;
  computed.revision = ++lastRevision_;
}

void Fields::prepare(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &grid,
                     int threads) {
  check(params, grid);
  // Data first, since fields may be computed from them.
  for (int i = static_cast<int>(values_.size()); i-- > 0;) {
    if (i + 1 == model_->program.fieldCount)
      checkEntries(params, grid, threads);
    if (!values_[static_cast<std::size_t>(i)].current)
      compute(i, params, grid, threads);
  }
  if (model_->program.fieldCount == 0)
    checkEntries(params, grid, threads);
  entriesChecked_ = true;
}

void Fields::checkData(const std::vector<ParamValue> &params, const std::vector<std::int64_t> &grid,
                       int threads) const {
  if (std::ranges::all_of(values_ | std::views::drop(model_->program.fieldCount), &Values::current))
    checkEntries(params, grid, threads);
  else
    checkAxes(grid);
}

std::vector<const void *> Fields::pointers() const {
  std::vector<const void *> result;
  for (const Values &each : values_)
    result.push_back(each.array.data());
  return result;
}

std::vector<const void *> Fields::fieldPointers() const {
  std::vector<const void *> result = pointers();
  result.resize(static_cast<std::size_t>(model_->program.fieldCount));
  return result;
}

std::vector<std::uint64_t> Fields::fieldRevisions() const {
  std::vector<std::uint64_t> result;
  for (int i = 0; i < model_->program.fieldCount; i++)
    result.push_back(values_[static_cast<std::size_t>(i)].revision);
  return result;
}

std::vector<DataValues> Fields::data() const {
  std::vector<DataValues> result;
  for (auto i = static_cast<std::size_t>(model_->program.fieldCount); i < values_.size(); i++)
    result.push_back({values_[i].array.data(), values_[i].array.bytes(), values_[i].revision});
  return result;
}

std::vector<std::uint64_t> Fields::hashes() const {
  std::vector<std::uint64_t> result;
  for (const Values &each : values_)
    result.push_back(hashOf(each.array.data(), static_cast<std::size_t>(each.array.bytes())));
  const auto &program = model_->program;
  const auto odd = result.begin() + program.fieldCount - program.fieldSeriesCount;
  std::fill(odd, odd + program.fieldSeriesCount, 0);
  std::fill(result.end() - std::ptrdiff_t{2} * program.fieldSeriesCount, result.end(), 0);
  for (int k = 0; k < program.fieldSeriesCount; k++)
    result[static_cast<std::size_t>(program.fieldSeries[k])] = 0;
  return result;
}

std::int64_t Fields::bytes() const {
  return std::accumulate(
      values_.begin(), values_.end(), std::int64_t{0},
      [](std::int64_t sum, const Values &field) { return sum + field.array.bytes(); });
}

} // namespace eulerc
