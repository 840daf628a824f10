// The table of all forms (EULERC_FORMS), and the searches in it: names of forms, the form of a
// request, which schemes have host code.

#include "forms/forms.h"
#include "forms/hints.h"

#include <algorithm>
#include <iterator>

namespace eulerc {
namespace {

#define EULERC_ADDRESS(name) &forms::name,
const Form *const table[] = {EULERC_FORMS(EULERC_ADDRESS)};
#undef EULERC_ADDRESS

/// Whether --linear-form or --tile-form asks for the form.
bool isNamed(const Form &form, const Tuning &tuning) {
  return tuning.tileForm != TileForm::Auto
             ? form.tileForm == tuning.tileForm
             : tuning.linearForm != LinearForm::Auto && form.linearForm == tuning.linearForm;
}

bool suits(const Form &form, const DeviceLimits &device) {
  return device.isCpu ? form.onProcessors : form.onGpus;
}

bool takesGrid(const Form &form, const Grid &grid) {
  return grid.rank >= form.leastRank && grid.rank <= form.mostRank;
}

bool takesProgram(const Form &form, const StencilFacts &stencil) {
  return form.unsupported == nullptr || form.unsupported(stencil).why == Reason::None;
}

/// Whether hosts have code for all forms that a hint asks for.
template <class Hint> bool areOnHost(Hint Form::*member, Hint hint) {
  return hint == Hint::Auto || std::ranges::none_of(table, [&](const Form *form) {
           return form->*member == hint && !form->onHost;
         });
}

template <class Hint>
std::map<std::string, Hint> namesOf(Hint Form::*member, std::map<std::string, Hint> names) {
  for (const Form *form : table)
    if (form->*member != Hint::Auto)
      names.emplace(form->name, form->*member);
  return names;
}

} // namespace

const char *schemeName(Scheme scheme) {
  static const std::map<Scheme, const char *> names = {
      {Scheme::Auto, "auto"},
      {Scheme::Linear, "linear"},
      {Scheme::Diamond, "diamond"},
      {Scheme::DiamondColumns, "diamond-columns"},
      {Scheme::Honeycomb, "honeycomb"},
      {Scheme::HoneycombColumns, "honeycomb-columns"},
      {Scheme::Overlapped, "overlapped"}};
  return names.at(scheme);
}

std::optional<Scheme> schemeNamed(std::string_view name) {
  for (const Scheme scheme : allSchemes)
    if (schemeName(scheme) == name)
      return scheme;
  return std::nullopt;
}

const char *Plan::scheme() const { return schemeName(form->scheme); }
const char *Plan::name() const { return form->name; }

std::span<const Form *const> allForms() { return table; }

const Form &formFor(const PlanRequest &request) {
  struct {
    const Form *form = nullptr;
    int fit = -1;
  } named, suiting; // asked for, or suiting the device
  const auto offer = [&](auto &best, const Form *form) {
    // The first form that fits the grid and the program. Else the first that fits the grid, else
    // the first of all: its plan says why it is unsupported.
    const int fit = takesGrid(*form, request.grid) ? 1 + takesProgram(*form, request.stencil) : 0;
    if (fit > best.fit)
      best = {form, fit};
  };
  for (const Form *form : table) {
    if (form->scheme != request.tuning.scheme)
      continue;
    if (isNamed(*form, request.tuning))
      offer(named, form);
    if (suits(*form, request.device))
      offer(suiting, form);
  }
  return named.form != nullptr ? *named.form : *suiting.form;
}

bool listsEvents(const Tuning &asked, const DeviceLimits &device, const StencilFacts &stencil,
                 int rank) {
  if (asked.scheme == Scheme::Auto)
    return knowsHints(Scheme::Linear, asked);
  if (asked.scheme == Scheme::Linear && asked.linearForm == LinearForm::Auto)
    return true;
  const bool isNamedOne = asked.linearForm != LinearForm::Auto || asked.tileForm != TileForm::Auto;
  return std::ranges::all_of(table, [&](const Form *form) {
    const bool isOther = form->scheme != asked.scheme || rank < form->leastRank ||
                         rank > form->mostRank || !takesProgram(*form, stencil);
    return isOther || form->listsEvents ||
           !(isNamedOne ? isNamed(*form, asked) : suits(*form, device));
  });
}

bool hasHostCode(Scheme scheme) {
  return std::ranges::any_of(
      table, [&](const Form *form) { return form->scheme == scheme && form->onHost; });
}

bool hasHostCode(TileForm form) { return areOnHost(&Form::tileForm, form); }
bool hasHostCode(LinearForm form) { return areOnHost(&Form::linearForm, form); }

std::vector<std::string> formNames(Scheme scheme, std::optional<bool> onHost) {
  std::vector<std::string> names;
  for (const Form *form : table)
    if (form->scheme == scheme && form->onHost == onHost.value_or(form->onHost) &&
        std::ranges::find(names, form->name) == names.end())
      names.emplace_back(form->name);
  return names;
}

std::string askedFor(const Form &form, const Tuning &tuning) {
  if (form.tileForm != TileForm::Auto && form.tileForm == tuning.tileForm)
    return std::string("--tile-form ") + form.name;
  const bool isLinear = form.linearForm != LinearForm::Auto && form.linearForm == tuning.linearForm;
  return isLinear ? std::string("--linear-form ") + form.name : "";
}

std::map<std::string, LinearForm> linearFormNames() {
  return namesOf(&Form::linearForm, {{"auto", LinearForm::Auto},
                                     {"vector-ranges", LinearForm::VectorRanges},
                                     {"vector-groups", LinearForm::VectorGroups}});
}

std::map<std::string, TileForm> tileFormNames() {
  return namesOf(&Form::tileForm, {{"auto", TileForm::Auto}});
}

} // namespace eulerc
