// The list of all forms, and questions that are answered by walking it. A form is a way to lay
// steps out on a device (forms/form.h). A new form adds one ROW here and one file NAME.cpp.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forms/form.h"

/// Forms are searched, listed and tried in this order. The forms of a scheme stand together. The
/// first three share one planner (planLinear).
#define EULERC_FORMS(ROW)                                                                          \
  ROW(scalarBlocked)                                                                               \
  ROW(scalarStrided)                                                                               \
  ROW(linear)                                                                                      \
  ROW(persistentSums)                                                                              \
  ROW(persistent)                                                                                  \
  ROW(sums)                                                                                        \
  ROW(registers)                                                                                   \
  ROW(registersOfPlanes)                                                                           \
  ROW(persistentLines)                                                                             \
  ROW(persistentPlanes)                                                                            \
  ROW(streaming)                                                                                   \
  ROW(streamingOfSpaces)                                                                           \
  ROW(skewed)                                                                                      \
  ROW(wavefront)                                                                                   \
  ROW(honeycomb)                                                                                   \
  ROW(honeycombScalar)                                                                             \
  ROW(diamond)                                                                                     \
  ROW(diamondScalar)                                                                               \
  ROW(honeycombColumns)                                                                            \
  ROW(honeycombColumnsScalar)                                                                      \
  ROW(diamondColumns)                                                                              \
  ROW(diamondColumnsScalar)

namespace eulerc {

#define EULERC_DECLARE(name) extern const Form name;
namespace forms {
EULERC_FORMS(EULERC_DECLARE)
} // namespace forms
#undef EULERC_DECLARE

inline constexpr Scheme allSchemes[] = {
    Scheme::Auto,      Scheme::Linear,           Scheme::Diamond,   Scheme::DiamondColumns,
    Scheme::Honeycomb, Scheme::HoneycombColumns, Scheme::Overlapped};
/// "diamond-columns"
const char *schemeName(Scheme scheme);
/// The scheme of that name.
std::optional<Scheme> schemeNamed(std::string_view name);

std::span<const Form *const> allForms();

/// The form that a request names, or else the usual form of its scheme for the device and the grid.
/// If several forms share a name, the first that supports the program. Its planner may still choose
/// another form of the scheme.
const Form &formFor(const PlanRequest &request);

/// Whether all forms that `asked` may lead to can list the events of each step.
bool listsEvents(const Tuning &asked, const DeviceLimits &device, const StencilFacts &stencil,
                 int rank);

/// Whether a solver's own threads have code for a scheme, and for a form of tiles.
bool hasHostCode(Scheme scheme);
bool hasHostCode(TileForm form);
bool hasHostCode(LinearForm form);

/// Names of a scheme's forms, in order; with `onHost` only the forms with, or without, host code.
std::vector<std::string> formNames(Scheme scheme, std::optional<bool> onHost = {});

/// "--tile-form streaming" if that is what the tuning asks for, else "".
std::string askedFor(const Form &form, const Tuning &tuning);

/// Values of --linear-form and of --tile-form by name, `auto` included.
std::map<std::string, LinearForm> linearFormNames();
std::map<std::string, TileForm> tileFormNames();

} // namespace eulerc
