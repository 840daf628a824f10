// Lines of a list of events, sorted, printed and written by a thread while steps go on.
//
//   EventLines lines("spikes.csv", names, shape, true);
//   lines.add(notes);     // of some steps; later notes are of later steps
//   lines.settle();       // all are in the file
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/event_note.h"
#include "base/hash.h"
#include "base/stopwatch.h"
#include "output/growing.h"
#include "results/background.h"

namespace eulerc {

/// Sorts notes by steps and times, and removes duplicates.
void sortNotes(std::vector<EventNote> &notes);

class EventLines {
public:
  struct Form {
    std::map<std::int64_t, std::string> names; ///< of events, by their states
    std::vector<std::int64_t> shape;           ///< of the grid
    bool isFloat = true;                       ///< times are
  };

  /// Behind the text with which a file begins, of so many lines. The file stays as it is until
  /// something is added, if only that there is nothing: a run may be refused before.
  EventLines(std::unique_ptr<GrowingFile> file, const std::string &begin, std::int64_t count,
             Form form)
      : file_(std::move(file)), end_(std::ssize(begin)), count_(count), form_(std::move(form)) {
    hash_.add(begin.data(), begin.size());
  }

  void add(std::vector<EventNote> notes);
  /// Throws the error of the writer.
  void check() { writer_.check(); }
  void settle();
  /// Lines of the file, once they are settled.
  std::int64_t count() const { return count_; }
  /// Of the header and these lines.
  std::uint64_t hash() const { return Hash(hash_).value(); }

private:
  void append(std::vector<EventNote> notes);
  void print(const EventNote &note);
  void write();

  std::unique_ptr<GrowingFile> file_;
  std::int64_t end_; ///< of the file
  std::atomic<std::int64_t> count_;
  Hash hash_;
  const Form form_;
  std::string text_;  ///< lines that are not written yet
  Stopwatch written_; ///< since the others were
  bool hasBegun_ = false, isShown_ = false;
  Background writer_; ///< last: it ends first
};

} // namespace eulerc
