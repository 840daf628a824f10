// The Exchange between ranks: by messages, or through memory shared by the ranks of a machine.
//
//   rank 0: rows → its memory ─ message "at byte 4096" → rank 1: rows ← memory of rank 0
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <span>
#include <string_view>
#include <utility>

#include "backend/backend.h"
#include "base/shared_memory.h"
#include "slabs/remote_slab.h"
#include "slabs/sent_job.h"

namespace eulerc {
namespace {

/// $EULERC_SHARE, for comparisons. "off": all rows are sent as messages. "window": devices read and
/// write shared memory. "copy": the host copies rows to and from shared memory. Otherwise the
/// faster of these.
std::string_view askedShare() {
  const char *asked = std::getenv("EULERC_SHARE");
  return asked == nullptr ? "" : asked;
}

/// A multiple of the size of pages that drivers pin.
constexpr std::size_t pageBytes = 1 << 16;

Side opposite(Side side) { return side == Below ? Above : Below; }

/// The memory that a rank shares: two buffers for each side, used in turn.
struct SharedRooms {
  SharedMemory memory;

  bool isThere() const { return memory.data() != nullptr; }
  std::size_t each() const { return memory.ticket().bytes / 4; }
  std::byte *of(Side side, int turn) const {
    return memory.data() +
           (2 * static_cast<std::size_t>(side) + static_cast<std::size_t>(turn)) * each();
  }
  std::span<std::byte> both(Side side) const { return {of(side, 0), 2 * each()}; }
};

class RanksExchange : public Exchange {
public:
  RanksExchange(Ranks &ranks, bool isRing) : ranks_(ranks) {
    const int rank = ranks.rank(), count = ranks.count();
    neighbours_ = {rank > 0 ? rank - 1
                   : isRing ? count - 1
                            : -1,
                   rank + 1 < count ? rank + 1
                   : isRing         ? 0
                                    : -1};
  }
  ~RanksExchange() override { ranks_.finishRows(0); }
  RanksExchange(const RanksExchange &) = delete;
  RanksExchange &operator=(const RanksExchange &) = delete;

  void prepare(std::int64_t bytes, HaloTransfer &rows) override {
    if (std::exchange(bytes_, bytes) != bytes)
      share(bytes, rows);
  }
  void begin() override {
    turn_ = 1 - turn_;
    copied_ = {};
  }
  std::byte *lent(Side to) override {
    return isShared(to) && isReached_ ? own_.of(to, turn_) : nullptr;
  }
  bool receives(Side from) const override { return !isShared(from) || !isReached_; }
  void expect(Side from, void *room, std::int64_t bytes) override {
    if (sent_ > 0) // buffers of the exchange before the latest are reused next
      ranks_.finishRows(std::exchange(sent_, 0));
    rooms_[from].push_back({room, bytesOf(bytes)});
    if (!isShared(from))
      ranks_.expect(neighbours_[from], tagFrom(from), room, bytesOf(bytes));
  }
  void send(Side to, const void *rows, std::int64_t bytes) override {
    if (!isShared(to)) {
      sent_++;
      return ranks_.postRows(neighbours_[to], tagFrom(opposite(to)), rows, bytesOf(bytes));
    }
    if (!isReached_) {
      std::byte *const room = own_.of(to, turn_) + copied_[to];
      copied_[to] += bytesOf(bytes);
      std::memcpy(room, rows, bytesOf(bytes));
      rows = room;
    }
    const std::ptrdiff_t at = static_cast<const std::byte *>(rows) - own_.memory.data();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    tell(to, at);
    ranks_.finishPosts();
  }
  const void *take(Side from) override {
    std::ptrdiff_t at = 0;
    if (isShared(from)) {
      at = hear<std::ptrdiff_t>(from);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      if (isReached_)
        return others_[from].memory.data() + at;
    } else {
      ranks_.awaitExpected(neighbours_[from], tagFrom(from));
    }
    const auto [room, bytes] = rooms_[from].front();
    rooms_[from].pop_front();
    if (isShared(from))
      std::memcpy(room, others_[from].memory.data() + at, bytes);
    return room;
  }
  double join(ReducedPart part, const Joining &joining) override;
  void swap(const Messages &messages, const Using &use) override;
  std::size_t slab() const override { return static_cast<std::size_t>(ranks_.rank()); }
  std::size_t slabs() const override { return static_cast<std::size_t>(ranks_.count()); }
  RowsGo rowsGo() const override {
    return !isShared(Below) && !isShared(Above) ? RowsGo::ByMessages
           : isReached_                         ? RowsGo::ByShared
                                                : RowsGo::ByCopies;
  }
  void beginAnew() override {
    ranks_.finishRows(0);
    bytes_ = 0; // makes prepare() agree on shared memory again
  }
  void fail() override {} // a rank that fails during steps ends all ranks

private:
  struct Room {
    void *begin;
    std::size_t bytes;
  };

