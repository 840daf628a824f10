// The table of hints, one row an option (hints.h).

#include "forms/hints.h"

#include <algorithm>

#include "forms/forms.h"

namespace eulerc {
namespace {

constexpr Hint table[] = {
    {"--linear-form", [](const Tuning &t) { return t.linearForm != LinearForm::Auto; },
     OptionLinearForm},
    {"--layout aos", [](const Tuning &t) { return t.arrangement == ArrangementHint::AoS; },
     OptionAoS},
    {"--vectors-deep", [](const Tuning &t) { return t.vectorsDeep != 0; }, OptionVectorsDeep},
    {"--work-groups", [](const Tuning &t) { return t.workGroups != 0; }, OptionWorkGroups},
    {"--strategy", [](const Tuning &t) { return t.strategy != Strategy::Auto; }, OptionStrategy},
    {"--tile-blocks", [](const Tuning &t) { return t.tileBlocks != 0; }, OptionTileBlocks},
    {"--tile-form", [](const Tuning &t) { return t.tileForm != TileForm::Auto; }, OptionTileForm},
    {"--tile-box", [](const Tuning &t) { return t.box[0] + t.box[1] + t.box[2] != 0; },
     OptionTileBox},
    {"--tile-steps", [](const Tuning &t) { return t.tileSteps != 0; }, OptionTileSteps},
    {"--kept", [](const Tuning &t) { return t.kept != 0; }, OptionKept},
};

} // namespace

std::span<const Hint> hints() { return table; }

bool isKnownBy(Scheme scheme, const Hint &hint) {
  return std::ranges::any_of(allForms(), [&](const Form *form) {
    return form->scheme == scheme && (form->reads & hint.read) != 0;
  });
}

bool knowsHints(Scheme scheme, const Tuning &tuning) {
  return std::ranges::all_of(
      table, [&](const Hint &hint) { return !hint.made(tuning) || isKnownBy(scheme, hint); });
}

} // namespace eulerc
