#include "slabs/slab.h"

#include "base/stopwatch.h"
#include "layout/layout.h"
#include "model/stages.h"
#include "schedule/times.h"

namespace eulerc {

void Slab::settle(const Job &whole, const Domain &domain, const Cut &cut) {
  const std::int64_t states = whole.model.program.stateCount;
  const FileRows file = fileRowsOf(whole.grid, whole.fileRow, whole.components / states);
  const Range all = {0, domain.held()};
  if (!(domain == domain_) || file.row != file_.row || file.all != file_.all)
    given_.clear(); // other rows of the fields
  domain_ = domain;
  cut_ = cut;
  file_ = file;
  grid_ = slabOf(whole.grid, domain, cut.radius);
  stateSize_ = componentsOf(file_, domain_, all);
  fileRow_ = whole.grid.rank == 1 ? stateSize_ : whole.fileRow;
}

Job Slab::jobOf(const Job &whole, int threads, bool isTold) const {
  std::vector<const void *> fields;
  for (const HostArray &field : fields_)
    fields.push_back(field.data());
  const std::int64_t points = pointsOf(grid_);
  return {whole.model,
          whole.params,
          grid_,
          fileRow_,
          stateSize_ * whole.model.program.stateCount,
          points,
          std::move(fields),
          revisions_,
          whole.data,
          stateSize_ * whole.realSize(),
          whole.run,
          threads,
          whole.tuning,
          whole.buildOptions,
          isTold ? whole.progress : nullptr,
          isTold ? whole.note : nullptr,
          whole.measuring,
          whole.savedStates,
          whole.oneByOne,
          cut_.steps};
}

void Slab::takeFields(const Job &whole) {
  fields_.resize(whole.fields.size());
  revisions_.resize(whole.fields.size());
  given_.resize(whole.fields.size());
  for (std::size_t k = 0; k < whole.fields.size(); k++) {
    if (given_[k] == whole.fieldRevisions[k])
      continue;
    fields_[k].allocate(stateSize_ * whole.realSize());
    rowsToSlab(file_, domain_, {0, domain_.held()}, whole.realSize(), whole.fields[k],
               fields_[k].data());
    given_[k] = whole.fieldRevisions[k];
    revisions_[k] = ++lastRevision_;
  }
}

void Slab::load(const Job &whole, const HostArray &y, int threads, bool isTold, RunRecord &record) {
  takeFields(whole);
  const std::int64_t size = whole.realSize();
  y_.allocate(stateSize_ * whole.model.program.stateCount * size, stateValues(grid_) * size);
  for (std::int64_t state = 0; state < travellingStates(whole.model); state++)
    rowsToSlab(file_, domain_, {0, domain_.held()}, size,
               static_cast<const std::byte *>(y.data()) + state * file_.all * size,
               static_cast<std::byte *>(y_.data()) + state * stateSize_ * size);
  stepper_->load(jobOf(whole, threads, isTold), y_, false, record);
}

void Slab::advance(const Job &whole, int threads, bool isTold, RunRecord &record) {
  Job own = jobOf(whole, threads, isTold);
  for (std::int64_t done = 0; done < whole.run.steps;) {
    const std::int64_t steps = std::min(cut_.steps, whole.run.steps - done);
    own.run = pieceOf(whole.run, done, steps);
    if (isTold && whole.progress)
      own.progress = [&whole, done](std::int64_t more) { whole.progress(done + more); };
    stepper_->advance(own, y_, record);
    exchangeRows(own);
    done += steps;
  }
  stepper_->finish(record);
}

/// What the ghost zones were spoilt by.
void Slab::exchangeRows(const Job &own) {
  if (domain_.below + domain_.above == 0)
    return;
  const Stopwatch watch;
  const std::int64_t below = domain_.below, above = domain_.above, held = domain_.held();
  const auto bytesOf = [&](Range rows) {
    return static_cast<std::size_t>(travellingStates(own.model) *
                                    componentsOf(file_, domain_, rows) * own.realSize());
  };
  const auto read = [&](Bytes &rows, Range which) {
    rows.resize(bytesOf(which));
    stepper_->readRows(own, which, rows.data());
  };
  if (below > 0)
    read(out_.below, {below, below + cut_.ghostDepth});
  if (above > 0)
    read(out_.above, {held - above - cut_.ghostDepth, held - above});
  exchange_->begin(out_);
  exchange_->finish(in_);
  if (below > 0)
    stepper_->writeRows(own, {0, below}, in_.below.data());
  if (above > 0)
    stepper_->writeRows(own, {held - above, held}, in_.above.data());
  exchangeSeconds_ += watch.seconds();
}

void Slab::save(const Job &whole, int threads, void *y, std::int64_t stateBytes) {
  const std::int64_t size = whole.realSize();
  stepper_->save(jobOf(whole, threads, false), y_);
  const std::int64_t states =
      whole.savedStates > 0 ? whole.savedStates : travellingStates(whole.model);
  const std::int64_t before = componentsOf(file_, domain_, {0, domain_.below});
  for (std::int64_t state = 0; state < states; state++)
    rowsFromSlab(file_, domain_, {domain_.below, domain_.below + domain_.owned}, size,
                 static_cast<const std::byte *>(y_.data()) + (state * stateSize_ + before) * size,
                 static_cast<std::byte *>(y) + state * stateBytes);
}

} // namespace eulerc
