// The head of a checkpoint: its second line, JSON that describes program, run and files.
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

/// A number of a head is none that a run can have.
struct DamagedHead {};

// Both functions throw Json::exception or DamagedHead for a damaged line.
CheckpointHead headFrom(const Json &json, const Model &model);
/// A state without its values; works for checkpoints of any program.
KeptState keptFrom(const Json &json);

} // namespace eulerc
