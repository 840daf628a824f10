// Params: the params of a solver, set by the user or computed from others by default.
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
  /// Goes back to the default, or to the extent that a file gives.
  void unset(std::string_view name);
  /// Whether the shape of a field or data gives a param that the user has not set.
  bool takesSizeOf(std::string_view array) const;
  /// Sets such params from the shape of the values given for a field or data.
  void takeSizes(std::string_view array, const std::vector<std::int64_t> &shape);
  /// Throws Usage if the array has too few axes for a param that its shape gives.
  void requireAxes(std::string_view array, const std::vector<std::int64_t> &shape,
                   const std::string &path) const;
  /// The param that is an extent of an array and on which `name` depends: row_size for the param
  /// with the default "size(row) - 1".
  std::optional<int> extentBehind(std::string_view name) const;
  /// Whether the user has not set the param by its name.
  bool isOpen(int index) const {
    const auto k = static_cast<std::size_t>(index);
    return !given_[k] || ofFile_[k];
  }
  /// Throws Usage for a param that is an extent of an array that was not given.
  void checkSizes() const;
  /// All params in the model's order.
  const std::vector<ParamValue> &values() const { return values_; }
  /// Whether all values are bit for bit those of the other params.
  bool areSame(const Params &other) const;
  /// Throws Usage when a default computed from other params is not finite.
  void checkFinite() const;

private:
  bool readsParams(int index) const;
  int find(std::string_view name) const;
  void give(int index, ParamValue value);

  const Model *model_;
  std::vector<ParamValue> values_;
  std::unique_ptr<bool[]> given_;
  std::vector<bool> ofFile_; ///< set by the shape of an array
};

} // namespace eulerc
