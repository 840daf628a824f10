// StageChoices: what an equation of a step of several stages computes and reads at each of them.
//
//   stage == 0 ? mu : c * c - lap(c)   →  mu is read at stage 0, c at all later ones
//
// transform/FormCycle.cpp makes the choices: the first value holds up to a stage, the second one
// afterwards.
#pragma once

#include "ir/Step.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace eulerc::compiler {

/// For each entry of a function's window a bit for each stage that reads it; of at most 63 stages.
std::vector<std::uint64_t> stagesOfEntries(const StepFunction &function);

/// The last stage at which a choice takes its first value; none: it is no choice by the stage.
std::optional<std::size_t> lastOfFirst(const Expr &node);

/// The expression that a stage computes.
ExprPtr valueAtStage(std::size_t stage, ExprPtr value);

} // namespace eulerc::compiler
