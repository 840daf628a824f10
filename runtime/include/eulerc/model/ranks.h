// Ranks: the processes of one run, each of which steps a slab of the grid.
//
//   eulerc::MpiRanks ranks(&argc, &argv);                       <eulerc/model/mpi_ranks.h>
//   return eulerc::runCommandLine(model, argc, argv, ranks);    <eulerc/command_line.h>
//
// Rank 0 has the command line, the files and the whole state; the other ranks do what rank 0 asks.
#pragma once

#include <cstddef>
#include <vector>

namespace eulerc {

class Ranks {
public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int count() const = 0;
  /// The same among the ranks of this machine.
  virtual int localRank() const = 0;
  virtual int localCount() const = 0;

  /// Sends a message, whose memory stays as it is until finishPosts().
  virtual void post(int to, int tag, const void *data, std::size_t bytes) = 0;
  virtual void finishPosts() = 0;
  /// Receives the next message of that rank and tag. `waits`: the message may take long to come;
  /// until then the processor is left to other threads.
  virtual void take(int from, int tag, std::vector<std::byte> &message, bool waits) = 0;
  /// Receives the next message into memory of its size.
  virtual void takeInto(int from, int tag, void *message, std::size_t bytes) = 0;

  // Rows are messages whose size both ranks know; several may be on their way at once.

  /// Sends rows, whose memory stays as it is until finishRows().
  virtual void postRows(int to, int tag, const void *data, std::size_t bytes) = 0;
  /// Waits until all rows that were posted have been sent, but for the `latest` ones.
  virtual void finishRows(std::size_t latest) = 0;
  /// Names the memory for the next rows of that rank and tag.
  virtual void expect(int from, int tag, void *message, std::size_t bytes) = 0;
  /// Waits for the first rows that are expected of that rank and tag.
  virtual void awaitExpected(int from, int tag) = 0;
  /// Ends all ranks.
  [[noreturn]] virtual void abort(int status) = 0;
};

} // namespace eulerc
