#include "input/hdf5_packing.h"

#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace eulerc {

std::optional<double> hdf5Number(const Hdf5Library &h, Hdf5Library::Id object,
                                 const std::string &name) {
  const Hdf5Handle handle(h.H5Aopen(object, name.c_str(), Hdf5Library::defaults), h.H5Aclose);
  const Hdf5Handle space(handle ? h.H5Aget_space(handle.id()) : -1, h.H5Sclose);
  double value = 0;
  if (!space || h.H5Sget_simple_extent_npoints(space.id()) != 1 ||
      h.H5Aread(handle.id(), *h.nativeDouble, &value) < 0)
    return std::nullopt;
  return value;
}

/// A value that is not finite is refused in any case.
static std::optional<double> finite(std::optional<double> value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

Hdf5Packing::Hdf5Packing(const Hdf5Library &h, Hdf5Library::Id dataset)
    : scale_(hdf5Number(h, dataset, "scale_factor").value_or(1)),
      offset_(hdf5Number(h, dataset, "add_offset").value_or(0)),
      fill_(finite(hdf5Number(h, dataset, "_FillValue"))),
      missing_(finite(hdf5Number(h, dataset, "missing_value"))) {}

void Hdf5Packing::requireAll(const double *values, const Target &target) const {
  for (std::int64_t k = 0; k < target.points(); k++)
    if (values[k] == fill_ || values[k] == missing_)
      throw InputError(fmt::format("its value {} is missing: it is {}, the {} of the dataset",
                                   indexText(target.shape, k), values[k],
                                   values[k] == fill_ ? "_FillValue" : "missing_value"));
}

void Hdf5Packing::unpack(double *values, std::int64_t count) const {
  for (std::int64_t k = 0; k < count; k++)
    values[k] = values[k] * scale_ + offset_;
}

} // namespace eulerc
