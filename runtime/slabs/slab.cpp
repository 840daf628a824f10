// Steps a slab, exchanges its rows with neighbours, and joins reductions of all slabs (slab.h).

#include "slabs/slab.h"

#include <algorithm>
#include <cstring>

#include "base/stopwatch.h"
#include "layout/layout.h"
#include "model/stages.h"
#include "reduction/error.h"
#include "reduction/monitors.h"
#include "schedule/times.h"
#include "slabs/cut.h"
#include "slabs/sent_pieces.h"
#include "state/state.h"

namespace eulerc {

std::int64_t statesSaved(const Job &job) {
  return job.savedStates > 0 ? job.savedStates : travellingStates(job.model);
}

void Slab::addNeeds(const Footprint &own, MemoryNeeds &needs) const {
  std::int64_t held = y_.room();
  for (const HostArray &field : fields_)
    held = plus(held, field.room());
  needs.add(plus(own.state, own.fields), held);
  stepper_->addNeeds(own, needs);
}

void Slab::settle(const Job &whole, const Domain &domain, const Cut &cut, int threads) {
  threads_ = threads;
  const SlabRows rows = slabRowsOf(whole.grid, whole.fileRow,
                                   whole.components / whole.model.program.stateCount, domain);
  if (!(rows == rows_)) {
    given_.clear(); // the slab needs other rows of the fields
    isRemembered_ = false;
  }
  rows_ = rows;
  cut_ = cut;
  grid_ = slabOf(whole.grid, domain, cut.radius);
  share_ = {rows_.ownedComponents(), rows_.file.all, rows_.file.before(domain.origin()),
            [this](Reduction how, ReducedPart part) {
              const Stopwatch waiting;
              const double value =
                  exchange_->join(std::move(part), [&](const std::vector<ReducedPart> &parts) {
                    return joined(how, share_.all, parts);
                  });
              joinSeconds_ += waiting.seconds();
              return value;
            }};
  if (cut.isGathered) {
    grid_.computedBegin = domain.ownedRows().begin;
    grid_.computedEnd = domain.ownedRows().end;
    share_.gather = [this](const LevelRows &level) { swapRows(level, lists_); };
    share_.gathered = componentsRead(whole.model, grid_);
  }
  turn_ = 0;
  exchange_->beginAnew();
  fields_.resize(whole.fields.size());
  revisions_.resize(whole.fields.size());
  given_.resize(whole.fields.size());
}

void Slab::meet(const Job &whole) {
  const std::size_t own = exchange_->slab(), count = exchange_->slabs();
  const Domain &domain = rows_.domain;
  met_.assign(count, {});
  met_[own].owned = {domain.first, domain.first + domain.owned};
  met_[own].reads = rowsRead(whole, met_[own].owned);
  Writer out;
  out.add(met_[own].owned);
  out.add(met_[own].reads.size());
  out.block(met_[own].reads.data(), met_[own].reads.size() * sizeof(Range));
  turn_ = 1 - turn_;
  sent_[turn_] = {std::move(out)};
  exchange_->swap({std::vector(count, std::span<const std::byte>(sent_[turn_].front().bytes)),
                   std::vector<bool>(count, true)},
                  [&](std::size_t k, const std::byte *message) {
                    std::size_t runs = 0;
                    std::memcpy(&met_[k].owned, message, sizeof(Range));
                    std::memcpy(&runs, message + sizeof(Range), sizeof runs);
                    met_[k].reads.resize(runs);
                    std::memcpy(met_[k].reads.data(), message + sizeof(Range) + sizeof runs,
                                runs * sizeof(Range));
                  });
  lists_ = rowListsOf(met_, own);
}

void Slab::swapRows(const LevelRows &level, const RowLists &lists) {
  const Stopwatch waiting;
  turn_ = 1 - turn_;
  std::vector<Writer> &own = sent_[turn_];
  own.resize(lists.sent.size());
  Exchange::Messages messages;
  for (std::size_t k = 0; k < lists.sent.size(); k++) {
    const auto same = std::ranges::find(lists.sent, lists.sent[k]) - lists.sent.begin();
    Writer &out = own[static_cast<std::size_t>(same)];
    if (static_cast<std::size_t>(same) == k) {
      out.bytes.clear();
      if (!lists.sent[k].empty())
        level.read(lists.sent[k], out);
    }
    messages.to.push_back(out.bytes);
    messages.from.push_back(!lists.taken[k].empty());
    sentBytes_ += static_cast<std::int64_t>(out.bytes.size());
  }
  exchange_->swap(messages, [&](std::size_t k, const std::byte *message) {
    level.write(lists.taken[k], message);
  });
  joinSeconds_ += waiting.seconds();
}

void Slab::gatherState(const Job &own) {
  const LevelRows held = {
      [&](LevelRows::Rows rows, Writer &out) {
        const std::int64_t values = sentValues(grid_, travellingStates(own.model), rows.front());
        stepper_->rows()->read(own, {rows.front()}, out.room(bytesOf(values * own.realSize())));
        stepper_->rows()->await();
      },
      [&](LevelRows::Rows rows, const void *values) {
        stepper_->rows()->write(own, {rows.front()}, values);
      }};
  swapRows(held, allRowsOf(met_, exchange_->slab()));
  RunRecord unused;
  stepper_->finish(unused);
}

Job Slab::jobOf(const Job &whole, bool reportsProgress) {
  tuning_ = tuningOf(whole.model, cut_, whole.tuning);
  std::vector<const void *> fields;
  for (const HostArray &field : fields_)
    fields.push_back(field.data());
  Job own{.model = whole.model,
          .params = whole.params,
          .grid = grid_,
          .fileRow = rows_.fileRow,
          .components = rows_.held * whole.model.program.stateCount,
          .points = pointsOf(grid_),
          .fields = std::move(fields),
          .fieldRevisions = revisions_,
          .data = whole.data,
          .fieldBytes = rows_.held * whole.realSize(),
          .run = whole.run,
          .threads = threads_,
          .tuning = tuning_,
          .buildOptions = whole.buildOptions,
          .progress = reportsProgress ? whole.progress : nullptr,
          .note = reportsProgress ? whole.note : nullptr,
          .measuring = whole.measuring,
          .savedStates = whole.savedStates,
          .oneByOne = whole.oneByOne,
          .interval = cut_.ghostDepth > 0 ? cut_.steps : whole.interval,
          .share = &share_};
  if (cut_.isGathered)
    own.owned = rows_.domain.ownedRows();
  else
    own.unexchanged = unexchangedRows(rows_.domain, cut_.ghostDepth);
  own.rowsAreQuick = cut_.rowsAreQuick;
  return own;
}

void *Slab::takeField(std::size_t field, std::uint64_t revision) {
  if (given_[field] == revision)
    return nullptr;
  given_[field] = revision;
  revisions_[field] = ++lastRevision_;
  return fields_[field].data();
}

void *Slab::takeState(const Job &whole) {
  const std::int64_t size = whole.realSize();
  y_.allocate(rows_.held * whole.model.program.stateCount * size, stateValues(grid_) * size);
  for (HostArray &field : fields_)
    field.allocate(rows_.held * size);
  return y_.data();
}

void Slab::takeValues(const Job &whole, const HostArray &y) {
  const std::int64_t size = whole.realSize();
  auto *own = static_cast<std::byte *>(takeState(whole));
  for (std::int64_t state = 0; state < travellingStates(whole.model); state++)
    rows_.take(size, static_cast<const std::byte *>(y.data()) + state * rows_.file.all * size,
               own + state * rows_.held * size);
  takeFields(whole);
}

void Slab::takeFields(const Job &whole) {
  for (std::size_t k = 0; k < whole.fields.size(); k++)
    if (void *values = takeField(k, whole.fieldRevisions[k]))
      rows_.take(whole.realSize(), whole.fields[k], values);
}

void Slab::takeInitial(const Job &whole) {
  const std::int64_t size = whole.realSize();
  auto *own = static_cast<std::byte *>(takeState(whole));
  const ProgramFacts &program = whole.model.program;
  const std::vector<const void *> fields = whole.allFields();
  rows_.forEachPiece([&](std::int64_t from, std::int64_t at, std::int64_t count) {
    inParallel(threads_, [&](int thread) {
      const Range part = cutRange(count, 1024, threads_, thread);
      for (int state = 0; state < program.stateCount; state++)
        program.initial(state, whole.params.data(), fields.data(), from + part.begin,
                        from + part.end, own + (state * rows_.held + at + part.begin) * size);
    });
  });
  forgetSlopes(whole.model, rows_.held * program.stateCount, own);
}

void Slab::load(const Job &whole, bool reportsProgress, RunRecord &record) {
  isSaved_ = false;
  met_.clear();
  const Job own = jobOf(whole, reportsProgress);
  stepper_->load(own, y_, false, record);
}

void Slab::advance(const Job &whole, bool reportsProgress, RunRecord &record) {
  constexpr int mostExchanges = 64; // enqueued before waiting for their launches
  Job own = jobOf(whole, reportsProgress);
  if (cut_.ghostDepth > 0)
    own.ghosts = {rows_.domain.ownedRows(), cut_.radius};
  isSaved_ = false;
  const Stopwatch watch;
  if (cut_.isGathered && met_.empty())
    meet(whole);
  if (cut_.ghostDepth > 0)
    prepare(*exchange_, *stepper_->rows(), rows_.domain, sentBytesOf(own, cut_));
  int exchanges = 0;
  const auto pieceFrom = [&](std::int64_t done) {
    return pieceOf(whole.run, done, std::min(cut_.steps, whole.run.steps - done));
  };
  for (std::int64_t done = 0; done < whole.run.steps;) {
    own.run = pieceFrom(done);
    own.ghosts.newAt = numberOf(own.run) + own.run.steps;
    if (reportsProgress && whole.progress)
      own.progress = [&whole, done](std::int64_t more) { whole.progress(done + more); };
    stepper_->advance(own, y_, record);
    done += own.run.steps;
    Job next = own;
    const bool isLast = done == whole.run.steps;
    if (!isLast)
      next.run = pieceFrom(done);
    if (cut_.ghostDepth > 0)
      exchangeRows(own, isLast ? nullptr : &next, record.slabs);
    if (++exchanges % mostExchanges == 0)
      stepper_->finish(record);
  }
  stepper_->finish(record);
  if (cut_.isGathered && whole.run.steps == 0)
    gatherState(own);
  record.slabs.bytes += std::exchange(sentBytes_, 0);
  record.slabs.exchange += stepper_->rows()->takeSeconds() + joinSeconds_;
  record.slabs.waiting += std::exchange(joinSeconds_, 0);
  record.slabs.each = {{std::max(0.0, watch.seconds() - record.slabs.exchange),
                        record.slabs.exchange, record.slabs.waiting, 0, exchange_->rowsGo()}};
}

/// Takes new ghost rows from the neighbours and sends them owned rows. The stepper orders the
/// transfers: rows are read after the previous steps and written before the next ones.
void Slab::exchangeRows(const Job &own, const Job *next, SlabStats &stats) {
  const std::vector<SentPiece> pieces = piecesOf(rows_.domain, cut_, grid_, own, next == nullptr);
  const std::int64_t bytes = sentBytesOf(own, cut_);
  const auto sentAt = [&](const SentPiece &piece) {
    std::byte *const lent = exchange_->lent(piece.side);
    return (lent != nullptr ? lent : sentMemory(*stepper_->rows(), piece.side, turn_, bytes)) +
           piece.sentAt;
  };
  Stopwatch working;
  exchange_->begin();
  for (const SentPiece &piece : pieces) {
    if (exchange_->receives(piece.side))
      exchange_->expect(piece.side,
                        takenMemory(*stepper_->rows(), piece.side, turn_, bytes) + piece.takenAt,
                        piece.takenBytes);
    stepper_->rows()->read(own, {piece.owned, piece.sent}, sentAt(piece));
  }
  if (next != nullptr)
    stepper_->begin(*next);
  stats.exchange += working.seconds();
  for (const SentPiece &piece : pieces) {
    stepper_->rows()->await(); // also waits for the previous steps
    exchange_->send(piece.side, sentAt(piece), piece.sentBytes);
  }
  working = Stopwatch();
  for (const SentPiece &piece : pieces) {
    const Stopwatch waiting;
    const void *const rows = exchange_->take(piece.side);
    stats.waiting += waiting.seconds();
    stepper_->rows()->write(own, {piece.ghost, piece.taken}, rows);
    stats.bytes += piece.sentBytes;
  }
  stats.exchange += working.seconds() + stepper_->rows()->takeSeconds();
  turn_ = 1 - turn_;
}

void Slab::save(const Job &whole) {
  stepper_->save(jobOf(whole, false), y_);
  isSaved_ = statesSaved(whole) == travellingStates(whole.model);
}

const void *Slab::pieceFrom(const Job &whole, std::int64_t state, std::int64_t component) {
  if (!isSaved_)
    save(whole);
  return static_cast<const std::byte *>(ownedRows(state, whole.realSize())) +
         (component - rows_.ownedComponents().begin) * whole.realSize();
}

/// The first component of a state's owned rows in `y_`.
static std::int64_t ownedAt(const SlabRows &rows, std::int64_t state) {
  return state * rows.held + rows.count({0, rows.domain.below});
}

const void *Slab::ownedRows(std::int64_t state, std::int64_t size) const {
  return static_cast<const std::byte *>(y_.data()) + ownedAt(rows_, state) * size;
}

bool Slab::remember(const Job &whole) {
  isRemembered_ = stepper_->remember(jobOf(whole, false));
  return isRemembered_;
}

std::optional<double> Slab::change(const Job &whole) {
  return isRemembered_ ? stepper_->change(jobOf(whole, false)) : std::nullopt;
}

ReducedPart Slab::part(const Job &whole, int number, double t) {
  const Job own = jobOf(whole, false);
  std::vector<const void *> arrays = own.fields;
  for (const DataValues &data : own.data)
    arrays.push_back(data.values);
  const ValuePlaces inFile = fromWhole({0, rows_.held, 1, rows_.fileRow, grid_.classes}, grid_);
  StateView view{own.params.data(), nullptr, arrays.data(), inFile, inFile, {1, 1, 1}, t};
  own.model.program.extents(own.params.data(), view.extent);
  seeBeyondEnds(view, grid_);
  if (std::optional<ReducedPart> part = stepper_->part(own, number, view))
    return *std::move(part);
  stepper_->save(own, y_);
  view.y = y_.data();
  return monitorPart(own.model, number, view, share_.points, share_.all, threads_);
}

bool Slab::beginTrial(const Job &whole) {
  isSaved_ = false;
  const Job own = jobOf(whole, false);
  trialIsHere_ = !stepper_->beginTrial(own);
  if (trialIsHere_) {
    stepper_->save(own, y_);
    before_.allocate(y_.bytes());
    std::memcpy(before_.data(), y_.data(), bytesOf(y_.bytes()));
  }
  return true;
}

double Slab::errorOfTrial(const Job &whole, const StepControl &control) {
  Job own = jobOf(whole, false);
  if (!trialIsHere_)
    return stepper_->errorOfTrial(own, control);
  own.savedStates = 2 * own.model.program.stateCount;
  stepper_->save(own, y_);
  return errorNorm(
      {own.model, control, rows_.held, before_.data(), y_.data(), inFileOrder(rows_.held), &share_},
      threads_);
}

void Slab::saveBefore(const Job &whole) {
  if (trialIsHere_)
    return;
  before_.allocate(y_.bytes(), y_.room());
  stepper_->saveBefore(jobOf(whole, false), before_);
}

const void *Slab::ownedBefore(std::int64_t state, std::int64_t size) const {
  return static_cast<const std::byte *>(before_.data()) + ownedAt(rows_, state) * size;
}

void Slab::endTrial(const Job &whole, bool isTaken) {
  const Job own = jobOf(whole, false);
  isSaved_ = false;
  if (!trialIsHere_)
    return stepper_->endTrial(own, isTaken);
  if (isTaken)
    return;
  std::memcpy(y_.data(), before_.data(), bytesOf(before_.bytes()));
  RunRecord unused;
  stepper_->load(own, y_, false, unused);
}

} // namespace eulerc
