// Sets params, computes defaults, and takes sizes from the shapes of arrays.

#include "model/params.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "model/model_lists.h"

namespace eulerc {

Params::Params(const Model &model)
    : model_(&model), values_(static_cast<std::size_t>(model.program.paramCount)),
      given_(std::make_unique<bool[]>(static_cast<std::size_t>(model.program.paramCount))),
      ofFile_(static_cast<std::size_t>(model.program.paramCount)) {
  model.program.deriveParams(values_.data(), given_.get());
}

Params::Params(const Params &other)
    : model_(other.model_), values_(other.values_),
      given_(std::make_unique<bool[]>(other.values_.size())), ofFile_(other.ofFile_) {
  std::copy_n(other.given_.get(), values_.size(), given_.get());
}

Params &Params::operator=(const Params &other) { return *this = Params(other); }

int Params::find(std::string_view name) const {
  const auto params = paramsOf(*model_);
  if (const std::optional<int> place = placeOf(name, params))
    return *place;
  refuse(fmt::format("there is no param '{}'; {}", name, suggestion(name, namesOf(params))));
}

void Params::give(int index, ParamValue value) {
  values_[static_cast<std::size_t>(index)] = value;
  given_[static_cast<std::size_t>(index)] = true;
  ofFile_[static_cast<std::size_t>(index)] = false;
  model_->program.deriveParams(values_.data(), given_.get());
}

void Params::set(std::string_view name, std::int64_t value) {
  const int index = find(name);
  ParamValue stored;
  if (model_->program.params[index].type == ParamType::Int)
    stored.integer = value;
  else
    stored.real = static_cast<double>(value);
  give(index, stored);
}

void Params::set(std::string_view name, double value) {
  const int index = find(name);
  if (model_->program.params[index].type == ParamType::Int) {
    const std::optional<std::int64_t> whole = wholeOf(value);
    if (!whole)
      refuse(fmt::format("param '{}' is an int; {} is not a whole number", name, value));
    return set(name, *whole);
  }
  if (!std::isfinite(value))
    refuse(fmt::format("param '{}' must be a finite number, not {}", name, value));
  ParamValue stored;
  stored.real = value;
  give(index, stored);
}

void Params::setText(std::string_view name, std::string_view text) {
  const int index = find(name);
  if (model_->program.params[index].type == ParamType::Int) {
    std::optional<std::int64_t> value = readInteger(text);
    if (const std::optional<double> real = readReal(text); !value && real) // 100.0
      value = wholeOf(*real);
    if (!value)
      refuse(
          fmt::format("param '{}' is an int; '{}' is not a whole number of 64 bits", name, text));
    set(name, *value);
  } else {
    const auto value = readReal(text);
    if (!value)
      refuse(
          fmt::format("param '{}' is a real; '{}' is not a number a double can hold", name, text));
    set(name, *value);
  }
}

void Params::unset(std::string_view name) {
  const int index = find(name);
  if (isOpen(index))
    return;
  given_[static_cast<std::size_t>(index)] = false;
  values_[static_cast<std::size_t>(index)] = {};
  model_->program.deriveParams(values_.data(), given_.get());
}

bool Params::takesSizeOf(std::string_view array) const {
  for (int k = 0; k < model_->program.paramCount; k++)
    if (model_->program.params[k].sizeOf == array && isOpen(k))
      return true;
  return false;
}

void Params::takeSizes(std::string_view array, const std::vector<std::int64_t> &shape) {
  for (int k = 0; k < model_->program.paramCount; k++) {
    const Param &param = model_->program.params[k];
    if (param.sizeOf != array || !isOpen(k) || param.sizeAxis >= std::ssize(shape))
      continue;
    ParamValue extent;
    extent.integer = shape[static_cast<std::size_t>(param.sizeAxis)];
    give(k, extent);
    ofFile_[static_cast<std::size_t>(k)] = true;
  }
}

void Params::requireAxes(std::string_view array, const std::vector<std::int64_t> &shape,
                         const std::string &path) const {
  for (int k = 0; k < model_->program.paramCount; k++)
    if (const Param &param = model_->program.params[k];
        param.sizeOf == array && isOpen(k) && param.sizeAxis >= std::ssize(shape))
      refuse(fmt::format("cannot take '{}' from '{}': it has {} ax{}, and {} asks for {} at least",
                         array, path, shape.size() == 1 ? "one" : std::to_string(shape.size()),
                         shape.size() == 1 ? "is" : "es", param.initialiser, param.sizeAxis + 1));
}

std::optional<int> Params::extentBehind(std::string_view name) const {
  const std::optional<int> index = placeOf(name, paramsOf(*model_));
  if (!index)
    return std::nullopt;
  for (std::size_t k = 0; k < values_.size(); k++) {
    if (*model_->program.params[k].sizeOf == '\0' || !given_[k])
      continue;
    std::vector<ParamValue> others = values_; // with another value of this extent
    others[k].integer++;
    model_->program.deriveParams(others.data(), given_.get());
    const auto which = static_cast<std::size_t>(*index);
    if (others[which].integer != values_[which].integer)
      return static_cast<int>(k);
  }
  return std::nullopt;
}

void Params::checkSizes() const {
  for (int k = 0; k < model_->program.paramCount; k++)
    if (const Param &param = model_->program.params[k];
        *param.sizeOf != '\0' && !given_[static_cast<std::size_t>(k)])
      refuse(fmt::format("{} is not known: give '{}' a file, or --set {}=COUNT", param.initialiser,
                         param.sizeOf, param.name));
}

/// Whether the default of a param contains the name of another one.
bool Params::readsParams(int index) const {
  const std::string_view text = model_->program.params[index].initialiser;
  const auto isOfName = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (const Param &param : paramsOf(*model_)) {
    const std::string_view name = param.name;
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !isOfName(text[at - 1])) && (end == text.size() || !isOfName(text[end])))
        return true;
    }
  }
  return false;
}

bool Params::areSame(const Params &other) const {
  return std::memcmp(values_.data(), other.values_.data(), values_.size() * sizeof(ParamValue)) ==
         0;
}

void Params::checkFinite() const {
  for (int i = 0; i < model_->program.paramCount; i++) {
    const Param &param = model_->program.params[i];
    const double value = values_[static_cast<std::size_t>(i)].real;
    if (param.type != ParamType::Real || std::isfinite(value))
      continue;
    if (readsParams(i))
      refuse(
          fmt::format("param '{}' is {}: its default {} does not work with the other params; set "
                      "it, or change those",
                      param.name, exact(value), param.initialiser));
    refuse(fmt::format("param '{}' is {}: its default {} is no finite number; set it, or give the "
                       "program another default",
                       param.name, exact(value), param.initialiser));
  }
}

} // namespace eulerc
