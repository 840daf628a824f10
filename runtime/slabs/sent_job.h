// The messages between rank 0 and other ranks: kinds of questions, tags, and a job as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "base/message.h"
#include "model/stages.h"

namespace eulerc {

enum class Ask : char {
  Load,
  Advance,
  Save,
  SavePiece,
  IsFinite,
  Largest,
  Remember,
  Change,
  MonitorPart,
  BeginTrial,
  ErrorOfTrial,
  SaveBefore,
  EndTrial,
  End
};
/// Tags of messages. Upward and Downward: rows for the neighbour above and below.
enum Tag { Question = 1, Answer, Upward, Downward, Part, Gathered, Rows };

/// Writes the parts of a job that a rank needs, without values of states, fields and data.
void addJob(Writer &out, const Job &job);

void addPart(Writer &out, const ReducedPart &part);
ReducedPart partIn(Reader &in);

/// Stages by their number, kept because a loaded stepper refers to them after its job is gone.
using KeptStages = std::map<int, Stages>;

/// A job that was received, with everything that it refers to.
class SentJob {
public:
  SentJob(const Model &model, KeptStages &stages, std::vector<DataValues> data, Reader &in);
  SentJob(const SentJob &) = delete;
  SentJob &operator=(const SentJob &) = delete;
  Job &job() { return *job_; }

private:
  Model model_;
  std::vector<ParamValue> params_;
  Grid grid_;
  Tuning tuning_;
  std::string buildOptions_;
  std::optional<Job> job_;
};

} // namespace eulerc
