// Ranks by MPI. Only this file includes <mpi.h>. A program's main or its C entry includes this
// file, and mpicxx compiles it.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <eulerc/error.h>
#include <eulerc/model/ranks.h>

namespace eulerc {

class MpiRanks : public Ranks {
public:
  /// All processes that mpirun has started; MPI begins and ends with this object.
  MpiRanks(int *argc, char ***argv) : beganMpi_(true) {
    MPI_Init(argc, argv);
    join(MPI_COMM_WORLD);
  }
  /// The processes of a communicator, each of which calls this.
  explicit MpiRanks(MPI_Comm communicator) { join(communicator); }
  ~MpiRanks() override {
    int hasEnded = 0;
    MPI_Finalized(&hasEnded);
    if (hasEnded)
      return;
    MPI_Comm_free(&comm_);
    if (beganMpi_)
      MPI_Finalize();
  }
  MpiRanks(const MpiRanks &) = delete;
  MpiRanks &operator=(const MpiRanks &) = delete;

  int rank() const override { return rank_; }
  int count() const override { return count_; }
  int localRank() const override { return localRank_; }
  int localCount() const override { return localCount_; }

  void post(int to, int tag, const void *data, std::size_t bytes) override {
    sizes_.push_back(bytes);
    start(to, tag, &sizes_.back(), sizeof sizes_.back());
    for (std::size_t at = 0; at < bytes; at += mostBytes)
      start(to, tag, static_cast<const std::byte *>(data) + at, std::min(mostBytes, bytes - at));
  }
  void finishPosts() override {
    MPI_Waitall(static_cast<int>(posted_.size()), posted_.data(), MPI_STATUSES_IGNORE);
    posted_.clear();
    sizes_.clear();
  }
  void take(int from, int tag, std::vector<std::byte> &message, bool waits) override {
    if (waits)
      waitFor(from, tag);
    std::uint64_t bytes = 0;
    MPI_Recv(&bytes, sizeof bytes, MPI_BYTE, from, tag, comm_, MPI_STATUS_IGNORE);
    message.resize(bytes);
    receive(from, tag, message.data(), bytes);
  }
  void takeInto(int from, int tag, void *message, std::size_t bytes) override {
    std::uint64_t sent = 0;
    MPI_Recv(&sent, sizeof sent, MPI_BYTE, from, tag, comm_, MPI_STATUS_IGNORE);
    receive(from, tag, static_cast<std::byte *>(message), std::min<std::size_t>(sent, bytes));
  }
  void postRows(int to, int tag, const void *data, std::size_t bytes) override {
    std::vector<MPI_Request> &requests = rows_.emplace_back();
    for (std::size_t at = 0; at < bytes; at += mostBytes) {
      requests.emplace_back();
      MPI_Isend(static_cast<const std::byte *>(data) + at,
                static_cast<int>(std::min(mostBytes, bytes - at)), MPI_BYTE, to, tag, comm_,
                &requests.back());
    }
  }
  void finishRows(std::size_t latest) override {
    for (; rows_.size() > latest; rows_.pop_front())
      MPI_Waitall(static_cast<int>(rows_.front().size()), rows_.front().data(),
                  MPI_STATUSES_IGNORE);
  }
  void expect(int from, int tag, void *message, std::size_t bytes) override {
    std::vector<MPI_Request> &requests = expected_[{from, tag}].emplace_back();
    for (std::size_t at = 0; at < bytes; at += mostBytes) {
      requests.emplace_back();
      MPI_Irecv(static_cast<std::byte *>(message) + at,
                static_cast<int>(std::min(mostBytes, bytes - at)), MPI_BYTE, from, tag, comm_,
                &requests.back());
    }
  }
  void awaitExpected(int from, int tag) override {
    std::deque<std::vector<MPI_Request>> &all = expected_[{from, tag}];
    MPI_Waitall(static_cast<int>(all.front().size()), all.front().data(), MPI_STATUSES_IGNORE);
    all.pop_front();
  }
  [[noreturn]] void abort(int status) override {
    MPI_Abort(comm_, status);
    std::_Exit(status);
  }

private:
  static constexpr std::size_t mostBytes = std::size_t{1} << 30; // a count is an int

  void join(MPI_Comm communicator) {
    MPI_Comm_dup(communicator, &comm_); // its messages meet no others
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &count_);
    MPI_Comm local;
    MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &local);
    MPI_Comm_rank(local, &localRank_);
    MPI_Comm_size(local, &localCount_);
    MPI_Comm_free(&local);
  }
  void receive(int from, int tag, std::byte *message, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += mostBytes)
      MPI_Recv(message + at, static_cast<int>(std::min(mostBytes, bytes - at)), MPI_BYTE, from, tag,
               comm_, MPI_STATUS_IGNORE);
  }
  void start(int to, int tag, const void *data, std::size_t bytes) {
    posted_.emplace_back();
    MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, tag, comm_, &posted_.back());
  }
  /// Libraries of MPI spin while they wait.
  void waitFor(int from, int tag) {
    auto pause = std::chrono::microseconds(10);
    for (int isThere = 0;;) {
      MPI_Iprobe(from, tag, comm_, &isThere, MPI_STATUS_IGNORE);
      if (isThere)
        return;
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, std::chrono::microseconds(1000));
    }
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  bool beganMpi_ = false;
  int rank_ = 0, count_ = 1, localRank_ = 0, localCount_ = 1;
  std::vector<MPI_Request> posted_;
  std::deque<std::vector<MPI_Request>> rows_; ///< of each message of rows, oldest first
  std::map<std::pair<int, int>, std::deque<std::vector<MPI_Request>>>
      expected_;                    ///< by rank and tag, oldest first
  std::deque<std::uint64_t> sizes_; ///< of messages that are on their way
};

/// The ranks of the communicator with this Fortran handle.
inline std::unique_ptr<Ranks> ranksOf(int communicator) {
  int hasBegun = 0;
  MPI_Initialized(&hasBegun);
  if (!hasBegun) {
    char name[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(name, &length);
    throw Error(Error::Kind::Usage,
                "the communicator is of another library of MPI than the one this program was "
                "compiled with: " +
                    std::string(name).substr(0, 60));
  }
  return std::make_unique<MpiRanks>(MPI_Comm_f2c(communicator));
}

} // namespace eulerc
