// The head of a checkpoint, its second line: JSON of what the state belongs to.
//
//   headOf(run, 1200) → lineOf → {"format":3,"model":"string",…,"done":1200,…} → headFrom
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "results/checkpoint.h"

namespace eulerc {

using Json = nlohmann::ordered_json;

constexpr int checkpointFormat = 3;

/// The head of a checkpoint of this run after `done` steps.
CheckpointHead headOf(const ObservedRun &run, std::int64_t done);

std::string lineOf(const CheckpointHead &head, const Model &model);

// Both throw Json::exception for a line that is damaged.
CheckpointHead headFrom(const Json &json, const Model &model);
/// The facts that all programs share, without the values.
KeptState keptFrom(const Json &json);

} // namespace eulerc
