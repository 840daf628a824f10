// The version of the layout of Model, which eulerc writes into each model.
#pragma once

namespace eulerc {

/// Counts up with every change of Model or its parts.
constexpr int modelAbi = 18;

} // namespace eulerc
