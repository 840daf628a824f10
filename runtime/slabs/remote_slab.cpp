// Rank 0's side of slabs on other ranks: sends questions and waits for the answers (remote_slab.h).

#include "slabs/remote_slab.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/refuse.h"
#include "model/stages.h"
#include "slabs/sent_job.h"

namespace eulerc {
std::unique_ptr<Stepper> makeStepperOf(const Ranks &ranks, Precision precision,
                                       const RankPlace &place,
                                       const std::function<void(const std::string &)> &note) {
  std::optional<std::size_t> device;
  if (place.backend == Backend::Auto || place.backend == Backend::OpenCL) {
    const std::vector<DeviceInfo> devices = listDevices();
    if (!place.device.empty())
      device = chooseDevice(devices, place.device);
    else if (!devices.empty() &&
             (place.backend == Backend::OpenCL || !devices.front().limits.isCpu))
      device = static_cast<std::size_t>(ranks.localRank()) % countOfBestKind(devices);
  }
  return makeStepper(precision, place.backend, device, note);
}

// ---- rank 0 -------------------------------------------------------------------------------------

void RemoteSlab::ask(const Writer &question) {
  ranks_.post(rank_, Question, question.bytes.data(), question.bytes.size());
  ranks_.finishPosts();
}

std::vector<std::byte> RemoteSlab::answer() {
  std::vector<std::byte> message;
  ranks_.take(rank_, Answer, message, true);
  Reader in(message);
  if (const std::string failure = in.text(); !failure.empty())
    throw Error(in.get<Error::Kind>(), fmt::format("rank {}: {}", rank_, failure));
  const std::size_t head = sizeof(std::size_t);
  message.erase(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(head));
  return message;
}

void RemoteSlab::settle(const Job &whole, const Domain &domain, const Cut &cut) {
  const SlabRows rows = slabRowsOf(whole.grid, whole.fileRow,
                                   whole.components / whole.model.program.stateCount, domain);
  if (!(rows == rows_))
    sent_.clear();
  rows_ = rows;
  cut_ = cut;
}

void RemoteSlab::load(const Job &whole, const HostArray &y, RunRecord &record) {
  const std::int64_t size = whole.realSize();
  Writer out;
  out.add(Ask::Load);
  Job told = whole; // with --tune rank 0 measures, and others find its choice in the tuning cache
  if (whole.measuring == Measuring::Always)
    told.measuring = Measuring::WhenItPays;
  addJob(out, told);
  out.add(rows_.domain);
  out.add(cut_);
  const bool isNew = !std::exchange(isThere_, false);
  if (isNew)
    sent_.clear();
  out.add(isNew);
  out.add(isRing_);
  out.add(place_.backend);
  out.text(place_.device);
  out.add(whole.isInitial);
  for (std::int64_t state = 0; state < travellingStates(whole.model) && !whole.isInitial; state++)
    rows_.take(size, static_cast<const std::byte *>(y.data()) + state * rows_.file.all * size,
               out.room(bytesOf(rows_.held * size)));
  sent_.resize(whole.fields.size() + whole.data.size());
  for (std::size_t k = 0; k < whole.fields.size(); k++) {
    const bool isNew = std::exchange(sent_[k], whole.fieldRevisions[k]) != whole.fieldRevisions[k];
    out.add(isNew ? whole.fieldRevisions[k] : 0);
    if (isNew)
      rows_.take(size, whole.fields[k], out.room(bytesOf(rows_.held * size)));
  }
  for (std::size_t k = 0; k < whole.data.size(); k++) {
    const DataValues &data = whole.data[k];
    const bool isNew =
        std::exchange(sent_[whole.fields.size() + k], data.revision) != data.revision;
    out.add(isNew ? data.revision : 0);
    out.add(data.bytes);
    if (isNew)
      out.block(data.values, bytesOf(data.bytes));
  }
  ask(out);
  const std::vector<std::byte> message = answer();
  isThere_ = true;
  Reader in(message);
  record.deviceName = in.text();
  record.deviceBytes = in.get<std::int64_t>();
  record.hostBytes = in.get<std::int64_t>();
  record.build = in.get<double>();
  record.transfer = in.get<double>();
  const std::string notes = in.text();
  if (!notes.empty() && whole.note)
    whole.note(fmt::format("rank {}: {}", rank_, notes));
}

Writer RemoteSlab::questionOf(Ask what, const Job &whole) {
  Writer out;
  out.add(what);
  addJob(out, whole);
  return out;
}

void RemoteSlab::begin(const Job &whole) { ask(questionOf(Ask::Advance, whole)); }

void RemoteSlab::end(RunRecord &record) {
  const std::vector<std::byte> message = answer();
  Reader in(message);
  record.deviceSeconds = in.get<double>();
  record.slabs.exchange = in.get<double>();
  record.slabs.waiting = in.get<double>();
  record.slabs.bytes = in.get<std::int64_t>();
  record.slabs.each = {in.get<SlabStats::Of>()};
}

/// Receives the owned rows of some states, into their places in the whole states.
void RemoteSlab::takeRows(const Job &whole, std::int64_t states, void *y, std::int64_t stateBytes) {
  answer();
  const Domain &domain = rows_.domain;
  const std::int64_t owned = rows_.count({domain.below, domain.below + domain.owned});
  const std::int64_t first = rows_.file.before(domain.first) * whole.realSize();
  for (std::int64_t state = 0; state < states; state++)
    ranks_.takeInto(rank_, Rows, static_cast<std::byte *>(y) + state * stateBytes + first,
                    bytesOf(owned * whole.realSize()));
}

void RemoteSlab::save(const Job &whole, void *y, std::int64_t stateBytes) {
  ask(questionOf(Ask::Save, whole));
  takeRows(whole, statesSaved(whole), y, stateBytes);
}

void RemoteSlab::savePiece(const Job &whole, std::int64_t state, Range components, void *to) {
  Writer out = questionOf(Ask::SavePiece, whole);
  out.add(state);
  out.add(components);
  ask(out);
  answer();
  ranks_.takeInto(rank_, Rows, to, bytesOf((components.end - components.begin) * whole.realSize()));
}

bool RemoteSlab::isFinite(const Job &whole) {
  ask(questionOf(Ask::IsFinite, whole));
  return Reader(answer()).get<bool>();
}

double RemoteSlab::largest(const Job &whole) {
  ask(questionOf(Ask::Largest, whole));
  return Reader(answer()).get<double>();
}

bool RemoteSlab::remember(const Job &whole) {
  ask(questionOf(Ask::Remember, whole));
  return Reader(answer()).get<bool>();
}

std::optional<double> RemoteSlab::change(const Job &whole) {
  ask(questionOf(Ask::Change, whole));
  const std::vector<std::byte> message = answer();
  Reader in(message);
  const bool isKnown = in.get<bool>();
  const double change = in.get<double>();
  return isKnown ? std::optional(change) : std::nullopt;
}

std::function<ReducedPart()> RemoteSlab::part(const Job &whole, int number, double t) {
  Writer out = questionOf(Ask::MonitorPart, whole);
  out.add(number);
  out.add(t);
  ask(out);
  return [this] {
    const std::vector<std::byte> message = answer();
    Reader in(message);
    return partIn(in);
  };
}

std::function<double()> RemoteSlab::errorOfTrial(const Job &whole, const StepControl &control) {
  Writer out = questionOf(Ask::ErrorOfTrial, whole);
  out.add(control.tolerance);
  out.add(control.of.size());
  for (const auto &[name, tolerance] : control.of) {
    out.text(name);
    out.add(tolerance);
  }
  ask(out);
  return [this] { return Reader(answer()).get<double>(); };
}

void RemoteSlab::beginTrial(const Job &whole) {
  ask(questionOf(Ask::BeginTrial, whole));
  answer();
}

void RemoteSlab::saveBefore(const Job &whole, void *y, std::int64_t stateBytes) {
  ask(questionOf(Ask::SaveBefore, whole));
  takeRows(whole, whole.model.program.stateCount, y, stateBytes);
}

void RemoteSlab::endTrial(const Job &whole, bool isTaken) {
  Writer out = questionOf(Ask::EndTrial, whole);
  out.add(isTaken);
  ask(out);
  answer();
}

void endSlabs(Ranks &ranks) {
  const Ask end = Ask::End;
  for (int rank = 1; rank < ranks.count(); rank++)
    ranks.post(rank, Question, &end, sizeof end);
  ranks.finishPosts();
}

void requireSameStart(const Model &model, Ranks &ranks, const std::string &options) {
  using Text = std::string_view;
  const std::uint64_t own =
      hashOf(fmt::format("{} {} {} {}", model.name, model.compiler, EULERC_VERSION, model.abi),
             hashOf(Text(model.program.text), hashOf(Text(model.device.kernels))));
  if (ranks.rank() > 0) {
    Writer out;
    out.add(own);
    out.text(options);
    ranks.post(0, Answer, out.bytes.data(), out.bytes.size());
    ranks.finishPosts();
    return;
  }
  std::string others, otherOptions;
  int otherRank = 0; ///< the first rank with other options
  for (int rank = 1; rank < ranks.count(); rank++) {
    std::vector<std::byte> message;
    ranks.take(rank, Answer, message, true);
    Reader in(message);
    if (in.get<std::uint64_t>() != own)
      others += fmt::format("{}{}", others.empty() ? "" : ", ", rank);
    else if (std::string text = in.text(); text != options && otherRank == 0) {
      otherRank = rank;
      otherOptions = std::move(text);
    }
  }
  if (!others.empty())
    refuse(fmt::format("rank {} runs another program than rank 0, or another version of it; start "
                       "one executable on all ranks",
                       others));
  if (otherRank > 0)
    refuse(fmt::format("rank {} has other options than rank 0: '{}', not '{}'; give all ranks the "
                       "same",
                       otherRank, otherOptions, options));
}

} // namespace eulerc
