// Chooses the reader for a path, converts values, and words errors of shapes.

#include "input/values.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/memory.h"
#include "base/refuse.h"
#include "base/text.h"
#include "state/state.h"

namespace eulerc {
namespace {

[[noreturn]] void refuseValue(const Target &target, std::int64_t place, double value) {
  const std::string what =
      fmt::format("its value {} is {}", indexText(target.shape, place), exact(value));
  // After a conversion by the library, the value may have been infinite or too large for float.
  const bool perhaps = std::isinf(value) && target.precision == Precision::Float;
  throw InputError(std::isfinite(value) ? what + ", more than a float can hold"
                   : perhaps            ? what + " as a float"
                                        : what);
}

template <class From, class To>
void convertTo(const From *from, std::int64_t count, const Target &target, std::int64_t place) {
  To *to = static_cast<To *>(target.values.data()) + place;
  bool bad = false;
  for (std::int64_t i = 0; i < count; i++) {
    to[i] = static_cast<To>(from[i]);
    bad |= !std::isfinite(to[i]);
  }
  if (!bad)
    return;
  const auto first = std::find_if(to, to + count, [](To v) { return !std::isfinite(v); }) - to;
  refuseValue(target, place + first, static_cast<double>(from[first]));
}

/// A file of several arrays, and the name of one of them.
struct NamedArray {
  std::string file, array;
};

/// Cuts "tissue.h5:/beta" at the colon; without a colon the array is "". nullopt for files of other
/// suffixes.
std::optional<NamedArray> arrayIn(const std::string &path,
                                  std::initializer_list<std::string_view> suffixes) {
  for (const std::string_view suffix : suffixes) {
    if (path.ends_with(suffix))
      return NamedArray{path, ""};
    const auto at = path.find(std::string(suffix) + ":");
    if (at != std::string::npos)
      return NamedArray{path.substr(0, at + suffix.size()), path.substr(at + suffix.size() + 1)};
  }
  return std::nullopt;
}

std::optional<NamedArray> hdf5Name(const std::string &path) {
  return arrayIn(path, {".h5", ".hdf5", ".nc", ".vtkhdf"});
}

std::optional<NamedArray> npzName(const std::string &path) { return arrayIn(path, {".npz"}); }

} // namespace

std::int64_t Target::points() const { return gridPoints(shape); }

void Target::allocate() const {
  const std::int64_t bytes = times(points(), isInt ? sizeof(int) : realSize(precision));
  requireMemory(componentsText(points()), bytes, plus(availableHostMemory(), values.bytes()),
                "of main memory");
  values.allocate(bytes);
}

void readValues(const std::string &path, const std::string &what, const Target &target) {
  const std::optional<NamedArray> hdf5 = hdf5Name(path), npz = npzName(path);
  const Framed framed(path);
  if (!hdf5 && !npz && !framed.name.ends_with(".npy"))
    refuse(fmt::format("cannot take {} from '{}': give a .npy file, an array of an archive as "
                       "FILE.npz:/NAME, or a dataset of an HDF5 file as FILE.h5:/path/to/dataset",
                       what, path));
  try {
    if (hdf5)
      readHdf5(hdf5->file, Framed(hdf5->array), target);
    else if (npz)
      readNpz(npz->file, Framed(npz->array), target);
    else
      readNpy(framed, target);
  } catch (const InputError &error) {
    refuse(fmt::format("cannot take {} from '{}': {}", what, path, error.what()));
  }
}

Framed::Framed(const std::string &text) : name(text) {
  while (name.ends_with(']')) {
    const auto open = name.rfind('[');
    const auto place = open == std::string::npos
                           ? std::nullopt
                           : readInteger(name.substr(open + 1, name.size() - open - 2));
    if (!place)
      return;
    places.insert(places.begin(), *place);
    name.resize(open);
  }
}

/// "[2][-1]"
static std::string bracketed(std::span<const std::int64_t> places) {
  return places.empty() ? "" : fmt::format("[{}]", fmt::join(places, "]["));
}

std::vector<std::int64_t> Framed::placesIn(const std::vector<std::int64_t> &shape) const {
  std::vector<std::int64_t> found;
  for (std::size_t axis = 0; axis < places.size(); axis++) {
    const std::int64_t place = places[axis], count = shape[axis];
    found.push_back(place < 0 ? place + count : place);
    if (count == 0)
      throw InputError(fmt::format("the series has no states, so that there is no [{}]", place));
    if (found.back() < 0 || found.back() >= count)
      throw InputError(
          fmt::format("{} has no state [{}]; the last one of its {} is [{}], or [-1]",
                      axis == 0 ? "the series" : bracketed(std::span(places).first(axis)), place,
                      count, count - 1));
  }
  return found;
}

std::vector<std::int64_t> Framed::shapeOf(const std::vector<std::int64_t> &shape) const {
  const std::size_t axes = shape.size();
  if (places.size() > axes)
    throw InputError(fmt::format("{} is a single number, which has no [{}]",
                                 axes == 0 ? "it" : bracketed(std::span(places).first(axes)),
                                 places[axes]));
  return {shape.begin() + static_cast<std::ptrdiff_t>(places.size()), shape.end()};
}

std::string fileOf(const std::string &path) {
  const std::optional<NamedArray> hdf5 = hdf5Name(path), npz = npzName(path);
  return hdf5 ? hdf5->file : npz ? npz->file : Framed(path).name;
}

void takeValues(std::span<const double> values, const std::string &what, const Target &target) {
  const std::int64_t points = target.points();
  if (std::cmp_not_equal(values.size(), points))
    refuse(fmt::format("{} has {} values, {} were given", what, points, values.size()));
  target.allocate();
  try {
    if (target.isInt)
      convertInts(values.data(), points, target, 0);
    else
      convert(values.data(), points, target, 0);
  } catch (const InputError &error) {
    if (target.isInt)
      refuse(fmt::format("values of {} must be integers; {}", what, error.what()));
    refuse(fmt::format("values of {} must be finite; {}", what, error.what()));
  }
}

/// The advice for a wrong size: the params that make the grid or data as large as the file's
/// values, or the other file that gave another size; "": no params do.
static std::string sizesFor(const std::vector<std::int64_t> &shape, const Target &target) {
  if (shape.size() != target.shape.size() || target.sizes.size() != shape.size())
    return "";
  std::map<std::string, std::int64_t> wanted;
  for (std::size_t axis = 0; axis < shape.size(); axis++) {
    const std::string &size = target.sizes[axis];
    const bool isSame = shape[axis] == target.shape[axis];
    if ((size.empty() && !isSame) || shape[axis] < 1)
      return "";
    if (const auto given = target.givenBy.find(size); given != target.givenBy.end() && !isSame)
      return fmt::format("; {} = {} follows from {}", size, target.shape[axis], given->second);
    if (!size.empty() && wanted.try_emplace(size, shape[axis]).first->second != shape[axis])
      return ""; // two axes have the same param and differ in the file
  }
  std::string text;
  for (std::size_t axis = 0; axis < shape.size(); axis++)
    if (shape[axis] != target.shape[axis] && wanted.erase(target.sizes[axis]) > 0)
      text += fmt::format("{}--set {}={}", text.empty() ? "; add " : " ", target.sizes[axis],
                          shape[axis]);
  return text;
}

/// The advice for an array whose axes are reversed, or which is flat: how to reorder it.
static std::string orderHint(const std::vector<std::int64_t> &shape, const Target &target,
                             bool isOther) {
  const bool isReversed =
      shape.size() > 1 && std::ranges::equal(shape, target.shape | std::views::reverse);
  if (isReversed)
    return fmt::format("{} numpy.save(FILE, array.T.copy()){}", isOther ? ", or" : ";",
                       " turns the axes round");
  std::int64_t count = 1;
  for (const std::int64_t extent : target.shape)
    count *= extent;
  return shape.size() == 1 && target.shape.size() > 1 && shape[0] == count
             ? fmt::format("; numpy.save(FILE, array.reshape({})) gives it that one",
                           fmt::join(target.shape, ", "))
             : "";
}

/// The advice to select one state, if the array is a series of states or of their species; else "".
static std::string seriesHint(const std::vector<std::int64_t> &shape, const Target &target) {
  if (shape.size() <= target.shape.size() ||
      !std::equal(target.shape.rbegin(), target.shape.rend(), shape.rbegin()))
    return "";
  const std::size_t axes = shape.size() - target.shape.size();
  const std::span counts = std::span(shape).first(axes);
  std::vector<std::int64_t> last(counts.begin(), counts.end());
  for (std::int64_t &count : last)
    count--;
  return fmt::format("; name one of its {} states by {} behind it, as {} or {} for the last one",
                     shapeText({counts.begin(), counts.end()}), axes == 1 ? "a number" : "numbers",
                     bracketed(last), bracketed(std::vector<std::int64_t>(axes, -1)));
}

namespace {

/// Thrown to end a reader that is asked for the shape alone.
struct ShapeFound {};

} // namespace

std::vector<std::int64_t> shapeInFile(const std::string &path, const std::string &what) {
  std::vector<std::int64_t> shape;
  HostArray none;
  Target target{Precision::Double, {}, none};
  target.found = &shape;
  try {
    readValues(path, what, target);
  } catch (const ShapeFound &) {
    return shape;
  }
  return shape;
}

void requireShape(const std::vector<std::int64_t> &shape, const Target &target) {
  if (target.found != nullptr) {
    *target.found = shape;
    throw ShapeFound();
  }
  if (shape == target.shape)
    return;
  if (const std::string hint = seriesHint(shape, target); !hint.empty())
    throw InputError(fmt::format("its shape is {}, {} is {}{}", shapeText(shape), target.whose,
                                 shapeText(target.shape), hint));
  if (shape.empty())
    throw InputError(fmt::format("it is a single number, not an array of {} ax{}",
                                 target.shape.size(), target.shape.size() == 1 ? "is" : "es"));
  const std::string sizes = sizesFor(shape, target);
  throw InputError(fmt::format("its shape is {}, {} is {}{}", shapeText(shape), target.whose,
                               shapeText(target.shape),
                               sizes + orderHint(shape, target, !sizes.empty())));
}

template <class From>
void convert(const From *from, std::int64_t count, const Target &target, std::int64_t place) {
  if (target.precision == Precision::Float)
    convertTo<From, float>(from, count, target, place);
  else
    convertTo<From, double>(from, count, target, place);
}
template void convert(const float *, std::int64_t, const Target &, std::int64_t);
template void convert(const double *, std::int64_t, const Target &, std::int64_t);
template void convert(const std::int8_t *, std::int64_t, const Target &, std::int64_t);
template void convert(const std::uint8_t *, std::int64_t, const Target &, std::int64_t);
template void convert(const std::int16_t *, std::int64_t, const Target &, std::int64_t);
template void convert(const std::uint16_t *, std::int64_t, const Target &, std::int64_t);
template void convert(const std::int32_t *, std::int64_t, const Target &, std::int64_t);
template void convert(const std::uint32_t *, std::int64_t, const Target &, std::int64_t);
template void convert(const std::int64_t *, std::int64_t, const Target &, std::int64_t);
template void convert(const std::uint64_t *, std::int64_t, const Target &, std::int64_t);

template <class From>
void convertInts(const From *from, std::int64_t count, const Target &target, std::int64_t place) {
  int *to = static_cast<int *>(target.values.data()) + place;
  for (std::int64_t k = 0; k < count; k++) {
    const From value = from[k];
    bool fits = false;
    if constexpr (std::is_floating_point_v<From>)
      fits = asDataInt(value) != noDataInt;
    else
      fits = std::in_range<int>(value) && std::cmp_not_equal(value, noDataInt);
    if (!fits)
      throw InputError(
          fmt::format("its value {} is {}, which is no int of -2147483647 to 2147483647",
                      indexText(target.shape, place + k), value));
    to[k] = static_cast<int>(value);
  }
}
template void convertInts(const double *, std::int64_t, const Target &, std::int64_t);
template void convertInts(const std::int8_t *, std::int64_t, const Target &, std::int64_t);
template void convertInts(const std::uint8_t *, std::int64_t, const Target &, std::int64_t);
template void convertInts(const std::int16_t *, std::int64_t, const Target &, std::int64_t);
template void convertInts(const std::uint16_t *, std::int64_t, const Target &, std::int64_t);
template void convertInts(const std::int32_t *, std::int64_t, const Target &, std::int64_t);
template void convertInts(const std::uint32_t *, std::int64_t, const Target &, std::int64_t);
template void convertInts(const std::int64_t *, std::int64_t, const Target &, std::int64_t);
template void convertInts(const std::uint64_t *, std::int64_t, const Target &, std::int64_t);

void requireFinite(const Target &target) {
  const std::int64_t points = target.points();
  const std::int64_t bad = firstNonFinite(target.precision, target.values.data(), points, 1);
  if (bad < 0)
    return;
  refuseValue(target, bad, realAt(target.precision, target.values.data(), bad));
}

} // namespace eulerc
