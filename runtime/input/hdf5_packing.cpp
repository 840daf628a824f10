// Reads the attributes of packed values, checks values and unpacks them.

#include "input/hdf5_packing.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace eulerc {

namespace {

/// The numbers of an attribute; empty if the object has none, or it is a text.
std::vector<double> numbersOf(const Hdf5Library &h, Hdf5Library::Id object,
                              const std::string &name) {
  const Hdf5Handle handle(h.H5Aopen(object, name.c_str(), Hdf5Library::defaults), h.H5Aclose);
  const Hdf5Handle space(handle ? h.H5Aget_space(handle.id()) : -1, h.H5Sclose);
  const auto count = space ? h.H5Sget_simple_extent_npoints(space.id()) : 0;
  std::vector<double> values(static_cast<std::size_t>(count > 0 ? count : 0));
  if (values.empty() || h.H5Aread(handle.id(), *h.nativeDouble, values.data()) < 0)
    return {};
  return values;
}

bool has(const Hdf5Library &h, Hdf5Library::Id object, const char *attribute) {
  return bool(Hdf5Handle(h.H5Aopen(object, attribute, Hdf5Library::defaults), h.H5Aclose));
}

double numberOr(const Hdf5Library &h, Hdf5Library::Id dataset, const char *attribute,
                double without) {
  const std::optional<double> number = hdf5Number(h, dataset, attribute);
  if (!number && has(h, dataset, attribute))
    throw InputError(fmt::format("the attribute {} of the dataset is not one number", attribute));
  return number.value_or(without);
}

/// NetCDF's default fill value, which marks values that were never written; empty for bytes, which
/// have none.
std::vector<double> fillOfNetcdf(const Hdf5Library &h, Hdf5Library::Id dataset) {
  const Hdf5Handle type(h.H5Dget_type(dataset), h.H5Tclose);
  const bool isInteger = h.H5Tget_class(type.id()) == Hdf5Library::integerClass;
  switch (h.H5Tget_size(type.id())) {
  case 2:
    return {-32767, 65535};
  case 4:
    return isInteger ? std::vector<double>{-2147483647, 4294967295} : std::vector{0x1.ep+122};
  case 8:
    return isInteger ? std::vector{-9223372036854775806., 18446744073709551614.}
                     : std::vector{0x1.ep+122};
  default:
    return {};
  }
}

/// The finite ones among codes: values that are not finite are refused in any case.
std::vector<double> finite(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  return values;
}

/// Whether integers are unsigned: NetCDF 3 has no such type and marks them by an attribute.
bool areUnsigned(const Hdf5Library &h, Hdf5Library::Id dataset) {
  const Hdf5Handle type(h.H5Dget_type(dataset), h.H5Tclose);
  const Hdf5Handle said(h.H5Aopen(dataset, "_Unsigned", Hdf5Library::defaults), h.H5Aclose);
  return said && h.H5Tget_class(type.id()) == Hdf5Library::integerClass;
}

} // namespace

std::optional<double> hdf5Number(const Hdf5Library &h, Hdf5Library::Id object,
                                 const std::string &name) {
  const std::vector<double> values = numbersOf(h, object, name);
  return values.size() == 1 ? std::optional(values.front()) : std::nullopt;
}

Hdf5Packing::Hdf5Packing(const Hdf5Library &h, Hdf5Library::Id file, Hdf5Library::Id dataset)
    : scale_(numberOr(h, dataset, "scale_factor", 1)),
      offset_(numberOr(h, dataset, "add_offset", 0)), isUnsigned_(areUnsigned(h, dataset)),
      fill_(finite(numbersOf(h, dataset, "_FillValue"))),
      missing_(finite(numbersOf(h, dataset, "missing_value"))),
      least_(numberOr(h, dataset, "valid_min", -noBound)),
      most_(numberOr(h, dataset, "valid_max", noBound)) {
  if (!has(h, dataset, "_FillValue") && has(h, file, "_NCProperties"))
    fill_ = fillOfNetcdf(h, dataset);
  if (const auto range = numbersOf(h, dataset, "valid_range"); range.size() == 2) {
    least_ = range[0];
    most_ = range[1];
    isRange_ = true;
  }
}

void Hdf5Packing::requireAll(const double *values, const Target &target) const {
  const auto holds = [](const std::vector<double> &all, double value) {
    return std::ranges::find(all, value) != all.end();
  };
  for (std::int64_t k = 0; k < target.points(); k++)
    if (const bool isFill = holds(fill_, values[k]); isFill || holds(missing_, values[k]))
      throw InputError(fmt::format("its value {} is missing: it is {}, the {} of the dataset",
                                   indexText(target.shape, k), values[k],
                                   isFill ? "_FillValue" : "missing_value"));
  for (std::int64_t k = 0; k < target.points(); k++)
    if (values[k] < least_ || values[k] > most_)
      throw InputError(fmt::format("its value {} is missing: it is {}, {} the {} of the dataset",
                                   indexText(target.shape, k), values[k],
                                   values[k] < least_ ? "below" : "above",
                                   isRange_             ? "valid_range"
                                   : values[k] < least_ ? "valid_min"
                                                        : "valid_max"));
  for (std::int64_t k = 0; k < target.points() && isUnsigned_; k++)
    if (values[k] < 0)
      throw InputError(fmt::format("its value {} is {}, and the attribute _Unsigned of the dataset "
                                   "makes a positive one of it, which is not done here; write "
                                   "unsigned integers or reals",
                                   indexText(target.shape, k), values[k]));
}

void Hdf5Packing::unpack(double *values, std::int64_t count) const {
  for (std::int64_t k = 0; k < count; k++)
    values[k] = values[k] * scale_ + offset_;
}

} // namespace eulerc
