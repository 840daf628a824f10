// EventLines: the lines of a list of events. A thread sorts, prints and writes them while steps
// continue.
//
//   EventLines lines(file, header, 0, {names, shape, true});
//   lines.add(notes);     // of some steps; later notes are of later steps
//   lines.settle();       // all lines are in the file
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
    bool isFloat = true;                       ///< times are floats
  };

  /// Writes after the text `begin` of the file, which has `count` lines. The file is not changed
  /// before the first add(), even of no notes: the run may be refused before.
  EventLines(std::unique_ptr<GrowingFile> file, const std::string &begin, std::int64_t count,
             Form form)
      : file_(std::move(file)), end_(std::ssize(begin)), count_(count), form_(std::move(form)) {
    hash_.add(begin.data(), begin.size());
  }

  void add(std::vector<EventNote> notes);
  /// Throws the error of the writer.
  void check() { writer_.check(); }
  void settle();
  /// Lines of the file after settle().
  std::int64_t count() const { return count_; }
  /// The hash of the header and these lines.
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
  std::string text_;  ///< lines that are not yet written
  Stopwatch written_; ///< since the last write
  bool hasBegun_ = false, isShown_ = false;
  Background writer_; ///< last member: it ends before the others
};

} // namespace eulerc