  static int tagFrom(Side side) { return side == Below ? Upward : Downward; }
  bool isShared(Side side) const { return others_[side].isThere(); }
  void share(std::int64_t bytes, HaloTransfer &rows);
  template <class Value> void tell(Side to, const Value &value) {
    ranks_.post(neighbours_[to], tagFrom(opposite(to)), &value, sizeof value);
  }
  template <class Value> Value hear(Side from) {
    Value value;
    ranks_.takeInto(neighbours_[from], tagFrom(from), &value, sizeof value);
    return value;
  }

  Ranks &ranks_;
  std::array<int, 2> neighbours_;         ///< ranks; -1: no neighbour
  std::array<std::deque<Room>, 2> rooms_; ///< memory for expected rows, in order, of each side
  std::size_t sent_ = 0;                  ///< messages of the latest exchange
  std::int64_t bytes_ = 0;                ///< of a room
  SharedRooms own_;
  std::array<SharedRooms, 2> others_; ///< of the neighbours on this machine
  bool isReached_ = true;             ///< devices read and write shared memory themselves
  std::vector<std::vector<std::byte>> received_; ///< messages of the latest swap, of each slab
  int turn_ = 0;
  std::array<std::size_t, 2> copied_ = {}; ///< bytes already copied to the current buffer
};

/// Neighbours tell each other their shared memory. Rows go through it if both can open the other's.
void RanksExchange::share(std::int64_t bytes, HaloTransfer &rows) {
  const std::string_view asked = askedShare();
  const std::size_t room = (bytesOf(bytes) + pageBytes - 1) / pageBytes * pageBytes;
  std::vector<Side> sides = {Below, Above};
  std::erase_if(sides, [this](Side side) { return neighbours_[side] < 0; });
  rows.reach({});
  if (own_.memory.ticket().bytes != 4 * room)
    own_.memory = asked == "off" ? SharedMemory() : SharedMemory(4 * room);
  for (const Side side : sides)
    tell(side, own_.memory.ticket());
  for (const Side side : sides)
    if (const auto ticket = hear<SharedMemory::Ticket>(side);
        ticket != others_[side].memory.ticket())
      others_[side].memory = SharedMemory(ticket);
  std::array<bool, 2> areFound = {};
  for (const Side side : sides) {
    areFound[side] = own_.isThere() && isShared(side);
    tell(side, areFound[side]);
  }
  std::vector<std::span<std::byte>> reached;
  for (const Side side : sides) {
    if (!hear<bool>(side) || !areFound[side]) {
      others_[side].memory = SharedMemory();
      continue;
    }
    reached.push_back(own_.both(side));
    reached.push_back(others_[side].both(opposite(side)));
  }
  ranks_.finishPosts();
  isReached_ = reached.empty() || (asked != "copy" && (rows.reach(reached) || asked == "window"));
}

double RanksExchange::join(ReducedPart part, const Joining &joining) {
  double value = 0;
  if (ranks_.rank() > 0) {
    Writer out;
    addPart(out, part);
    ranks_.post(0, Part, out.bytes.data(), out.bytes.size());
    ranks_.finishPosts();
    ranks_.takeInto(0, Part, &value, sizeof value);
    return value;
  }
  std::vector<ReducedPart> parts = {std::move(part)};
  std::vector<std::byte> message;
  for (int rank = 1; rank < ranks_.count(); rank++) {
    ranks_.take(rank, Part, message, false);
    Reader in(message);
    parts.push_back(partIn(in));
  }
  value = joining(parts);
  for (int rank = 1; rank < ranks_.count(); rank++)
    ranks_.post(rank, Part, &value, sizeof value);
  ranks_.finishPosts();
  return value;
}

void RanksExchange::swap(const Messages &messages, const Using &use) {
  const auto forEachOther = [&](auto &&visit) {
    for (std::size_t k = 0; k < slabs(); k++)
      if (k != slab())
        visit(k, static_cast<int>(k));
  };
  forEachOther([&](std::size_t k, int rank) {
    if (!messages.to[k].empty())
      ranks_.post(rank, Gathered, messages.to[k].data(), messages.to[k].size());
  });
  received_.resize(slabs());
  forEachOther([&](std::size_t k, int rank) {
    if (!messages.from[k])
      return;
    ranks_.take(rank, Gathered, received_[k], false);
    use(k, received_[k].data());
  });
  ranks_.finishPosts();
}

} // namespace

std::unique_ptr<Exchange> exchangeOfRanks(Ranks &ranks, bool isRing) {
  return std::make_unique<RanksExchange>(ranks, isRing);
}

} // namespace eulerc
