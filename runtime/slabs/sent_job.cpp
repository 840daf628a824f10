// Writes jobs and parts of reductions to messages, and reads them (sent_job.h).

#include "slabs/sent_job.h"

#include "layout/layout.h"

namespace eulerc {

void addJob(Writer &out, const Job &job) {
  out.add(job.model.method.tellsError);
  out.add(job.model.method.stageLevels > 0 ? job.model.method.methodStages : 0);
  out.add(job.params.size());
  out.block(job.params.data(), job.params.size() * sizeof(ParamValue));
  out.add(job.fileRow);
  out.add(job.components);
  out.add(job.fields.size());
  out.add(job.fieldBytes);
  out.add(job.run);
  out.add(job.threads);
  out.add(job.tuning);
  out.text(job.buildOptions);
  out.add(job.measuring);
  out.add(job.savedStates);
  out.add(job.oneByOne);
}

void addPart(Writer &out, const ReducedPart &part) {
  out.add(part.size());
  for (const ReducedRun &run : part) {
    out.add(run.pass);
    out.add(run.begin);
    out.add(run.values.size());
    out.block(run.values.data(), run.values.size() * sizeof(double));
  }
}

ReducedPart partIn(Reader &in) {
  ReducedPart part(in.get<std::size_t>());
  for (ReducedRun &run : part) {
    run.pass = in.get<int>();
    run.begin = in.get<std::int64_t>();
    run.values.resize(in.get<std::size_t>());
    in.block(run.values.data(), run.values.size() * sizeof(double));
  }
  return part;
}

SentJob::SentJob(const Model &model, KeptStages &stages, std::vector<DataValues> data, Reader &in)
    : model_(model) {
  model_ = withError(model_, in.get<bool>());
  if (const int count = in.get<int>(); count > 0)
    model_ = stages.try_emplace(count, model_, count).first->second.of(model_);
  params_.resize(in.get<std::size_t>());
  in.block(params_.data(), params_.size() * sizeof(ParamValue));
  model_.host.grid(params_.data(), &grid_);
  const auto fileRow = in.get<std::int64_t>(), components = in.get<std::int64_t>();
  const std::vector<const void *> fields(in.get<std::size_t>());
  const auto fieldBytes = in.get<std::int64_t>();
  const auto run = in.get<Run>();
  const int threads = in.get<int>();
  tuning_ = in.get<Tuning>();
  buildOptions_ = in.text();
  const auto measuring = in.get<Measuring>();
  const int savedStates = in.get<int>();
  const bool oneByOne = in.get<bool>();
  job_.emplace(Job{model_,
                   params_,
                   grid_,
                   fileRow,
                   components,
                   pointsOf(grid_),
                   fields,
                   std::vector<std::uint64_t>(fields.size()),
                   std::move(data),
                   fieldBytes,
                   run,
                   threads,
                   tuning_,
                   buildOptions_,
                   {},
                   {},
                   measuring,
                   savedStates,
                   oneByOne});
}

} // namespace eulerc
