// Params of a solver: what the user set, and the defaults derived from it.
//
//   Params params(model);  params.set("N", 1000);  params.values() → N = 1000, h = 1 / (N - 1)
//
// Errors are eulerc::Error(Usage); a param that could not be set keeps its value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/model.h>

namespace eulerc {

class Params {
public:
  explicit Params(const Model &model);
  ~Params() = default;
  Params(const Params &other);
  Params &operator=(const Params &other);
  Params(Params &&) noexcept = default;
  Params &operator=(Params &&) noexcept = default;
  void set(std::string_view name, std::int64_t value);
  void set(std::string_view name, double value);
  void setText(std::string_view name, std::string_view text);
  /// Back to the default, or to the extent that a file gives.
  void unset(std::string_view name);
  /// Whether an extent of values for it gives a param that nobody has set.
  bool takesSizeOf(std::string_view array) const;
  /// Values of that shape are given for a field or for data.
  void takeSizes(std::string_view array, const std::vector<std::int64_t> &shape);
  /// Throws Usage where a size that such an array is to give is of an axis that it lacks.
  void requireAxes(std::string_view array, const std::vector<std::int64_t> &shape,
                   const std::string &path) const;
  /// The extent of an array that gives a param, perhaps through others: row_size of "size(row) -
  /// 1".
  std::optional<int> extentBehind(std::string_view name) const;
  /// Nobody has set it by its name.
  bool isOpen(int index) const {
    const auto k = static_cast<std::size_t>(index);
    return !given_[k] || ofFile_[k];
  }
  /// Throws Usage for a param that is an extent of a file that was not given.
  void checkSizes() const;
  /// All params in the model's order.
  const std::vector<ParamValue> &values() const { return values_; }
  /// Throws Usage when a default computed from other params is not finite.
  void checkFinite() const;

private:
  bool readsParams(int index) const;
  int find(std::string_view name) const;
  void give(int index, ParamValue value);

  const Model *model_;
  std::vector<ParamValue> values_;
  std::unique_ptr<bool[]> given_;
  std::vector<bool> ofFile_; ///< it is given by the shape of values
};

} // namespace eulerc
