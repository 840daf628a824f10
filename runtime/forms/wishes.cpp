#include "forms/wishes.h"

#include <algorithm>

#include "forms/forms.h"

namespace eulerc {
namespace {

constexpr Wish table[] = {
    {"--linear-form", [](const Tuning &t) { return t.linearForm != LinearForm::Auto; },
     OptionLinearForm},
    {"--layout interleaved",
     [](const Tuning &t) { return t.arrangement == ArrangementWish::Interleaved; },
     OptionInterleaved},
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

std::span<const Wish> wishes() { return table; }

bool isKnownBy(Scheme scheme, const Wish &wish) {
  return std::ranges::any_of(allForms(), [&](const Form *form) {
    return form->scheme == scheme && (form->reads & wish.read) != 0;
  });
}

bool knowsWishes(Scheme scheme, const Tuning &tuning) {
  return std::ranges::all_of(
      table, [&](const Wish &wish) { return !wish.made(tuning) || isKnownBy(scheme, wish); });
}

} // namespace eulerc
