// The list of forms. A new form is a line here; what it can do is in its own file.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forms/form.h"

/// In the order in which forms are looked for, listed and tried. The first three have one planner;
/// the forms of a scheme stand together.
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

/// The form that a request asks for, or that its scheme takes for the device and the grid; of
/// several of one name the first that takes the program. Its planner may find another one of the
/// scheme better.
const Form &formFor(const PlanRequest &request);

/// Whether what is asked for can list the events of each step.
bool listsEvents(const Tuning &asked, const DeviceLimits &device, const StencilFacts &stencil,
                 int rank);

/// Whether a solver's own threads have code for a scheme, and for a form of tiles.
bool hasHostCode(Scheme scheme);
bool hasHostCode(TileForm form);
bool hasHostCode(LinearForm form);

/// Names of a scheme's forms, in order; of those alone that hosts have, or have no, code for.
std::vector<std::string> formNames(Scheme scheme, std::optional<bool> onHost = {});

/// "--tile-form streaming" if that is what the tuning asks for, else "".
std::string askedFor(const Form &form, const Tuning &tuning);

/// What the forms are called that are asked for by hand, in order: each name once.
std::map<std::string, LinearForm> linearFormNames();
std::map<std::string, TileForm> tileFormNames();

} // namespace eulerc
