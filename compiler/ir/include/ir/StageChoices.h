// StageChoices: the values and reads of an equation at each stage of a step.
//
//   stage == 0 ? mu : c * c - lap(c)   →  mu is read at stage 0, c at all later ones
#pragma once

#include "ir/Step.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace eulerc::compiler {

/// Chooses among the values of all stages; the last one also holds for later stages. A value is
/// written once for all its stages. Values other than `kept` that have common operations stand
/// under one condition:
///
///   F, u, F, u           →  stage == 0 || stage == 2 ? F : u
///   u, u + h F, u, v + F →  stage == 0 || stage == 2 ? u : stage <= 1 ? u + h F : v + F
ExprPtr chooseByStage(const std::vector<ExprPtr> &values, const ExprPtr &kept);

/// The stages, as bits, that take the first and the second value of a choice. Bit 63 stands for
/// stage 63 and all later stages, which may take either.
struct StageChoice {
  std::uint64_t first = 0, second = 0;
};

/// nullopt: the node is no choice by stage.
std::optional<StageChoice> stageChoice(const Expr &node);

/// For each entry of a function's window, the stages that read it, as bits like in StageChoice.
std::vector<std::uint64_t> stagesOfEntries(const StepFunction &function);

/// The expression that a stage computes.
ExprPtr valueAtStage(std::size_t stage, ExprPtr value);

} // namespace eulerc::compiler
