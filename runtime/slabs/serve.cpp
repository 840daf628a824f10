// The server of all ranks except 0: it steps the rank's slab as rank 0 asks, and sends the answers.
#include <cstdio>

#include <fmt/format.h>

#include "slabs/remote_slab.h"
#include "slabs/sent_job.h"

namespace eulerc {
namespace {

/// The slab of a rank, and the data that rank 0 has sent for it.
class Server {
public:
  Server(const Model &model, Ranks &ranks) : model_(model), ranks_(ranks) {}

  /// Answers one question; false: there are no more.
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
      SentJob sent(model_, stages_, dataNow(), in);
      answer(ask, sent.job(), in, out, message);
    } catch (const std::exception &error) {
      if (ask == Ask::Advance || ask == Ask::ErrorOfTrial) { // the neighbours would wait forever
        std::fputs(fmt::format("error: rank {}: {}\n", ranks_.rank(), error.what()).c_str(),
                   stderr);
        ranks_.abort(1);
      }
      out = {};
      out.text(error.what());
      const auto *ours = dynamic_cast<const Error *>(&error);
      out.add(ours != nullptr ? ours->kind() : Error::Kind::Run);
    }
    ranks_.post(0, Answer, out.bytes.data(), out.bytes.size());
    ranks_.finishPosts();
    return true;
  }

private:
  void answer(Ask ask, Job &job, Reader &in, Writer &out, std::vector<std::byte> &message) {
    if (ask == Ask::Load)
      load(job, in, out, message);
    else if (ask == Ask::Advance)
      advance(job, out);
    else if (ask == Ask::Save)
      save(job);
    else if (ask == Ask::SavePiece)
      savePiece(job, in);
    else if (ask == Ask::MonitorPart)
      monitorPart(job, in, out);
    else if (ask == Ask::ErrorOfTrial)
      errorOfTrial(job, in, out);
    else if (ask == Ask::Remember)
      out.add(slab_->remember(job));
    else if (ask == Ask::Change)
      change(job, out);
    else if (ask == Ask::BeginTrial)
      slab_->beginTrial(job);
    else if (ask == Ask::SaveBefore)
      saveBefore(job);
    else if (ask == Ask::EndTrial)
      slab_->endTrial(job, in.get<bool>());
    else
      slab_->withJob(job, [&](const Job &own) {
        if (ask == Ask::IsFinite)
          out.add(slab_->stepper().isFinite(own));
        else
          out.add(slab_->stepper().largest(own));
      });
  }

  /// Loads the slab from a message, and releases the message after reading it.
  void load(Job &job, Reader &in, Writer &out, std::vector<std::byte> &message) {
    const auto domain = in.get<Domain>();
    const auto cut = in.get<Cut>();
    const bool isNew = in.get<bool>(), isRing = in.get<bool>();
    RankPlace place{in.get<Backend>(), ""};
    place.device = in.text();
    std::string notes;
    const auto note = [&](const std::string &text) { notes += (notes.empty() ? "" : "; ") + text; };
    if (isNew) // exchanges of all ranks begin together, and no rows are left of another stepper
      slab_.emplace(makeStepperOf(ranks_, model_.program.precision, place, note),
                    exchangeOfRanks(ranks_, isRing));
    slab_->settle(job, domain, cut, threadsOfRank(job, ranks_.localCount()));
    const std::int64_t rows = slab_->rows().held * job.realSize();
    job.isInitial = in.get<bool>();
    void *const state = slab_->takeState(job);
    if (!job.isInitial)
      in.block(state, bytesOf(rows * travellingStates(job.model)));
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
    if (job.isInitial)
      slab_->takeInitial(job);
    std::vector<std::byte>().swap(message);
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
    out.add(record.slabs.each.front());
  }

  std::size_t ownedBytes(const Job &job) const {
    const Domain &domain = slab_->rows().domain;
    return bytesOf(slab_->rows().count({domain.below, domain.below + domain.owned}) *
                   job.realSize());
  }

  /// Sends the owned rows before the answer, without copying them.
  void save(const Job &job) {
    slab_->save(job);
    for (std::int64_t state = 0; state < statesSaved(job); state++)
      ranks_.post(0, Rows, slab_->ownedRows(state, job.realSize()), ownedBytes(job));
  }

  void savePiece(const Job &job, Reader &in) {
    const auto state = in.get<std::int64_t>();
    const auto components = in.get<Range>();
    ranks_.post(0, Rows, slab_->pieceFrom(job, state, components.begin),
                bytesOf((components.end - components.begin) * job.realSize()));
  }

  void saveBefore(const Job &job) {
    slab_->saveBefore(job);
    for (std::int64_t state = 0; state < job.model.program.stateCount; state++)
      ranks_.post(0, Rows, slab_->ownedBefore(state, job.realSize()), ownedBytes(job));
  }

  void change(const Job &job, Writer &out) {
    const std::optional<double> change = slab_->change(job);
    out.add(change.has_value());
    out.add(change.value_or(0));
  }

  void monitorPart(const Job &job, Reader &in, Writer &out) {
    const int number = in.get<int>();
    addPart(out, slab_->part(job, number, in.get<double>()));
  }

  void errorOfTrial(const Job &job, Reader &in, Writer &out) {
    StepControl control;
    control.tolerance = in.get<Tolerance>();
    control.of.resize(in.get<std::size_t>());
    for (auto &[name, tolerance] : control.of) {
      name = in.text();
      tolerance = in.get<Tolerance>();
    }
    out.add(slab_->errorOfTrial(job, control));
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
  KeptStages stages_;
  std::vector<HostArray> data_;
  std::vector<std::uint64_t> revisions_;
};

} // namespace

std::function<void()> slabServer(const Model &model, Ranks &ranks) {
  return [server = std::make_shared<Server>(model, ranks)] {
    while (server->serve()) {
    }
  };
}

} // namespace eulerc
