// A job on its way from rank 0 to another rank, and what the ranks say to each other.
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
/// Of messages.
enum Tag { Question = 1, Answer, Upward, Downward, Part, Gathered, Rows };

/// What a rank needs to know of a job, but for values of the grid.
void addJob(Writer &out, const Job &job);

void addPart(Writer &out, const ReducedPart &part);
ReducedPart partIn(Reader &in);

/// By their number. What was loaded for a job refers to its stages when the job is gone.
using KeptStages = std::map<int, Stages>;

/// A job as it was sent.
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
