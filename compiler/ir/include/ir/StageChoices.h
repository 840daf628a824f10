// StageChoices: what an equation of a step of several stages computes and reads at each of them.
//
//   stage == 0 ? mu : c * c - lap(c)   →  mu is read at stage 0, c at all later ones
#pragma once

#include "ir/Step.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace eulerc::compiler {

/// The value of the stage among those of all stages, of which the last one holds for later stages
/// as well. A value is written once, whatever the number of its stages. What all but `kept` have in
/// common is to be found behind one condition:
///
///   F, u, F, u           →  stage == 0 || stage == 2 ? F : u
///   u, u + h F, u, v + F →  stage == 0 || stage == 2 ? u : stage <= 1 ? u + h F : v + F
ExprPtr chooseByStage(const std::vector<ExprPtr> &values, const ExprPtr &kept);

/// The stages, as bits, that take the first and the second value of a choice. Bit 63 stands for all
/// stages from there on, which may take either.
struct StageChoice {
  std::uint64_t first = 0, second = 0;
};

/// None: it is no choice by the stage.
std::optional<StageChoice> stageChoice(const Expr &node);

/// For each entry of a function's window a bit for each stage that reads it, as in StageChoice.
std::vector<std::uint64_t> stagesOfEntries(const StepFunction &function);

/// The expression that a stage computes.
ExprPtr valueAtStage(std::size_t stage, ExprPtr value);

} // namespace eulerc::compiler
