#include "slabs/rank_door.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/refuse.h"
#include "layout/layout.h"
#include "model/stages.h"
#include "slabs/cut.h"

namespace eulerc {
namespace {

enum class Ask : char { Load, Advance, Save, IsFinite, Largest, End };
enum Tag { Question = 1, Answer, Upward, Downward };

std::size_t bytesOf(std::int64_t count) { return static_cast<std::size_t>(count); }

/// What a rank needs to know of a job, but for values of the grid.
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

/// A job as it was sent.
class SentJob {
public:
  SentJob(const Model &model, std::vector<DataValues> data, Reader &in) : model_(model) {
    model_ = withError(model_, in.get<bool>());
    if (const int stages = in.get<int>(); stages > 0) {
      stages_.emplace(model_, stages);
      model_ = stages_->of(model_);
    }
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
  SentJob(const SentJob &) = delete;
  SentJob &operator=(const SentJob &) = delete;
  Job &job() { return *job_; }

private:
  Model model_;
  std::optional<Stages> stages_;
  std::vector<ParamValue> params_;
  Grid grid_;
  Tuning tuning_;
  std::string buildOptions_;
  std::optional<Job> job_;
};

class RanksExchange : public Exchange {
public:
  RanksExchange(Ranks &ranks, bool isRing) : ranks_(ranks) {
    const int rank = ranks.rank(), count = ranks.count();
    below_ = rank > 0 ? rank - 1 : isRing ? count - 1 : -1;
    above_ = rank + 1 < count ? rank + 1 : isRing ? 0 : -1;
  }
  void await() override { ranks_.finishPosts(); }
  void send(Side to, const void *rows, std::int64_t bytes) override {
    ranks_.post(to == Below ? below_ : above_, to == Below ? Downward : Upward, rows,
                bytesOf(bytes));
  }
  const void *take(Side from, void *room, std::int64_t bytes) override {
    ranks_.takeInto(from == Below ? below_ : above_, from == Below ? Upward : Downward, room,
                    bytesOf(bytes));
    return room;
  }
  void release(Side) override {}
  void fail() override {} // a rank that fails while it steps ends all

private:
  Ranks &ranks_;
  int below_, above_;
};

} // namespace

std::unique_ptr<Exchange> exchangeOfRanks(Ranks &ranks, bool isRing) {
  return std::make_unique<RanksExchange>(ranks, isRing);
}

std::unique_ptr<Stepper> makeStepperOf(const Ranks &ranks, Precision precision,
                                       const RankPlace &place,
                                       const std::function<void(const std::string &)> &note) {
  std::optional<std::size_t> device;
  if (place.backend == Backend::Auto || place.backend == Backend::OpenCL) {
    const std::vector<DeviceInfo> devices = listDevices();
    if (!place.device.empty())
      device = chooseDevice(devices, place.device);
    else if (!devices.empty() && place.backend == Backend::OpenCL)
      device = static_cast<std::size_t>(ranks.localRank()) % devices.size();
    else if (!devices.empty() && !devices.front().limits.isCpu)
      device = static_cast<std::size_t>(ranks.localRank()) % devices.size();
  }
  return makeStepper(precision, place.backend, device, note);
}

// ---- rank 0 -------------------------------------------------------------------------------------

void RankDoor::ask(const Writer &question) {
  ranks_.post(rank_, Question, question.bytes.data(), question.bytes.size());
  ranks_.finishPosts();
}

std::vector<std::byte> RankDoor::answer() {
  std::vector<std::byte> message;
  ranks_.take(rank_, Answer, message, true);
  Reader in(message);
  if (const std::string failure = in.text(); !failure.empty())
    throw Error(Error::Kind::Run, fmt::format("rank {}: {}", rank_, failure));
  const std::size_t head = sizeof(std::size_t);
  message.erase(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(head));
  return message;
}

void RankDoor::settle(const Job &whole, const Domain &domain, const Cut &cut) {
  const SlabRows rows = slabRowsOf(whole.grid, whole.fileRow,
                                   whole.components / whole.model.program.stateCount, domain);
  if (!(rows == rows_))
    sent_.clear();
  rows_ = rows;
  cut_ = cut;
}

void RankDoor::load(const Job &whole, const HostArray &y, RunRecord &record) {
  const std::int64_t size = whole.realSize();
  Writer out;
  out.add(Ask::Load);
  addJob(out, whole);
  out.add(rows_.domain);
  out.add(cut_);
  out.add(isRing_);
  out.add(place_.backend);
  out.text(place_.device);
  for (std::int64_t state = 0; state < travellingStates(whole.model); state++)
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

void RankDoor::begin(const Job &whole) {
  Writer out;
  out.add(Ask::Advance);
  addJob(out, whole);
  ask(out);
}

void RankDoor::end(RunRecord &record) {
  const std::vector<std::byte> message = answer();
  Reader in(message);
  record.deviceSeconds = in.get<double>();
  record.slabs.exchange = in.get<double>();
  record.slabs.waiting = in.get<double>();
  record.slabs.bytes = in.get<std::int64_t>();
}

void RankDoor::save(const Job &whole, void *y, std::int64_t stateBytes) {
  Writer out;
  out.add(Ask::Save);
  addJob(out, whole);
  ask(out);
  const std::vector<std::byte> message = answer();
  Reader in(message);
  const Domain &domain = rows_.domain;
  const std::int64_t owned = rows_.count({domain.below, domain.below + domain.owned});
  for (std::int64_t state = 0; state < statesSaved(whole); state++)
    rows_.give(whole.realSize(), in.take(bytesOf(owned * whole.realSize())),
               static_cast<std::byte *>(y) + state * stateBytes);
}

bool RankDoor::isFinite(const Job &whole) {
  Writer out;
  out.add(Ask::IsFinite);
  addJob(out, whole);
  ask(out);
  return Reader(answer()).get<bool>();
}

double RankDoor::largest(const Job &whole) {
  Writer out;
  out.add(Ask::Largest);
  addJob(out, whole);
  ask(out);
  return Reader(answer()).get<double>();
}

void endSlabs(Ranks &ranks) {
  const Ask end = Ask::End;
  for (int rank = 1; rank < ranks.count(); rank++)
    ranks.post(rank, Question, &end, sizeof end);
  ranks.finishPosts();
}

void requireSameProgram(const Model &model, Ranks &ranks) {
  using Text = std::string_view;
  const std::uint64_t own =
      hashOf(fmt::format("{} {} {} {}", model.name, model.compiler, EULERC_VERSION, model.abi),
             hashOf(Text(model.program.text), hashOf(Text(model.device.kernels))));
  if (ranks.rank() > 0) {
    ranks.post(0, Answer, &own, sizeof own);
    ranks.finishPosts();
    return;
  }
  std::string others;
  for (int rank = 1; rank < ranks.count(); rank++) {
    std::vector<std::byte> message;
    ranks.take(rank, Answer, message, true);
    if (Reader(message).get<std::uint64_t>() != own)
      others += fmt::format("{}{}", others.empty() ? "" : ", ", rank);
  }
  if (!others.empty())
    refuse(fmt::format("rank {} runs another program than rank 0, or another version of it; start "
                       "one executable on all ranks",
                       others));
}

// ---- the other ranks ----------------------------------------------------------------------------

namespace {

/// The slab of a rank, and what it was sent for it.
class Server {
public:
  Server(const Model &model, Ranks &ranks) : model_(model), ranks_(ranks) {}

  /// Whether more questions follow.
  bool serve() {
    std::vector<std::byte> message;
    ranks_.take(0, Question, message, true);
    Reader in(message);
    const Ask ask = in.get<Ask>();
    if (ask == Ask::End)
      return false;
    Writer out;
    out.text(""); // no failure
    try {
      SentJob sent(model_, dataNow(), in);
      answer(ask, sent.job(), in, out);
    } catch (const std::exception &error) {
      if (ask == Ask::Advance) { // the neighbours wait for its rows
        std::fputs(fmt::format("error: rank {}: {}\n", ranks_.rank(), error.what()).c_str(),
                   stderr);
        ranks_.abort(1);
      }
      out = {};
      out.text(error.what());
    }
    ranks_.post(0, Answer, out.bytes.data(), out.bytes.size());
    ranks_.finishPosts();
    return true;
  }

private:
  void answer(Ask ask, Job &job, Reader &in, Writer &out) {
    if (ask == Ask::Load)
      load(job, in, out);
    else if (ask == Ask::Advance)
      advance(job, out);
    else if (ask == Ask::Save)
      save(job, out);
    else
      slab_->withJob(job, [&](const Job &own) {
        if (ask == Ask::IsFinite)
          out.add(slab_->stepper().isFinite(own));
        else
          out.add(slab_->stepper().largest(own));
      });
  }

  void load(Job &job, Reader &in, Writer &out) {
    const auto domain = in.get<Domain>();
    const auto cut = in.get<Cut>();
    const bool isRing = in.get<bool>();
    RankPlace place{in.get<Backend>(), ""};
    place.device = in.text();
    std::string notes;
    const auto note = [&](const std::string &text) { notes += (notes.empty() ? "" : "; ") + text; };
    if (!slab_ || isRing != isRing_)
      slab_.emplace(makeStepperOf(ranks_, model_.program.precision, place, note),
                    exchangeOfRanks(ranks_, isRing));
    isRing_ = isRing;
    slab_->settle(job, domain, cut);
    slab_->useThreads(threadsOfRank(job, ranks_.localCount()));
    const std::int64_t rows = slab_->rows().held * job.realSize();
    in.block(slab_->takeState(job), bytesOf(rows * travellingStates(job.model)));
    for (std::size_t k = 0; k < job.fields.size(); k++)
      if (const auto revision = in.get<std::uint64_t>(); revision != 0)
        in.block(slab_->takeField(k, revision), bytesOf(rows));
    data_.resize(static_cast<std::size_t>(model_.data.count));
    revisions_.resize(data_.size());
    for (std::size_t k = 0; k < data_.size(); k++) {
      const auto revision = in.get<std::uint64_t>();
      const auto bytes = in.get<std::int64_t>();
      if (revision == 0)
        continue;
      data_[k].allocate(bytes);
      in.block(data_[k].data(), bytesOf(bytes));
      revisions_[k] = revision;
    }
    job.data = dataNow();
    RunRecord record;
    job.note = note;
    slab_->load(job, true, record);
    out.text(record.deviceName);
    out.add(record.deviceBytes);
    out.add(record.hostBytes);
    out.add(record.build);
    out.add(record.transfer);
    out.text(notes);
  }

  void advance(const Job &job, Writer &out) {
    RunRecord record;
    slab_->advance(job, false, record);
    out.add(record.deviceSeconds);
    out.add(record.slabs.exchange);
    out.add(record.slabs.waiting);
    out.add(record.slabs.bytes);
  }

  void save(const Job &job, Writer &out) {
    slab_->save(job);
    const Domain &domain = slab_->rows().domain;
    const std::int64_t owned =
        slab_->rows().count({domain.below, domain.below + domain.owned}) * job.realSize();
    for (std::int64_t state = 0; state < statesSaved(job); state++)
      out.block(slab_->ownedRows(state, job.realSize()), bytesOf(owned));
  }

  std::vector<DataValues> dataNow() const {
    std::vector<DataValues> data;
    for (std::size_t k = 0; k < data_.size(); k++)
      data.push_back({data_[k].data(), data_[k].bytes(), revisions_[k]});
    return data;
  }

  const Model &model_;
  Ranks &ranks_;
  std::optional<Slab> slab_;
  bool isRing_ = false;
  std::vector<HostArray> data_;
  std::vector<std::uint64_t> revisions_;
};

} // namespace

int serveSlabs(const Model &model, Ranks &ranks) {
  requireSameProgram(model, ranks);
  Server server(model, ranks);
  while (server.serve()) {
  }
  return 0;
}

} // namespace eulerc
